"""One bathroom before and after its renovation, seen from the same place: the bath gives way to a level shower."""

from props import *
from studio import *

LEFT, RIGHT, FRONT, BACK, HEIGHT = -1.5, 1.5, -2.6, 1.8, 2.5
WINDOW = (-0.1, 0.55, 1.35, 2.1)
BASIN, TOILET = -0.95, 0.2


def shell(walls, floor, ceiling, frames, casements):
    """The room: a small window in the back wall, the washbasin left, the bath or shower along the right."""
    floor_and_ceiling((LEFT, RIGHT), (FRONT, BACK), HEIGHT, floor, ceiling)
    wall_across(BACK, LEFT, RIGHT, HEIGHT, walls, [WINDOW])
    wall_across(FRONT, LEFT, RIGHT, HEIGHT, walls, thick=-0.2)
    wall_along(LEFT, FRONT, BACK, HEIGHT, walls, [(-1.9, -0.9, 1.0, 2.2)], thick=-0.2)
    wall_along(RIGHT, FRONT, BACK, HEIGHT, walls)
    sash(*WINDOW, frames, BACK + 0.1, bars=0, casements=casements)
    outlook(12, 0)


def view():
    """Where both pictures are taken from."""
    camera((-0.05, -2.3, 1.35), (-0.05, 1.8, 1.35), 24, sharp_at=(-0.2, 1.4, 1), aperture=5.6)
    frame_lower(0.05)


def tile_walls(back, side, top):
    """Tiles up to a height: the back wall around the window, and the right wall."""
    pieces = ((LEFT, WINDOW[0], top), (WINDOW[0], WINDOW[1], WINDOW[2]), (WINDOW[1], RIGHT, top))
    for left, right, high in pieces:
        panel((left, BACK - 0.012, 0), (right, BACK, high), back)
    if top > WINDOW[3]:
        panel((WINDOW[0], BACK - 0.012, WINDOW[3]), (WINDOW[1], BACK, top), back)
    panel((RIGHT - 0.012, FRONT, 0), (RIGHT, BACK, top), side)


def toilet(at, enamel, seat, cistern=True):
    """A toilet against the wall behind; hung from it when there is no cistern."""
    x, y, z = at
    low = 0.0 if cistern else 0.14
    lathe(
        [(0.09, low), (0.13, low), (0.12, 0.2), (0.19, 0.38), (0.2, 0.41), (0.17, 0.41)],
        enamel,
        (x, y - 0.32, z),
        0.012,
    ).scale = (0.92, 1.25, 1)
    box((x, y - 0.1, z + low + (0.4 - low) / 2), (0.3, 0.2, 0.4 - low), enamel, 0.05)
    cylinder((x, y - 0.32, z + 0.425), 0.19, 0.022, seat, bevel=0.008).scale = (0.95, 1.25, 1)
    if cistern:
        box((x, y - 0.1, z + 0.62), (0.4, 0.19, 0.36), enamel, 0.035)
        box((x, y - 0.1, z + 0.81), (0.42, 0.2, 0.03), enamel, 0.012)
        cylinder((x, y - 0.1, z + 0.835), 0.02, 0.03, metal(), sides=24)
    else:
        box((x, y - 0.012, z + 1.02), (0.24, 0.012, 0.16), material((0.018, 0.018, 0.019), 0.36), 0.004)


def towel(at, size, surface, turn=(90, 0, 0)):
    """A towel that hangs from a rail."""
    sheet(at, size, surface, lambda x, y: 0.012 * math.sin(x * 26 + 1) * (0.6 - y / size[1]), turn, 50, 0.012)


# ---- after -----------------------------------------------------------------------------------------------------


