"""One kitchen before and after its renovation, seen from the same place."""

from props import *
from studio import *

LEFT, RIGHT, FRONT, BACK, HEIGHT = -2.0, 2.0, -3.4, 2.0, 2.6
WINDOW = (-0.95, 0.25, 1.12, 2.12)
BALCONY = (-1.9, -0.3, 0.0, 2.2)
UNIT, COUNT, COOKER = 0.55, 6, 4


def shell(walls, floor, ceiling, frames, bars):
    """The room itself: window over the sink, balcony door to the left, outside the frame."""
    floor_and_ceiling((LEFT, RIGHT), (FRONT, BACK), HEIGHT, floor, ceiling)
    wall_across(BACK, LEFT, RIGHT, HEIGHT, walls, [WINDOW])
    wall_across(FRONT, LEFT, RIGHT, HEIGHT, walls, thick=-0.2)
    wall_along(LEFT, FRONT, BACK, HEIGHT, walls, [BALCONY], thick=-0.2)
    wall_along(RIGHT, FRONT, BACK, HEIGHT, walls)
    sash(*WINDOW, frames, BACK + 0.1, bars=bars)
    outlook(12, 0)


def view():
    """Where both pictures are taken from."""
    camera((0.35, -2.35, 1.4), (0.0, 2.0, 1.4), 25, sharp_at=(0, 1.6, 1.2), aperture=5.6)
    frame_lower(0.03)


def unit_x(n):
    return LEFT + 0.02 + UNIT * (n + 0.5)


def tiles_behind(surface, top):
    """Wall tiles above the worktop, around the window."""
    for left, right, high in ((LEFT, WINDOW[0], top), (WINDOW[0], WINDOW[1], WINDOW[2]), (WINDOW[1], RIGHT, top)):
        panel((left, BACK - 0.012, 0.88), (right, BACK, high), surface)


def after():
    """White fronts, an oak worktop, hand-made white tiles and black metal on a terrazzo floor, on an overcast day."""
    cabinet, black, board = (
        worn(material((0.71, 0.70, 0.67), 0.42), 60, 0.015, (0.36, 0.48)),
        material((0.02, 0.02, 0.021), 0.38),
        wood((0.34, 0.20, 0.105), (0.56, 0.38, 0.22), 2.2, 0.38),
    )
    white = material((0.80, 0.79, 0.76), 0.35)
    walls = mottled((0.70, 0.69, 0.66), (0.74, 0.73, 0.70), 2.2, 0.88, 0.03)
    shell(walls, terrazzo(), material((0.82, 0.81, 0.79), 0.7), black, 0)
    tiles_behind(zellige(), 1.72)
    for n in range(COUNT):
        if n == COOKER:
            oven(unit_x(n), black, metal(rough=(0.2, 0.3)))
        elif n in (0, 5):
            for z, tall in ((0.78, 0.2), (0.53, 0.3), (0.24, 0.28)):
                cupboard((unit_x(n), 1.42, z), (UNIT, tall), cabinet, black, framed=False, upright=False)
        else:
            cupboard((unit_x(n), 1.42, 0.49), (UNIT, 0.78), cabinet, black, 1 if n % 2 else -1, framed=False)
    base_run(cabinet, black, board)
    basin(-0.35, black)
    shelves(board, white, worn(material((0.10, 0.17, 0.20), 0.5), 40, 0.1))
    hood(unit_x(COOKER), black)
    cupboard_block((unit_x(5), 1.83, 2.0), (UNIT, 0.33, 0.9), cabinet, black)
    tall_unit(cabinet, black)
    breakfast_table(board, white, black)
    pendant((-0.9, -0.15, 1.72), 0.7, black, black, 0.22, 7)
    worktop_clutter(board, white)
    light_strip()
    ambient((0.86, 0.93, 1), 0.55)
    daylight((LEFT + 0.05, -1.1, 1.2), (2, -0.2, 0.9), 1.4, 46, (0.93, 0.97, 1), 2.0)
    daylight((-0.35, BACK - 0.02, 1.6), (-0.3, 0, 0.8), 1.1, 14, (0.93, 0.97, 1), 0.9)
    daylight((0.6, -3.2, 2.4), (0, 1, 1.0), 2.2, 40, (1, 0.98, 0.95))
    look("AgX - Medium High Contrast", 0.3)
    view()


