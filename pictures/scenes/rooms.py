"""Rooms and a terrace after the work, and one in the middle of it."""

from props import *
from studio import *


# ---- living room -----------------------------------------------------------------------------------------------


def living_room():
    """New oak parquet, a sofa before a petrol wall, and morning light from the balcony door."""
    height, door = 2.7, (0.15, 1.75, 0.0, 2.3)
    white, black, brass = material((0.88, 0.87, 0.84), 0.5), material(IRON, 0.4), metal(BRASS)
    floor_and_ceiling(
        (-2.6, 2.6), (-3.4, 2.4), height, planks((0.34, 0.19, 0.09), (0.60, 0.39, 0.21), 1.5, 0.13, 0.28), white
    )
    wall_across(2.4, -2.6, 2.6, height, plaster((0.045, 0.165, 0.165), (0.055, 0.185, 0.18)))
    wall_across(-3.4, -2.6, 2.6, height, plaster(), thick=-0.2)
    wall_along(-2.6, -3.4, 2.4, height, plaster(), [door, (-2.6, -1.4, 0.9, 2.3)], thick=-0.25)
    wall_along(2.6, -3.4, 2.4, height, plaster())
    sash(*door, white, -2.68, along=True, bars=0, frame=0.08)
    for low, high in (
        ((-2.6, 2.385, 0), (2.6, 2.4, 0.11)),
        ((2.585, -3.4, 0), (2.6, 2.4, 0.11)),
        ((-2.6, 1.75, 0), (-2.585, 2.4, 0.11)),
    ):
        panel(low, high, white, 0.003)
    balcony(black)
    linen = worn(mottled((0.66, 0.58, 0.46), (0.72, 0.64, 0.52), 40, 0.95, 0.2), 300, 0.3, (0.85, 1))
    sofa((0.35, 1.75, 0), linen, oak(), 2.3)
    clay, sand = (worn(material(c, 0.95), 250, 0.4, (0.85, 1)) for c in ((0.52, 0.2, 0.1), (0.82, 0.78, 0.7)))
    pillow((-0.4, 1.68, 0.66), (0.46, 0.46, 0.18), clay, (68, 0, -14))
    pillow((0.95, 1.72, 0.66), (0.5, 0.42, 0.18), sand, (70, 0, 10))
    pillow((1.15, 1.58, 0.63), (0.42, 0.36, 0.16), clay, (62, 0, -6))
    rug = mottled((0.74, 0.68, 0.58), (0.84, 0.8, 0.72), 70, 0.98, 0.6)
    sheet((0.25, 0.55, 0.004), (2.5, 1.7), rug, lambda x, y: 0.003, steps=4, thick=0.014)
    coffee_table()
    floor_lamp((1.95, 1.9, 0), brass)
    framed(
        (0.0, 2.38, 1.72), (0.62, 0.82), oak("z"), material((0.80, 0.72, 0.58), 0.7), material((0.58, 0.22, 0.1), 0.7)
    )
    framed(
        (0.78, 2.38, 1.72), (0.62, 0.82), oak("z"), material((0.62, 0.28, 0.15), 0.7), material((0.85, 0.78, 0.66), 0.7)
    )
    potted((-1.75, 1.95, 0), material((0.84, 0.80, 0.73), 0.7), green(), 1.15, 30)
    voile = material((0.88, 0.86, 0.81), 0.9)
    curtain((-2.48, -0.08, 1.2), (0.5, 2.36), voile, (90, 0, 90), 5)
    tube([(-2.48, -0.4, 2.42), (-2.48, 2.2, 2.42)], 0.012, brass)
    sky(33, 262, 0.2)
    daylight((-2.5, 0.95, 1.25), (1, 0.6, 0.6), 1.4, 48, (1, 0.97, 0.92), 2.1)
    daylight((0.4, -3.2, 2.5), (0.2, 1, 0.9), 2.6, 52, (1, 0.96, 0.91))
    look("AgX - Medium High Contrast", 0.4)
    camera((0.35, -2.9, 1.3), (0.0, 2.4, 1.3), 25, sharp_at=(0.3, 1.4, 0.8), aperture=4)
    frame_lower(0.05)


