"""Power tools: a cross-line laser, a drill driver, its battery with charger, its case."""

from studio import *

from .electrics import plastic

PETROL = (0.012, 0.15, 0.165)
ORANGE = (0.85, 0.22, 0.015)


def black_rubber():
    return plastic((0.02, 0.021, 0.023), 0.55)


def laser_level():
    """A laser level on its small tripod before a wall, on which it draws a red cross."""
    box((0, 1.25, 1), (9, 0.2, 6), mottled((0.5, 0.48, 0.44), (0.53, 0.51, 0.47), 5, 0.9, 0.06), 0)
    box((0, -1.9, -0.05), (9, 6.2, 0.1), planks((0.2, 0.11, 0.05), (0.34, 0.2, 0.1), 2.4, 0.3), 0)
    beam = material((1, 0.0, 0.0), 0.5, glow=1.7)
    box((0, 1.148, 0.72), (9, 0.004, 0.012), beam, 0)
    box((0, 1.148, 1.5), (0.012, 0.004, 3), beam, 0)
    box((0, 0.6, 0.0015), (0.01, 1.1, 0.002), beam, 0)
    tripod()
    with group((0, 0, 0.68), (0, 0, 24)):
        laser_head()
    ambient(strength=0.12)
    lamp((-2.4, -1.8, 2.4), (0, 0, 0.5), 1.4, 80, (1, 0.96, 0.9))
    lamp((2.4, -1.6, 1.4), (0, 0, 0.5), 1.4, 32, (0.9, 0.95, 1))
    product_camera((0, 0, 0.5), 1.02, turn=0, rise=6)


def tripod():
    """Three black legs with rubber feet under a short metal neck."""
    black = black_rubber()
    cylinder((0, 0, 0.43), 0.035, 0.08, metal())
    cylinder((0, 0, 0.375), 0.07, 0.07, black, bevel=0.012)
    for n in range(3):
        angle = math.radians(n * 120 - 62)
        foot = (0.34 * math.cos(angle), 0.34 * math.sin(angle), 0.025)
        tube([(0.04 * math.cos(angle), 0.04 * math.sin(angle), 0.37), foot], 0.023, black)
        sphere(foot, 0.036, material((0.03, 0.03, 0.03), 0.8))


def laser_head():
    """The housing: petrol in a rubber frame, a dark window with the lens, a switch and a lamp."""
    black, petrol = black_rubber(), plastic(PETROL, 0.35)
    box((0, 0, 0), (0.4, 0.4, 0.46), petrol, 0.06)
    for z in (-0.2, 0.2):
        box((0, 0, z), (0.425, 0.425, 0.09), black, 0.04)
    slab(rounded(0.27, 0.22, 0.03), 0.012, black, (0, -0.195, 0.015), (90, 0, 0), 0.004)
    slab(
        rounded(0.23, 0.18, 0.02),
        0.004,
        material((0.012, 0.004, 0.005), 0.06, coat=1),
        (0, -0.206, 0.015),
        (90, 0, 0),
        0.001,
    )
    ring((0, -0.212, 0.015), 0.045, 0.01, metal((0.3, 0.3, 0.31)), (90, 0, 0))
    sphere((0, -0.205, 0.015), 0.036, material((1, 0.0, 0.0), 0.1, glow=2), (1, 0.5, 1))
    box((-0.08, -0.205, -0.125), (0.1, 0.02, 0.035), plastic(ORANGE), 0.008)
    sphere((0.09, -0.2, -0.125), 0.013, material((0.1, 1, 0.2), 0.3, glow=3))
    slab(rounded(0.16, 0.05, 0.02), 0.004, black, (-0.205, 0, 0.03), (90, 0, -90), 0.001)
    slab(rounded(0.2, 0.2, 0.05), 0.01, black, (0, 0, 0.24), bevel=0.004)


def drill():
    """The drill driver, standing on its battery."""
    sweep(material((0.6, 0.52, 0.42), 0.8))
    with group((-0.12, 0, 0), (0, 0, -14)):
        drill_body()
    product_lights()
    product_camera((0.03, 0, 0.48), 0.97, turn=0, rise=6)


