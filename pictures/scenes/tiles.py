"""The four services as they stand on the landing page: small pictures, so each has one strong thing."""

from mathutils import noise

from studio import *
from hands import PRESS, gloved_hand, glove_stuff, held
from trade_props import *


# ---- emergencies -----------------------------------------------------------------------------------------------


def lantern(at):
    """A wall lantern with a warm, frosted light."""
    iron = material(IRON, 0.4)
    glow = material((1, 0.62, 0.28), glow=9)
    x, y, z = at
    cylinder((x, y, z), 0.034, 0.12, glow, bevel=0.006)
    cylinder((x, y, z + 0.085), 0.07, 0.05, iron, top=0.018)
    cylinder((x, y, z - 0.07), 0.05, 0.02, iron)
    sphere((x, y, z + 0.12), 0.012, iron)
    for n in range(6):
        angle = n * math.tau / 6
        cylinder((x + 0.046 * math.cos(angle), y + 0.046 * math.sin(angle), z), 0.003, 0.14, iron)
    tube([(x, y, z + 0.12), (x, y + 0.04, z + 0.16), (x, 0, z + 0.12)], 0.006, iron)
    box((x, -0.006, z + 0.08), (0.05, 0.012, 0.14), iron, 0.004)
    bulb((x, y - 0.06, z), 2.2, (1, 0.66, 0.34), 0.04)


def night_street():
    """Behind the corner of the house: dark blue dusk and the lights of a street, far off."""
    ambient((0.05, 0.11, 0.26), 0.8)
    warm, cool = material((1, 0.6, 0.25), glow=26), material((0.5, 0.75, 1), glow=12)
    for n in range(22):
        far = random.uniform(5, 11)
        side = -0.37 + (far + 0.36) * random.uniform(0.28, 0.41)
        sphere((-far, side, random.uniform(0.7, 2.4)), 0.06, random.choice([warm, warm, cool]))
    box((-6, 0, -0.3), (10, 12, 0.05), material((0.02, 0.025, 0.035), 0.3), 0)


def emergencies():
    """A petrol door at night, its lock shining, the key in it; a lantern over the wall beside it."""
    paint = worn(material(PETROL, 0.35, coat=0.3), 60, 0.03, (0.28, 0.42))
    steel, brass = metal((0.80, 0.78, 0.75), (0.1, 0.2)), metal(BRASS, (0.14, 0.26))
    box((0.38, 0.03, 1.05), (0.88, 0.06, 2.1), paint, 0.004)
    blocks([((0.42, -0.006, 1.05 + z), (0.56, 0.016, 0.02)) for z in (-0.3, 0.34)], paint, 0.005)
    blocks([((0.42 + x, -0.006, 1.07), (0.02, 0.016, 0.66)) for x in (-0.28, 0.28)], paint, 0.005)
    box((-0.108, 0.01, 1.05), (0.085, 0.14, 2.4), oak("z"), 0.006)
    box((-0.32, 0.09, 1.05), (0.35, 0.2, 2.6), mottled((0.50, 0.42, 0.33), (0.62, 0.54, 0.44), 12, 0.9, 0.35), 0.02)
    box((0, -0.003, 1.09), (0.068, 0.008, 0.27), steel, 0.003)
    lever((0, -0.006, 1.165), steel)
    with group((0, -0.006, 1.045), scale=1.35):
        lock_cylinder((0, 0, 0), steel, brass, 0.023)
        key(brass, (0, -0.018, 0), (0, 90, 0))
        with group((0, -0.041, -0.016), (0, 0, 38)):
            bunch((0, 0, 0), [brass, steel, brass], material((0.42, 0.11, 0.05), 0.5))
    lantern((-0.37, -0.085, 1.165))
    night_street()
    lamp((0.05, -0.55, 1.75), (0, 0, 1.05), 0.35, 6, (1, 0.72, 0.42))
    lamp((-0.5, -0.8, 1.2), (0, 0, 1.05), 0.3, 3.2, (1, 0.78, 0.52), tall=0.9)
    lamp((0.75, -0.55, 1.25), (0, 0, 1.05), 0.5, 5, (1, 0.80, 0.56))
    camera((0.36, -0.37, 1.045), (-0.07, -0.02, 1.045), 43, sharp_at=(0, -0.05, 1.04), aperture=4)


# ---- the shop --------------------------------------------------------------------------------------------------


