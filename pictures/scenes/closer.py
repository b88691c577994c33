"""The products once more: from close by, and on the workbench beside things whose size everybody knows."""

from functools import partial

import studio
from scenes import climate, electrics, hand_tools, locks, painting, plumbing, power_tools, safety
from studio import *


def corners():
    """The lowest and the highest corner of all that is to be seen."""
    points = studio._points()
    return [Vector(tuple(pick(point[axis] for point in points) for axis in range(3))) for pick in (min, max)]


def detail(build, at, share, turn=25, rise=15, aperture=2.0):
    """One part from close by: `at` is its place in the subject's width and height, `share` how much of its height is seen."""
    build()
    low, high = corners()
    size = high - low
    aim = low + Vector((size.x * at[0], size.y * 0.3, size.z * at[1]))
    product_camera(aim, max(size.z, size.x * 0.6) * share, turn, rise, lens=90, aperture=aperture)


# ---- the workbench ---------------------------------------------------------------------------------------------


def on_bench(build, axis, metres, wide=0.56, turn=20, rise=17, tall=0.58):
    """The subject on a joiner's bench; along `axis` it is `metres` long, as the things beside it are of their true size."""
    with elsewhere():
        build()
    portrait(turn, rise, lens=62, tall=tall, wide=wide, shift=0.06)
    low, high = corners()
    size = high - low
    unit = metres / (max(size) if axis == "max" else size["xyz".index(axis)])
    lens = bpy.context.scene.camera.data
    # The camera is as far away as the subject is drawn large, and its opening with it.
    lens.dof.aperture_fstop = 2.6 * unit * 4
    with group((0, 0, low.z), scale=1 / unit):
        bench()
        workshop()
        x, y = high.x * unit, low.y * unit
        # Small things are not hidden behind what only tells their size.
        if metres < 0.14:
            tape_measure((x + 0.035, high.y * unit + 0.03, 0), 172)
        else:
            tape_measure((x + 0.06, (y + high.y * unit) / 2 + 0.03, 0), 205)
            pencil((low.x * unit * 0.4 + x * 0.2, y - 0.035, 0), 8)
    lights(1 / unit)
    look("AgX - Medium High Contrast", 0.25)


def bench():
    """A thick top of beech with the marks of work."""
    top = worn(wood((0.27, 0.165, 0.085), (0.48, 0.32, 0.185), 2.4, 0.5), 34, 0.08, (0.38, 0.6))
    blocks([((0, -0.72 + 0.12 * n, -0.03), (2.6, 0.119, 0.06)) for n in range(11)], top, 0.0012)
    for n in range(7):
        cylinder((-0.6 + 0.2 * n, 0.38, 0.0), 0.010, 0.004, material((0.02, 0.015, 0.01), 0.9), bevel=0, sides=32)


def workshop():
    """Out of focus: a wall of boards with tools, shelves of tins, a window."""
    boards = wood((0.10, 0.062, 0.036), (0.20, 0.13, 0.08), 1.6, 0.6, "z")
    blocks([((-2.9 + 0.2 * n, 2.3, 0.6), (0.196, 0.03, 3.4)) for n in range(30)], boards, 0.004)
    shelf = wood((0.20, 0.12, 0.06), (0.36, 0.23, 0.13), 2, 0.5)
    for z in (0.28, 0.72):
        box((0.75, 2.14, z), (1.9, 0.26, 0.03), shelf, 0.004)
    inks = ((0.62, 0.60, 0.55), (0.30, 0.09, 0.04), (0.02, 0.12, 0.14), (0.55, 0.33, 0.05), (0.20, 0.22, 0.22))
    for n in range(9):
        tall = 0.14 + 0.05 * ((n * 5) % 4)
        cylinder(
            (-0.05 + 0.2 * n, 2.13, 0.295 + tall / 2),
            0.055 + 0.02 * (n % 2),
            tall,
            material(inks[n % 5], 0.4),
            sides=32,
        )
        if n % 3:
            box((-0.05 + 0.2 * n, 2.13, 0.735 + 0.09), (0.14, 0.18, 0.18), material(inks[(n + 2) % 5], 0.6), 0.006)
    steel = material((0.5, 0.5, 0.5), 0.3, metal=1)
    for n in range(6):
        box((-2.0 + 0.24 * n, 2.26, 0.55), (0.03, 0.02, 0.34 + 0.06 * (n % 3)), steel, 0.006)
        box((-2.0 + 0.24 * n, 2.25, 0.80 + 0.03 * (n % 3)), (0.045, 0.03, 0.15), material(inks[(n + 1) % 5], 0.5), 0.01)
    glow((-1.25, 2.26, 1.05), (1.0, 0.9), low=(0.55, 0.62, 0.48), high=(0.88, 0.94, 1), strength=2.4)
    for x in (-1.77, -1.25, -0.73):
        box((x, 2.25, 1.05), (0.04, 0.04, 0.94), material((0.55, 0.53, 0.48), 0.5), 0.004)


