"""Products of the locksmith's shelf."""

from studio import *


def padlock():
    sweep()
    brass, steel, black = metal(BRASS, (0.18, 0.32)), metal(), material(IRON, 0.35)
    box((0, 0, 0.32), (0.62, 0.24, 0.52), brass, 0.05)
    arch = [(-0.2, 0, 0.5), (-0.2, 0, 0.78), (-0.1, 0, 0.95), (0, 0, 0.99), (0.1, 0, 0.95), (0.2, 0, 0.78), (0.2, 0, 0.5)]
    tube(arch, 0.048, steel)
    cylinder((0, -0.121, 0.28), 0.075, 0.02, steel, (90, 0, 0))
    box((0, -0.134, 0.265), (0.018, 0.012, 0.07), black, 0.002)
    product_lights()
    camera((1.1, -2.7, 1.15), (0.05, 0, 0.45), 58, sharp_at=(0, -0.1, 0.4), aperture=5.6)


SCENES = {"candado-arco": padlock}
