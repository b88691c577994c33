"""The products at work: at the basin, on the door, under the ceiling, in the hand. In metres, as in a home."""

from hands import GRIP, POINT, TUCKED, fingertip, gloved_hand, glove_stuff, held
from props import books, bottle, crumple, cup, curtain, oak, plaster, potted, sheet, snake_plant
from props import framed as hung_picture
from scenes import electrics, hand_tools, locks, painting, plumbing, power_tools, safety, trades
from scenes.home import moulding
from studio import *
from trade_props import lever

CHROME = (0.66, 0.67, 0.69)
STEEL_PLATE = (0.62, 0.61, 0.59)


def placed(build, at, turn, scale):
    """A product drawn for its own picture, as a thing of its true size in another place."""
    with elsewhere(), group(at, turn, scale):
        build()


def daytime(aim, power=1.0, warm=(1, 0.97, 0.92)):
    """A window to the left and a weak fill from the right, for a place half a metre wide."""
    ambient((0.95, 0.97, 1), 0.28)
    x, y, z = aim
    lamp((x - 0.9, y - 0.7, z + 0.75), aim, 0.6, 15 * power, warm)
    lamp((x + 0.9, y - 0.9, z + 0.2), aim, 0.7, 4 * power, (0.92, 0.96, 1))


def leaf_shade(aim, far=1.3):
    """Sun from the upper left through leaves that stand out of sight."""
    x, y, z = aim
    sun((56, 0, -46), 3.4, 0.9, (1, 0.93, 0.8))
    foliage(
        (x - 0.6 * far, y - 0.58 * far, z + 0.56 * far), (0.55, 0.3, 0.5), material((0.1, 0.2, 0.06), 0.6), 130, 0.1
    )


# ---- water -----------------------------------------------------------------------------------------------------


def washbasin():
    """The tap on a white basin before tiles; a towel and soap beside it."""
    tiles = tiled((0.55, 0.62, 0.58), (0.61, 0.67, 0.63), (0.80, 0.79, 0.76), 0.15, 0.075, 0.12, gap=0.002)
    white = material((0.86, 0.86, 0.84), 0.07, coat=0.6)
    box((0, 0.31, 0.6), (4, 0.1, 3), tiles, 0)
    box((0, 0, -0.03), (2.6, 0.52, 0.06), oak(), 0.004)
    bowl = slab(rounded(0.62, 0.44, 0.09), 0.115, white, bevel=0.012)
    cut(bowl, sphere((0, -0.035, 0.135), 0.2, None, (1.25, 0.78, 0.55)))
    cylinder((0, -0.035, 0.027), 0.022, 0.006, material(CHROME, 0.08, metal=1), bevel=0.002)
    placed(plumbing.basin_tap, (0, 0.165, 0.114), (0, 0, -90), 0.178)
    bottle((-0.42, 0.08, 0), material((0.30, 0.14, 0.05), 0.12, coat=0.5), 0.2, 0.034)
    cylinder((-0.42, 0.08, 0.215), 0.011, 0.05, material(IRON, 0.4))
    box((-0.42, 0.05, 0.238), (0.014, 0.07, 0.012), material(IRON, 0.4), 0.004)
    for n, ink in enumerate(((0.62, 0.58, 0.5), (0.50, 0.20, 0.11), (0.66, 0.63, 0.57))):
        box((0.50, 0.06, 0.021 + 0.042 * n), (0.24 - 0.01 * n, 0.2, 0.04), mottled(ink, ink, 300, 0.95, 0.5), 0.016)
    reflection((-0.5, -0.25, 0.25), (0, 0.165, 0.2), 0.16, 0.5, 0.01)
    reflection((0.55, -0.5, 0.3), (0, 0.165, 0.2), 0.12, 0.5, 0.02)
    daytime((0, 0.05, 0.15))
    camera((0.34, -0.44, 0.36), (0.02, 0.09, 0.175), 50, sharp_at=(0, 0.13, 0.2), aperture=5.6)


def under_basin(tiles):
    """Two angle valves on the wall, their hoses up to the tap, the trap of the basin between them."""
    shine = material(CHROME, 0.07, metal=1)
    box((0, 0.05, 0.6), (3, 0.1, 3), tiles, 0)
    for side in (-1, 1):
        with group((side * 0.1, 0.012, 0.45), (90, -90, 0), 0.1):
            plumbing.valve()
            with group((0, 0, 0.115)):
                plumbing.wall_plate()
        with group((side * 0.1, -0.039, 0.524), (90, 0, 0), 0.1):
            bends = [
                (0, -0.2),
                (0, 0.4),
                (0.02 * side, 1.1),
                (-0.12 * side, 2.2),
                (-0.42 * side, 3.2),
                (-0.6 * side, 4.6),
            ]
            path = [(x, y, 0) for x, y in flowing(bends, 22)]
            tube(path[::6], 0.062, material((0.12, 0.12, 0.125), 0.5, metal=1))
            plumbing.braid(path, 0.068, material((0.55, 0.55, 0.56), 0.26, metal=1))
            cylinder((0, 0.02, 0), 0.082, 0.2, shine, (90, 0, 0), 0.01)
            plumbing.hexagon((0, -0.14, 0), 0.125, 0.14, shine, (90, 0, 0))
    lathe(
        [(0.0001, 0), (0.03, 0), (0.034, 0.006), (0.034, 0.1), (0.03, 0.108), (0.016, 0.112), (0.016, 0.4)],
        shine,
        (0, -0.12, 0.62),
    )
    tube([(0, -0.12, 0.70), (0, -0.05, 0.70), (0, 0.02, 0.70)], 0.016, shine)
    ring((0, -0.004, 0.70), 0.022, 0.006, shine, (90, 0, 0))
    daytime((0, -0.05, 0.6))
    reflection((-0.6, -0.5, 0.6), (0, 0, 0.5), 0.2, 0.9, 0.01)
    reflection((0.7, -0.6, 0.5), (0, 0, 0.5), 0.2, 0.9, 0.02)