def drill_body():
    """Motor housing, gears, chuck and bit along X; the grip below with trigger and battery."""
    petrol, black = plastic(PETROL, 0.34), black_rubber()
    axis = {"at": (0, 0, 0.82), "turn": (0, 90, 0)}
    lathe(
        flowing(
            [(0, -0.345), (0.08, -0.342), (0.125, -0.325), (0.145, -0.28), (0.15, -0.1), (0.15, 0.1), (0.146, 0.17)]
        ),
        petrol,
        **axis,
    )
    lathe(flowing([(0.15, -0.3), (0.156, -0.295), (0.156, -0.235), (0.15, -0.23)]), black, **axis)
    lathe([(0.15, 0.15), (0.153, 0.16), (0.15, 0.19), (0.138, 0.195), (0.138, 0.205)], black, **axis)
    lathe(
        [(0.132, 0.2), (0.134, 0.215), (0.128, 0.29), (0.118, 0.3), (0.06, 0.302)],
        plastic((0.05, 0.052, 0.055), 0.4),
        **axis,
    )
    grips = [turned_about_x(n * 18, 0.131, 0.25) for n in range(20)]
    blocks([(at, (0.075, 0.016, 0.012), turn) for at, turn in grips], black, 0.003)
    chuck(axis, black)
    grip(petrol, black)
    slab(rounded(0.34, 0.09, 0.03), 0.01, black, (-0.06, -0.142, 0.84), (90, 0, 0), 0.003)
    letters("18 V", (-0.06, -0.1535, 0.84), 0.062, material((0.8, 0.8, 0.78), 0.4), depth=0.0006)
    blocks(
        [((-0.27 + n * 0.026, -0.14, 0.79), (0.012, 0.03, 0.09)) for n in range(5)],
        material((0.006, 0.006, 0.007), 0.8),
        0.004,
    )
    box((-0.02, -0.02, 0.968), (0.12, 0.07, 0.03), black, 0.01)
    box((-0.02, -0.02, 0.982), (0.06, 0.04, 0.02), plastic(ORANGE), 0.006)
    with group((-0.33, 0, 0.09)):
        battery_pack(0.62)


def turned_about_x(angle, radius, along):
    """A point around the axis of the drill and the turn that looks outwards there."""
    radians = math.radians(angle)
    return (along, radius * math.cos(radians), 0.82 + radius * math.sin(radians)), (angle, 0, 0)


def chuck(axis, black):
    """The metal chuck with its ribbed sleeve, three jaws and a drill bit."""
    steel, dark = metal((0.5, 0.5, 0.51), (0.2, 0.35)), metal((0.2, 0.2, 0.21), (0.25, 0.4))
    lathe([(0.06, 0.295), (0.1, 0.3), (0.104, 0.31), (0.104, 0.34), (0.098, 0.345)], steel, **axis)
    lathe(
        [(0.098, 0.345), (0.1, 0.35), (0.1, 0.43), (0.094, 0.445), (0.055, 0.51), (0.035, 0.514), (0, 0.514)],
        dark,
        **axis,
    )
    ribs = [turned_about_x(n * 15, 0.099, 0.39) for n in range(24)]
    blocks([(at, (0.075, 0.008, 0.012), turn) for at, turn in ribs], black, 0.002)
    for turn in (0, 120, 240):
        at, _ = turned_about_x(turn, 0.018, 0.52)
        box(at, (0.04, 0.02, 0.014), steel, 0.003, (turn, 0, 0))
    cylinder((0.58, 0, 0.82), 0.018, 0.14, steel, (0, 90, 0), sides=6)
    lathe(
        [(0.011, 0), (0.011, 0.1), (0.02, 0.11), (0.001, 0.15)],
        metal((0.75, 0.6, 0.3)),
        at=(0.64, 0, 0.82),
        turn=(0, 90, 0),
    )


