"""The picture of the whole firm: hands in gloves that fit a new lock."""

from hands import GRIP, gloved_hand, held
from props import fig, floor_and_ceiling, linen, pillow, sash, wall_across, wall_along
from studio import *
from trade_props import lever

OPEN_BY = 38
EDGE = Vector((math.cos(math.radians(OPEN_BY)), -math.sin(math.radians(OPEN_BY)), 0))
THICK, HEIGHT = 0.048, 1.05


def hero():
    """A painted front door stands open; somebody drives the last screw into the edge of its lock."""
    door()
    screwdriver_and_hand()
    hallway()
    look("AgX - Medium High Contrast", 0.15)
    camera((0.25, -0.94, 1.15), (0.045, 0.0, 1.06), 49, sharp_at=(0.02, -0.03, 1.06), aperture=2.4)


def door():
    """A leaf hinged far to the left whose edge, at the origin, faces the viewer's right."""
    paint = worn(material((0.013, 0.082, 0.088), 0.36), 30, 0.02, (0.3, 0.42))
    steel, dark = material((0.62, 0.61, 0.59), 0.27, metal=1), material((0.01, 0.01, 0.01), 0.6)
    with group((0, 0, 0), (0, 0, -OPEN_BY)):
        box((-0.45, THICK / 2, 1.05), (0.90, THICK, 2.1), paint, 0.0025)
        for low, high in (((-0.76, 0.16), (-0.15, 0.84)), ((-0.76, 1.26), (-0.15, 1.96))):
            moulding(low, high, paint)
        plate(steel, dark)
        faceplate(steel, dark)


def moulding(low, high, paint):
    """A raised frame on the face of the leaf."""
    (x1, z1), (x2, z2) = low, high
    x, z, w, h = (x1 + x2) / 2, (z1 + z2) / 2, x2 - x1, z2 - z1
    for s in (-1, 1):
        box((x, -0.005, z + s * h / 2), (w + 0.032, 0.02, 0.032), paint, 0.009)
        box((x + s * w / 2, -0.005, z), (0.032, 0.02, h - 0.03), paint, 0.009)


def plate(steel, dark):
    """Handle and cylinder on a long plate, with their screws."""
    slab(rounded(0.046, 0.25, 0.0228, 10), 0.008, steel, (-0.062, 0.0, HEIGHT), (90, 0, 0), 0.0015)
    lever((-0.062, -0.008, HEIGHT + 0.07), steel, 0.115, -1)
    with group((-0.062, -0.008, HEIGHT - 0.035), (90, 0, 0)):
        lathe([(0.0165, 0), (0.0165, 0.003), (0.0145, 0.006), (0.0001, 0.006)], steel)
        cylinder((0, 0, 0.006), 0.0085, 0.004, material((0.76, 0.56, 0.27), 0.2, metal=1), bevel=0.0006)
        box((0, 0, 0.0082), (0.0021, 0.0078, 0.001), dark, 0)
    for z in (-0.108, 0.112):
        screw((-0.062, -0.0085, HEIGHT + z), (90, 0, 0), steel, dark)


def screw(at, turn, steel, dark):
    """A countersunk head with a cross."""
    with group(at, turn):
        cylinder((0, 0, 0), 0.0042, 0.002, steel, bevel=0.0007, sides=32)
        for angle in (20, 110):
            box((0, 0, 0.0008), (0.0048, 0.0011, 0.0008), dark, 0, (0, 0, angle))


def faceplate(steel, dark):
    """What the edge of the leaf shows: the plate of the lock, latch and bolt, screws."""
    with group((0.0004, THICK / 2, HEIGHT), (90, 0, 90)):
        slab(rounded(0.022, 0.235, 0.0105, 10), 0.0026, steel, (0, 0, 0), bevel=0.0006)
        with group((0, 0.052, 0.0026)):
            latch = [(-0.0062, 0), (0.0062, 0), (0.0062, 0.003), (-0.0062, 0.0125)]
            slab(latch, 0.026, steel, (0, 0.013, 0), (90, 0, 0), 0.0008)
        box((0, -0.03, 0.0105), (0.0118, 0.034, 0.018), steel, 0.0012)
        for z in (-0.103, 0.105):
            screw((0, z, 0.0028), (0, 0, 0), steel, dark)