def hoses():
    """The flexible hoses under a basin."""
    under_basin(tiled((0.70, 0.66, 0.60), (0.74, 0.70, 0.64), (0.62, 0.60, 0.56), 0.2, 0.2, 0.14, offset=0, gap=0.003))
    camera((0.30, -0.72, 0.60), (0.012, -0.03, 0.60), 62, sharp_at=(0.08, -0.05, 0.62), aperture=7)


def valve_on_wall():
    """The angle valve on the wall with its hose."""
    under_basin(tiled((0.11, 0.21, 0.24), (0.13, 0.24, 0.27), (0.44, 0.46, 0.46), 0.15, 0.075, 0.12, gap=0.002))
    camera((0.38, -0.44, 0.55), (0.095, -0.03, 0.478), 62, sharp_at=(0.1, -0.05, 0.47), aperture=8)


def open_cistern():
    """The mechanism in a cistern whose lid is off, from above."""
    white = material((0.86, 0.86, 0.85), 0.07, coat=0.6)
    box(
        (0, 0.16, 0.3),
        (4, 0.1, 3),
        tiled((0.66, 0.60, 0.52), (0.70, 0.64, 0.56), (0.55, 0.52, 0.47), 0.3, 0.1, 0.16, gap=0.002),
        0,
    )
    shell = slab(rounded(0.38, 0.19, 0.035), 0.33, white, (0, 0, 0), bevel=0.003)
    cut(shell, slab(rounded(0.354, 0.164, 0.03), 0.4, None, (0, 0, 0.02), bevel=0))
    inks = (material((0.82, 0.83, 0.82), 0.32), material(plumbing.PETROL, 0.35), material((0.012, 0.012, 0.013), 0.6))
    with group((-0.05, 0, 0.02), (0, 0, 20), 0.33):
        plumbing.flush_valve(*inks, material((0.6, 0.13, 0.01), 0.4))
    with group((0.105, 0.005, 0.02), (0, 0, 0), 0.36):
        plumbing.filling_valve(inks[0], inks[1], material((0.6, 0.13, 0.01), 0.4))
    water = material((0.52, 0.68, 0.71), 0.03)
    box((0, 0, 0.12), (0.352, 0.162, 0.2), water, 0)
    with group((0.34, 0.085, 0.10), (78, 0, -8)):
        slab(rounded(0.40, 0.20, 0.04), 0.025, white, bevel=0.008)
    daytime((0, 0, 0.35))
    camera((0.16, -0.50, 0.92), (0.01, 0, 0.24), 56, sharp_at=(-0.04, -0.03, 0.33), aperture=8)


def nut_on_pipe():
    """The wrench tightens a nut on a copper pipe, held by a gloved hand."""
    copper, brass = metal((0.72, 0.36, 0.20), (0.2, 0.34)), metal(BRASS, (0.16, 0.28))
    box(
        (0, 0.09, 0),
        (3, 0.1, 3),
        tiled((0.72, 0.70, 0.65), (0.76, 0.74, 0.69), (0.5, 0.48, 0.45), 0.15, 0.15, 0.14, offset=0, gap=0.003),
        0,
    )
    for x in (0, -0.11):
        cylinder((x, 0, 0), 0.0075, 1.6, copper, bevel=0)
        for z in (-0.2, 0.24):
            box((x, 0.02, z), (0.026, 0.045, 0.014), material((0.8, 0.8, 0.78), 0.4), 0.004)
    cylinder((0, 0, -0.03), 0.0095, 0.03, brass)
    cylinder((0, 0, 0.03), 0.0088, 0.024, brass)
    cylinder((-0.11, 0, 0.06), 0.0102, 0.018, brass, (0, 0, 12), 0.001, sides=6)
    along = Vector((math.cos(math.radians(-32)), math.sin(math.radians(-32)), 0))
    turn = 180 - 32
    away = Matrix.Rotation(math.radians(turn), 3, "Z") @ Vector((0.74, 0.02, 0)) * 0.11
    with group((-away.x, -away.y, -0.0066), (0, 0, turn), 0.11):
        hand_tools.wrench()
        plumbing.hexagon((0.74, 0.02, 0.06), 0.092, 0.2, brass, (0, 0, 30))
    wrist = (6, -16)
    at, angles = held(along * 0.145, -along, Vector((0, 0.15, 1)), wrist, (0, 0.088, 0.032))
    gloved_hand(at, angles, GRIP, wrist=wrist, surface=glove_stuff((0.40, 0.36, 0.30), (0.03, 0.03, 0.032)))
    daytime((0.05, 0, 0), 0.9)
    camera((0.02, -0.56, 0.17), (0.055, -0.03, -0.004), 50, sharp_at=(0.03, -0.02, 0), aperture=5.6)