def terrazzo():
    """Pale stone chips in light cement, laid in large slabs."""
    made = tiled((0.56, 0.545, 0.52), (0.53, 0.515, 0.49), (0.42, 0.41, 0.39), 0.6, 0.6, 0.28, "floor", 0, 0.05, 0.002)
    return chipped(made, ((0.30, 0.29, 0.28), (0.66, 0.60, 0.52), (0.20, 0.22, 0.235)))


def zellige():
    """Glazed by hand: each tile a little different in colour and in how it lies."""
    return worn(
        tiled((0.76, 0.75, 0.71), (0.62, 0.61, 0.57), (0.58, 0.56, 0.52), 0.1, 0.1, 0.1, "back", 0, 0.9, 0.0025),
        16,
        0.12,
        (0.05, 0.22),
    )


def light_strip():
    """A warm line of light under the wall cupboard and the upper shelf."""
    for x, y, wide in ((-1.48, 1.90, 0.9), (unit_x(5), 1.84, 0.5)):
        made = lamp((x, y, 1.595 if x < 0 else 1.545), (x, y + 0.02, 0.9), wide, 3.2, (1, 0.78, 0.52), 0.03)
        made.visible_camera = False


def base_run(cabinet, plinth, top):
    """What carries the fronts: carcass, plinth and worktop."""
    end = LEFT + 0.02 + UNIT * COUNT
    panel((LEFT, 1.45, 0.1), (end, BACK, 0.88), cabinet)
    panel((LEFT, 1.5, 0), (end, BACK, 0.1), plinth)
    panel((LEFT, 1.38, 0.885), (end + 0.01, BACK, 0.925), top, 0.004)


def oven(x, black, trim):
    """A built-in oven under a glass hob."""
    box((x, 1.42, 0.49), (UNIT - 0.006, 0.02, 0.78), black, 0.004)
    box((x, 1.405, 0.45), (UNIT - 0.08, 0.01, 0.36), material((0.01, 0.01, 0.012), 0.05), 0.003)
    handle((x, 1.41, 0.68), 0.42, trim, False)
    for n in range(4):
        cylinder((x - 0.15 + n * 0.1, 1.4, 0.8), 0.018, 0.025, trim, (90, 0, 0), sides=24)
    box((x, 1.68, 0.929), (0.56, 0.5, 0.008), material((0.01, 0.01, 0.012), 0.06), 0.003)


def basin(x, trim):
    box((x, 1.66, 0.9265), (0.62, 0.42, 0.004), metal(), 0.001)
    box((x, 1.66, 0.929), (0.56, 0.36, 0.003), material((0.2, 0.2, 0.2), 0.3, 0.9), 0.001)
    swan_tap((x, 1.9, 0.925), trim)


def shelves(board, white, accent):
    """Two open shelves left of the window, with the everyday crockery."""
    for z in (1.62, 1.98):
        box((-1.48, 1.87, z), (0.96, 0.24, 0.035), board, 0.004)
    clay = material((0.55, 0.22, 0.11), 0.7)
    for n in range(5):
        cup((-1.88 + n * 0.1, 1.86, 1.638), (white, accent, white, clay, white)[n])
    for n in range(6):
        cylinder((-1.2, 1.87, 1.645 + n * 0.014), 0.11, 0.008, white, sides=48)
    for n, (surface, tall) in enumerate(((clay, 0.2), (white, 0.14), (accent, 0.22))):
        vase((-1.85 + n * 0.19, 1.87, 1.998), surface, tall, 0.07)
    books((-1.3, 1.87, 1.998), 5)


def hood(x, surface):
    """A flat black hood under its square chimney."""
    box((x, 1.76, 1.62), (0.58, 0.46, 0.06), surface, 0.006)
    panel((x - 0.14, 1.72, 1.65), (x + 0.14, BACK, HEIGHT), surface, 0.004)


def cupboard_block(centre, size, surface, grip):
    box(centre, size, surface, 0.003)
    cupboard(
        (centre[0], centre[1] - size[1] / 2 - 0.01, centre[2]), (size[0], size[2]), surface, grip, -1, grip_at=0.14
    )


def tall_unit(surface, grip):
    """A fridge behind two tall doors in the right corner."""
    x = (LEFT + 0.03 + UNIT * COUNT + RIGHT) / 2
    panel((x - 0.33, 1.42, 0.1), (x + 0.33, BACK, 2.45), surface)
    cupboard((x, 1.4, 1.75), (0.66, 1.4), surface, grip, -1, grip_at=0.1)
    cupboard((x, 1.4, 0.575), (0.66, 0.94), surface, grip, -1, grip_at=0.86)


