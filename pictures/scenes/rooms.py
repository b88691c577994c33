"""Rooms and a terrace after the work, and one in the middle of it."""

from mathutils import noise

from props import *
from studio import *


# ---- living room -----------------------------------------------------------------------------------------------


def living_room():
    """A flat of about 1900: herringbone oak, panelled walls, a balcony door to the street, a grey-blue sofa."""
    height, doors = 3.1, ((-1.35, -0.35, 0.0, 2.55), (0.85, 1.85, 0.0, 2.55))
    wall = mottled((0.73, 0.71, 0.66), (0.76, 0.74, 0.69), 2, 0.85, 0.03)
    white, brass = material((0.78, 0.77, 0.74), 0.45), metal(BRASS)
    herringbone((-2.6, 2.6), (-3.6, 2.6), 0, (0.25, 0.135, 0.062), (0.47, 0.29, 0.15))
    panel((-2.8, -3.8, height), (2.8, 2.8, height + 0.1), white)
    wall_across(2.6, -2.6, 2.6, height, wall)
    wall_across(-3.6, -2.6, 2.6, height, wall, thick=-0.2)
    wall_along(-2.6, -3.6, 2.6, height, wall, doors, thick=-0.3)
    wall_along(2.6, -3.6, 2.6, height, wall)
    for near, far, low, high in doors:
        sash(near, far, low, high, white, -2.78, along=True, bars=1, frame=0.07)
        reveal(near, far, high, white)
    mouldings(wall, white, height)
    glow((-6.5, 0.5, 1.5), (9, 4.5), (90, 0, 90), (0.42, 0.38, 0.33), (0.9, 0.94, 1.0), 1.6)
    railing(material(IRON, 0.4))
    seating()
    side_table((1.62, 1.55, 0), brass)
    floor_lamp((-1.62, 2.15, 0), material(IRON, 0.4))
    abstract((0.12, 2.575, 1.80), (1.15, 0.82))
    fig((2.05, 2.1, 0), worn(material((0.58, 0.55, 0.50), 0.8), 20, 0.1, (0.7, 0.9)), 1.75, 34)
    sky(34, 258, 0.24)
    daylight((-2.55, -0.85, 1.4), (1, -0.2, 0.7), 1.0, 40, (0.94, 0.97, 1), 2.4)
    daylight((-2.55, 1.35, 1.4), (1, 0.6, 0.7), 1.0, 40, (0.94, 0.97, 1), 2.4)
    daylight((0.6, -3.4, 2.8), (0.2, 1, 0.8), 2.6, 44, (1, 0.97, 0.93))
    look("AgX - Medium High Contrast", 0.25)
    camera((0.62, -2.75, 1.25), (-0.12, 2.6, 1.25), 26, sharp_at=(0.1, 1.5, 0.8), aperture=4)
    frame_lower(0.04)


def reveal(near, far, high, white):
    """The architrave of a balcony door in the left wall."""
    for y in (near - 0.05, far + 0.05):
        panel((-2.6, y - 0.05, 0), (-2.565, y + 0.05, high + 0.1), white, 0.006)
    panel((-2.6, near, high), (-2.567, far, high + 0.098), white, 0.006)


def mouldings(wall, white, height):
    """Skirting, picture-frame panels and a cornice."""
    panel((-2.6, 2.572, 0), (2.6, 2.6, 0.2), white, 0.008)
    panel((2.572, -3.6, 0), (2.6, 2.572, 0.2), white, 0.008)
    for z, deep in ((height - 0.06, 0.06), (height - 0.14, 0.03)):
        panel((-2.6, 2.6 - deep, z), (2.6, 2.6, z + 0.06), white, 0.015)
        panel((2.6 - deep, -3.6, z), (2.6, 2.6 - deep, z + 0.06), white, 0.015)
        panel((-2.6, -3.6, z), (-2.6 + deep, 2.6 - deep, z + 0.06), white, 0.015)
    for left, right in ((-2.35, -0.85), (-0.6, 0.85), (1.1, 2.35)):
        for low, high in ((0.34, 0.92), (1.08, 2.72)):
            for z in (low, high):
                panel((left, 2.582, z - 0.014), (right, 2.6, z + 0.014), white, 0.005)
            for x in (left, right):
                panel((x - 0.014, 2.5835, low + 0.014), (x + 0.014, 2.6, high - 0.014), white, 0.005)


def railing(iron):
    """The balcony's bars outside both doors."""
    for n in range(42):
        cylinder((-3.5, -2.0 + n * 0.11, 0.5), 0.007, 1.0, iron, bevel=0, sides=12)
    for z in (0.06, 1.0):
        panel((-3.52, -2.1, z), (-3.48, 2.7, z + 0.03), iron, 0.004)