def grip(petrol, black):
    """The rubber grip that widens to the foot, with the trigger and a small lamp in front of it."""
    outline = flowing(
        [
            (-0.17, 0.78),
            (-0.18, 0.62),
            (-0.215, 0.46),
            (-0.27, 0.3),
            (-0.33, 0.24),
            (-0.335, 0.19),
            (0.05, 0.19),
            (0.06, 0.24),
            (-0.01, 0.29),
            (-0.045, 0.4),
            (-0.02, 0.52),
            (0.03, 0.6),
            (0.05, 0.7),
            (0.09, 0.78),
        ],
        6,
    )
    slab(outline, 0.17, black, (0, 0.085, 0), (90, 0, 0), 0.05)
    slab(
        flowing(
            [
                (-0.19, 0.7),
                (-0.205, 0.6),
                (-0.25, 0.42),
                (-0.29, 0.31),
                (-0.22, 0.3),
                (-0.17, 0.44),
                (-0.12, 0.6),
                (-0.1, 0.7),
            ],
            6,
        ),
        0.19,
        petrol,
        (0, 0.095, 0),
        (90, 0, 0),
        0.016,
    )
    trigger = flowing(
        [(0, 0.68), (0.06, 0.685), (0.075, 0.64), (0.05, 0.58), (0.06, 0.53), (0.05, 0.51), (-0.02, 0.52)], 6
    )
    slab(trigger, 0.1, plastic(ORANGE, 0.3), (0.005, 0.05, 0), (90, 0, 0), 0.016)
    box((-0.13, 0, 0.215), (0.42, 0.24, 0.07), petrol, 0.028)
    box((0.083, 0, 0.225), (0.012, 0.08, 0.03), material((0.9, 0.92, 0.95), 0.1, glow=1), 0.004)
    for x, z in ((-0.14, 0.5), (-0.15, 0.215)):
        cylinder((x, -0.097 if z > 0.3 else -0.12, z), 0.014, 0.006, metal((0.3, 0.3, 0.3)), (90, 0, 0))


def battery_pack(length):
    """The battery in the foot of the drill, about `length` long along X."""
    black, dark = black_rubber(), plastic((0.055, 0.058, 0.06), 0.45)
    middle = length * 0.32
    box((middle, 0, 0), (length * 0.72, 0.29, 0.18), black, 0.035)
    box((middle, 0, 0.02), (length * 0.735, 0.3, 0.03), dark, 0.012)
    slab(rounded(0.2, 0.07, 0.02), 0.006, plastic(ORANGE), (middle, -0.142, -0.03), (90, 0, 0), 0.002)
    for n in range(4):
        cylinder(
            (middle + length * 0.36, -0.06 + n * 0.04, -0.03),
            0.011,
            0.006,
            material((0.1, 0.9, 0.2), 0.3, glow=1.5),
            (0, 90, 0),
            0.002,
        )


def battery_and_charger():
    """A battery of 18 volts beside its charger, whose cable lies on the table."""
    sweep(material((0.55, 0.58, 0.56), 0.8))
    with group((-0.36, -0.05, 0), (0, 0, 24)):
        big_battery()
    with group((0.42, 0.1, 0), (0, 0, -20)):
        charger()
    product_lights(0.85)
    product_camera((0.09, 0, 0.23), 0.96, turn=0, rise=21)


def big_battery():
    """The battery: cells below, rails with brass contacts above, a charge gauge and its rating in front."""
    black, grey = black_rubber(), plastic((0.06, 0.064, 0.066), 0.45)
    box((0, 0, 0.17), (0.66, 0.5, 0.32), black, 0.05)
    box((0, 0, 0.33), (0.6, 0.44, 0.08), grey, 0.025)
    for x in (-0.21, 0.21):
        box((x, 0.03, 0.41), (0.045, 0.36, 0.1), grey, 0.008)
        box((x * 1.1, 0.03, 0.45), (0.06, 0.36, 0.025), grey, 0.006)
    box((0, 0.06, 0.4), (0.32, 0.26, 0.08), grey, 0.012)
    blocks([((x, -0.02, 0.425), (0.014, 0.16, 0.06)) for x in (-0.12, -0.06, 0.06, 0.12)], metal(BRASS), 0.001)
    slab(rounded(0.4, 0.17, 0.03), 0.01, plastic(ORANGE), (0, -0.245, 0.2), (90, 0, 0), 0.004)
    letters("18 V", (-0.06, -0.2562, 0.2), 0.11, material((0.9, 0.9, 0.88), 0.4), depth=0.0008)
    letters("2 Ah", (0.125, -0.2562, 0.188), 0.055, material((0.9, 0.9, 0.88), 0.4), depth=0.0008)
    for n in range(4):
        box(
            (-0.09 + n * 0.06, -0.25, 0.075),
            (0.04, 0.008, 0.018),
            material((0.1, 0.9, 0.2) if n < 3 else (0.04, 0.06, 0.04), 0.3, glow=1.6),
            0.004,
        )
    box((0.34, 0, 0.2), (0.03, 0.2, 0.12), grey, 0.012)