def lit_bulb(at):
    glow = material((1, 0.70, 0.34), glow=2.2)
    globe = [(0.036 * math.cos(a), 0.103 + 0.036 * math.sin(a)) for a in [(n - 4) * 0.13 for n in range(17)]]
    with group(at, scale=1.3):
        cylinder((0, 0, 0.012), 0.022, 0.024, material(IRON, 0.4))
        cylinder((0, 0, 0.032), 0.0135, 0.02, metal(BRASS))
        lathe([(0.013, 0.04), (0.0165, 0.055), (0.024, 0.069), (0.031, 0.081), *globe], glow)


def tape_roll(at, colour, radius=0.055, width=0.045):
    with group(at):
        lathe([(radius * 0.7, 0), (radius, 0), (radius, width), (radius * 0.7, width), (radius * 0.7, 0)], colour)
        cylinder((0, 0, width / 2), radius * 0.69, width * 0.96, material((0.45, 0.31, 0.18), 0.8), bevel=0.001)
        cylinder((0, 0, width / 2 + 0.001), radius * 0.62, width, material((0.03, 0.02, 0.015), 0.9), bevel=0)


def cable_coil(at, surface, radius=0.085):
    for n in range(9):
        wobble = random.uniform(-0.003, 0.003)
        ring((at[0] + wobble, at[1], at[2] + 0.006 + 0.010 * n), radius + wobble, 0.0055, surface)


def upper_shelf(z):
    """Bulbs, padlocks, rolls of tape and cable."""
    box((-0.42, 0, z + 0.03), (0.44, 0.14, 0.06), oak(), 0.004)
    for n in range(4):
        lit_bulb((-0.585 + 0.11 * n, 0, z + 0.06))
    box((0.01, 0.02, z + 0.045), (0.28, 0.14, 0.09), material(PAPER, 0.7), 0.004)
    for x, size in ((-0.075, 0.086), (0.02, 0.072), (0.097, 0.056)):
        brass_padlock((x, -0.0, z + 0.09), (0, 0, random.uniform(-12, 6)), size)
    colours = [(0.75, 0.62, 0.30), TERRACOTTA, (0.86, 0.84, 0.80), (0.05, 0.22, 0.26)]
    for n, colour in enumerate(colours):
        tape_roll((0.27 + 0.002 * n, -0.02, z + 0.047 * n), material(colour, 0.4))
    cable_coil((0.48, 0, z), material((0.70, 0.22, 0.06), 0.4))
    cable_coil((0.48, 0, z + 0.095), material((0.80, 0.78, 0.74), 0.4), 0.07)


def lower_shelf(z):
    """Paint in three sizes, the drill and its case."""
    white, petrol, clay = (material(c, 0.5) for c in (PAPER, (0.03, 0.17, 0.20), TERRACOTTA))
    tin((-0.52, 0.0, z), 0.105, 0.235, white)
    tin((-0.275, 0.0, z), 0.105, 0.235, clay)
    tin((-0.085, -0.03, z), 0.062, 0.13, petrol, handle=False)
    tin((-0.085, -0.03, z + 0.13), 0.062, 0.13, white, handle=False)
    case = material((0.035, 0.037, 0.04), 0.45)
    box((0.36, 0.05, z + 0.15), (0.46, 0.12, 0.30), case, 0.02)
    blocks([((0.36 + x, -0.012, z + 0.27), (0.05, 0.012, 0.05)) for x in (-0.15, 0.15)], clay, 0.006)
    tube(
        [(0.27, 0.05, z + 0.29), (0.27, 0.05, z + 0.335), (0.45, 0.05, z + 0.335), (0.45, 0.05, z + 0.29)],
        0.011,
        case,
        straight=True,
    )
    cordless_drill((0.29, -0.09, z), (0, 0, -14), material((0.62, 0.20, 0.05), 0.4))


def shop():
    """Two lit oak shelves before a petrol wall."""
    box((0, 0.19, 1.3), (4, 0.06, 3), worn(material((0.022, 0.125, 0.148), 0.6), 25, 0.08, (0.5, 0.7)), 0)
    for z in (0.865, 1.335, 1.735):
        box((0, 0.02, z), (1.9, 0.32, 0.032), oak(), 0.004)
        box((0, -0.02, z - 0.02), (1.7, 0.012, 0.006), material((1, 0.85, 0.62), glow=6), 0)
        lamp((0, -0.04, z - 0.025), (0, 0.03, z - 1), 1.6, 5, (1, 0.84, 0.62), tall=0.05)
    blocks([((side * 0.80, 0.02, 1.3), (0.032, 0.32, 2.4)) for side in (-1, 1)], oak("z"), 0.004)
    upper_shelf(1.351)
    lower_shelf(0.881)
    ambient((1, 0.97, 0.93), 0.3)
    lamp((-1.4, -2.2, 2.4), (0, 0, 1.3), 1.6, 60, (1, 0.97, 0.93))
    lamp((1.8, -1.8, 1.5), (0, 0, 1.2), 1.0, 16, (0.95, 0.97, 1))
    camera((0, -2.1, 1.30), (0, 0, 1.30), 52, sharp_at=(0, -0.06, 1.3), aperture=8)