def seating():
    """The sofa on a patterned rug, cushions, a low round table of dark wood."""
    sofa((0.12, 1.9, 0), linen((0.17, 0.225, 0.27)), wood((0.14, 0.075, 0.035), (0.24, 0.14, 0.07), 3, 0.4, "z"), 2.2)
    mustard, sand = linen((0.52, 0.29, 0.055)), linen((0.60, 0.55, 0.46))
    pillow((-0.62, 1.80, 0.66), (0.47, 0.46, 0.18), mustard, (68, 0, -14))
    pillow((0.72, 1.84, 0.66), (0.50, 0.46, 0.18), sand, (70, 0, 12))
    pillow((0.45, 1.70, 0.62), (0.42, 0.34, 0.15), linen((0.10, 0.135, 0.165)), (64, 0, -4))
    throw = linen((0.58, 0.53, 0.45), scale=90)
    sheet(
        (-0.98, 1.75, 0.63),
        (0.26, 0.8),
        throw,
        lambda x, y: -0.05 * (x / 0.13) ** 2 - 0.35 * max(0, -y - 0.22) + 0.004 * math.sin(x * 60),
        (0, 0, 2),
        50,
        0.012,
    )
    rug((0.0, 0.42, 0), (2.7, 1.75))
    walnut = wood((0.10, 0.048, 0.022), (0.22, 0.115, 0.055), 3, 0.32)
    cylinder((0.0, 0.62, 0.35), 0.44, 0.04, walnut, bevel=0.014)
    cylinder((0.0, 0.62, 0.18), 0.10, 0.33, walnut, top=0.06)
    cylinder((0.0, 0.62, 0.03), 0.25, 0.03, walnut, bevel=0.01)
    books((0.1, 0.7, 0.37), 2, lying=True)
    cup((-0.2, 0.52, 0.37), worn(material((0.70, 0.68, 0.63), 0.5), 40, 0.1))
    lathe(
        flowing([(0.0001, 0), (0.05, 0.01), (0.075, 0.07), (0.03, 0.15), (0.028, 0.2), (0.035, 0.21)], 6),
        material((0.62, 0.58, 0.50), 0.55),
        (-0.06, 0.8, 0.37),
        0.005,
    )
    for n in range(9):
        a = n * 2.4
        tip = (-0.06 + 0.12 * math.cos(a), 0.8 + 0.12 * math.sin(a), 0.37 + random.uniform(0.38, 0.55))
        tube([(-0.06, 0.8, 0.42), (-0.06, 0.8, 0.6), tip], 0.0022, material((0.28, 0.22, 0.10), 0.8))
        foliage(tip, (0.07, 0.07, 0.10), material((0.45, 0.36, 0.18), 0.8), 50, 0.022)


def rug(at, size):
    """Wool in two tones, with lozenges and a fringe."""
    x, y, z = at
    wide, deep = size
    wool, ink = (
        mottled((0.55, 0.51, 0.43), (0.64, 0.60, 0.52), 70, 0.98, 0.6),
        mottled((0.115, 0.15, 0.18), (0.16, 0.20, 0.235), 70, 0.98, 0.6),
    )
    sheet((x, y, z + 0.004), size, wool, lambda a, b: 0.003, steps=4, thick=0.012)
    blocks([((x, y + s * (deep / 2 - 0.12), z + 0.0075), (wide - 0.2, 0.025, 0.004)) for s in (-1, 1)], ink, 0)
    blocks([((x + s * (wide / 2 - 0.12), y, z + 0.0072), (0.025, deep - 0.2, 0.004)) for s in (-1, 1)], ink, 0)
    lozenges = []
    for column in range(5):
        for row in range(3):
            middle = (x - wide * 0.36 + column * wide * 0.18, y - deep * 0.27 + row * deep * 0.27)
            for turn in (45, -45):
                for s in (-1, 1):
                    lean = math.radians(turn + 90)
                    spot = (
                        middle[0] + s * 0.11 * math.cos(lean),
                        middle[1] + s * 0.11 * math.sin(lean),
                        z + 0.0074 + turn * 1e-6,
                    )
                    lozenges.append((spot, (0.22, 0.014, 0.0035), (0, 0, turn)))
    blocks(lozenges, ink, 0)
    fringe = [
        (
            (x + s * (wide / 2 + 0.03), y - deep / 2 + 0.02 + n * 0.02, z + 0.004),
            (0.06, 0.006, 0.004),
            (0, 0, random.uniform(-8, 8)),
        )
        for s in (-1, 1)
        for n in range(int(deep / 0.02) - 1)
    ]
    blocks(fringe, wool, 0)


def side_table(at, brass):
    """A small brass table with a lamp of paper."""
    x, y, z = at
    cylinder((x, y, z + 0.5), 0.2, 0.018, brass, bevel=0.006)
    cylinder((x, y, z + 0.25), 0.012, 0.5, brass, sides=24)
    cylinder((x, y, z + 0.01), 0.14, 0.02, brass, bevel=0.006)
    lathe(
        flowing([(0.0001, 0), (0.06, 0), (0.08, 0.08), (0.03, 0.16), (0.014, 0.2)], 6),
        worn(material((0.30, 0.12, 0.06), 0.5), 30, 0.1),
        (x, y, z + 0.51),
    )
    cylinder((x, y, z + 0.83), 0.14, 0.22, material((0.95, 0.80, 0.58), 0.9, glow=0.8), top=0.1)
    bulb((x, y, z + 0.66), 3)