def breakfast_table(board, white, legs):
    """A round table with two chairs under the lamp."""
    cylinder((-0.9, -0.15, 0.735), 0.48, 0.03, board, bevel=0.01)
    cylinder((-0.9, -0.15, 0.36), 0.05, 0.72, legs, top=0.035)
    cylinder((-0.9, -0.15, 0.015), 0.26, 0.03, legs, bevel=0.01)
    chair((-0.35, 0.3, 0), legs, board, -45)
    chair((-1.5, 0.25, 0), legs, board, 45)
    fruit_bowl((-0.98, -0.05, 0.75), white, 0.15)
    cup((-0.7, -0.3, 0.75), worn(material((0.10, 0.17, 0.20), 0.5), 40, 0.1))


def worktop_clutter(board, white):
    box(
        (-1.25, 1.93, 1.12),
        (0.3, 0.025, 0.4),
        wood((0.16, 0.085, 0.04), (0.30, 0.17, 0.085), 3, 0.4, "z"),
        0.01,
        (8, 0, 0),
    )
    bottle((-1.78, 1.84, 0.925), material((0.10, 0.16, 0.05), 0.15))
    bottle((-1.68, 1.88, 0.925), material((0.62, 0.4, 0.1), 0.2), 0.22)
    lathe([(0, 0), (0.06, 0), (0.07, 0.15), (0.062, 0.16)], white, (0.95, 1.86, 0.925), 0.006)
    for n in range(4):
        tube([(0.95, 1.86, 1.0), (0.92 + n * 0.025, 1.85, 1.22)], 0.006, board)
    lathe(
        [(0, 0), (0.11, 0), (0.11, 0.11), (0.1, 0.12), (0, 0.14)],
        material((0.10, 0.17, 0.20), 0.25),
        (unit_x(COOKER) - 0.1, 1.75, 0.933),
    )
    snake_plant((0.1, 1.92, 1.12), material((0.62, 0.60, 0.56), 0.7), 0.36, 11)


# ---- before ----------------------------------------------------------------------------------------------------


def before():
    """The same kitchen as it was: brown tiles, yellowed fronts, an old cooker, worn lino and a bare bulb."""
    cream, brown = mottled((0.60, 0.46, 0.22), (0.70, 0.57, 0.32), 3, 0.5, 0.03), material((0.13, 0.065, 0.03), 0.5)
    grubby = mottled((0.60, 0.51, 0.35), (0.74, 0.66, 0.50), 1.3, 0.9, 0.25)
    lino = tiled((0.30, 0.19, 0.10), (0.46, 0.36, 0.22), (0.2, 0.14, 0.08), 0.3, 0.3, 0.35, "floor", 0, 0.1, 0.002)
    shell(grubby, worn(lino, 9, 0.12, (0.25, 0.7)), mottled((0.66, 0.60, 0.48), (0.76, 0.71, 0.60), 1.1, 0.9), brown, 1)
    tiles_behind(
        tiled((0.20, 0.085, 0.03), (0.31, 0.15, 0.06), (0.46, 0.38, 0.28), 0.15, 0.15, 0.15, "back", 0, 0.4, 0.004),
        1.72,
    )
    for n in range(COUNT):
        if n == COOKER:
            old_cooker(unit_x(n))
        else:
            box((unit_x(n), 1.42, 0.79), (UNIT - 0.012, 0.02, 0.15), cream, 0.003)
            lean = 2.6 if n == 1 else 0
            box((unit_x(n), 1.42, 0.40), (UNIT - 0.012, 0.02, 0.58), cream, 0.003, (0, lean, 0))
            box((unit_x(n), 1.405, 0.82), (0.16, 0.02, 0.022), brown, 0.006)
            box((unit_x(n) + 0.2, 1.405, 0.58), (0.022, 0.02, 0.13), brown, 0.006)
    old_run(brown)
    for x, wide in ((-1.5, 0.96), (unit_x(5), UNIT)):
        panel((x - wide / 2, 1.68, 1.73), (x + wide / 2, BACK, 2.38), cream)
        for s in (-1, 1):
            box((x + s * wide / 4, 1.67, 2.055), (wide / 2 - 0.01, 0.02, 0.63), cream, 0.003)
            box((x + s * 0.03, 1.655, 1.85), (0.02, 0.02, 0.12), brown, 0.005)
    water_heater(unit_x(COOKER))
    old_fridge()
    old_table(brown)
    old_clutter()
    outside_wires()
    ambient((0.80, 0.88, 1), 0.9)
    daylight((LEFT + 0.05, -1.1, 1.2), (2, -0.2, 0.9), 1.4, 34, (0.92, 0.96, 1), 2.0)
    daylight((-0.35, BACK - 0.02, 1.6), (-0.3, 0, 0.8), 1.1, 16, (0.92, 0.96, 1), 0.9)
    daylight((0.6, -3.2, 2.4), (0, 1, 1.0), 2.2, 30, (1, 0.95, 0.86))
    look("AgX - Base Contrast", 0.3)
    view()