# ---- doors -----------------------------------------------------------------------------------------------------


def leaf(surface, frame, wall, side=1):
    """A door leaf whose lock edge is at X 0, its face at Y 0; it reaches towards `side`. The frame and wall are beyond."""
    box((side * 0.425, 0.03, 1.05), (0.85, 0.06, 2.1), surface, 0.004)
    box((-side * 0.045, 0.01, 1.05), (0.084, 0.1, 2.3), frame, 0.006)
    box((-side * 0.586, 0.05, 1.05), (1.0, 0.1, 2.6), wall, 0)
    box((0, 0.062, 1.05), (0.02, 0.02, 2.1), material((0.01, 0.01, 0.01), 0.9), 0)


def keys(at, turn, inlay):
    """A dimple key whose blade points away from the viewer, and its brother that hangs from the same ring."""
    with group(at, turn, 0.058):
        with group((-0.035, -0.2, 0), (90, 0, 90)):
            locks.dimple_key(inlay)
        ring((0, -0.32, -0.13), 0.15, 0.009, material(STEEL, 0.14, metal=1), (90, 0, 12))
        with group((-0.03, -0.33, -0.38), (0, 90, 14)), group((0, 0, 0), (90, 0, 0)):
            locks.dimple_key(inlay)


def lock_in_door():
    """The cylinder in an oak door, its key in it."""
    steel = material(STEEL_PLATE, 0.25, metal=1)
    leaf(
        wood((0.16, 0.075, 0.03), (0.32, 0.17, 0.075), 2.2, 0.4, "z"),
        oak("z"),
        plaster((0.62, 0.55, 0.46), (0.66, 0.59, 0.50)),
    )
    slab(rounded(0.046, 0.25, 0.0228, 10), 0.008, steel, (0.06, 0, 1.0), (90, 0, 0), 0.0015)
    lever((0.06, -0.008, 1.07), steel, 0.12)
    with group((0.06, -0.008, 0.965), scale=0.052):
        slab(locks.euro_profile(), 0.1, brushed((0.5, 0.5, 0.5), (0.2, 0.28), "z"), (0, 0, -0.49), (90, 0, 0), 0.012)
        with group((0, -0.1, 0)):
            locks.keyhole_plug(brushed(locks.GOLDEN, (0.18, 0.3)))
    keys((0.06, -0.0145, 0.965), (0, 0, 0), material((0.55, 0.09, 0.008), 0.35))
    daytime((0.06, 0, 1), 0.8)
    leaf_shade((0.06, 0, 1.05))
    look("AgX - Medium High Contrast", -0.2)
    camera((-0.15, -0.28, 1.02), (0.072, -0.012, 0.975), 52, sharp_at=(0.06, -0.02, 0.965), aperture=7)


def shielded_door():
    """The escutcheon over the lock of a painted front door, the handle above it."""
    steel = material(CHROME, 0.1, metal=1)
    paint = worn(material((0.055, 0.085, 0.06), 0.36), 30, 0.02, (0.3, 0.42))
    leaf(
        paint,
        worn(material((0.62, 0.58, 0.5), 0.5), 40, 0.05, (0.4, 0.6)),
        plaster((0.66, 0.50, 0.38), (0.70, 0.54, 0.42)),
        -1,
    )
    moulding((-0.68, 0.3), (-0.19, 0.92), paint)
    moulding((-0.68, 1.13), (-0.19, 1.9), paint)
    with group((-0.075, -0.004, 0.985 - 0.47 * 0.0815), scale=0.0815):
        locks.escutcheon()
    with group((-0.075, 0, 1.10), (0, 0, 0), 0.13):
        locks.rose(steel, 0.2)
    lever((-0.075, -0.004, 1.10), steel, 0.125, -1)
    daytime((-0.08, 0, 1.04), 1.0, (1, 0.92, 0.8))
    camera((0.15, -0.40, 1.06), (-0.09, 0, 1.025), 52, sharp_at=(-0.07, -0.02, 1.0), aperture=7)


