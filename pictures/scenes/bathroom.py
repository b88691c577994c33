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
        box((x, y - 0.012, z + 1.02), (0.24, 0.012, 0.16), metal(BRASS), 0.004)


def towel(at, size, surface, turn=(90, 0, 0)):
    """A towel that hangs from a rail."""
    sheet(at, size, surface, lambda x, y: 0.012 * math.sin(x * 26 + 1) * (0.6 - y / size[1]), turn, 50, 0.012)


# ---- after -----------------------------------------------------------------------------------------------------


def after():
    """A level shower behind glass, sand-coloured tiles, an oak washstand, brass and a round mirror."""
    brass, white, board = metal(BRASS), material((0.9, 0.89, 0.87), 0.12, coat=0.5), oak()
    walls = plaster()
    stone_floor = tiled((0.62, 0.57, 0.49), (0.58, 0.53, 0.45), (0.46, 0.42, 0.36), 0.6, 0.6, 0.4, "floor", 0, 0.15)
    shell(walls, worn(stone_floor, 12, 0.03, (0.3, 0.5)), material((0.88, 0.87, 0.84), 0.7), material(IRON, 0.4), 1)
    colours = (0.055, 0.235, 0.225), (0.085, 0.30, 0.285), (0.66, 0.64, 0.58)
    glazed = [tiled(*colours, 0.075, 0.15, 0.08, facing, 0, 0.5) for facing in ("back", "side")]
    tile_walls(*glazed, HEIGHT)
    panel((LEFT, BACK - 0.03, 0), (0.5, BACK, 1.1), worn(material((0.80, 0.74, 0.64), 0.4), 8, 0.03))
    panel((LEFT, BACK - 0.018, 1.1), (WINDOW[0] - 0.02, BACK, HEIGHT), walls)
    panel((LEFT, BACK - 0.05, 1.1), (0.5, BACK, 1.13), board, 0.004)
    washstand(brass, white, board)
    toilet((TOILET, BACK - 0.03, 0), white, white, cistern=False)
    shower(brass)
    stool((-1.2, 0.15, -0.2), board, board)
    for n, surface in enumerate(((0.84, 0.80, 0.73), PETROL, (0.84, 0.80, 0.73))):
        box((-1.2, 0.15, 0.51 + 0.05 * n), (0.27, 0.2, 0.046), worn(material(surface, 0.95), 220, 0.6, (0.9, 1)), 0.02)
    after_clutter(brass, white)
    sky(40, 300, 0.2)
    daylight((WINDOW[0] + 0.32, BACK - 0.02, 1.75), (0, -1, 0.9), 0.65, 12, (0.97, 0.98, 1), 0.75)
    daylight((LEFT + 0.05, -1.4, 1.7), (1.4, 0.4, 0.8), 1.0, 34, (1, 0.96, 0.9), 1.2)
    daylight((0, -1.2, 2.46), (0, 0.2, 0), 1.5, 26, (1, 0.95, 0.88))
    look("AgX - Medium High Contrast", 0.45)
    view()


def washstand(brass, white, board):
    """A hung oak cabinet with two drawers, a bowl, a wall tap and a round mirror with light behind it."""
    box((BASIN, 1.53, 0.6), (0.96, 0.48, 0.42), board, 0.004)
    for z in (0.5, 0.71):
        cupboard((BASIN, 1.28, z), (0.96, 0.205), board, brass, framed=False, upright=False)
    box((BASIN, 1.52, 0.825), (1.0, 0.5, 0.03), worn(material(STONE, 0.2), 12, 0.01, (0.12, 0.3)), 0.004)
    profile = [(0, 0), (0.14, 0), (0.19, 0.05), (0.21, 0.13), (0.2, 0.135), (0.17, 0.05), (0, 0.03)]
    lathe(profile, white, (BASIN, 1.52, 0.84))
    tube([(BASIN, 1.77, 1.06), (BASIN, 1.7, 1.07), (BASIN, 1.6, 1.065), (BASIN, 1.585, 1.03)], 0.012, brass)
    for d in (-0.13, 0, 0.13):
        cylinder((BASIN + d, 1.755, 1.06), 0.026, 0.05, brass, (90, 0, 0), sides=32)
    cylinder((BASIN, 1.755, 1.72), 0.38, 0.012, material((0.95, 0.95, 0.95), 0.01, 1), (90, 0, 0), 0.001, sides=96)
    ring((BASIN, 1.75, 1.72), 0.38, 0.012, brass, (90, 0, 0))
    for d in (-0.5, 0.5):
        cylinder((BASIN + d * 0.98, 1.76, 1.75), 0.03, 0.05, brass, (90, 0, 0), sides=24)
        sphere((BASIN + d * 0.98, 1.7, 1.78), 0.055, material((1, 0.84, 0.62), 0.4, glow=7), sides=24)