def after():
    """A level shower behind glass, grey lime plaster, walnut and black metal in the light of an evening."""
    black, white = material((0.018, 0.018, 0.019), 0.36), material((0.82, 0.82, 0.80), 0.12, coat=0.5)
    walnut = wood((0.13, 0.062, 0.028), (0.27, 0.145, 0.072), 2.6, 0.36)
    walls = worn(mottled((0.36, 0.345, 0.32), (0.45, 0.435, 0.405), 1.6, 0.75, 0.12), 9, 0.05, (0.6, 0.85))
    shell(walls, slate(), material((0.74, 0.73, 0.71), 0.8), black, 1)
    stacked = [
        tiled((0.69, 0.68, 0.655), (0.60, 0.59, 0.565), (0.46, 0.45, 0.43), 0.07, 0.21, 0.1, facing, 0, 0.5, 0.0025)
        for facing in ("back", "side")
    ]
    tile_shower(*[worn(tiles, 20, 0.06, (0.06, 0.2)) for tiles in stacked])
    panel((LEFT, BACK - 0.03, 0), (0.5, BACK, 1.1), walls)
    panel((LEFT, BACK - 0.05, 1.1), (0.5, BACK, 1.13), walnut, 0.004)
    washstand(black, white, walnut)
    toilet((TOILET, BACK - 0.03, 0), white, white, cistern=False)
    shower(black)
    stool((-1.2, 0.15, -0.2), walnut, black)
    for n, surface in enumerate(((0.60, 0.58, 0.54), (0.12, 0.15, 0.165), (0.60, 0.58, 0.54))):
        box((-1.2, 0.15, 0.51 + 0.05 * n), (0.27, 0.2, 0.046), worn(material(surface, 0.95), 220, 0.6, (0.9, 1)), 0.02)
    after_clutter(black)
    ambient((0.30, 0.42, 0.72), 0.5)
    daylight((WINDOW[0] + 0.32, BACK - 0.02, 1.75), (0, -1, 0.9), 0.65, 7, (0.72, 0.84, 1), 0.75).visible_glossy = False
    daylight((LEFT + 0.05, -1.4, 1.7), (1.4, 0.4, 0.8), 1.0, 10, (0.82, 0.90, 1), 1.2).visible_glossy = False
    for x, y in ((-0.9, 0.7), (0.15, 0.7), (-0.4, -0.9), (1.05, 0.9)):
        spotlight((x, y, HEIGHT - 0.01))
    daylight((0, -2.2, 2.3), (0, 0.4, 0.6), 1.5, 26, (1, 0.90, 0.78)).visible_glossy = False
    look("AgX - Medium High Contrast", 0.5)
    view()


def slate():
    """Large grey slabs with hardly a joint."""
    made = tiled((0.17, 0.17, 0.168), (0.20, 0.20, 0.197), (0.12, 0.12, 0.12), 0.8, 0.8, 0.4, "floor", 0.5, 0.1, 0.002)
    return worn(made, 6, 0.03, (0.32, 0.5))


def tile_shower(back, side):
    """Tiles from floor to ceiling in the shower, around the window."""
    edge = WINDOW[1]
    for low, high in (
        ((0.5, 0), (edge, WINDOW[2])),
        ((0.5, WINDOW[3]), (edge, HEIGHT)),
        ((edge, 0), (RIGHT - 0.012, HEIGHT)),
    ):
        panel((low[0], BACK - 0.012, low[1]), (high[0], BACK, high[1]), back)
    panel((RIGHT - 0.012, FRONT, 0), (RIGHT, BACK, HEIGHT), side)


def spotlight(at):
    """A small lamp let into the ceiling."""
    x, y, z = at
    ring((x, y, z), 0.045, 0.006, material((0.7, 0.7, 0.69), 0.4))
    cylinder((x, y, z + 0.004), 0.04, 0.004, material((1, 0.82, 0.6), glow=14), bevel=0)
    lamp((x, y, z - 0.02), (x, y, 0), 0.1, 9, (1, 0.84, 0.64))


