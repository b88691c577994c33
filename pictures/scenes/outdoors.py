"""Works outside: a wrought-iron gate, a removal."""

from props import potted, snake_plant
from studio import *
from trade_props import *


# ---- a gate ----------------------------------------------------------------------------------------------------


def curl(x, z, radius, start, turns):
    """Points of a spiral around (x, z) in the plane of the gate; it ends at its rim."""
    steps = int(14 * turns) + 2
    points = []
    for n in range(steps):
        share = n / (steps - 1)
        angle = math.radians(start) + (share - 1) * turns * math.tau
        reach = radius * (0.22 + 0.78 * share)
        points.append((x + reach * math.cos(angle), 0, z + reach * math.sin(angle)))
    return points


def c_scroll(x, z, half, radius, iron, up=True):
    """Two curls joined by a band, open downwards or, with `up`, upwards."""
    sign = 1 if not up else -1
    right = curl(half, 0, radius, 90, 1.3)
    left = [(-px, py, pz) for px, py, pz in reversed(right)]
    points = [(x + px, py, z + sign * pz) for px, py, pz in [*right, *left]]
    tube(points, 0.0105, iron)


def s_scroll(x, z, half, radius, iron, lean=0):
    """A standing S between two rails."""
    top = curl(0, half, radius, 0, 1.25)
    bottom = [(-px, py, -pz) for px, py, pz in reversed(top)]
    tube([*top, *bottom], 0.0105, iron, at=(x, 0, z), turn=(0, lean, 0))


def gate_leaf(width, iron, mirror):
    """A leaf hinged at X 0 that reaches to `width`: bars, scrolls, and a top that rises to the middle."""
    side = -1 if mirror else 1

    def rise(x):
        return 1.62 + 0.42 * math.sin(min(1, x / width) * QUARTER)

    with group():
        for x, top in ((0.02, 1.72), (width - 0.02, 2.04)):
            box((side * x, 0, top / 2 + 0.04), (0.04, 0.04, top), iron, 0.004)
        for z in (0.12, 0.34, 0.98, 1.24):
            box((side * width / 2, 0, z), (width, 0.022, 0.034), iron, 0.004)
        tube([(side * x, 0, rise(x)) for x in [width * n / 10 for n in range(11)]], 0.016, iron)
        count = 9
        for n in range(1, count):
            x = width * n / count
            box((side * x, 0, (rise(x) + 0.12) / 2), (0.016, 0.016, rise(x) - 0.12), iron, 0.002)
            cylinder((side * x, 0, rise(x) + 0.075), 0.02, 0.13, iron, bevel=0.002, top=0.002, sides=24)
            sphere((side * x, 0, rise(x) + 0.012), 0.02, iron, sides=24)
            box((side * x, 0, 0.66), (0.028, 0.028, 0.05), iron, 0.008)
        for n in range(4):
            x = side * width * (2 * n + 1.0) / 8
            c_scroll(x, 1.115, 0.062, 0.056, iron, up=n % 2 == 0)
            s_scroll(x, 0.23, 0.045, 0.042, iron, 90)
        for n in (1, 3, 5, 7):
            s_scroll(side * width * n / 8, 1.445, 0.075, 0.052, iron, 0)


def pillar(x, stone, cap):
    box((x, 0, 1.05), (0.50, 0.50, 2.1), stone, 0.012)
    box((x, 0, 0.12), (0.58, 0.58, 0.24), cap, 0.02)
    box((x, 0, 2.13), (0.62, 0.62, 0.07), cap, 0.02)
    sphere((x, 0, 2.31), 0.16, cap)
    cylinder((x, 0, 2.18), 0.09, 0.06, cap)


def cypress(x, y, height):
    bush((x, y, height / 2), (0.9, 0.9, height), (0.03, 0.085, 0.03), 2600, 0.09)