def handle_on_door():
    """The lever handle on the white door of a bedroom, in the sun."""
    paint = worn(material((0.80, 0.78, 0.73), 0.38), 30, 0.02, (0.34, 0.46))
    leaf(paint, paint, plaster((0.34, 0.42, 0.37), (0.37, 0.45, 0.40)))
    moulding((0.17, 0.22), (0.68, 0.86), paint)
    moulding((0.17, 1.20), (0.68, 1.9), paint)
    satin = brushed((0.66, 0.66, 0.67), (0.14, 0.26))
    with group((0.075, 0, 1.05), scale=0.15):
        locks.lever_handle(satin)
    with group((0.075, 0, 0.975), scale=0.15):
        locks.rose(satin, 0.17)
        locks.keyhole(material(locks.INK, 0.6))
    daytime((0.1, 0, 1), 0.55)
    leaf_shade((0.12, 0, 1.05))
    look("AgX - Medium High Contrast", -0.35)
    camera((-0.20, -0.52, 1.12), (0.10, -0.01, 1.02), 50, sharp_at=(0.09, -0.03, 1.05), aperture=6)


def plate_on_door():
    """The brass name plate on a flat's door, under the spyhole."""
    paint = worn(material((0.13, 0.02, 0.022), 0.34), 30, 0.02, (0.28, 0.4))
    leaf(paint, oak("z"), plaster((0.70, 0.66, 0.58), (0.74, 0.70, 0.62)))
    for low, high in (((0.14, 0.55), (0.72, 1.22)), ((0.14, 1.34), (0.72, 1.95))):
        moulding(low, high, paint)
    brass = metal(BRASS, (0.12, 0.22))
    with group((0.43, -0.001, 1.47), scale=0.121):
        locks.name_plate(
            brushed(locks.GOLDEN, (0.27, 0.33)),
            material((0.012, 0.006, 0.002), 0.7),
            material(locks.GOLDEN, 0.15, metal=1),
        )
    lathe([(0.016, 0), (0.016, 0.004), (0.009, 0.006), (0.0001, 0.005)], brass, (0.43, 0, 1.63), turn=(90, 0, 0))
    sphere((0.43, -0.004, 1.63), 0.0068, material((0.01, 0.01, 0.012), 0.05, coat=1), (1, 0.5, 1))
    daytime((0.35, 0, 1.5), 1.5, (1, 0.9, 0.76))
    reflection((0.2, -1.6, 2.0), (0.43, 0, 1.5), 1.2, 0.5, 0.7)
    camera((0.10, -0.70, 1.56), (0.33, 0, 1.52), 50, sharp_at=(0.42, 0, 1.52), aperture=6)


def shed_padlock():
    """The padlock on the hasp of a garden shed's door of blue boards."""
    boards = worn(wood((0.035, 0.11, 0.15), (0.075, 0.19, 0.235), 1.8, 0.6, "z"), 60, 0.2, (0.5, 0.75))
    blocks([((-0.93 + 0.124 * n, 0.015, 1), (0.12, 0.03, 2)) for n in range(16)], boards, 0.004)
    box((-0.22, -0.012, 1.0), (0.095, 0.03, 2), boards, 0.004)
    iron = worn(material((0.30, 0.30, 0.31), 0.4, metal=1), 90, 0.15, (0.3, 0.55))
    slab(rounded(0.16, 0.046, 0.008), 0.004, iron, (-0.055, -0.028, 1.04), (90, 0, 0), 0.001)
    box((-0.10, 0, 1.04), (0.01, 0.06, 0.05), iron, 0.002)
    box((0.012, -0.014, 1.04), (0.06, 0.03, 0.05), iron, 0.002)
    for x in (-0.118, -0.075):
        for z in (1.026, 1.054):
            sphere((x, -0.032, z), 0.005, iron, (1, 0.5, 1), sides=24)
    tube(
        [(0, -0.02, 1.058), (0, -0.045, 1.056), (0, -0.062, 1.04), (0, -0.045, 1.024), (0, -0.02, 1.022)], 0.0036, iron
    )
    with group((0, -0.050, 1.032 - 0.925 * 0.09), (0, 5, 0), 0.09):
        locks.padlock_body()
    daytime((0, 0, 1), 0.5)
    leaf_shade((0, 0, 1.02))
    camera((0.24, -0.42, 1.06), (-0.005, -0.02, 1.0), 52, sharp_at=(0, -0.05, 0.98), aperture=6)


# ---- electricity and safety ------------------------------------------------------------------------------------