def charger():
    """A low charger with the rails for the battery on top, two lamps and a cable."""
    grey, black = plastic((0.07, 0.075, 0.078), 0.45), black_rubber()
    box((0, 0, 0.1), (0.6, 0.52, 0.18), black, 0.045)
    box((0, 0.02, 0.2), (0.5, 0.42, 0.06), grey, 0.02)
    for x in (-0.2, 0.2):
        box((x, 0.04, 0.25), (0.05, 0.34, 0.06), black, 0.01)
    box((0, 0.12, 0.245), (0.3, 0.14, 0.06), grey, 0.01)
    blocks([((x, 0.03, 0.245), (0.014, 0.07, 0.03)) for x in (-0.09, -0.03, 0.03, 0.09)], metal(BRASS), 0.001)
    slab(rounded(0.26, 0.07, 0.02), 0.006, plastic(PETROL), (-0.1, -0.258, 0.1), (90, 0, 0), 0.002)
    for x, colour, glow in ((0.12, (0.1, 0.9, 0.2), 3), (0.18, (0.7, 0.05, 0.03), 0.1)):
        cylinder((x, -0.26, 0.1), 0.017, 0.01, material(colour, 0.3, glow=glow), (90, 0, 0), 0.003)
    path = [
        (0.28, 0.1, 0.06),
        (0.4, 0.12, 0.03),
        (0.5, 0, 0.02),
        (0.47, -0.25, 0.02),
        (0.3, -0.4, 0.02),
        (0.05, -0.42, 0.02),
        (-0.1, -0.5, 0.02),
    ]
    tube(path, 0.019, black)
    with group((-0.16, -0.53, 0.05), (0, 0, 30)):
        box((0.02, 0, 0), (0.13, 0.13, 0.06), black, 0.028)
        box((-0.06, 0, 0), (0.05, 0.16, 0.07), black, 0.02)
        for y in (-0.045, 0.045):
            cylinder((-0.11, y, 0), 0.014, 0.09, black, (0, 90, 0), 0.004)
            cylinder((-0.18, y, 0), 0.013, 0.07, metal(), (0, 90, 0), 0.006)


def carrying_case():
    """The closed case of the drill, upright, its handle and two latches in front."""
    sweep(material((0.68, 0.6, 0.5), 0.8))
    case()
    product_lights()
    product_camera((0, 0, 0.5), 1.08, turn=24, rise=14)


def case():
    """Two shells of petrol plastic that meet in a seam, with ribs, latches, corner pads and a label."""
    petrol, black = plastic(PETROL, 0.42), black_rubber()
    for y in (0.2, -0.006):
        slab(rounded(1.3, 0.84, 0.09), 0.194, petrol, (0, y, 0.45), (90, 0, 0), 0.035)
    slab(rounded(1.27, 0.81, 0.08), 0.3, black, (0, 0.15, 0.45), (90, 0, 0), 0.01)
    slab(rounded(1.08, 0.3, 0.05), 0.02, petrol, (0, -0.192, 0.64), (90, 0, 0), 0.012)
    slab(rounded(1.08, 0.26, 0.05), 0.02, petrol, (0, -0.192, 0.24), (90, 0, 0), 0.012)
    slab(rounded(0.4, 0.13, 0.02), 0.006, plastic(ORANGE), (-0.28, -0.211, 0.64), (90, 0, 0), 0.002)
    letters("18 V", (-0.28, -0.2178, 0.64), 0.085, material((0.9, 0.9, 0.88), 0.4), depth=0.0008)
    blocks([((0.1 + n * 0.055, -0.214, 0.24), (0.022, 0.014, 0.18)) for n in range(8)], petrol, 0.005)
    for x in (-0.38, 0.38):
        box((x, -0.01, 0.875), (0.17, 0.24, 0.03), black, 0.01)
        box((x, -0.208, 0.82), (0.17, 0.035, 0.14), black, 0.012)
        box((x, -0.222, 0.79), (0.12, 0.02, 0.03), metal(), 0.006)
        box((x * 1.25, 0, 0.015), (0.2, 0.36, 0.03), black, 0.01)
    for x in (-0.17, 0.17):
        box((x, 0, 0.885), (0.08, 0.12, 0.05), black, 0.012)
    tube(
        [(-0.17, 0, 0.89), (-0.17, 0, 0.97), (-0.12, 0, 1.01), (0.12, 0, 1.01), (0.17, 0, 0.97), (0.17, 0, 0.89)],
        0.032,
        black,
    )
    cylinder((0, 0, 1.011), 0.042, 0.2, plastic((0.05, 0.052, 0.055), 0.6), (0, 90, 0), 0.014)


SCENES = {
    "nivel-laser": laser_level,
    "taladro-atornillador": drill,
    "taladro-bateria": battery_and_charger,
    "taladro-maletin": carrying_case,
}