# ---- building --------------------------------------------------------------------------------------------------

BRICK = (0.24, 0.115, 0.065)
JOINT = 0.012
COURSE = BRICK[2] + JOINT


def brickwork(courses, left, end_of):
    """A wall along X from `left`; `end_of(course)` tells where each course ends so far. Returns the height."""
    clays = [mottled(c, tuple(0.72 * v for v in c), 30, 0.85, 0.25)
             for c in ((0.36, 0.085, 0.035), (0.29, 0.065, 0.03), (0.42, 0.115, 0.045), (0.25, 0.06, 0.035))]  # fmt: skip
    laid = [[] for _ in clays]
    step = BRICK[0] + JOINT
    mortar = []
    for n in range(courses):
        x, end, z = left + (step / 2 if n % 2 else 0), end_of(n), (n + 0.5) * COURSE
        while x + BRICK[0] <= end + 0.001:
            tilt = (random.uniform(-0.5, 0.5), random.uniform(-0.3, 0.3), random.uniform(-0.5, 0.5))
            middle = (x + BRICK[0] / 2, BRICK[1] / 2 + random.uniform(-0.002, 0.002), z)
            random.choice(laid).append((middle, BRICK, tilt))
            x += step
        size = (x - left - JOINT, BRICK[1] - 0.014, COURSE)
        mortar.append(((left + size[0] / 2, BRICK[1] / 2, z - JOINT / 2), size))
    for pieces, clay in zip(laid, clays):
        blocks(pieces, clay, 0.004)
    blocks(mortar, fresh_mortar(), 0.003)
    return courses * COURSE


def fresh_mortar():
    return mottled((0.25, 0.235, 0.21), (0.36, 0.34, 0.31), 60, 0.75, 0.5)


def mortar_bed(start, end, z, surface, thick=0.022):
    """Fresh mortar on a course, spread with the trowel, heaped up towards its end."""
    length, steps = end - start, 160
    bpy.ops.mesh.primitive_grid_add(
        x_subdivisions=steps, y_subdivisions=60, size=1, location=(start + length / 2, 0.057, z)
    )
    shape = bpy.context.object
    for point in shape.data.vertices:
        x, y = point.co.x * length, point.co.y * 0.108
        fall = max(0, 1 - (2 * point.co.y) ** 4) * max(0, 1 - (2 * point.co.x) ** 8)
        rough = noise.noise((x * 22, y * 30, 3)) + 0.5 * noise.noise((x * 70, y * 70, 5))
        heap = 1 + 1.9 * math.exp(-(((x - length * 0.24) / 0.09) ** 2))
        point.co = (x, y + 0.006 * rough, fall * thick * heap * (1 + 0.32 * rough) - 0.002)
    shape.data.materials.append(surface)
    bpy.ops.object.shade_smooth()


def scaffold(y):
    """Galvanised tubes, boards and guard rails behind the wall."""
    steel = metal((0.62, 0.64, 0.66), (0.3, 0.5))
    for x in (-3.6, -1.9, -0.2, 1.5):
        for back in (0, 0.8):
            cylinder((x, y + back, 2.2), 0.026, 5, steel)
        for z in (0.95, 2.55):
            cylinder((x, y + 0.4, z), 0.024, 0.9, steel, (90, 0, 0))
    for z in (0.95, 1.55, 1.95, 2.55):
        cylinder((-1, y - 0.03, z), 0.024, 7, steel, (0, 90, 0))
    tube([(-1.9, y - 0.05, 0.95), (-0.2, y - 0.05, 2.55)], 0.022, steel)
    tube([(-3.6, y - 0.05, 2.55), (-1.9, y - 0.05, 0.95)], 0.022, steel)
    boards = [((-1, y + 0.14 + 0.24 * n, z), (7, 0.225, 0.045)) for n in range(3) for z in (1.0, 2.6)]
    blocks(boards, wood((0.42, 0.28, 0.15), (0.66, 0.48, 0.28), 2), 0.006)