def garden():
    """A gravel path between hedges and lavender towards a house."""
    gravel = mottled((0.52, 0.42, 0.30), (0.66, 0.56, 0.43), 55, 0.95, 0.6)
    box((0, 8, -0.02), (1.9, 16, 0.04), gravel, 0)
    box((0, 8, -0.06), (40, 22, 0.06), mottled((0.09, 0.19, 0.035), (0.16, 0.27, 0.06), 9, 0.95, 0.8), 0)
    for side in (-1, 1):
        for n in range(4):
            bush((side * (1.55 + 0.05 * n), 1.7 + 1.9 * n, 0.45), (1.0, 1.8, 0.95), (0.07, 0.19, 0.04), 2200, 0.06)
        for n in range(3):
            foliage((side * 1.02, 1.4 + 1.6 * n, 0.28), (0.5, 1.1, 0.5), material((0.26, 0.17, 0.45), 0.7), 700, 0.045)
    cypress(-2.6, 5.6, 4.0)
    cypress(2.7, 7.2, 4.4)
    bush((3.9, 4.2, 2.3), (3.2, 3.0, 2.8), (0.12, 0.19, 0.06), 3200, 0.13)
    bush((-4.3, 9, 2.2), (4, 3.4, 4.2), (0.06, 0.16, 0.04), 3000, 0.16)
    farmhouse()
    bush((1.0, 11.4, 0.5), (0.9, 0.9, 1.0), (0.45, 0.08, 0.14), 900, 0.07)


def farmhouse():
    """A house of rubble and brick under a tiled roof at the end of the path."""
    rubble = tiled((0.42, 0.33, 0.23), (0.56, 0.46, 0.34), (0.50, 0.42, 0.32), 0.42, 0.24, 0.95, depth=0.9, gap=0.03)
    trim, dark = mottled((0.48, 0.27, 0.17), (0.56, 0.34, 0.22), 12, 0.9, 0.2), material((0.02, 0.022, 0.024), 0.08)
    box((-0.4, 14, 2.0), (8.5, 4, 4.4), rubble, 0.02)
    roof = tiled((0.40, 0.17, 0.09), (0.52, 0.26, 0.15), (0.22, 0.10, 0.06), 0.22, 0.4, 0.85, "floor", 0, 0.9, 0.02)
    slab([(-4.9, 11.4), (4.1, 11.4), (4.1, 14.2), (-4.9, 14.2)], 0.16, roof, (0, 1.4, 1.6), (12, 0, 0), 0.02)
    shutter = wood((0.13, 0.065, 0.03), (0.24, 0.13, 0.06), 2, 0.6, "z")
    for x in (-2.6, 1.7):
        box((x, 11.98, 2.7), (0.95, 0.05, 1.25), dark, 0.01)
        for s in (-1, 1):
            box((x + s * 0.70, 11.95, 2.7), (0.42, 0.05, 1.3), shutter, 0.01)
        box((x, 11.95, 3.42), (1.2, 0.1, 0.16), trim, 0.01)
        box((x, 11.93, 2.03), (1.2, 0.16, 0.07), trim, 0.01)
    box((-0.4, 11.97, 1.1), (1.15, 0.08, 2.2), shutter, 0.01)
    for s in (-1, 1):
        box((-0.4 + s * 0.68, 11.95, 1.15), (0.2, 0.1, 2.3), trim, 0.01)
    box((-0.4, 11.95, 2.38), (1.56, 0.1, 0.2), trim, 0.01)