def lights(scale):
    """The window to the left of the bench, and a warm lamp over it, for a place `scale` times its true size."""
    power = scale * scale
    at = lambda x, y, z: (x * scale, y * scale, z * scale)
    ambient((0.9, 0.95, 1), 0.22)
    lamp(at(-0.95, -0.35, 0.75), at(0, 0, 0.05), 0.7 * scale, 17 * power, (0.94, 0.97, 1))
    lamp(at(0.8, 0.35, 0.85), at(0, 0, 0.05), 0.35 * scale, 6.5 * power, (1, 0.84, 0.62))
    lamp(at(0, 1.2, 2.0), at(0, 2.2, 0.4), 1.2 * scale, 24 * power, (1, 0.9, 0.76))


def tape_measure(at, turn):
    """A tape of five metres, some of it drawn out."""
    case, rubber = material((0.80, 0.40, 0.03), 0.35), material((0.022, 0.023, 0.025), 0.6)
    with group(at, (0, 0, turn)):
        slab([(x, z + 0.033) for x, z in rounded(0.068, 0.066, 0.022)], 0.034, case, (0, 0.017, 0), (90, 0, 0), 0.004)
        slab([(x, z + 0.033) for x, z in rounded(0.073, 0.071, 0.025)], 0.012, rubber, (0, 0.006, 0), (90, 0, 0), 0.003)
        cylinder((0, -0.018, 0.033), 0.021, 0.003, material((0.9, 0.87, 0.8), 0.5), (90, 0, 0), 0.001)
        strip, ink = material((0.88, 0.70, 0.09), 0.4), material((0.02, 0.02, 0.02), 0.6)
        box((0.115, 0, 0.005), (0.165, 0.019, 0.0006), strip, 0)
        ticks = [
            ((0.043 + 0.01 * n, -0.0045 if n % 5 else -0.002, 0.0054), (0.0008, 0.010 if n % 5 else 0.015, 0.0002))
            for n in range(16)
        ]
        blocks(ticks, ink, 0)
        for n in range(3):
            letters(str((3 - n) * 5), (0.052 + 0.05 * n, 0.0045, 0.0055), 0.0085, ink, (0, 0, 180), 0.0001, weight=700)
        box((0.1985, 0, 0.0015), (0.002, 0.019, 0.011), material(STEEL, 0.3, metal=1), 0.0006)


def pencil(at, turn):
    """A joiner's pencil, red and flat, along X."""
    x, y, z = at
    with group((x, y, z + 0.004), (0, 0, turn)):
        slab(
            [(px, pz) for px, pz in rounded(0.0125, 0.0076, 0.002)],
            0.15,
            material((0.42, 0.03, 0.02), 0.35),
            (-0.075, 0, 0),
            (90, 0, 90),
            0.0006,
        )
        cylinder(
            (0.085, 0, 0),
            0.0058,
            0.02,
            wood((0.45, 0.28, 0.14), (0.66, 0.46, 0.28), 20, 0.7),
            (0, 90, 0),
            0.0003,
            top=0.0016,
        )
        cylinder((0.097, 0, 0), 0.0016, 0.006, material((0.03, 0.03, 0.032), 0.4), (0, 90, 0), 0.0002, top=0.0007)