def screwdriver_and_hand():
    """The tip stands in the upper screw of the faceplate; the handle lies in the right hand."""
    inward = -EDGE
    away = Vector((math.sin(math.radians(OPEN_BY)), math.cos(math.radians(OPEN_BY)), 0))
    tip = Vector((0, 0, HEIGHT + 0.105)) + away * THICK / 2 + EDGE * 0.003
    steel = material((0.66, 0.66, 0.67), 0.16, metal=1)
    orange, black = material((0.82, 0.30, 0.02), 0.3, coat=0.3), material((0.02, 0.02, 0.022), 0.55)
    angle = math.degrees(math.atan2(inward.y, inward.x))
    with group(tip, (0, 0, angle)):
        cylinder((-0.055, 0, 0), 0.003, 0.11, steel, (0, 90, 0), bevel=0.0008)
        profile = [
            (0.0001, -0.118),
            (0.0135, -0.116),
            (0.016, -0.1),
            (0.0145, -0.05),
            (0.0165, -0.018),
            (0.012, -0.008),
            (0.0095, -0.002),
            (0.0105, 0.006),
            (0.0045, 0.008),
        ]
        lathe(flowing(profile[:-1]) + profile[-1:], orange, (-0.113, 0, 0), turn=(0, 90, 0))
        for k in range(6):
            a = k * math.tau / 6
            tube(
                [
                    (-0.222, 0.0135 * math.cos(a), 0.0135 * math.sin(a)),
                    (-0.165, 0.0152 * math.cos(a), 0.0152 * math.sin(a)),
                    (-0.135, 0.0158 * math.cos(a), 0.0158 * math.sin(a)),
                ],
                0.003,
                black,
            )
    wrist = (4, -22)
    finger = Vector((0, 0, 1)) * math.cos(0.35) + away * math.sin(0.35)
    at, turn = held(tip - inward * 0.172, inward, finger, wrist)
    gloved_hand(at, turn, GRIP, wrist=wrist)


def hallway():
    """Out of focus: a bright living room with a window, a bench and a plant."""
    white, timber = (
        mottled((0.72, 0.69, 0.63), (0.78, 0.75, 0.69), 3, 0.9, 0.05),
        wood((0.30, 0.16, 0.08), (0.50, 0.31, 0.17), 2, 0.4),
    )
    floor_and_ceiling((-3.4, 3.4), (-2.6, 5.2), 2.7, planks((0.27, 0.145, 0.07), (0.46, 0.28, 0.15), 1.6, 0.14), white)
    wall_across(5.2, -3.4, 3.4, 2.7, white, [(-0.05, 1.25, 0.78, 2.35)])
    wall_along(-3.4, -2.6, 5.2, 2.7, white, thick=-0.2)
    wall_along(3.4, -2.6, 5.2, 2.7, white, [(0.8, 3.6, 0.0, 2.4)])
    wall_across(-2.6, -3.4, 3.4, 2.7, white, thick=-0.2)
    sash(-0.05, 1.25, 0.78, 2.35, material((0.74, 0.73, 0.70), 0.4), 5.3, bars=1)
    glow((0.6, 6.4, 1.5), (4.4, 3.6), strength=2.6)
    box((0.35, 4.75, 0.44), (1.7, 0.42, 0.06), timber, 0.012)
    for x in (-0.42, 1.12):
        box((x, 4.75, 0.21), (0.06, 0.36, 0.42), timber, 0.012)
    pillow((-0.2, 4.85, 0.68), (0.46, 0.44, 0.17), linen((0.20, 0.27, 0.26)), (74, 0, 6))
    pillow((0.25, 4.85, 0.68), (0.42, 0.40, 0.16), linen((0.62, 0.57, 0.48)), (74, 0, -8))
    fig((0.78, 3.3, 0), worn(material((0.50, 0.22, 0.12), 0.8), 20, 0.2, (0.7, 0.9)), 1.7, 34)
    lathe(
        [(0.022, 0.21), (0.09, 0.17), (0.17, 0.08), (0.2, 0)],
        material((0.52, 0.22, 0.10), 0.5),
        (0.3, 3.9, 1.75),
        0.005,
    )
    sphere((0.3, 3.9, 1.81), 0.05, material((1, 0.76, 0.48), glow=10), sides=24)
    cylinder((0.3, 3.9, 2.3), 0.005, 0.75, material((0.03, 0.03, 0.03), 0.6), bevel=0)
    sun((64, 0, 118), 2.6, 1.5, (1, 0.93, 0.82))
    lamp((1.9, -1.2, 2.1), (0, 0, 1.05), 0.9, 40, (1, 0.97, 0.93))
    lamp((-1.6, -1.8, 1.7), (0, 0, 1.05), 1.2, 18, (0.92, 0.96, 1))
    lamp((3.2, 2.2, 1.4), (0, 0.4, 1.0), 2.2, 130, (1, 0.95, 0.88), 2.0)
    lamp((0.6, 5.0, 1.5), (0.5, 2, 0.9), 1.2, 50, (0.95, 0.98, 1), 1.5)


SCENES = {"hero": hero}