def abstract(at, size):
    """A framed painting of a few broad shapes."""
    (x, y, z), (width, height) = at, size
    oak_frame = oak("x")
    for s in (-1, 1):
        box((x, y - 0.012, z + s * (height / 2 - 0.012)), (width, 0.035, 0.024), oak_frame, 0.003)
        box((x + s * (width / 2 - 0.012), y - 0.012, z), (0.024, 0.034, height - 0.048), oak_frame, 0.003)
    canvas = mottled((0.66, 0.62, 0.54), (0.70, 0.66, 0.58), 90, 0.9, 0.1)
    box((x, y - 0.008, z), (width - 0.04, 0.012, height - 0.04), canvas, 0)
    for n, (dx, dz, radius, ink) in enumerate(
        (
            (-0.2, -0.08, 0.26, (0.15, 0.22, 0.28)),
            (0.12, 0.06, 0.21, (0.50, 0.25, 0.06)),
            (0.3, -0.16, 0.15, (0.045, 0.06, 0.075)),
        )
    ):
        blot(
            (x + dx, y - 0.0145 - n * 0.0006, z + dz),
            radius,
            mottled(ink, tuple(1.2 * v for v in ink), 30, 0.9, 0.1),
            (90, 0, 0),
            3 + n * 2.3,
        )


def floor_lamp(at, metal_part):
    x, y, z = at
    cylinder((x, y, z + 0.012), 0.15, 0.024, metal_part)
    tube(
        [(x, y, z), (x, y, z + 1.35), (x + 0.06, y - 0.02, z + 1.5), (x + 0.25, y - 0.05, z + 1.55)], 0.011, metal_part
    )
    lathe([(0.05, 0.2), (0.17, 0)], material((0.82, 0.77, 0.66), 0.8), (x + 0.25, y - 0.05, z + 1.36), 0.004)
    sphere((x + 0.25, y - 0.05, z + 1.44), 0.045, material((1, 0.78, 0.5), glow=9), sides=24)
    bulb((x + 0.25, y - 0.05, z + 1.32), 7, radius=0.05)


# ---- painting --------------------------------------------------------------------------------------------------


BLUE, OCHRE = (0.105, 0.165, 0.235), (0.48, 0.255, 0.07)


def painting():
    """Half of the wall has its new blue; ladder, tins and roller stand on the dust sheet under a grey sky."""
    height, window = 2.6, (-0.9, 0.5, 0.9, 2.2)
    white, brass = material((0.76, 0.75, 0.73), 0.45), metal(BRASS)
    old = mottled((0.60, 0.555, 0.47), (0.67, 0.625, 0.545), 1.6, 0.9, 0.08)
    blue = mottled(BLUE, tuple(1.08 * v for v in BLUE), 3, 0.6, 0.04)
    floor_and_ceiling(
        (-2.2, 2.4), (-3.2, 1.8), height, planks((0.16, 0.085, 0.04), (0.30, 0.18, 0.095), 1.3, 0.11), white
    )
    wall_across(1.8, -2.2, 2.4, height, old)
    wall_across(-3.2, -2.2, 2.4, height, old, thick=-0.2)
    wall_along(-2.2, -3.2, 1.8, height, blue, thick=-0.2)
    wall_along(2.4, -3.2, 1.8, height, old, [window])
    sash(*window, white, 2.5, along=True, bars=0)
    glow((6, -0.2, 1.6), (9, 5), (90, 0, -90), (0.55, 0.57, 0.56), (0.86, 0.90, 0.94), 1.6)
    fresh_paint()
    panel((-2.2, 1.782, 0), (2.4, 1.8, 0.12), white, 0.004)
    panel((-2.2, -3.2, 0), (-2.182, 1.78, 0.12), white, 0.004)
    tape = material((0.62, 0.50, 0.27), 0.7)
    panel((-2.18, 1.778, 0.112), (1.4, 1.8, 0.145), tape)
    panel((-2.182, -1.0, 0.112), (-2.178, 1.77, 0.145), tape)
    panel((-2.2, 1.794, height - 0.035), (1.2, 1.8, height), tape)
    box((1.75, 1.795, 1.15), (0.09, 0.014, 0.09), white, 0.006)
    cloth = mottled((0.56, 0.53, 0.47), (0.66, 0.63, 0.57), 5, 0.95, 0.1)
    splashes = lambda x, y: (
        0.02 * (1 + noise.noise((x * 2.4, y * 2.4, 1.7)) + 0.5 * noise.noise((x * 5.5, y * 2.4, 4)))
        + 0.006 * abs(noise.noise((x * 14, y * 11, 6)))
    )
    sheet((-0.1, 0.25, 0.006), (3.6, 2.7), cloth, splashes, (0, 0, 3), 160)
    ladder(
        (0.75, 1.05, 0.03), metal((0.66, 0.67, 0.68), (0.28, 0.42)), metal((0.60, 0.61, 0.62), (0.3, 0.45)), 1.75, 16
    )
    tins()
    roller_tray()
    pole_and_broom(brass)
    folded_stack()
    cylinder((0.0, 0.2, 2.38), 0.004, 0.44, material((0.7, 0.7, 0.68), 0.5), bevel=0, sides=12)
    cylinder((0.0, 0.2, 2.15), 0.022, 0.06, material((0.05, 0.05, 0.05), 0.5), bevel=0.004)
    sphere((0.0, 0.2, 2.09), 0.04, material((0.9, 0.9, 0.88), 0.1, glass=0.6), (1, 1, 1.25), sides=32)
    ambient((0.80, 0.90, 1), 0.5)
    daylight((2.32, -0.2, 1.55), (-1, 0.6, 0.9), 1.3, 74, (0.93, 0.97, 1), 1.3)
    daylight((-0.2, -3.0, 2.4), (0, 1, 1.0), 2.4, 34, (1, 0.97, 0.93))
    look("AgX - Medium High Contrast", 0.3)
    camera((0.05, -2.75, 1.35), (-0.1, 1.8, 1.35), 26, sharp_at=(0.0, 0.8, 1), aperture=4.5)
    frame_lower(0.07)