def pendant_lamp():
    """The bulb under an enamel shade over a table, in the evening."""
    box((0, 2.2, 1.5), (8, 0.1, 4), mottled((0.035, 0.085, 0.085), (0.045, 0.105, 0.105), 4, 0.85, 0.05), 0)
    hung_picture(
        (0.75, 2.12, 1.75), (0.6, 0.8), oak(), material((0.62, 0.44, 0.24), 0.7), material((0.50, 0.16, 0.07), 0.7)
    )
    box((0, 1.9, 0.86), (1.7, 0.4, 0.04), oak(), 0.006)
    books((-0.75, 1.9, 0.88), 5)
    snake_plant((0.1, 1.9, 0.88), material((0.55, 0.24, 0.12), 0.7), 0.7, 12)
    lathe(
        [(0.024, 0.105), (0.05, 0.10), (0.09, 0.075), (0.15, 0.008), (0.155, 0)],
        material((0.02, 0.022, 0.024), 0.3, coat=0.4),
        (0, 0, 1.60),
        0.002,
    )
    lathe(
        [(0.022, 0.100), (0.05, 0.096), (0.088, 0.071), (0.148, 0.006)],
        material((0.82, 0.76, 0.64), 0.4),
        (0, 0, 1.60),
        0.001,
    )
    cylinder((0, 0, 1.705), 0.021, 0.1, material(IRON, 0.4), bevel=0.006)
    cylinder((0, 0, 1.752), 0.023, 0.008, metal(BRASS))
    cylinder((0, 0, 2.2), 0.0035, 0.9, material((0.03, 0.025, 0.02), 0.8), bevel=0)
    placed(electrics.led_bulb, (0, 0, 1.672), (180, 0, 0), 0.125)
    bulb((0, 0, 1.52), 5, (1, 0.74, 0.44), 0.04)
    ambient((0.5, 0.7, 1), 0.05)
    lamp((-1.6, -1.2, 1.8), (0, 1, 1.4), 1.2, 16, (0.6, 0.75, 1))
    lamp((1.2, 0.9, 2.2), (0.4, 2.2, 1.5), 0.5, 20, (1, 0.75, 0.45))
    camera((0.09, -0.72, 1.46), (0.025, 0, 1.605), 50, sharp_at=(0, -0.06, 1.58), aperture=4)


def breakers():
    """The panel of a flat with the residual-current breaker in the first place."""
    box((0, 0.10, 1.4), (4, 0.1, 3), plaster((0.62, 0.58, 0.50), (0.66, 0.62, 0.54)), 0)
    trades.electric_box((0, 0.005, 1.40))
    with group((-0.0902, -0.022, 1.60 - 0.0433), scale=0.0866):
        with elsewhere():
            electrics.residual_current_breaker()
    daytime((-0.05, 0, 1.58), 0.85)


def testing_breaker():
    """A gloved finger on the test button of the breaker in its panel."""
    breakers()
    finger, wrist = Vector((-0.42, 0.80, 0.40)), (10, 0)
    palm = Vector((-0.25, 0.25, -1))
    at, turn = held((-0.077, -0.060, 1.6045), finger.cross(palm), finger, wrist, fingertip(POINT))
    gloved_hand(at, turn, POINT, TUCKED, glove_stuff((0.45, 0.30, 0.035), (0.03, 0.03, 0.032)), wrist=wrist)
    camera((-0.19, -0.42, 1.61), (-0.045, -0.03, 1.595), 55, sharp_at=(-0.09, -0.05, 1.6), aperture=7)


def tightening_terminal():
    """An insulated screwdriver in a gloved hand, at a terminal of the panel."""
    breakers()
    s, reach = 0.2, 0.82
    inward = Vector((-0.30, 0.94, -0.10)).normalized()
    tip = Vector((-0.0993, -0.046, 1.6328))
    angle = math.degrees(math.atan2(-inward.x, inward.y))
    pitch = math.degrees(math.asin(inward.z)) + 4.4
    butt = tip - inward * reach * s
    with group(butt, (pitch, 0, angle), s), group((0, 0, -0.079)):
        hand_tools.screwdriver(0.42, 0.40, "cross")
    wrist = (4, -22)
    at, turn = held(butt + inward * 0.018, inward, Vector((0.2, 0, 1)), wrist)
    gloved_hand(at, turn, GRIP, wrist=wrist)
    camera((-0.30, -0.44, 1.66), (-0.045, -0.06, 1.60), 46, sharp_at=(-0.09, -0.07, 1.62), aperture=7)


def alarm_on_ceiling():
    """The smoke alarm on a white ceiling between beams, from below."""
    white = plaster((0.80, 0.78, 0.74), (0.83, 0.81, 0.77))
    box((0, 1, 2.55), (6, 8, 0.1), white, 0)
    box((0, 2.6, 1.3), (6, 0.1, 2.8), plaster((0.55, 0.60, 0.54), (0.58, 0.63, 0.57)), 0)
    beam = wood((0.16, 0.085, 0.04), (0.30, 0.18, 0.09), 1.6, 0.6, "y")
    blocks([((-1.24 + 0.62 * n, 1, 2.44), (0.11, 8, 0.13)) for n in range(6)], beam, 0.008)
    box((0.9, 2.53, 1.55), (0.9, 0.06, 1.3), material((0.82, 0.80, 0.75), 0.5), 0.01)
    glow((0.9, 2.49, 1.55), (0.78, 1.18), strength=2.4)
    box((0.9, 2.48, 1.55), (0.04, 0.04, 1.2), material((0.82, 0.80, 0.75), 0.5), 0.004)
    curtain((0.28, 2.42, 1.3), (0.42, 2.3), mottled((0.66, 0.58, 0.46), (0.70, 0.62, 0.50), 60, 0.95, 0.2), folds=5)
    with group((0.31, 0.1, 2.5), (180, 0, 30), 0.105):
        safety.round_alarm()
    lamp((1.4, 1.9, 1.6), (0.2, 0.2, 2.5), 0.9, 34, (1, 0.96, 0.9))
    lamp((-1.4, -1.2, 1.4), (0.3, 0.1, 2.5), 1.2, 16, (1, 0.97, 0.93))
    lamp((0.2, 0.4, 0.9), (0.3, 0.5, 2.5), 1.6, 10)
    ambient(strength=0.25)
    camera((0.13, -0.26, 2.29), (0.335, 0.13, 2.455), 40, sharp_at=(0.31, 0.06, 2.46), aperture=5.6)