def shower(brass):
    """A pane without a frame, a rain shower and a niche on the right wall."""
    box((0.62, 0.85, 1.02), (0.012, 1.86, 2.0), material((0.93, 0.98, 0.96), 0.02, alpha=0.13), 0)
    for low, high in (
        ((0.61, -0.09, 0.01), (0.63, -0.07, 2.02)),
        ((0.61, -0.09, 2.01), (0.63, BACK, 2.03)),
        ((0.61, -0.09, 0), (0.63, BACK, 0.02)),
    ):
        panel(low, high, brass, 0.002)
    panel((0.63, -0.1, 0), (RIGHT, BACK, 0.012), worn(material((0.80, 0.76, 0.68), 0.5), 30, 0.1, (0.4, 0.6)))
    panel((0.95, BACK - 0.13, 0.012), (1.2, BACK - 0.08, 0.018), brass, 0.002)
    x = 1.08
    cylinder((x, BACK - 0.05, 1.62), 0.012, 1.0, brass, sides=24)
    tube([(x, BACK - 0.05, 2.05), (x, BACK - 0.08, 2.16), (x, BACK - 0.4, 2.16), (x, BACK - 0.42, 2.1)], 0.011, brass)
    cylinder((x, BACK - 0.42, 2.09), 0.14, 0.012, brass)
    cylinder((x, BACK - 0.05, 1.12), 0.025, 0.3, brass, (0, 90, 0))
    tube(
        [
            (x + 0.05, BACK - 0.07, 1.1),
            (x + 0.14, BACK - 0.12, 0.75),
            (x + 0.2, BACK - 0.08, 1.1),
            (x + 0.12, BACK - 0.1, 1.6),
        ],
        0.007,
        brass,
    )
    cylinder((x + 0.11, BACK - 0.12, 1.66), 0.012, 0.2, brass, (20, 0, 0), top=0.03)
    panel((RIGHT - 0.1, 0.75, 1.15), (RIGHT, 1.25, 1.17), oak("y"), 0.003)
    for n, surface in enumerate(((0.42, 0.2, 0.1), (0.85, 0.82, 0.75), (0.1, 0.16, 0.05))):
        bottle((RIGHT - 0.055, 0.85 + n * 0.13, 1.17), material(surface, 0.3), 0.2)


def after_clutter(brass, white):
    bottle((BASIN + 0.36, 1.5, 0.84), material((0.35, 0.16, 0.06), 0.2), 0.19)
    cup((BASIN - 0.36, 1.55, 0.84), material((0.55, 0.24, 0.13), 0.6))
    potted((-0.25, BACK - 0.035, 1.13), material((0.55, 0.24, 0.13), 0.8), green(), 0.27, 16)
    handle((-0.3, BACK - 0.03, 0.88), 0.36, brass, False, 0.009)
    towel((-0.3, BACK - 0.085, 0.66), (0.3, 0.46), worn(material((0.60, 0.27, 0.15), 0.95), 220, 0.5, (0.9, 1)))
    mat = mottled((0.80, 0.75, 0.66), (0.86, 0.82, 0.75), 90, 0.98, 0.8)
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
    towel((-1.47, 0.75, 1.05), (0.45, 0.6), mottled((0.4, 0.3, 0.15), (0.5, 0.4, 0.22), 30, 0.98), (90, 0, 90))
    mat = mottled((0.36, 0.2, 0.16), (0.46, 0.3, 0.24), 60, 0.98, 0.8)
    sheet((0.2, 0.5, 0.004), (0.5, 0.8), mat, crumple(0.01, 4), (0, 0, 12), 30, 0.02)
    sphere((-0.3, 0.3, 2.42), 0.11, material((0.8, 0.75, 0.6), 0.3, glow=0.6), (1, 1, 0.6), sides=24)


SCENES = {"gallery-03": before, "gallery-04": after}