def fresh_paint():
    """Roller strokes: full to the left, with an uneven edge to the right."""
    fresh = worn(mottled(BLUE, tuple(1.08 * v for v in BLUE), 3, 0.5, 0.04), 90, 0.05, (0.35, 0.6))
    panel((-2.2, 1.796, 0.12), (-0.1, 1.8, 2.6), fresh)
    for n, (low, high) in enumerate(((0.12, 2.6), (0.12, 2.48), (0.45, 2.35), (0.32, 1.9), (0.8, 2.12))):
        edge = -0.1 + n * 0.2
        outline = [(edge - 0.02, low), (edge + 0.2, low + random.uniform(-0.04, 0.04))]
        outline += [(edge + 0.2 + 0.007 * math.sin(k * 2.1), low + (high - low) * k / 12) for k in range(1, 12)]
        outline += [(edge + 0.2, high + random.uniform(-0.05, 0.05)), (edge - 0.02, high)]
        slab([(x, min(z, 2.6)) for x, z in outline], 0.003 + n * 0.0003, fresh, (0, 1.8, 0), (90, 0, 0), 0)


def tins():
    paint_tin((-0.65, 0.55, 0.03), BLUE, 0.13, 0.28)
    paint_tin((-0.98, 0.85, 0.03), (0.85, 0.82, 0.75), 0.1, 0.22, open_top=False)
    paint_tin((-1.25, 0.6, 0.03), OCHRE, 0.085, 0.19, open_top=False)
    paint_tin((0.72, 0.78, 1.77), BLUE, 0.085, 0.17)
    blot((-0.3, 0.35, 0.042), 0.07, material(BLUE, 0.2), (0, 0, 0), 4)
    blot((-0.2, 0.05, 0.045), 0.035, material(BLUE, 0.2), (0, 0, 0), 6)
    tape = material((0.62, 0.50, 0.27), 0.7)
    for spot in ((-0.15, 0.75, 0.05), (-0.28, 0.85, 0.05)):
        lathe([(0.035, 0), (0.055, 0), (0.055, 0.03), (0.035, 0.03), (0.035, 0)], tape, spot, steps=48)


def roller_tray():
    """A tray with paint in its well, and the roller across it."""
    plastic, wet = material((0.05, 0.05, 0.055), 0.4), material(BLUE, 0.1)
    box((0.05, -0.25, 0.05), (0.36, 0.5, 0.03), plastic, 0.01, (6, 0, 12))
    box((0.05, -0.25, 0.07), (0.31, 0.44, 0.012), wet, 0.004, (6, 0, 12))
    roller((0.02, -0.13, 0.125), BLUE, (10, 0, 12))


def pole_and_broom(brass):
    """A long roller leaning on the painted wall, and a brush on the tin."""
    tube([(-1.5, 1.1, 0.04), (-1.68, 1.72, 1.7)], 0.013, oak("z"))
    cylinder((-1.68, 1.73, 1.86), 0.035, 0.23, worn(material(BLUE, 0.6), 300, 0.6, (0.4, 0.8)), (0, 90, 0), 0.008)
    tube(
        [(-1.68, 1.72, 1.68), (-1.68, 1.72, 1.76), (-1.54, 1.72, 1.78), (-1.54, 1.73, 1.86)],
        0.005,
        metal(),
        straight=True,
    )
    box((-0.65, 0.53, 0.335), (0.05, 0.2, 0.02), oak("y"), 0.008, (0, 0, 30))
    box((-0.72, 0.65, 0.335), (0.06, 0.06, 0.024), brass, 0.003, (0, 0, 30))
    box((-0.755, 0.71, 0.335), (0.06, 0.08, 0.02), material(BLUE, 0.5), 0.006, (0, 0, 30))


def folded_stack():
    """A crate with rags and brushes, against the right wall."""
    crate = oak()
    for z in (0.06, 0.17, 0.28):
        for y in (1.1, 1.5):
            box((1.85, y, z), (0.5, 0.015, 0.085), crate, 0.003)
        for x in (1.6, 2.1):
            box((x, 1.3, z), (0.015, 0.4, 0.085), crate, 0.003)
    sheet(
        (1.85, 1.3, 0.3),
        (0.46, 0.36),
        mottled((0.55, 0.2, 0.1), (0.62, 0.3, 0.18), 8, 0.95),
        crumple(0.04, 6),
        steps=40,
    )
    for n in range(3):
        tube([(1.7 + n * 0.1, 1.35, 0.2), (1.66 + n * 0.13, 1.38, 0.52)], 0.012, oak("z"))


# ---- staircase -------------------------------------------------------------------------------------------------

RISE, GOING, STEPS, FOOT = 0.178, 0.27, 13, -1.85