def monoxide_on_shelf():
    """The carbon monoxide alarm on a kitchen shelf, beside cups and a plant."""
    box(
        (0, 0.25, 0.3),
        (4, 0.1, 3),
        tiled((0.74, 0.71, 0.64), (0.78, 0.75, 0.68), (0.62, 0.60, 0.55), 0.1, 0.1, 0.12, offset=0, gap=0.002),
        0,
    )
    box((0, 0.08, -0.0125), (2.4, 0.24, 0.025), oak(), 0.003)
    placed(safety.monoxide_alarm, (0, 0, -0.0008), (0, 0, -8), 0.102)
    clay = material((0.46, 0.17, 0.085), 0.5)
    for n, (x, ink) in enumerate(((-0.17, (0.80, 0.78, 0.72)), (-0.25, (0.14, 0.22, 0.22)))):
        cup((x, 0.06 + 0.03 * n, 0), material(ink, 0.25), 0.038, 0.085)
    potted((0.24, 0.10, 0), clay, worn(material((0.05, 0.15, 0.045), 0.4), 30, 0.1, (0.3, 0.5)), 0.26, 30)
    bottle((0.40, 0.1, 0), material((0.12, 0.14, 0.03), 0.08, glass=0.6), 0.26, 0.034)
    daytime((0, 0, 0.08), 0.9)
    camera((-0.16, -0.56, 0.17), (0.02, 0.02, 0.075), 52, sharp_at=(0, -0.02, 0.06), aperture=5)


def extinguisher_on_wall():
    """The extinguisher on its bracket in a corridor, its sign above."""
    box((0, 0.1, 1.95), (5, 0.1, 1.7), plaster((0.80, 0.78, 0.73), (0.83, 0.81, 0.76)), 0)
    box((0, 0.1, 0.55), (5, 0.1, 1.1), plaster((0.24, 0.33, 0.33), (0.26, 0.36, 0.36)), 0)
    box((0, 0.045, 1.1), (5, 0.012, 0.03), material((0.16, 0.22, 0.22), 0.5), 0.002)
    box((0.62, 0.05, 1.0), (0.09, 0.08, 2.4), oak("z"), 0.006)
    box((1.1, 0.08, 1.0), (0.87, 0.06, 2.4), wood((0.36, 0.22, 0.12), (0.50, 0.33, 0.2), 2, 0.4, "z"), 0.003)
    red, white = material((0.56, 0.02, 0.014), 0.4), material((0.88, 0.87, 0.84), 0.4)
    slab(rounded(0.2, 0.2, 0.008), 0.004, red, (0, 0.05, 1.74), (90, 0, 0), 0.001)
    with group((-0.012, 0.045, 1.725), (90, 0, 0)):
        slab(rounded(0.048, 0.105, 0.014), 0.001, white, (0, -0.012, 0), bevel=0)
        box((0, 0.052, 0.0005), (0.018, 0.022, 0.001), white, 0)
        box((0.016, 0.066, 0.0005), (0.052, 0.008, 0.001), white, 0, (0, 0, 10))
        tube(
            [(-0.006, 0.055, 0.0005), (-0.034, 0.05, 0.0005), (-0.040, 0.02, 0.0005), (-0.038, -0.02, 0.0005)],
            0.004,
            white,
        )
        slab(
            flowing(
                [
                    (0.05, -0.06),
                    (0.074, -0.045),
                    (0.07, -0.015),
                    (0.056, 0.012),
                    (0.048, -0.012),
                    (0.036, -0.03),
                    (0.036, -0.05),
                    (0.05, -0.06),
                ],
                5,
            ),
            0.001,
            white,
            bevel=0,
        )
    box((0, 0.02, 1.28), (0.06, 0.06, 0.1), material(IRON, 0.5), 0.006)
    placed(safety.extinguisher, (0, -0.085, 0.92), (0, 0, 0), 0.54)
    ring((0, -0.085, 1.20), 0.099, 0.005, material(IRON, 0.4))
    daytime((0, 0, 1.3), 1.9)
    lamp((0.2, -1.6, 2.6), (0, 0, 1.3), 1.4, 18, (1, 0.96, 0.9))
    camera((-0.42, -1.85, 1.42), (0.06, 0, 1.33), 50, sharp_at=(0, -0.15, 1.3), aperture=5.6)