def balcony(iron):
    """An iron railing before the trees."""
    panel((-4.0, -0.6, -0.1), (-2.85, 2.6, 0.0), terracotta_floor(0.2))
    for n in range(26):
        cylinder((-3.7, -0.6 + n * 0.12, 0.5), 0.008, 1.0, iron, bevel=0, sides=12)
    panel((-3.73, -0.6, 1.0), (-3.67, 2.6, 1.03), iron, 0.004)
    leaf = mottled((0.16, 0.26, 0.11), (0.34, 0.44, 0.24), 2.2, 0.9, 0.9)
    for n in range(30):
        sphere(
            (-9 + random.uniform(-1.5, 1), random.uniform(-4, 9), random.uniform(-1.5, 1.6)),
            random.uniform(0.5, 0.9),
            leaf,
            sides=16,
        )


def coffee_table():
    cylinder((0.1, 0.6, 0.36), 0.46, 0.035, oak(), bevel=0.012)
    for n in range(3):
        a = n * math.tau / 3 + 0.5
        tube(
            [
                (0.1 + 0.24 * math.cos(a), 0.6 + 0.24 * math.sin(a), 0.35),
                (0.1 + 0.36 * math.cos(a), 0.6 + 0.36 * math.sin(a), 0.02),
            ],
            0.018,
            oak("z"),
        )
    books((0.18, 0.7, 0.378), 3, lying=True)
    cup((-0.12, 0.5, 0.378), material(PETROL, 0.3))
    vase((0.0, 0.78, 0.378), material((0.86, 0.83, 0.77), 0.5), 0.2, 0.07)


def floor_lamp(at, brass):
    x, y, z = at
    cylinder((x, y, z + 0.012), 0.15, 0.024, brass)
    tube([(x, y, z), (x, y, z + 1.35), (x - 0.06, y, z + 1.5), (x - 0.25, y, z + 1.55)], 0.011, brass)
    lathe([(0.05, 0.2), (0.17, 0)], material((0.88, 0.8, 0.66), 0.8), (x - 0.25, y, z + 1.36), 0.004)
    sphere((x - 0.25, y, z + 1.44), 0.045, material((1, 0.78, 0.5), glow=9), sides=24)
    bulb((x - 0.25, y, z + 1.32), 9, radius=0.05)


# ---- painting --------------------------------------------------------------------------------------------------


def painting():
    """Half of the wall has its new colour; ladder, tins and roller stand on the dust sheet."""
    height, window = 2.6, (-0.9, 0.5, 0.9, 2.2)
    white, brass = material((0.88, 0.87, 0.84), 0.4), metal(BRASS)
    old = plaster((0.80, 0.76, 0.68), (0.84, 0.80, 0.72))
    floor_and_ceiling((-2.2, 2.4), (-3.2, 1.8), height, planks((0.34, 0.2, 0.1), (0.58, 0.39, 0.22)), white)
    wall_across(1.8, -2.2, 2.4, height, old)
    wall_across(-3.2, -2.2, 2.4, height, old, thick=-0.2)
    wall_along(-2.2, -3.2, 1.8, height, plaster(PETROL, (0.022, 0.135, 0.135)), thick=-0.2)
    wall_along(2.4, -3.2, 1.8, height, old, [window])
    sash(*window, white, 2.5, along=True, bars=0)
    fresh_paint()
    panel((-2.2, 1.782, 0), (2.4, 1.8, 0.12), white, 0.004)
    panel((-2.2, -3.2, 0), (-2.182, 1.8, 0.12), white, 0.004)
    tape = material((0.10, 0.32, 0.62), 0.6)
    panel((-2.19, 1.778, 0.112), (1.4, 1.8, 0.145), tape)
    panel((-2.182, -1.0, 0.112), (-2.178, 1.8, 0.145), tape)
    panel((-2.2, 1.794, height - 0.035), (1.2, 1.8, height), tape)
    box((1.75, 1.795, 1.15), (0.09, 0.014, 0.09), white, 0.006)
    linen = mottled((0.70, 0.66, 0.58), (0.82, 0.79, 0.72), 5, 0.95, 0.1)
    sheet((-0.1, 0.25, 0.006), (3.6, 2.7), linen, crumple(0.02, 2.4), (0, 0, 3), 120)
    ladder((0.75, 1.05, 0.03), oak("z"), oak(), 1.75, 16)
    tins()
    roller_tray()
    pole_and_broom(brass)
    folded_stack()
    cylinder((0.0, 0.2, 2.38), 0.004, 0.44, material((0.9, 0.9, 0.88), 0.5), bevel=0, sides=12)
    sphere((0.0, 0.2, 2.12), 0.05, material((1, 0.85, 0.62), glow=6), (1, 1, 1.2), sides=24)
    sky(30, 112, 0.2)
    daylight((2.32, -0.2, 1.55), (-1, 0.6, 0.9), 1.2, 46, (1, 0.98, 0.95), 1.2)
    daylight((-0.2, -3.0, 2.4), (0, 1, 1.0), 2.4, 48, (1, 0.97, 0.93))
    look("AgX - Medium High Contrast", 0.4)
    camera((0.05, -2.75, 1.35), (-0.1, 1.8, 1.35), 26, sharp_at=(0.0, 0.8, 1), aperture=4.5)
    frame_lower(0.07)