def staircase():
    """Walnut treads on a white flight, a wrought-iron balustrade, cement tiles; the light falls from a skylight."""
    white, iron = (
        mottled((0.70, 0.69, 0.66), (0.75, 0.74, 0.71), 2, 0.88, 0.04),
        worn(material(IRON, 0.45, 0.6), 60, 0.1),
    )
    floor_and_ceiling((-2.9, 3.0), (-4.0, 2.2), 4.6, printed_tiles(cement_pattern, 0.2, 0.38), white)
    wall_across(2.2, -2.9, 3.0, 4.6, white)
    wall_across(-4.0, -2.9, 3.0, 4.6, white, thick=-0.2)
    wall_along(-2.9, -4.0, 2.2, 4.6, white, [(-0.8, 0.8, 0.0, 2.6)], thick=-0.25)
    wall_along(3.0, -4.0, 2.2, 4.6, white)
    sash(
        -0.8,
        0.8,
        0.0,
        2.6,
        wood((0.10, 0.05, 0.024), (0.20, 0.105, 0.05), 2.4, 0.45, "z"),
        -3.0,
        along=True,
        bars=2,
        frame=0.09,
    )
    glow((-6, 0, 1.8), (9, 6), (90, 0, 90), (0.30, 0.36, 0.25), (0.80, 0.88, 0.95), 1.2)
    flight(white)
    balustrade(iron)
    under_the_stairs(metal(BRASS))
    olive_tree((-2.25, 1.55, 0), worn(material((0.36, 0.33, 0.29), 0.85), 20, 0.2, (0.75, 0.95)), 1.75)
    for n in range(3):
        globe((-0.75 + 0.20 * n - 0.2, 0.35 + 0.12 * (n % 2), 2.75 - 0.34 * n), 4.6)
    ambient((0.85, 0.92, 1), 0.35)
    daylight((-2.8, 0, 1.4), (1, 0.6, 0.9), 1.5, 42, (0.94, 0.97, 1), 2.4)
    daylight((0.4, -3.8, 3.6), (0.2, 1, 1.0), 2.8, 52, (1, 0.98, 0.95))
    daylight((0.2, 1.0, 4.5), (0.1, 1.3, 0), 1.8, 72, (0.95, 0.98, 1))
    look("AgX - Medium High Contrast", 0.4)
    camera((-0.15, -3.1, 1.5), (-0.15, 2.2, 1.5), 26, sharp_at=(-0.2, 0.95, 1.2), aperture=5)


def cement_pattern(u, v):
    """A star in a ring, grey-blue and terracotta on cream; each tile holds a quarter of the ring at every corner."""
    cream, blue, rust, ink = (0.60, 0.57, 0.50), (0.13, 0.185, 0.215), (0.36, 0.155, 0.085), (0.05, 0.055, 0.06)
    x, y = abs(u - 0.5), abs(v - 0.5)
    corner = math.hypot(0.5 - x, 0.5 - y)
    angle = math.atan2(y, x)
    petal = 0.30 * abs(math.cos(4 * angle)) ** 0.6 + 0.06
    if math.hypot(x, y) < 0.05:
        return rust
    if math.hypot(x, y) < petal:
        return blue
    if 0.30 < corner < 0.36:
        return ink
    if corner < 0.16:
        return rust
    if corner < 0.30:
        return blue if corner > 0.24 else cream
    return cream


def globe(at, ceiling):
    """A lamp of opal glass on a long cord."""
    x, y, z = at
    cylinder((x, y, (z + ceiling) / 2), 0.003, ceiling - z, material((0.02, 0.02, 0.02), 0.6), bevel=0, sides=12)
    cylinder((x, y, z + 0.10), 0.025, 0.05, metal(BRASS))
    sphere((x, y, z), 0.095, material((1, 0.87, 0.68), 0.3, glow=2.6))
    bulb((x, y, z - 0.13), 3)


def flight(white):
    """The body of the stairs, from the wall behind to the balustrade, with oak on each step."""
    outline = [(FOOT, 0)]
    for n in range(STEPS):
        outline += [(FOOT + n * GOING, (n + 1) * RISE - 0.035), (FOOT + (n + 1) * GOING, (n + 1) * RISE - 0.035)]
    end = FOOT + STEPS * GOING
    outline += [(3.0, STEPS * RISE - 0.035), (3.0, STEPS * RISE - 0.3), (end, STEPS * RISE - 0.3), (end, 0)]
    slab(outline, 1.25, white, (0, 2.2, 0), (90, 0, 0), 0.003)
    board = wood((0.11, 0.052, 0.024), (0.23, 0.125, 0.06), 2.2, 0.3, "y")
    for n in range(STEPS):
        x = FOOT + n * GOING
        panel((x - 0.025, 0.92, (n + 1) * RISE - 0.035), (x + GOING + 0.01, 2.2, (n + 1) * RISE), board, 0.008)