def pressing_hand(point):
    """A gloved hand that presses the brick into its bed."""
    wrist, finger = (-24, 0), Vector((-0.95, -0.30, 0.05))
    at, turn = held(point, finger.cross(Vector((0, 0.1, -1))), finger, wrist, (0.0, 0.10, 0.028))
    gloved_hand(
        at, turn, PRESS, (10, -10, 0, 0), glove_stuff((0.46, 0.44, 0.40), (0.03, 0.03, 0.032)), wrist=wrist, sleeve=0.9
    )


def construction():
    """A brick wall grows under a blue sky: mortar, trowel, level and the mason's line."""
    height = brickwork(18, -3.2, lambda n: 2.2 if n < 15 else -0.12 - 0.375 * (n - 15))
    top = 15 * COURSE
    mortar = fresh_mortar()
    mortar_bed(-0.10, 0.56, top, mortar)
    clay = mottled((0.40, 0.10, 0.04), (0.29, 0.07, 0.03), 30, 0.85, 0.25)
    box((0.02, 0.057, top + 0.016 + BRICK[2] / 2), BRICK, clay, 0.004, (0, 0.6, 1.2))
    pressing_hand((0.05, 0.055, top + 0.016 + BRICK[2]))
    trowel((0.52, 0.02, top + 0.075), (14, 12, 200))
    spirit_level((-0.52, 0.03, top + COURSE), (0, 0, 0), material((0.80, 0.52, 0.04), 0.35), 0.5)
    tube([(-3.2, -0.006, top + COURSE), (2.2, -0.006, top + COURSE)], 0.0016, material((0.9, 0.9, 0.3), 0.6))
    scaffold(2.2)
    box((0, 13, -0.1), (60, 30, 0.2), mottled((0.22, 0.17, 0.11), (0.30, 0.25, 0.17), 3, 0.95), 0)
    for n in range(4):
        sphere(
            (-60 + 32 * n, 70 + 9 * (n % 2), -3),
            20,
            mottled((0.10, 0.17, 0.09), (0.20, 0.25, 0.16), 0.5, 1, 1),
            (1.6, 0.5, 0.34 + 0.07 * (n % 3)),
        )
    blue_day(0.75)
    ramp = next(node for node in bpy.context.scene.world.node_tree.nodes if node.type == "VALTORGB")
    start, end = ramp.color_ramp.elements
    start.color, end.color = (0.62, 0.66, 0.70, 1), (0.30, 0.42, 0.60, 1)
    look("AgX - Medium High Contrast", 0.1)
    sun((56, 0, -42), 2.9, 1.5, (1, 0.86, 0.68))
    camera((0.80, -0.94, height + 0.04), (0.05, 0.1, height + 0.04), 32, sharp_at=(0.2, 0, top), aperture=7)
    bpy.context.scene.camera.data.shift_y = -0.08


# ---- renovation ------------------------------------------------------------------------------------------------


def painted_part(right, height, surface):
    """Fresh paint on the back wall from the corner to about `right`, its edge as the roller left it."""
    edge, z = [], 0.1
    while z < height:
        reach, above = right + random.uniform(-0.035, 0.035), min(z + random.uniform(0.08, 0.3), height)
        edge += [(reach, z), (reach + random.uniform(-0.012, 0.012), above - 0.02)]
        z = above
    slab([(-1.6, height), (-1.6, 0.1), *edge, (right, height)], 0.002, surface, (0, 1.499, 0), (90, 0, 0), bevel=0)


def stepladder(at, turn):
    """A wooden ladder of five treads, opened."""
    timber, steel = oak("z"), metal()
    with group(at, (0, 0, turn)):
        for side in (-1, 1):
            box((side * 0.23, -0.21, 0.71), (0.03, 0.07, 1.46), timber, 0.005, (-15, 0, 0))
            box((side * 0.21, 0.22, 0.70), (0.03, 0.045, 1.44), timber, 0.005, (15, 0, 0))
            tube([(side * 0.23, -0.25, 0.55), (side * 0.22, 0.25, 0.55)], 0.004, steel)
        for n in range(5):
            z = 0.28 + 0.26 * n
            box((0, -0.40 + z * 0.268, z), (0.44, 0.12 if n < 4 else 0.24, 0.025), oak(), 0.005)
        for z in (0.3, 0.9):
            box((0, 0.405 - z * 0.268, z), (0.40, 0.02, 0.04), oak(), 0.004)