def fresh_paint():
    """Roller strokes: full to the left, with an uneven edge to the right."""
    fresh = worn(plaster(PETROL, (0.024, 0.145, 0.145)), 90, 0.05, (0.35, 0.6))
    panel((-2.2, 1.796, 0.12), (-0.1, 1.8, 2.6), fresh)
    for n, (low, high) in enumerate(((0.12, 2.6), (0.12, 2.48), (0.45, 2.35), (0.32, 1.9), (0.8, 2.12))):
        edge = -0.1 + n * 0.2
        outline = [(edge - 0.02, low), (edge + 0.2, low + random.uniform(-0.04, 0.04))]
        outline += [(edge + 0.2 + 0.007 * math.sin(k * 2.1), low + (high - low) * k / 12) for k in range(1, 12)]
        outline += [(edge + 0.2, high + random.uniform(-0.05, 0.05)), (edge - 0.02, high)]
        slab([(x, min(z, 2.6)) for x, z in outline], 0.003 + n * 0.0003, fresh, (0, 1.8, 0), (90, 0, 0), 0)


def tins():
    paint_tin((-0.65, 0.55, 0.03), PETROL, 0.13, 0.28)
    paint_tin((-0.98, 0.85, 0.03), (0.85, 0.82, 0.75), 0.1, 0.22, open_top=False)
    paint_tin((-1.25, 0.6, 0.03), (0.55, 0.22, 0.1), 0.085, 0.19, open_top=False)
    paint_tin((0.72, 0.78, 1.77), PETROL, 0.085, 0.17)
    blot((-0.3, 0.35, 0.042), 0.07, material(PETROL, 0.2), (0, 0, 0), 4)
    blot((-0.2, 0.05, 0.045), 0.035, material(PETROL, 0.2), (0, 0, 0), 6)
    tape = material((0.10, 0.32, 0.62), 0.6)
    for spot in ((-0.15, 0.75, 0.05), (-0.28, 0.85, 0.05)):
        lathe([(0.035, 0), (0.055, 0), (0.055, 0.03), (0.035, 0.03), (0.035, 0)], tape, spot, steps=48)


def roller_tray():
    """A tray with paint in its well, and the roller across it."""
    plastic, wet = material((0.05, 0.05, 0.055), 0.4), material(PETROL, 0.1)
    box((0.05, -0.25, 0.05), (0.36, 0.5, 0.03), plastic, 0.01, (6, 0, 12))
    box((0.05, -0.25, 0.07), (0.31, 0.44, 0.012), wet, 0.004, (6, 0, 12))
    roller((0.02, -0.13, 0.125), PETROL, (10, 0, 12))