# Picture, scene; the part that is seen close by; the axis and the metres of its true size.
PRODUCTS = (
    ("candado-arco", locks.padlock, ((0.42, 0.34), 0.5, 12, 8), ("z", 0.085)),
    ("cilindro-seguridad", locks.euro_cylinder, ((0.2, 0.62), 0.62, -62, 14), ("max", 0.105)),
    ("escudo-protector", locks.SCENES["escudo-protector"], ((0.42, 0.55), 0.55, -38, 12), ("z", 0.075)),
    ("manilla-puerta", locks.SCENES["manilla-puerta"], ((0.5, 0.72), 0.5, 42, 10), ("x", 0.30)),
    ("placa-grabada-laton", locks.SCENES["placa-grabada-laton"], ((0.5, 0.62), 0.42, -40, 14), ("x", 0.17)),
    ("bombilla-led", electrics.led_bulb, ((0.5, 0.2), 0.5, 20, 4), ("z", 0.115)),
    ("foco-led", electrics.work_light, ((0.72, 0.75), 0.45, 40, 20), ("z", 0.27)),
    ("diferencial", electrics.residual_current_breaker, ((0.55, 0.6), 0.5, -40, 8), ("z", 0.088)),
    ("destornilladores-aislados", hand_tools.insulated_set, ((0.6, 0.5), 0.36, 30, 28), ("max", 0.25, 0.62, 20, 34)),
    ("llave-ajustable", hand_tools.adjustable_wrench, ((0.72, 0.5), 0.42, 20, 38), ("x", 0.21, 0.62, 16, 36)),
    ("pintura-plastica", painting.open_tin, ((0.38, 0.86), 0.45, 10, 34), ("max", 0.30)),
    ("kit-rodillo", painting.roller_kit, ((0.42, 0.7), 0.55, 30, 22), ("max", 0.40)),
    ("cinta-carrocero", painting.masking_tape, ((0.45, 0.85), 0.42, 30, 12), ("z", 0.125)),
    ("grifo-lavabo", plumbing.basin_tap, ((0.45, 0.86), 0.42, 34, 12), ("z", 0.16)),
    ("latiguillo-flexible", plumbing.flexible_hose, ((0.14, 0.5), 0.34, -30, 22), ("max", 0.40, 0.68, 16, 30)),
    ("llave-escuadra", plumbing.angle_valve, ((0.6, 0.45), 0.5, 48, 10), ("max", 0.12)),
    ("mecanismo-cisterna", plumbing.cistern_mechanism, ((0.3, 0.92), 0.4, 20, 30), ("z", 0.34)),
    ("taladro-atornillador", power_tools.drill, ((0.78, 0.8), 0.4, 36, 10), ("x", 0.26)),
    ("detector-humo", safety.smoke_alarm, ((0.55, 0.8), 1.05, 30, 24), ("x", 0.105)),
    ("detector-monoxido", safety.monoxide_alarm, ((0.3, 0.65), 0.5, 34, 10), ("x", 0.13)),
    ("extintor", safety.extinguisher, ((0.5, 0.86), 0.3, 30, 10), ("z", 0.53)),
)

SCENES = {}
for name, build, close, size in PRODUCTS:
    SCENES[f"{name}-detalle"] = partial(detail, build, *close)
    SCENES[f"{name}-banco"] = partial(on_bench, build, *size)


# ---- what hangs on a wall or from a ceiling, which its own picture already shows in place ------------------------


def seen(build, centre, height, turn, rise, lens=85, aperture=2.2):
    """The subject's own picture from elsewhere: `height` metres fill 70 % of it."""
    build()
    product_camera(centre, height, turn, rise, lens, aperture)


for name, build, views in (
    ("termostato-wifi", climate.thermostat, (((0.12, -0.15, 0.60), 0.50, -34, 12), ((0, -0.1, 0.5), 1.5, 46, 6))),
    ("radiador-toallero", climate.towel_radiator, (((0.2, 0, 0.07), 0.26, 34, 14), ((0, 0, 0.88), 0.46, -34, 12))),
    (
        "aire-acondicionado",
        climate.air_conditioner,
        (((0.1, 0.0, 0.24), 0.36, 30, 8), ((-0.04, 0.25, 0.95), 0.44, 36, -4, 85, 9)),
    ),
    ("ventilador-techo", climate.ceiling_fan, (((0, 0, 0.12), 0.36, 40, -14), ((0.12, 0, 0.25), 0.72, 64, -34))),
    ("enchufe-usb-c", electrics.usb_socket, (((0.04, -0.1, 0.37), 0.66, 34, 10), ((0, 0, 0.5), 1.25, 30, 4))),
    (
        "camara-exterior",
        safety.outdoor_camera,
        (((-0.12, -0.25, 0.62), 0.50, -46, 4), ((0.05, 0.1, 0.52), 1.25, 40, -8)),
    ),
    ("nivel-laser", power_tools.laser_level, (((0.02, -0.1, 0.74), 0.40, 34, 12), ((0, 0.2, 0.62), 1.7, -26, 10))),
):
    for place, view in zip(("detalle", "lado"), views):
        SCENES[f"{name}-{place}"] = partial(seen, build, *view)