def washstand(metal_part, white, board):
    """A hung walnut cabinet with two drawers, a bowl, a wall tap and a round mirror with light behind it."""
    box((BASIN, 1.53, 0.6), (0.96, 0.48, 0.42), board, 0.004)
    for z in (0.5, 0.71):
        cupboard((BASIN, 1.28, z), (0.96, 0.205), board, metal_part, framed=False, upright=False)
    box((BASIN, 1.52, 0.825), (1.0, 0.5, 0.03), worn(material((0.07, 0.07, 0.072), 0.3), 12, 0.02, (0.2, 0.4)), 0.004)
    profile = [(0, 0), (0.14, 0), (0.19, 0.05), (0.21, 0.13), (0.2, 0.135), (0.17, 0.05), (0, 0.03)]
    lathe(profile, white, (BASIN, 1.52, 0.84))
    tube([(BASIN, 1.77, 1.06), (BASIN, 1.7, 1.07), (BASIN, 1.6, 1.065), (BASIN, 1.585, 1.03)], 0.012, metal_part)
    for d in (-0.13, 0, 0.13):
        cylinder((BASIN + d, 1.755, 1.06), 0.026, 0.05, metal_part, (90, 0, 0), sides=32)
    cylinder((BASIN, 1.755, 1.72), 0.38, 0.012, material((0.92, 0.92, 0.92), 0.015, 1), (90, 0, 0), 0.001, sides=96)
    ring((BASIN, 1.775, 1.72), 0.372, 0.012, material((1, 0.80, 0.56), 0.4, glow=11), (90, 0, 0))


def shower(metal_part):
    """A pane in a black frame, a rain shower and a shelf on the right wall."""
    box((0.62, 0.855, 1.02), (0.008, 1.84, 1.94), material((0.93, 0.98, 0.96), 0.0, glass=1.0), 0)
    for low, high in (
        ((0.608, -0.09, 0.012), (0.632, -0.066, 2.03)),
        ((0.6085, -0.066, 2.006), (0.6315, BACK - 0.012, 2.03)),
        ((0.6085, -0.066, 0.012), (0.6315, BACK - 0.012, 0.036)),
    ):
        panel(low, high, metal_part, 0.002)
    panel(
        (0.633, -0.1, 0),
        (RIGHT - 0.012, BACK - 0.012, 0.012),
        worn(material((0.20, 0.20, 0.197), 0.5), 30, 0.1, (0.4, 0.6)),
    )
    panel((0.95, BACK - 0.13, 0.012), (1.2, BACK - 0.08, 0.018), metal_part, 0.002)
    x = 1.08
    cylinder((x, BACK - 0.06, 1.62), 0.012, 1.0, metal_part, sides=24)
    tube(
        [(x, BACK - 0.06, 2.05), (x, BACK - 0.09, 2.16), (x, BACK - 0.4, 2.16), (x, BACK - 0.42, 2.1)],
        0.011,
        metal_part,
    )
    cylinder((x, BACK - 0.42, 2.09), 0.14, 0.012, metal_part)
    cylinder((x, BACK - 0.06, 1.12), 0.025, 0.3, metal_part, (0, 90, 0))
    hose = [
        (x + 0.05, BACK - 0.07, 1.1),
        (x + 0.14, BACK - 0.12, 0.75),
        (x + 0.2, BACK - 0.08, 1.1),
        (x + 0.12, BACK - 0.1, 1.6),
    ]
    tube(hose, 0.007, metal_part)
    cylinder((x + 0.11, BACK - 0.12, 1.66), 0.012, 0.2, metal_part, (20, 0, 0), top=0.03)
    panel((RIGHT - 0.11, 0.75, 1.15), (RIGHT - 0.012, 1.25, 1.17), metal_part, 0.003)
    for n, surface in enumerate(((0.10, 0.05, 0.02), (0.70, 0.68, 0.62), (0.06, 0.09, 0.045))):
        bottle((RIGHT - 0.06, 0.85 + n * 0.13, 1.17), material(surface, 0.3), 0.2)


def after_clutter(metal_part):
    bottle((BASIN + 0.36, 1.5, 0.84), material((0.16, 0.065, 0.02), 0.2), 0.19)
    cup((BASIN - 0.36, 1.55, 0.84), worn(material((0.60, 0.58, 0.54), 0.6), 40, 0.1))
    snake_plant((-0.22, BACK - 0.03, 1.13), material((0.07, 0.07, 0.072), 0.6), 0.32, 11)
    handle((-0.3, BACK - 0.03, 0.88), 0.36, metal_part, False, 0.009)
    towel((-0.3, BACK - 0.085, 0.66), (0.3, 0.46), worn(material((0.28, 0.115, 0.05), 0.95), 220, 0.5, (0.9, 1)))
    mat = mottled((0.50, 0.48, 0.44), (0.58, 0.56, 0.52), 90, 0.98, 0.8)
    sheet((0.1, 0.05, 0.004), (0.6, 0.9), mat, lambda x, y: 0.003, steps=4, thick=0.02)