def pole_and_broom(brass):
    """A long roller leaning on the painted wall, and a brush on the tin."""
    tube([(-1.5, 1.1, 0.04), (-1.68, 1.72, 1.7)], 0.013, oak("z"))
    cylinder((-1.68, 1.73, 1.86), 0.035, 0.23, worn(material(PETROL, 0.6), 300, 0.6, (0.4, 0.8)), (0, 90, 0), 0.008)
    tube(
        [(-1.68, 1.72, 1.68), (-1.68, 1.72, 1.76), (-1.54, 1.72, 1.78), (-1.54, 1.73, 1.86)],
        0.005,
        metal(),
        straight=True,
    )
    box((-0.65, 0.53, 0.335), (0.05, 0.2, 0.02), oak("y"), 0.008, (0, 0, 30))
    box((-0.72, 0.65, 0.335), (0.06, 0.06, 0.024), brass, 0.003, (0, 0, 30))
    box((-0.755, 0.71, 0.335), (0.06, 0.08, 0.02), material(PETROL, 0.5), 0.006, (0, 0, 30))


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
    """Oak treads on a white flight, a wrought-iron balustrade and a tiled hall."""
    white, iron, brass = (
        plaster((0.86, 0.84, 0.79), (0.83, 0.80, 0.74)),
        worn(material(IRON, 0.45, 0.6), 60, 0.1),
        metal(BRASS),
    )
    hall = terracotta_floor(0.25)
    floor_and_ceiling((-2.9, 3.0), (-4.0, 2.2), 4.6, hall, white)
    wall_across(2.2, -2.9, 3.0, 4.6, plaster((0.66, 0.38, 0.25), (0.73, 0.46, 0.32)))
    wall_across(-4.0, -2.9, 3.0, 4.6, white, thick=-0.2)
    wall_along(-2.9, -4.0, 2.2, 4.6, white, [(-0.8, 0.8, 0.0, 2.6)], thick=-0.25)
    wall_along(3.0, -4.0, 2.2, 4.6, white)
    sash(-0.8, 0.8, 0.0, 2.6, material(PETROL, 0.4), -3.0, along=True, bars=2, frame=0.07)
    flight(white)
    balustrade(iron)
    under_the_stairs(white, brass)
    for n, size in enumerate(((0.34, 0.44), (0.3, 0.38))):
        framed(
            (-1.35 + n * 0.62, 2.18, 1.95 + n * 0.4),
            size,
            oak("z"),
            material((PETROL, (0.80, 0.72, 0.58))[n], 0.7),
            material(((0.82, 0.72, 0.55), (0.52, 0.2, 0.1))[n], 0.7),
        )
    potted((-2.35, 1.4, 0), material((0.84, 0.80, 0.73), 0.7), green(), 1.1, 28)
    pendant((-0.75, 0.3, 2.35), 2.1, material((0.82, 0.76, 0.65), 0.5), iron, 0.2, 14)
    sky(30, 250, 0.14)
    daylight((-2.8, 0, 1.4), (1, 0.6, 0.9), 1.5, 45, (1, 0.96, 0.9), 2.4)
    daylight((0.6, -3.8, 3.4), (0.2, 1, 1.2), 2.8, 70, (1, 0.97, 0.92))
    daylight((0.6, 1.2, 4.5), (0.6, 1.3, 0), 1.6, 26, (1, 0.98, 0.95))
    look("AgX - Medium High Contrast", 0.05)
    camera((-0.15, -3.1, 1.5), (-0.15, 2.2, 1.5), 26, sharp_at=(-0.2, 0.95, 1.2), aperture=5)