def balustrade(iron):
    """Two bars a step, every other with a twist of scrolls, under a handrail that ends in a volute."""
    y, slope = 1.0, RISE / GOING
    for n in range(STEPS * 2):
        x = FOOT + (n + 0.5) * GOING / 2
        step = n // 2 + 1
        top = step_height(x) + 0.92
        cylinder((x, y, (step * RISE + top) / 2), 0.009, top - step * RISE, iron, bevel=0, sides=16)
        middle = (step * RISE + top) / 2
        if n % 4 == 1:
            for s in (-1, 1):
                scroll = [
                    (x, y, middle - s * 0.24),
                    (x + s * 0.07, y, middle - s * 0.2),
                    (x + s * 0.085, y, middle - s * 0.1),
                    (x + s * 0.03, y, middle - s * 0.08),
                    (x + s * 0.035, y, middle - s * 0.14),
                ]
                tube(scroll, 0.007, iron)
            sphere((x, y, middle), 0.018, iron, sides=16)
        else:
            ring((x, y, middle), 0.014, 0.007, iron)
    start, end = FOOT - 0.02, FOOT + STEPS * GOING
    rail = [
        (start - 0.16, y, 0.98),
        (start - 0.2, y, 1.04),
        (start - 0.13, y, 1.1),
        (start, y, step_height(start) + 0.93),
    ]
    tube([*rail, (end, y, step_height(end) + 0.93)], 0.024, wood((0.11, 0.052, 0.024), (0.23, 0.125, 0.06), 2.2, 0.3))
    landing = STEPS * RISE
    for n in range(11):
        cylinder((end + 0.07 + n * 0.125, y, landing + 0.47), 0.009, 0.94, iron, bevel=0, sides=16)
    level = [(end + reach, y, landing + high) for reach, high in ((0.1, 1.0), (0.22, 0.962), (0.45, 0.958))]
    tube(
        [(end, y, step_height(end) + 0.93), *level, (3.0, y, landing + 0.958)],
        0.024,
        wood((0.11, 0.052, 0.024), (0.23, 0.125, 0.06), 2.2, 0.3),
    )
    tube([(FOOT + 0.05, y, RISE + 0.1), (end - GOING, y, step_height(end - GOING) + 0.02 - slope * 0.05)], 0.009, iron)
    cylinder((FOOT + 0.03, y, RISE + 0.5), 0.02, 1.0, iron, sides=24)


def step_height(x):
    """The height of the line over the step edges."""
    return RISE + (x - FOOT) * RISE / GOING


def under_the_stairs(brass):
    """A cupboard door flush with the wall, a bench with a basket and folded wool."""
    y = 0.948
    pale = worn(material((0.66, 0.65, 0.62), 0.5), 50, 0.02, (0.42, 0.55))
    box((1.15, y - 0.004, 0.85), (0.72, 0.02, 1.55), pale, 0.004)
    sphere((0.86, y - 0.04, 0.9), 0.022, brass, (1, 1, 1))
    walnut = wood((0.11, 0.052, 0.024), (0.23, 0.125, 0.06), 2.2, 0.35)
    box((0.28, y - 0.16, 0.42), (0.70, 0.32, 0.04), walnut, 0.008)
    for x in (-0.02, 0.58):
        box((x, y - 0.16, 0.2), (0.04, 0.28, 0.4), walnut, 0.005)
    for n, ink in enumerate(((0.52, 0.49, 0.43), (0.13, 0.185, 0.215))):
        box((0.40, y - 0.16, 0.467 + 0.055 * n), (0.34 - 0.02 * n, 0.24, 0.05), linen(ink), 0.022)
    straw = worn(material((0.42, 0.29, 0.15), 0.9), 130, 0.9, (0.8, 1))
    lathe(flowing([(0.0001, 0), (0.14, 0), (0.17, 0.12), (0.165, 0.26)], 6), straw, (0.24, y - 0.17, 0), 0.012)


# ---- terrace ---------------------------------------------------------------------------------------------------


def terrace():
    """A roof terrace at dusk: larch boards, a whitewashed wall, a low sofa, strings of lamps, olives in pots."""
    white = plaster((0.60, 0.585, 0.55), (0.66, 0.645, 0.61))
    paint, timber = (
        worn(material((0.055, 0.075, 0.09), 0.5), 40, 0.05),
        wood((0.17, 0.105, 0.06), (0.32, 0.215, 0.13), 2.2, 0.5, "y"),
    )
    panel((-7, -6, -0.2), (7, 4, -0.012), material((0.02, 0.016, 0.012), 0.9))
    deck()
    arch_wall((-2.4, 2.6, 0), 7.0, 3.3, 1.2, 1.75, white, 0.3, 1.4)
    wall_along(-4.6, -6, 2.6, 3.3, white, thick=-0.3)
    panel((1.1, 2.3, 0), (7, 2.6, 0.85), white, 0.01)
    panel((1.1, 2.26, 0.85), (7, 2.64, 0.9), worn(material((0.36, 0.33, 0.29), 0.7), 14, 0.1), 0.006)
    door(-1.0, 2.5, paint)
    shuttered(-3.1, 2.3, paint, material((0.62, 0.61, 0.58), 0.4))
    pergola(timber)
    lounge()
    green_things()
    lamps()
    ridge()
    wall_lamp((0.15, 2.27, 2.1))
    ambient((0.30, 0.40, 0.72), 0.42)
    blue_sky((0.86, 0.42, 0.20), (0.055, 0.11, 0.30), 0.75)
    sun((80, 0, 118), 0.5, 6, (1, 0.62, 0.38))
    look("AgX - Medium High Contrast", 0.55)
    camera((0.15, -4.3, 1.5), (-0.2, 2.5, 1.45), 26, sharp_at=(-0.4, 0.8, 0.8), aperture=4)
    frame_lower(0.03)