# ---- before ----------------------------------------------------------------------------------------------------


def before():
    """The same bathroom as it was: pink tiles, a chipped bath with a plastic curtain, a pedestal basin, damp."""
    enamel = worn(mottled((0.66, 0.56, 0.49), (0.74, 0.66, 0.59), 3, 0.25, 0.03), 25, 0.04, (0.1, 0.4))
    grubby = mottled((0.60, 0.55, 0.43), (0.74, 0.70, 0.60), 1.4, 0.9, 0.25)
    colours = (0.52, 0.27, 0.21), (0.60, 0.35, 0.28), (0.33, 0.29, 0.23)
    floor = tiled((0.15, 0.11, 0.09), (0.46, 0.40, 0.33), (0.14, 0.12, 0.1), 0.1, 0.1, 0.4, "floor", 0, 0.3, 0.004)
    shell(
        grubby,
        worn(floor, 9, 0.1, (0.3, 0.7)),
        mottled((0.58, 0.54, 0.43), (0.76, 0.73, 0.65), 1.2, 0.9),
        material((0.30, 0.26, 0.2), 0.5),
        2,
    )
    tile_walls(*[tiled(*colours, 0.15, 0.15, 0.15, facing, 0, 0.45, 0.005) for facing in ("back", "side")], 1.3)
    chrome = metal(rough=(0.2, 0.5))
    pedestal(enamel, chrome)
    toilet((TOILET, BACK - 0.01, 0), enamel, material((0.12, 0.06, 0.035), 0.4))
    bath(enamel, chrome)
    faults()
    ambient((0.82, 0.89, 1), 0.9)
    daylight((WINDOW[0] + 0.32, BACK - 0.02, 1.75), (0, -1, 0.9), 0.65, 14, (0.9, 0.95, 1), 0.75)
    daylight((LEFT + 0.05, -1.4, 1.7), (1.4, 0.4, 0.8), 1.0, 26, (0.95, 0.97, 1), 1.2)
    daylight((0, -1.2, 2.46), (0, 0.2, 0), 1.5, 20, (1, 0.93, 0.82))
    look("AgX - Base Contrast", 0.45)
    view()


def pedestal(enamel, chrome):
    """A basin on a column, an old mirror cabinet and a strip light."""
    profile = [(0, 0.02), (0.1, 0.0), (0.24, 0.11), (0.28, 0.19), (0.24, 0.19), (0.17, 0.1), (0, 0.07)]
    lathe(profile, enamel, (BASIN, 1.55, 0.62)).scale = (1.05, 0.85, 1)
    cylinder((BASIN, 1.6, 0.32), 0.11, 0.64, enamel, top=0.085)
    box((BASIN, 1.75, 0.76), (0.5, 0.1, 0.1), enamel, 0.03)
    for d in (-0.1, 0.1):
        cylinder((BASIN + d, 1.72, 0.84), 0.022, 0.07, chrome, sides=16)
        tube([(BASIN + d, 1.72, 0.83), (BASIN + d, 1.64, 0.86), (BASIN + d, 1.6, 0.83)], 0.01, chrome)
    box((BASIN, 1.73, 1.62), (0.62, 0.13, 0.5), material((0.66, 0.6, 0.48), 0.5), 0.01)
    for d in (-0.155, 0.155):
        box(
            (BASIN + d, 1.66, 1.62),
            (0.29, 0.008, 0.46),
            worn(material((0.6, 0.6, 0.56), 0.08, 1), 5, 0.03, (0.05, 0.3)),
            0.002,
        )
    cylinder((BASIN, 1.74, 1.95), 0.02, 0.5, material((1, 0.9, 0.7), 0.4, glow=2.5), (0, 90, 0), sides=24)
    box((BASIN, 1.78, 1.95), (0.56, 0.04, 0.05), material((0.6, 0.55, 0.42), 0.5), 0.006)
    cup((BASIN - 0.2, 1.75, 0.81), material((0.25, 0.4, 0.5), 0.4))
    bottle((BASIN + 0.21, 1.75, 0.81), material((0.15, 0.4, 0.25), 0.4), 0.17)