def flight(white):
    """The body of the stairs, from the wall behind to the balustrade, with oak on each step."""
    outline = [(FOOT, 0)]
    for n in range(STEPS):
        outline += [(FOOT + n * GOING, (n + 1) * RISE - 0.035), (FOOT + (n + 1) * GOING, (n + 1) * RISE - 0.035)]
    end = FOOT + STEPS * GOING
    outline += [(3.0, STEPS * RISE - 0.035), (3.0, STEPS * RISE - 0.3), (end, STEPS * RISE - 0.3), (end, 0)]
    slab(outline, 1.25, white, (0, 2.2, 0), (90, 0, 0), 0.003)
    board = oak("y", 0.32)
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
    tube([*rail, (end, y, step_height(end) + 0.93)], 0.024, oak("x"))
    landing = STEPS * RISE
    for n in range(11):
        cylinder((end + 0.07 + n * 0.125, y, landing + 0.47), 0.009, 0.94, iron, bevel=0, sides=16)
    tube(
        [(end, y, step_height(end) + 0.93), (end + 0.12, y, landing + 0.95), (3.0, y, landing + 0.95)], 0.024, oak("x")
    )
    tube([(FOOT + 0.05, y, RISE + 0.1), (end, y, step_height(end) + 0.02 - slope * 0.05)], 0.009, iron)
    cylinder((FOOT + 0.03, y, RISE + 0.5), 0.02, 1.0, iron, sides=24)


def step_height(x):
    """The height of the line over the step edges."""
    return RISE + (x - FOOT) * RISE / GOING


def under_the_stairs(white, brass):
    """A petrol cupboard door, a niche with books and a bench."""
    y, door = 0.948, material(PETROL, 0.4)
    cupboard((1.15, y - 0.01, 0.85), (0.72, 1.55), door, brass, -1, grip_at=0.55)
    box((0.3, y - 0.16, 0.42), (0.66, 0.32, 0.04), oak(), 0.008)
    for x in (0.02, 0.58):
        box((x, y - 0.16, 0.2), (0.04, 0.28, 0.4), oak("z"), 0.005)
    books((0.42, y - 0.16, 0.44), 3, lying=True)
    vase((0.12, y - 0.17, 0.44), material((0.55, 0.24, 0.13), 0.7), 0.3, 0.1)


# ---- terrace ---------------------------------------------------------------------------------------------------


def terrace():
    """Terracotta tiles, a wooden pergola, a white wall with an arched door, pots and the blue of noon."""
    white, petrol, timber = (
        plaster((0.84, 0.82, 0.77), (0.80, 0.775, 0.72)),
        worn(material((0.02, 0.17, 0.18), 0.5), 40, 0.05),
        oak("y"),
    )
    tiles = tiled((0.46, 0.19, 0.10), (0.55, 0.26, 0.15), (0.50, 0.40, 0.31), 0.3, 0.3, 0.45, "floor", 0, 0.35, 0.006)
    panel((-7, -6, -0.2), (7, 4, 0), tiles)
    arch_wall((-2.4, 2.6, 0), 7.0, 3.3, 1.2, 1.75, white, 0.3, 1.4)
    wall_along(-4.6, -6, 2.6, 3.3, white, thick=-0.3)
    panel((-7, 2.2, 3.25), (1.25, 2.75, 3.36), material((0.55, 0.25, 0.14), 0.8), 0.01)
    panel((1.1, 2.3, 0), (7, 2.6, 0.85), white, 0.01)
    panel((1.1, 2.26, 0.85), (7, 2.64, 0.9), terracotta_floor(0.3), 0.006)
    door(-1.0, 2.5, petrol)
    shuttered(-3.1, 2.3, petrol, white)
    pergola(timber)
    furniture()
    green_things()
    hills()
    wall_lamp((0.15, 2.27, 2.1))
    sky(42, 215, 0.105)
    blue_sky()
    look("AgX - Medium High Contrast", -0.35)
    camera((0.15, -4.3, 1.5), (-0.35, 2.5, 1.5), 25, sharp_at=(0, 0.8, 1), aperture=6)
    frame_lower(0.02)


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