def wrought_iron_gate():
    """A double gate of scrolls and bars between stone pillars, the garden behind it in the sun."""
    iron = worn(material((0.018, 0.02, 0.022), 0.42), 60, 0.06, (0.35, 0.5))
    stone = tiled((0.60, 0.50, 0.37), (0.50, 0.41, 0.30), (0.40, 0.34, 0.26), 0.34, 0.17, 0.9, depth=0.9, gap=0.010)
    cap = mottled((0.62, 0.54, 0.43), (0.70, 0.62, 0.51), 14, 0.9, 0.2)
    white = mottled((0.76, 0.71, 0.62), (0.81, 0.76, 0.68), 5, 0.9, 0.12)
    with group((-1.30, 0, 0), (0, 0, 0)):
        gate_leaf(1.29, iron, False)
    with group((1.30, 0, 0), (0, 0, -26)):
        gate_leaf(1.29, iron, True)
    box((0.0, -0.03, 1.1), (0.09, 0.05, 0.16), iron, 0.008)
    with group((-0.02, -0.055, 1.12)):
        lever((0, 0, 0), metal(BRASS), 0.11, -1)
    for side in (-1, 1):
        pillar(side * 1.60, stone, cap)
        box((side * 4.3, 0.05, 0.85), (4.9, 0.30, 1.7), white, 0.01)
        box((side * 4.3, 0.05, 1.73), (4.9, 0.42, 0.07), cap, 0.015)
        potted((side * 2.12, -0.48, 0), material(TERRACOTTA, 0.85), material((0.06, 0.19, 0.045), 0.5), 0.7, 24)
        bush((side * 3.5, 0.7, 1.75), (2.6, 0.9, 0.9), (0.09, 0.21, 0.045), 2400, 0.07)
    flags = tiled(
        (0.56, 0.48, 0.38), (0.62, 0.54, 0.44), (0.34, 0.29, 0.23), 0.6, 0.4, 0.85, "floor", depth=0.5, gap=0.012
    )
    box((0, -2.55, -0.03), (14, 5.1, 0.06), flags, 0)
    garden()
    late_sky()
    look("AgX - Medium High Contrast", 0.1)
    sun((66, 0, -58), 3.4, 1.2, (1, 0.74, 0.46))
    camera((-0.55, -3.55, 1.42), (0.02, 0, 1.42), 32, sharp_at=(0, 0, 1.2), aperture=8)
    bpy.context.scene.camera.data.shift_y = -0.03


def late_sky(low=(0.80, 0.60, 0.42), high=(0.20, 0.34, 0.58), strength=0.85):
    """The sky before sunset: warm over the horizon, pale blue above."""
    blue_day(strength)
    ramp = next(node for node in bpy.context.scene.world.node_tree.nodes if node.type == "VALTORGB")
    start, end = ramp.color_ramp.elements
    start.color, end.color, end.position = (*low, 1), (*high, 1), 0.5


# ---- a removal -------------------------------------------------------------------------------------------------


def van(at, turn):
    """A white delivery van from behind, both doors open; `at` is the middle of its rear on the road."""
    paint, dark = material((0.84, 0.85, 0.85), 0.28, coat=0.5), material((0.02, 0.02, 0.022), 0.55)
    ply, lining = wood((0.40, 0.28, 0.16), (0.56, 0.42, 0.26), 2, 0.6, "y"), material((0.62, 0.62, 0.60), 0.6)
    red, amber = material((0.50, 0.015, 0.015), 0.15), material((0.75, 0.28, 0.02), 0.15)
    with group(at, (0, 0, turn)):
        body = box((0, 2.3, 1.43), (2.02, 4.6, 2.05), paint, 0.11)
        cut(body, box((0, 1.48, 1.46), (1.66, 3.2, 1.66), None, 0.03))
        box((0, 1.6, 0.635), (1.65, 3.1, 0.03), ply, 0)
        for side in (-1, 1):
            box((side * 0.822, 1.6, 1.05), (0.012, 3.0, 0.85), ply, 0)
            blocks([((side * 0.815, 0.35 + 0.55 * n, 1.46), (0.03, 0.05, 1.62)) for n in range(5)], lining, 0.006)
            box((side * 0.925, -0.008, 1.30), (0.13, 0.03, 0.62), red, 0.012)
            box((side * 0.925, -0.012, 1.06), (0.13, 0.03, 0.13), amber, 0.012)
            with group((side * 0.83, -0.01, 1.46), (0, 0, side * 104)):
                leaf = box((-side * 0.41, 0.0, 0), (0.82, 0.055, 1.66), paint, 0.03)
                cut(leaf, box((-side * 0.41, 0.0, 0.42), (0.58, 0.2, 0.5), None, 0.05))
                box((-side * 0.41, 0.0, 0.42), (0.60, 0.012, 0.52), material((0.03, 0.04, 0.045), 0.06), 0)
                box((-side * 0.41, 0.03, -0.35), (0.66, 0.01, 0.75), lining, 0.02)
                box((-side * 0.74, 0.035, 0.0), (0.04, 0.03, 0.16), dark, 0.008)
            for y in (0.85, 3.75):
                cylinder((side * 0.92, y, 0.34), 0.34, 0.22, dark, (0, 90, 0), bevel=0.05)
                cylinder((side * 1.02, y, 0.34), 0.20, 0.04, metal(rough=(0.3, 0.5)), (0, 90, 0))
        box((-1.0115, 1.0, 1.42), (0.004, 1.5, 1.94), material((0.0048, 0.042, 0.058), 0.35), 0)
        box((-1.0115, 1.82, 1.42), (0.004, 0.11, 1.94), material((0.90, 0.45, 0.035), 0.35), 0)
        box((0, -0.07, 0.50), (2.0, 0.22, 0.16), dark, 0.03)
        box((0, -0.185, 0.50), (0.50, 0.01, 0.10), material((0.82, 0.82, 0.78), 0.4), 0.004)
        box((0, 2.3, 0.38), (1.8, 4.4, 0.2), dark, 0.03)
        lamp((0, 1.2, 2.22), (0, 1.2, 0.6), 1.2, 26, (1, 0.97, 0.92))