def paint_roller(at, wet):
    """Leans on the wall with its long pole; `at` is the middle of the roller."""
    steel = metal()
    x, y, z = at
    cylinder(at, 0.045, 0.27, wet, (0, 90, 0), bevel=0.008)
    frame = [(x + 0.13, y, z), (x + 0.165, y, z), (x + 0.165, y - 0.03, z - 0.09), (x, y - 0.06, z - 0.12)]
    tube([*frame, (x, y - 0.09, z - 0.2)], 0.005, steel, straight=True)
    tube([(x, y - 0.085, z - 0.18), (x, y - 0.13, z - 0.32)], 0.017, material((0.70, 0.20, 0.05), 0.4))
    tube([(x, y - 0.12, z - 0.3), (x + 0.03, y - 0.52, 0.02)], 0.0125, oak("z"))


def paint_tray(at, turn, wet):
    with group(at, (0, 0, turn)):
        black = material((0.04, 0.04, 0.045), 0.4)
        box((0, 0, 0.01), (0.30, 0.40, 0.02), black, 0.006)
        blocks([((s * 0.15, 0, 0.04), (0.012, 0.40, 0.08)) for s in (-1, 1)], black, 0.004)
        blocks([((0, s * 0.2, 0.04), (0.31, 0.012, 0.08)) for s in (-1, 1)], black, 0.004)
        box((0, -0.05, 0.035), (0.286, 0.28, 0.02), wet, 0.003)


def renovation():
    """The corner of a room while its wall turns petrol: oak floor, ladder, roller."""
    white = mottled((0.80, 0.78, 0.74), (0.83, 0.81, 0.77), 5, 0.85, 0.05)
    paint = worn(material((0.02, 0.135, 0.16), 0.55), 45, 0.12, (0.4, 0.6))
    wet = material((0.016, 0.12, 0.145), 0.12)
    trim = material((0.86, 0.85, 0.82), 0.4)
    box((0, -0.5, -0.05), (3.4, 4.2, 0.1), planks(*OAK, width=0.18), 0)
    box((0, 1.55, 1.35), (3.4, 0.1, 2.7), white, 0)
    box((-1.65, -0.5, 1.35), (0.1, 4.2, 2.7), paint, 0)
    box((0, -0.5, 2.75), (3.4, 4.2, 0.1), white, 0)
    box((0, -2.6, 1.35), (3.4, 0.1, 2.7), white, 0)
    window = [
        ((1.65, -1.6, 1.35), (0.1, 2.0, 2.7)),
        ((1.65, 1.2, 1.35), (0.1, 0.8, 2.7)),
        ((1.65, 0.1, 2.55), (0.1, 1.4, 0.4)),
    ]
    blocks([*window, ((1.65, 0.1, 0.2), (0.1, 1.4, 0.4))], white, 0)
    blocks([((1.65, 0.1, 1.4), (0.05, 0.05, 2)), ((1.65, 0.1, 1.5), (0.05, 1.4, 0.04))], trim, 0.004)
    painted_part(0.18, 2.7, paint)
    box((0, 1.49, 0.05), (3.4, 0.02, 0.1), trim, 0.004)
    box((-1.59, -0.5, 0.05), (0.02, 4.2, 0.1), trim, 0.004)
    stepladder((0.82, 0.80, 0), 28)
    paint_roller((0.20, 1.455, 1.62), wet)
    cloth = mottled((0.72, 0.69, 0.62), (0.80, 0.77, 0.70), 18, 0.95, 0.5)
    slab([(-0.75, 0.3), (0.35, 0.22), (0.42, 1.15), (-0.72, 1.22)], 0.008, cloth, (0, 0, 0.001))
    paint_tray((-0.45, 0.62, 0.009), 18, wet)
    tin((-0.02, 0.86, 0.009), 0.10, 0.22, material(PAPER, 0.5), lid=wet)
    tin((0.77, 0.80, 1.335), 0.06, 0.12, material((0.03, 0.17, 0.20), 0.5), handle=False)
    sky(30, 60, 0.12)
    sun((58, 0, 62), 3.2, 1.5)
    lamp((1.55, 0.1, 1.5), (-1, 0.3, 1.0), 1.3, 50, (1, 0.98, 0.95), tall=1.8)
    lamp((0.3, -2.4, 2.2), (0, 1, 1), 2.0, 45, (1, 0.96, 0.92))
    camera((0.02, -2.2, 1.08), (-0.02, 1.5, 1.08), 33)


SCENES = {
    "service-urgencias": emergencies,
    "service-tienda": shop,
    "service-construccion": construction,
    "service-reformas": renovation,
}