def old_run(brown):
    end = LEFT + 0.02 + UNIT * COUNT
    x = unit_x(COOKER)
    for left, right in ((LEFT, x - UNIT / 2), (x + UNIT / 2, end)):
        panel((left, 1.45, 0.1), (right, BACK, 0.88), material((0.2, 0.14, 0.08), 0.8))
        panel(
            (left, 1.38, 0.885),
            (right, BACK, 0.925),
            mottled((0.36, 0.25, 0.14), (0.50, 0.39, 0.25), 40, 0.45, 0.05),
            0.004,
        )
    panel((LEFT, 1.48, 0), (end, BACK, 0.1), brown)
    enamel, chrome = worn(material((0.72, 0.68, 0.58), 0.2), 20, 0.05, (0.1, 0.5)), metal(rough=(0.2, 0.5))
    box((-0.35, 1.66, 0.93), (0.72, 0.46, 0.012), enamel, 0.005)
    box((-0.35, 1.66, 0.938), (0.5, 0.34, 0.004), mottled((0.30, 0.25, 0.18), (0.45, 0.42, 0.36), 8, 0.4), 0.001)
    tube([(-0.35, 1.97, 1.04), (-0.35, 1.86, 1.06), (-0.35, 1.74, 1.1), (-0.35, 1.7, 1.03)], 0.009, chrome)
    for s in (-1, 1):
        cylinder((-0.35 + s * 0.08, 1.96, 1.04), 0.022, 0.07, chrome, (90, 0, 0), sides=16)
    tube(
        [(1.31, 1.97, 2.6), (1.31, 1.97, 1.3), (0.78, 1.97, 1.3), (0.78, 1.97, 0.7)],
        0.011,
        material((0.45, 0.22, 0.1), 0.4, 0.8),
        straight=True,
    )


def old_cooker(x):
    """A free-standing enamelled gas cooker with a worn oven door."""
    enamel, black = (
        worn(mottled((0.66, 0.60, 0.47), (0.80, 0.77, 0.69), 4, 0.3, 0.05), 30, 0.06, (0.15, 0.5)),
        material(IRON, 0.5),
    )
    box((x, 1.68, 0.46), (UNIT - 0.02, 0.6, 0.9), enamel, 0.015)
    box((x, 1.375, 0.45), (UNIT - 0.06, 0.02, 0.44), enamel, 0.012)
    box((x, 1.363, 0.45), (0.3, 0.008, 0.2), material((0.03, 0.02, 0.015), 0.2), 0.01)
    handle((x, 1.37, 0.63), 0.4, metal(), False, 0.009)
    box((x, 1.375, 0.80), (UNIT - 0.03, 0.015, 0.13), material((0.10, 0.08, 0.07), 0.4), 0.005)
    for n in range(5):
        cylinder((x - 0.18 + n * 0.09, 1.355, 0.80), 0.024, 0.03, material((0.75, 0.7, 0.6), 0.4), (90, 0, 0), sides=24)
    box((x, 1.66, 0.915), (UNIT - 0.05, 0.5, 0.012), black, 0.004)
    for dx in (-0.12, 0.12):
        for dy in (-0.11, 0.11):
            ring((x + dx, 1.66 + dy, 0.935), 0.075, 0.008, black)
    lathe(
        [(0, 0), (0.1, 0), (0.105, 0.14), (0.11, 0.145)],
        worn(material((0.5, 0.08, 0.04), 0.3), 30, 0.1),
        (x - 0.12, 1.76, 0.945),
        0.004,
    )


def water_heater(x):
    """The gas heater over the cooker, with its flue."""
    enamel = worn(material((0.76, 0.72, 0.62), 0.3), 12, 0.04, (0.2, 0.5))
    box((x, 1.84, 2.0), (0.36, 0.28, 0.62), enamel, 0.04)
    cylinder((x, 1.86, 2.45), 0.055, 0.35, metal(rough=(0.3, 0.6)), sides=32)
    box((x, 1.695, 1.8), (0.2, 0.012, 0.07), material((0.12, 0.1, 0.09), 0.4), 0.004)