def deck():
    """Boards along the view, with gaps, each of its own shade."""
    for shade in range(4):
        grey = 0.75 + 0.16 * shade
        larch = wood((0.15 * grey, 0.088 * grey, 0.046 * grey), (0.30 * grey, 0.20 * grey, 0.115 * grey), 2.2, 0.5, "y")
        boards = [
            ((-6.9 + 0.145 * n, -1.0, -0.012), (0.138, 7.0, 0.024)) for n in range(96) if (n * 7 + n // 3) % 4 == shade
        ]
        blocks(boards, larch, 0.003)


def door(x, y, paint):
    """The arched door, slightly back in its wall."""
    curve = [(0.6 * math.cos(n * math.pi / 30), 1.75 + 0.6 * math.sin(n * math.pi / 30)) for n in range(31)]
    slab([(0.6, 0), *curve, (-0.6, 0)], 0.05, paint, (x, y, 0), (90, 0, 0), 0.004)
    for n in range(5):
        box((x - 0.48 + n * 0.24, y - 0.055, 1.02), (0.215, 0.015, 1.9), paint, 0.006)
    cylinder((x + 0.42, y - 0.08, 1.02), 0.03, 0.04, metal(BRASS), (90, 0, 0))
    box((x, 2.2, 0.03), (1.4, 0.5, 0.06), worn(material(STONE, 0.6), 12, 0.05), 0.01)


def shuttered(x, y, paint, white):
    """A window with open louvred shutters."""
    box((x, y - 0.005, 1.6), (0.9, 0.02, 1.2), material((0.05, 0.08, 0.09), 0.1), 0.002)
    box((x, y - 0.012, 1.6), (0.82, 0.012, 1.12), material((1, 0.70, 0.38), 0.4, glow=0.9), 0)
    for s in (-1, 0, 1):
        box((x + s * 0.43, y - 0.02, 1.6), (0.05, 0.03, 1.2), white, 0.003)
    for s in (-1, 1):
        middle = x + s * 0.7
        for d in (-0.2, 0.2):
            box((middle + d, y - 0.03, 1.6), (0.06, 0.04, 1.24), paint, 0.003)
        for n in range(15):
            box((middle, y - 0.03, 1.04 + n * 0.08), (0.36, 0.012, 0.07), paint, 0.002, (35, 0, 0))
    box((x, y - 0.06, 0.97), (1.05, 0.16, 0.05), worn(material(STONE, 0.6), 12, 0.05), 0.006)


def pergola(timber):
    for x in (-2.75, 0.85):
        box((x, -0.3, 1.25), (0.12, 0.12, 2.5), oak("z"), 0.008)
    box((-0.95, -0.3, 2.57), (4.3, 0.1, 0.16), oak("x"), 0.008)
    box((-0.95, 2.24, 2.57), (4.3, 0.08, 0.16), oak("x"), 0.008)
    for n in range(10):
        box((-2.9 + n * 0.435, 0.9, 2.7), (0.06, 3.1, 0.12), timber, 0.006)


def lounge():
    """A low corner of timber with thick cushions, a table with glasses, a rug, a lantern."""
    teak = wood((0.16, 0.085, 0.04), (0.32, 0.19, 0.10), 2.4, 0.45)
    grey, sand, rust = linen((0.30, 0.30, 0.295)), linen((0.52, 0.48, 0.41)), linen((0.34, 0.12, 0.055))
    for x, y, wide, deep in ((-0.85, 1.35, 2.3, 0.8), (-2.4, 0.65, 0.8, 2.2)):
        box((x, y, 0.20), (wide, deep, 0.06), teak, 0.01)
        for sx in (-1, 1):
            for sy in (-1, 1):
                box((x + sx * (wide / 2 - 0.06), y + sy * (deep / 2 - 0.06), 0.085), (0.08, 0.08, 0.17), teak, 0.006)
    for n in range(3):
        box((-1.62 + n * 0.765, 1.33, 0.315), (0.755, 0.78, 0.16), grey, 0.05)
        box((-1.62 + n * 0.765, 1.66, 0.56), (0.74, 0.18, 0.40), grey, 0.07, (-12, 0, 0))
    for n in range(2):
        box((-2.4, 0.02 + n * 0.72, 0.315), (0.78, 0.71, 0.16), grey, 0.05)
        box((-2.70, 0.02 + n * 0.72, 0.56), (0.18, 0.70, 0.40), grey, 0.07, (0, -12, 0))
    pillow((-1.35, 1.48, 0.60), (0.46, 0.44, 0.17), rust, (66, 0, -10))
    pillow((-0.1, 1.50, 0.60), (0.48, 0.44, 0.17), sand, (66, 0, 14))
    pillow((-2.5, 0.35, 0.60), (0.46, 0.44, 0.17), sand, (64, 0, 74))
    sheet(
        (-0.75, 0.2, 0.004), (2.2, 1.5), linen((0.40, 0.36, 0.29), scale=60), lambda x, y: 0.003, steps=4, thick=0.014
    )
    box((-0.8, 0.35, 0.31), (0.95, 0.55, 0.04), teak, 0.008)
    for sx in (-1, 1):
        box((-0.8 + sx * 0.38, 0.35, 0.15), (0.05, 0.45, 0.29), teak, 0.006)
    fruit_bowl((-0.95, 0.40, 0.33), material((0.60, 0.58, 0.54), 0.5), 0.13)
    for x, y in ((-0.58, 0.30), (-0.50, 0.46)):
        lathe(
            flowing([(0.0001, 0), (0.032, 0.002), (0.004, 0.012), (0.004, 0.09), (0.036, 0.13), (0.032, 0.19)], 5),
            material((0.9, 0.95, 0.95), 0.02, glass=1.0),
            (x, y, 0.33),
            0.0015,
            steps=48,
        )
    box((2.3, 1.95, 0.22), (1.7, 0.6, 0.44), plaster((0.60, 0.585, 0.55), (0.66, 0.645, 0.61)), 0.02)
    box((2.3, 1.93, 0.49), (1.64, 0.56, 0.1), sand, 0.04)
    pillow((1.8, 2.1, 0.74), (0.46, 0.44, 0.16), rust, (72, 0, 6))
    for x, y, z in ((0.75, 0.35, 0.0), (1.72, 1.2, 0.0), (-0.72, 0.52, 0.33)):
        storm_lantern((x, y, z), 0.30 if z == 0 else 0.16)


def storm_lantern(at, tall):
    """A black frame around a candle."""
    x, y, z = at
    iron, half = material((0.02, 0.02, 0.021), 0.5), tall * 0.24
    for s in (0.02, 0.9):
        box((x, y, z + tall * s), (half * 2.2, half * 2.2, tall * 0.04), iron, 0.003)
    for sx in (-1, 1):
        for sy in (-1, 1):
            box((x + sx * half, y + sy * half, z + tall * 0.46), (0.012, 0.012, tall * 0.86), iron, 0.002)
    ring((x, y, z + tall * 1.02), half * 0.5, 0.004, iron, (90, 0, 0))
    cylinder((x, y, z + tall * 0.2), half * 0.5, tall * 0.34, material((0.90, 0.74, 0.52), 0.6, glow=0.5), bevel=0.004)
    sphere((x, y, z + tall * 0.44), tall * 0.035, material((1, 0.62, 0.24), glow=40), (1, 1, 1.9), sides=16)
    bulb((x, y, z + tall * 0.6), 5 * tall, (1, 0.62, 0.30), 0.03)


def lamps():
    """Two strings of small bulbs under the pergola."""
    cord, warm = material((0.02, 0.02, 0.02), 0.6), material((1, 0.66, 0.30), glow=22)
    for y, sag in ((0.1, 0.22), (1.5, 0.18)):
        points = [(-2.9 + 3.9 * n / 12, y, 2.55 - sag * math.sin(math.pi * n / 12)) for n in range(13)]
        tube(points, 0.005, cord)
        for x, _, z in points[1:-1]:
            cylinder((x, y, z - 0.03), 0.012, 0.04, cord, bevel=0.002, sides=16)
            sphere((x, y, z - 0.075), 0.03, warm, (1, 1, 1.2), sides=20)
        for n in (2, 6, 10):
            bulb((points[n][0], y, points[n][2] - 0.18), 9, (1, 0.68, 0.36), 0.08)


def green_things():
    """Olives, a fig and lavender in pots of stone."""
    stone = worn(material((0.33, 0.31, 0.28), 0.85), 20, 0.2, (0.75, 0.95))
    olive_tree((0.62, 1.95, 0), stone, 1.9, 0.55)
    olive_tree((-4.05, 1.9, 0), stone, 2.1, 0.6)
    fig((3.3, 1.2, 0), stone, 1.5)
    lathe(flowing([(0.0001, 0), (0.2, 0), (0.27, 0.2), (0.25, 0.34)], 6), stone, (2.55, 0.15, 0), 0.014)
    foliage((2.55, 0.15, 0.48), (0.62, 0.62, 0.42), material((0.10, 0.13, 0.085), 0.6), 1300, 0.05)
    foliage((2.55, 0.15, 0.66), (0.58, 0.58, 0.26), material((0.17, 0.12, 0.30), 0.7), 900, 0.028)


def ridge():
    """A dark hill beyond the parapet with the lights of a village."""
    hill = material((0.035, 0.045, 0.065), 0.95)
    for x, y, size in ((14, 60, 26), (40, 70, 34), (26, 44, 14)):
        sphere((x, y, -size * 0.24 - 1), size, hill, (1.6, 0.6, 0.32))
    lights = [((random.uniform(6, 34), 33, random.uniform(-0.8, 1.3)), (0.06, 0.05, 0.06)) for _ in range(36)]
    blocks(lights, material((1, 0.72, 0.40), glow=9), 0)


def wall_lamp(at):
    x, y, z = at
    iron = material(IRON, 0.4)
    tube([(x, y, z), (x, y - 0.12, z + 0.1), (x, y - 0.2, z + 0.05)], 0.009, iron)
    lathe([(0.02, 0.08), (0.1, 0)], iron, (x, y - 0.2, z - 0.04), 0.004)
    sphere((x, y - 0.2, z - 0.03), 0.03, material((1, 0.72, 0.40), glow=20), sides=16)
    bulb((x, y - 0.22, z - 0.09), 7, (1, 0.72, 0.42), 0.04)


SCENES = {
    "gallery-05": living_room,
    "gallery-06": terrace,
    "gallery-07": staircase,
    "gallery-08": painting,
}