def load():
    """Cartons and a blanket inside the van, in its own measures."""
    for x, y, z, size in ((-0.5, 1.0, 0.65, (0.6, 0.5, 0.45)), (0.15, 1.1, 0.65, (0.55, 0.45, 0.5)), (-0.48, 1.05, 1.1, (0.55, 0.45, 0.4)),
                          (0.5, 1.7, 0.65, (0.5, 0.5, 0.6)), (-0.2, 1.75, 1.15, (0.6, 0.45, 0.45)), (0.12, 1.1, 1.15, (0.45, 0.4, 0.32)),
                          (-0.45, 1.75, 0.65, (0.6, 0.5, 0.5)), (0.1, 1.75, 0.65, (0.5, 0.5, 0.5))):  # fmt: skip
        carton((x, y, z), size, random.uniform(-5, 5))
    box((0.52, 0.75, 0.73), (0.44, 0.4, 0.16), mottled((0.03, 0.15, 0.17), (0.05, 0.2, 0.22), 40, 0.95, 0.4), 0.06)


def hand_truck(at, turn):
    """A two-wheeled truck with three cartons on it."""
    frame, rubber = material((0.60, 0.17, 0.05), 0.4), material((0.02, 0.02, 0.022), 0.7)
    with group(at, (0, 0, turn)):
        box((0, -0.13, 0.03), (0.46, 0.30, 0.012), frame, 0.003)
        for side in (-1, 1):
            grip = [(side * 0.20, 0.03, 0.03), (side * 0.20, 0.03, 1.15), (side * 0.20, 0.14, 1.27)]
            tube(grip, 0.015, frame)
            cylinder((side * 0.27, 0.10, 0.125), 0.125, 0.07, rubber, (0, 90, 0), bevel=0.025)
            cylinder((side * 0.27, 0.10, 0.125), 0.06, 0.078, metal(), (0, 90, 0))
            tube([(side * 0.2, 0.14, 1.27), (side * 0.2, 0.22, 1.28)], 0.019, rubber)
        cylinder((0, 0.10, 0.125), 0.012, 0.52, metal(), (0, 90, 0))
        for z in (0.35, 0.7, 1.05):
            cylinder((0, 0.03, z), 0.012, 0.40, frame, (0, 90, 0))
        carton((0, -0.19, 0.037), (0.52, 0.40, 0.40), 1)
        carton((0.01, -0.19, 0.445), (0.48, 0.38, 0.34), -3)
        carton((-0.01, -0.18, 0.79), (0.40, 0.34, 0.28), 4)