def old_fridge():
    """A round-cornered fridge in the right corner, with marks of rust."""
    enamel = worn(mottled((0.70, 0.65, 0.54), (0.80, 0.77, 0.69), 1.6, 0.3, 0.03), 30, 0.03, (0.15, 0.4))
    x = 1.64
    box((x, 1.66, 0.82), (0.62, 0.62, 1.6), enamel, 0.06)
    box((x, 1.335, 1.3), (0.6, 0.05, 0.58), enamel, 0.025)
    box((x, 1.335, 0.55), (0.6, 0.05, 0.88), enamel, 0.025)
    for z in (1.12, 0.88):
        box((x - 0.25, 1.295, z), (0.03, 0.04, 0.18), metal(), 0.01)
    box((x + 0.08, 1.6, 1.72), (0.4, 0.3, 0.2), mottled((0.40, 0.28, 0.16), (0.48, 0.34, 0.2), 5), 0.004, (0, 0, 8))


def old_table(brown):
    """A formica table with steel legs and two tired chairs."""
    top = mottled((0.50, 0.42, 0.28), (0.60, 0.52, 0.38), 30, 0.35, 0.03)
    table((-0.95, -0.15, 0), (0.9, 0.7, 0.75), top, metal(rough=(0.25, 0.5)), leg=0.02)
    chair((-0.35, 0.3, 0), brown, mottled((0.30, 0.08, 0.04), (0.4, 0.13, 0.07), 9), -45)
    chair((-1.5, 0.3, 0), brown, mottled((0.30, 0.08, 0.04), (0.4, 0.13, 0.07), 9), 30)
    cup((-0.75, -0.3, 0.75), material((0.6, 0.5, 0.35), 0.3))
    sheet(
        (-1.1, -0.1, 0.752), (0.34, 0.26), material((0.72, 0.70, 0.64), 0.8), crumple(0.008, 6), (0, 0, 20), 30, 0.002
    )


def old_clutter():
    bottle((-1.75, 1.82, 0.925), material((0.08, 0.13, 0.04), 0.2))
    bottle((-0.85, 1.88, 0.925), material((0.1, 0.35, 0.12), 0.4), 0.24, 0.04)
    lathe([(0, 0), (0.08, 0), (0.08, 0.2), (0.07, 0.21)], material((0.75, 0.68, 0.5), 0.4), (-1.4, 1.8, 0.925), 0.004)
    box((-1.15, 1.85, 1.0), (0.28, 0.2, 0.14), metal(rough=(0.25, 0.5)), 0.03)
    cylinder((0.45, 0.1, 2.33), 0.004, 0.54, material((0.1, 0.08, 0.06), 0.6), bevel=0, sides=12)
    cylinder((0.45, 0.1, 2.04), 0.02, 0.06, material((0.1, 0.08, 0.06), 0.6), sides=24)
    sphere((0.45, 0.1, 1.97), 0.035, material((1, 0.78, 0.5), glow=12), (1, 1, 1.25), sides=24)
    bulb((0.45, 0.1, 1.9), 6)


def outside_wires():
    """Repairs that were never finished: bare plaster, a surface cable and a cracked socket on the right wall."""
    bare = mottled((0.42, 0.36, 0.29), (0.56, 0.50, 0.41), 9, 0.95, 0.5)
    damp = mottled((0.50, 0.41, 0.26), (0.60, 0.51, 0.36), 3, 0.9, 0.1)
    blot((1.998, 0.75, 1.75), 0.22, bare, (90, 0, -90), 2)
    blot((-1.998, 1.15, 1.3), 0.2, bare, (90, 0, 90), 5)
    blot((-1.998, 0.5, 2.45), 0.32, damp, (90, 0, 90), 9)
    blot((0.75, BACK - 0.002, 2.5), 0.24, damp, (90, 0, 0), 7)
    tube([(1.985, 0.2, 2.6), (1.985, 0.2, 1.2)], 0.007, material((0.7, 0.66, 0.55), 0.6))
    box((1.985, 0.2, 1.16), (0.03, 0.09, 0.09), material((0.62, 0.55, 0.38), 0.5), 0.006)


SCENES = {"gallery-01": before, "gallery-02": after}