def furniture():
    """A table laid for two under the pergola, a bench with cushions by the parapet."""
    slatted, clay = oak(), worn(material((0.55, 0.22, 0.11), 0.95), 250, 0.3, (0.85, 1))
    table((-0.9, 0.7, 0), (1.3, 0.8, 0.74), slatted, oak("z"))
    for x, y, turn in ((-1.4, 1.35, 8), (-0.45, 1.35, -6), (-1.75, 0.35, 120), (-0.3, 0.05, 200)):
        chair((x, y, 0), slatted, slatted, turn)
    fruit_bowl((-0.9, 0.72, 0.74), material((0.85, 0.83, 0.78), 0.4), 0.16)
    for x, y in ((-1.3, 0.55), (-0.5, 0.6)):
        cup((x, y, 0.74), material(PETROL, 0.3))
    vase((-0.62, 0.9, 0.74), material((0.82, 0.8, 0.74), 0.5), 0.24, 0.08)
    box((2.3, 1.95, 0.22), (1.7, 0.6, 0.44), plaster(), 0.02)
    box((2.3, 1.93, 0.49), (1.64, 0.56, 0.1), worn(material((0.82, 0.78, 0.7), 0.95), 250, 0.3, (0.85, 1)), 0.04)
    pillow((1.75, 2.1, 0.74), (0.46, 0.44, 0.16), clay, (72, 0, 6))
    pillow((2.7, 2.1, 0.74), (0.46, 0.44, 0.16), worn(material(PETROL, 0.95), 250, 0.3, (0.85, 1)), (72, 0, -8))


def green_things():
    """Pots, an olive in a jar, and a bougainvillea over the pergola's corner."""
    clay, leaf = material((0.55, 0.25, 0.14), 0.8), green()
    potted((0.62, 2.0, 0), clay, leaf, 0.85, 24)
    potted((3.3, 0.9, 0), clay, mottled((0.16, 0.24, 0.12), (0.28, 0.34, 0.2), 20, 0.6), 1.5, 34)
    potted((-3.9, 1.9, 0), clay, leaf, 1.1, 28)
    potted((2.75, 0.3, 0), material((0.80, 0.77, 0.7), 0.7), leaf, 0.55, 18)
    blossom, foliage = material((0.62, 0.04, 0.22), 0.7), material((0.07, 0.2, 0.05), 0.5)
    tube(
        [(0.98, -0.2, 0), (0.95, -0.25, 1.0), (0.84, -0.2, 1.9), (0.9, -0.1, 2.7)],
        0.025,
        material((0.2, 0.13, 0.08), 0.9),
    )
    for n in range(170):
        a, reach = random.uniform(0, math.tau), random.uniform(0.05, 0.75)
        spot = (
            0.55 + reach * 1.15 * math.cos(a),
            0.1 + reach * math.sin(a),
            2.72 - 0.5 * abs(random.gauss(0, 0.5)) + random.uniform(0, 0.2),
        )
        turn = tuple(random.uniform(-60, 60) for _ in range(3))
        sphere(spot, random.uniform(0.03, 0.055), blossom if n % 3 else foliage, (1, 0.8, 0.25), turn, sides=12)


def hills():
    """Wooded hills in the haze beyond the parapet."""
    for x, y, size, colour in (
        (14, 60, 26, (0.17, 0.27, 0.33)),
        (40, 70, 34, (0.20, 0.31, 0.38)),
        (24, 34, 11, (0.09, 0.16, 0.08)),
        (8, 30, 9, (0.08, 0.15, 0.07)),
    ):
        hill = mottled(colour, tuple(c * 0.8 for c in colour), 0.6, 0.95, 0.3)
        sphere((x, y, -size * 0.24 - 1), size, hill, (1.5, 0.6, 0.32))


def wall_lamp(at):
    x, y, z = at
    iron = material(IRON, 0.4)
    tube([(x, y, z), (x, y - 0.12, z + 0.1), (x, y - 0.2, z + 0.05)], 0.009, iron)
    lathe([(0.02, 0.08), (0.1, 0)], iron, (x, y - 0.2, z - 0.04), 0.004)


SCENES = {
    "gallery-05": living_room,
    "gallery-06": terrace,
    "gallery-07": staircase,
    "gallery-08": painting,
}