def street():
    """A sunny street: road, kerb, pavement, a house with shutters and trees further on."""
    box((0, 40, -0.3), (200, 160, 0.1), mottled((0.30, 0.28, 0.24), (0.38, 0.36, 0.31), 2, 0.95), 0)
    box((4.0, 10, -0.15), (9, 40, 0.1), mottled((0.10, 0.10, 0.105), (0.14, 0.14, 0.145), 90, 0.9, 0.3), 0)
    paving = tiled((0.50, 0.46, 0.40), (0.56, 0.52, 0.46), (0.34, 0.31, 0.27), 0.4, 0.4, 0.85, "floor", 0, 0.4, 0.008)
    box((-2.3, 10, -0.06), (3.3, 40, 0.12), paving, 0)
    box((-0.58, 10, -0.05), (0.16, 40, 0.14), mottled((0.50, 0.48, 0.45), (0.58, 0.56, 0.52), 20, 0.9, 0.2), 0.015)
    for n in range(4):
        bush((9.5 + 4 * n, 19, 0.7), (6, 2, 2.2), (0.07, 0.17, 0.045), 2200, 0.2)
    wall = mottled((0.50, 0.33, 0.22), (0.58, 0.41, 0.29), 1.2, 0.92, 0.15)
    base, shutter = mottled((0.48, 0.42, 0.34), (0.56, 0.50, 0.42), 8, 0.9, 0.3), material((0.06, 0.10, 0.075), 0.55)
    box((-4.4, 9, 3.5), (1, 19, 7), wall, 0.02)
    box((-3.88, 9, 0.35), (0.08, 19, 0.7), base, 0.01)
    for y in (3.6, 6.6, 9.6, 12.6):
        for z in (1.75, 4.6):
            box((-3.88, y, z), (0.08, 1.5, 1.7), shutter, 0.01)
            blocks(
                [((-3.83, y, z - 0.75 + 0.1 * n), (0.03, 1.35, 0.05), (0, 30, 0)) for n in range(16)], shutter, 0.003
            )
    box((3, 27, 3.2), (16, 2, 6.4), mottled((0.78, 0.74, 0.67), (0.83, 0.79, 0.72), 2, 0.9, 0.1), 0.02)
    for x, y, size in ((-1.6, 15, 3.4), (6.2, 13, 4.6), (8.0, 8.5, 4.2), (2.5, 22, 5)):
        cylinder((x, y, 1.4), 0.12, 2.8, mottled((0.16, 0.10, 0.06), (0.24, 0.17, 0.11), 20, 0.9, 0.6), sides=24)
        bush((x, y, 3.6), (size, size, size * 0.85), (0.09, 0.22, 0.045), 3200, 0.22)


def removal():
    """Moving day: cartons, a hand truck and a plant on the pavement behind an open white van."""
    street()
    with group((0.85, 2.5, -0.1), (0, 0, 5)):
        van((0, 0, 0), 0)
        load()
    hand_truck((-0.95, 1.35, 0.0), 152 - 180)
    carton((-2.05, 1.9, 0), (0.62, 0.5, 0.5), 8)
    carton((-2.02, 1.92, 0.51), (0.55, 0.45, 0.42), -6)
    carton((-2.0, 1.9, 0.935), (0.46, 0.4, 0.34), 12)
    carton((-2.55, 1.25, 0), (0.58, 0.48, 0.46), -14)
    carton((-1.78, 0.95, 0), (0.5, 0.4, 0.36), 24)
    snake_plant((-2.55, 1.25, 0.465), worn(material((0.42, 0.40, 0.36), 0.8), 20, 0.1, (0.7, 0.9)), 0.75, 15)
    lathe(
        [(0.0001, 0), (0.07, 0), (0.09, 0.06), (0.03, 0.24), (0.02, 0.28)],
        worn(material((0.36, 0.30, 0.22), 0.5), 30, 0.1),
        (-1.84, 0.97, 0.365),
    )
    cylinder((-1.84, 0.97, 0.72), 0.15, 0.20, material((0.82, 0.78, 0.70), 0.8), top=0.10)
    late_sky((0.70, 0.73, 0.76), (0.56, 0.63, 0.72), 1.15)
    look("AgX - Medium High Contrast", 0.15)
    sun((42, 0, 34), 1.0, 25, (1, 0.98, 0.95))
    camera((-1.15, -2.75, 1.42), (-0.28, 2.0, 1.42), 29)
    bpy.context.scene.camera.data.shift_y = -0.05


SCENES = {"gallery-12": wrought_iron_gate, "gallery-14": removal}