def work_light_on_site():
    """The work light on the floor of a room that is being rebuilt, its beam on the bricks."""
    brick = tiled((0.36, 0.15, 0.075), (0.27, 0.10, 0.05), (0.36, 0.32, 0.27), 0.25, 0.065, 0.9, depth=0.9, gap=0.012)
    box((0, 1.0, 1.2), (6, 0.1, 3), brick, 0)
    box((0, -1, -0.05), (7, 5, 0.1), mottled((0.20, 0.19, 0.175), (0.27, 0.255, 0.235), 5, 0.85, 0.15), 0)
    placed(electrics.work_light, (-0.25, 0.02, 0), (0, 0, 38), 0.275)
    front = Vector((math.sin(math.radians(38)), -math.cos(math.radians(38)), 0))
    shape = lamp(
        Vector((-0.25, 0.02, 0.15)) + front * 0.06,
        Vector((-0.25, 0.02, 0.15)) + front * 2 + Vector((0, 0, 0.5)),
        0.2,
        7,
        (1, 0.94, 0.84),
        0.14,
    )
    shape.visible_camera = False
    lamp((-0.15, 0.45, 0.5), (0.1, 1.0, 0.55), 0.3, 9, (1, 0.93, 0.82))
    sack = mottled((0.55, 0.50, 0.42), (0.64, 0.59, 0.50), 40, 0.95, 0.4)
    for n, (x, y, z) in enumerate(((0.62, 0.62, 0.09), (0.66, 0.6, 0.25))):
        box((x, y, z), (0.5, 0.34, 0.15), sack, 0.07, (0, 0, 8 - 14 * n))
    blocks(
        [
            (
                (-0.85 + 0.01 * (n % 2), 0.75 - 0.01 * n, 0.035 + 0.068 * (n // 2)),
                (0.24, 0.115, 0.065),
                (0, 0, 90 * (n // 2 % 2) + 4 * n),
            )
            for n in range(8)
        ],
        mottled((0.38, 0.12, 0.05), (0.29, 0.08, 0.035), 30, 0.85, 0.25),
        0.004,
    )
    box((0.28, 0.94, 0.75), (0.08, 0.03, 1.5), oak("z"), 0.004, (0, 9, 0))
    ambient((0.45, 0.6, 1), 0.10)
    lamp((-1.8, -1.4, 1.6), (0, 0.4, 0.3), 1.0, 14, (0.6, 0.75, 1))
    camera((0.36, -1.25, 0.44), (0.02, 0.3, 0.24), 40, sharp_at=(-0.22, -0.03, 0.15), aperture=5.6)


# ---- paint and power tools -------------------------------------------------------------------------------------


def half_painted(paint, right, low=0.09, high=1.6):
    """A white wall on which fresh paint ends to the right as the roller left it; skirting and floor below."""
    box((0, 0.05, 1), (6, 0.1, 3), plaster((0.80, 0.78, 0.74), (0.83, 0.81, 0.77)), 0)
    edge, z = [], low
    while z < high:
        reach, above = right + random.uniform(-0.02, 0.03), min(z + random.uniform(0.06, 0.22), high)
        edge += [(reach, z), (reach + random.uniform(-0.008, 0.008), above - 0.015)]
        z = above
    slab([(-2.5, high), (-2.5, low), *edge, (right, high)], 0.0015, paint, (0, 0.0005, 0), (90, 0, 0), bevel=0)
    box((0, -0.008, 0.045), (6, 0.016, 0.09), material((0.84, 0.83, 0.80), 0.35), 0.004)
    box((0, -1.5, -0.05), (6, 3.1, 0.1), planks((0.27, 0.145, 0.07), (0.46, 0.28, 0.15), 1.6, 0.14), 0)


def freshly_painted():
    """A wall half painted in the green of the tin that stands before it, a wet brush on its rim."""
    sage = worn(material(painting.SAGE, 0.6), 40, 0.1, (0.5, 0.7))
    half_painted(sage, 0.02)
    sheet(
        (0.02, -0.40, 0.010),
        (0.95, 0.55),
        mottled((0.40, 0.37, 0.32), (0.46, 0.43, 0.37), 60, 0.95, 0.3),
        crumple(0.010, 4),
    )
    with group((-0.12, -0.34, 0.028), (0, 0, 20), 0.24):
        painting.paint_tin(painting.SAGE, painting.MATT)
        painting.bail(material((0.62, 0.62, 0.63), 0.2, metal=1), -112)
        with group((0.12, -0.02, 0.86), (0, -4, 28)):
            painting.brush(painting.wet(painting.SAGE))
    with group((0.27, -0.30, 0.035), (6, -3, 30), 0.24):
        painting.lid(painting.wet(painting.SAGE), material((0.62, 0.62, 0.63), 0.2, metal=1))
    daytime((0, -0.2, 0.3), 0.9)
    sun((62, 0, -58), 0.9, 2, (1, 0.93, 0.82))
    look("AgX - Medium High Contrast", -0.1)
    camera((0.52, -1.36, 0.58), (0.03, -0.15, 0.27), 46, sharp_at=(-0.1, -0.4, 0.2), aperture=5.6)


def rolling():
    """The roller lays a band of petrol on a white wall, held by a gloved hand."""
    petrol = worn(material((0.02, 0.135, 0.15), 0.5), 45, 0.12, (0.35, 0.55))
    wet = worn(material((0.018, 0.125, 0.14), 0.3), 300, 0.5, (0.2, 0.5))
    half_painted(petrol, -0.16)
    slab(
        [(-0.13, 1.05), (-0.125, 0.3), (0.105, 0.29), (0.11, 1.06), (0.02, 1.075)],
        0.0015,
        petrol,
        (0, 0, 0),
        (90, 0, 0),
        0,
    )
    tilt, s = 52, 0.30
    with group((-0.01, -0.04, 1.02), (tilt, 0, 0), s):
        painting.roller(wet, material((0.62, 0.62, 0.63), 0.2, metal=1), material((0.62, 0.16, 0.015), 0.4, coat=0.2))
    up = Vector((0, math.cos(math.radians(tilt - 10)), math.sin(math.radians(tilt - 10))))
    grip = Vector((-0.01, -0.04, 1.02)) + s * (Matrix.Rotation(math.radians(tilt), 3, "X") @ Vector((0, -0.70, 0.125)))
    wrist = (0, -30)
    finger = Vector((-1, 0, 0)).cross(up)
    at, turn = held(grip, up, finger, wrist, (0, 0.088, 0.033))
    gloved_hand(at, turn, GRIP, wrist=wrist)
    daytime((0, -0.1, 0.95), 0.85)
    camera((0.46, -1.0, 1.08), (0.02, -0.1, 0.94), 46, sharp_at=(0, -0.1, 0.98), aperture=5.6)


def taped_edge():
    """Tape along a skirting, the wall above it just painted; the roll beside it."""
    clay = worn(material((0.42, 0.15, 0.075), 0.6), 40, 0.1, (0.5, 0.7))
    paper = mottled((0.62, 0.38, 0.10), (0.70, 0.46, 0.15), 26, 0.7, 0.05)
    half_painted(clay, 0.10, 0.085)
    box((-0.2, -0.0165, 0.071), (2.2, 0.0012, 0.036), paper, 0.0003)
    card = material((0.48, 0.33, 0.19), 0.8)
    with group((0.13, -0.12, 0.0625), (90, 0, -30), 0.125):
        painting.tape_roll(0.4, paper, card)
        painting.loose_end(0.39, paper)
    with group((-0.13, -0.15, 0.0), (0, 0, 0), 0.125):
        painting.tape_roll(0.3, paper, card, 0.46)
    with group((-0.02, -0.26, 0.0), (0, 0, 158), 0.2):
        painting.brush(painting.wet((0.42, 0.15, 0.075)))
    daytime((0, -0.1, 0.1), 0.55)
    camera((0.24, -0.62, 0.30), (0.01, -0.07, 0.075), 50, sharp_at=(0.08, -0.12, 0.08), aperture=6)


def drilling():
    """The drill in a gloved hand, its bit in an oak board."""
    box(
        (0.30, 0.1, 0.1),
        (0.26, 1.6, 1.6),
        tiled(
            (0.40, 0.16, 0.08),
            (0.31, 0.115, 0.055),
            (0.42, 0.38, 0.33),
            0.25,
            0.065,
            0.9,
            facing="side",
            depth=0.9,
            gap=0.011,
        ),
        0,
    )
    box((2.2, 2.4, 0), (7, 0.1, 5), plaster((0.70, 0.66, 0.60), (0.74, 0.70, 0.64)), 0)
    glow((-0.9, 2.3, 0.4), (1.1, 1.5), strength=2.0)
    s = 0.228
    with group((0, 0, 0), (0, 0, 0), s):
        power_tools.drill_body()
    up = Vector((0.14, 0, 0.42)).normalized()
    finger = Vector((0, 1, 0)).cross(up)
    wrist = (0, -12)
    at, turn = held(Vector((-0.105, 0, 0.52)) * s, up, finger, wrist, (0, 0.088, 0.036))
    gloved_hand(at, turn, GRIP, wrist=wrist)
    daytime((0, 0, 0.12), 1.0)
    lamp((-0.5, 0.9, 0.7), (0, 0, 0.15), 0.5, 12, (1, 0.95, 0.88))
    camera((-0.20, -0.70, 0.24), (-0.01, 0, 0.118), 50, sharp_at=(0, -0.04, 0.15), aperture=5.6)


SCENES = {
    "bombilla-led-uso": pendant_lamp,
    "candado-arco-uso": shed_padlock,
    "cilindro-seguridad-uso": lock_in_door,
    "cinta-carrocero-uso": taped_edge,
    "destornilladores-aislados-uso": tightening_terminal,
    "detector-humo-uso": alarm_on_ceiling,
    "detector-monoxido-uso": monoxide_on_shelf,
    "diferencial-uso": testing_breaker,
    "escudo-protector-uso": shielded_door,
    "extintor-uso": extinguisher_on_wall,
    "foco-led-uso": work_light_on_site,
    "grifo-lavabo-uso": washbasin,
    "kit-rodillo-uso": rolling,
    "latiguillo-flexible-uso": hoses,
    "mecanismo-cisterna-uso": open_cistern,
    "llave-ajustable-uso": nut_on_pipe,
    "llave-escuadra-uso": valve_on_wall,
    "manilla-puerta-uso": handle_on_door,
    "pintura-plastica-uso": freshly_painted,
    "placa-grabada-laton-uso": plate_on_door,
    "taladro-atornillador-uso": drilling,
}