def bath(enamel, chrome):
    """An old tub behind a tiled apron, a mixer on the wall and a curtain on a bent rail."""
    colours = (0.52, 0.27, 0.21), (0.60, 0.35, 0.28), (0.33, 0.29, 0.23)
    side, front = (tiled(*colours, 0.15, 0.15, 0.15, facing, 0, 0.45, 0.005) for facing in ("side", "back"))
    panel((0.68, 0.0, 0), (0.74, BACK, 0.52), side)
    panel((0.68, -0.06, 0), (RIGHT, 0.02, 0.52), front)
    shape = box((1.1, 0.91, 0.37), (0.82, 1.8, 0.4), enamel, 0.03)
    cut(shape, box((1.1, 0.91, 0.45), (0.64, 1.6, 0.5), None, 0.12))
    cylinder((1.1, BACK - 0.05, 0.8), 0.022, 0.2, chrome, (0, 90, 0), sides=24)
    tube([(1.1, BACK - 0.06, 0.8), (1.1, BACK - 0.15, 0.8), (1.1, BACK - 0.2, 0.74)], 0.014, chrome)
    tube(
        [(1.1, BACK - 0.06, 0.82), (1.25, BACK - 0.12, 0.7), (1.3, BACK - 0.06, 1.2), (1.12, BACK - 0.05, 1.75)],
        0.008,
        chrome,
    )
    cylinder((1.1, BACK - 0.1, 1.8), 0.012, 0.16, chrome, (60, 0, 0), top=0.035)
    tube([(0.63, BACK, 2.02), (0.63, -0.1, 2.02)], 0.012, chrome)
    vinyl = mottled((0.56, 0.60, 0.50), (0.70, 0.70, 0.60), 3, 0.4, 0.03)
    curtain((0.63, 0.5, 1.16), (1.1, 1.7), vinyl, (90, 0, 90), 9)


def faults():
    """Damp on the ceiling line, fallen tiles, a pipe on the wall, a mat."""
    damp, bare = (
        mottled((0.36, 0.33, 0.22), (0.58, 0.52, 0.38), 6, 0.95, 0.2),
        mottled((0.36, 0.32, 0.27), (0.48, 0.43, 0.36), 9, 0.95, 0.6),
    )
    blot((1.1, BACK - 0.002, 2.32), 0.3, damp, (90, 0, 0), 3)
    blot((-0.35, BACK - 0.002, 2.36), 0.2, damp, (90, 0, 0), 8)
    blot((RIGHT - 0.002, 0.9, 2.3), 0.35, damp, (90, 0, -90), 5)
    for x, z in ((-0.375, 0.525), (-0.225, 0.525), (-0.375, 0.675), (0.825, 1.125)):
        panel((x - 0.075, BACK - 0.014, z - 0.075), (x + 0.075, BACK - 0.006, z + 0.075), bare)
    rusty = mottled((0.42, 0.22, 0.1), (0.6, 0.5, 0.38), 12, 0.6, 0.3)
    tube([(-1.46, 1.76, 2.5), (-1.46, 1.76, 0.4), (BASIN, 1.76, 0.4)], 0.013, rusty, straight=True)
    tube([(-0.52, 1.76, 0.0), (-0.52, 1.76, 0.32), (0.05, 1.76, 0.32)], 0.013, rusty, straight=True)
    towel((-1.45, 0.75, 1.05), (0.45, 0.6), mottled((0.4, 0.3, 0.15), (0.5, 0.4, 0.22), 30, 0.98), (90, 0, 90))
    tube([(-1.5, 0.46, 1.34), (-1.455, 0.46, 1.34), (-1.455, 1.04, 1.34), (-1.5, 1.04, 1.34)], 0.012, metal(), straight=True)
    mat = mottled((0.36, 0.2, 0.16), (0.46, 0.3, 0.24), 60, 0.98, 0.8)
    sheet((0.2, 0.5, 0.004), (0.5, 0.8), mat, crumple(0.01, 4), (0, 0, 12), 30, 0.02)
    sphere((-0.3, 0.95, 2.44), 0.11, material((0.8, 0.75, 0.6), 0.3, glow=0.6), (1, 1, 0.6), sides=24)


SCENES = {"gallery-03": before, "gallery-04": after}
