"""Works of the trades inside a house: a lock, an electric panel, an air conditioner, a bookcase."""

from mathutils import noise

from hands import POINT, TUCKED, fingertip, gloved_hand, glove_stuff, held
from props import (
    books,
    curtain,
    daylight,
    fig,
    linen,
    pillow,
    sash,
    sheet,
    snake_plant,
    wall_across,
    wall_along,
)
from studio import *
from trade_props import *


# ---- a security lock -------------------------------------------------------------------------------------------


def raised_panel(low, high, surface):
    """A field of a door with its moulding, on the face at Y 0."""
    (x1, z1), (x2, z2) = low, high
    x, z, w, h = (x1 + x2) / 2, (z1 + z2) / 2, x2 - x1, z2 - z1
    blocks([((x, -0.004, z + s * h / 2), (w + 0.03, 0.022, 0.03)) for s in (-1, 1)], surface, 0.008)
    blocks([((x + s * w / 2, -0.004, z), (0.03, 0.022, h + 0.03)) for s in (-1, 1)], surface, 0.008)
    box((x, 0.0, z), (w - 0.11, 0.024, h - 0.11), surface, 0.011)


def armoured_leaf():
    """An oak leaf seven centimetres thick, hinged at the origin; its edge shows the bolts."""
    timber, brass, steel = (
        wood((0.27, 0.135, 0.06), (0.46, 0.26, 0.125), 2.2, 0.38, "z"),
        metal(BRASS, (0.14, 0.26)),
        metal(),
    )
    box((-0.45, 0.035, 1.05), (0.90, 0.07, 2.1), timber, 0.004)
    for low, high in (((-0.74, 0.16), (-0.14, 0.86)), ((-0.74, 1.24), (-0.14, 1.96))):
        raised_panel(low, high, timber)
    box((-0.901, 0.035, 1.05), (0.004, 0.034, 1.7), steel, 0.0015)
    for z in (0.985, 1.02, 1.055, 1.60, 0.50):
        cylinder((-0.918, 0.035, z), 0.0095, 0.036, steel, (0, 90, 0), bevel=0.002)
    box((-0.91, 0.035, 1.155), (0.02, 0.018, 0.03), brass, 0.004)
    box((-0.835, -0.004, 1.075), (0.062, 0.010, 0.30), brass, 0.004)
    for z in (0.94, 1.21):
        cylinder((-0.835, -0.01, z), 0.006, 0.004, brass, (90, 0, 0), bevel=0.001)
    lever((-0.835, -0.008, 1.15), brass, 0.13)
    with group((-0.835, -0.008, 1.02), scale=1.35):
        lock_cylinder((0, 0, 0), brass, steel, 0.021)
        key(metal((0.76, 0.74, 0.70)), (0, -0.018, 0), (0, 90, 0))
        with group((0, -0.041, -0.016), (0, 0, -35)):
            bunch(
                (0, 0, 0),
                [brass, steel, brass, steel],
                worn(material((0.20, 0.085, 0.035), 0.55), 200, 0.2, (0.45, 0.65)),
            )


def security_lock():
    """An oak front door stands ajar in the sun; its bolts are out, the keys hang in the lock."""
    white, stone = (
        mottled((0.80, 0.77, 0.71), (0.84, 0.81, 0.75), 6, 0.85, 0.05),
        mottled((0.55, 0.47, 0.37), (0.66, 0.58, 0.47), 9, 0.9, 0.3),
    )
    with group((0.92, 0, 0), (0, 0, 27)):
        armoured_leaf()
    wall_across(0.03, -2.5, 2.5, 2.8, white, [(-0.02, 0.95, 0, 2.12)], 0.32)
    trim = material((0.80, 0.77, 0.71), 0.45)
    box((-0.055, 0.02, 1.06), (0.09, 0.05, 2.14), trim, 0.008)
    box((-0.012, 0.06, 1.06), (0.03, 0.06, 2.12), trim, 0.006)
    for z in (0.5, 1.02, 1.6):
        box((0.004, 0.06, z), (0.003, 0.028, 0.12), metal(BRASS), 0.001)
    box((0, -1.5, -0.02), (5, 3.2, 0.04), planks(*OAK), 0)
    box((0, -1.5, 2.75), (5, 3.4, 0.1), white, 0)
    box((0, -3.0, 1.3), (5, 0.1, 2.9), white, 0)
    for side in (-1, 1):
        box((side * 2.45, -1.5, 1.3), (0.1, 3.2, 2.9), white, 0)
    box((0, 9, -0.12), (20, 18, 0.1), stone, 0)
    bush((2.3, 5.4, 0.5), (3.4, 1.4, 1.9), (0.10, 0.24, 0.05), 6000, 0.08)
    bush((3.6, 8.0, 1.9), (3.6, 1.8, 2.6), (0.06, 0.16, 0.04), 5000, 0.10)
    bush((1.15, 3.7, 0.35), (1.1, 0.8, 0.8), (0.12, 0.19, 0.09), 1600, 0.05)
    foliage((1.15, 3.65, 0.55), (1.1, 0.8, 0.75), material((0.60, 0.60, 0.64), 0.7), 1300, 0.045)
    box((-2, 9.5, 0.9), (14, 0.3, 2.2), stone, 0)
    blue_day(0.6)
    look("AgX - Medium High Contrast", 0.4)
    sun((50, 0, 72), 3.8, 1.0)
    daylight((-1.9, -1.8, 1.9), (0.2, -0.4, 1.1), 1.2, 26, (1, 0.97, 0.93))
    daylight((1.6, -2.6, 1.3), (0.3, -0.3, 1.1), 1.0, 12, (1, 0.93, 0.85))
    camera((-0.36, -1.42, 1.10), (0.17, -0.30, 1.10), 48, sharp_at=(0.16, -0.44, 1.06), aperture=4)


# ---- an electric panel -----------------------------------------------------------------------------------------

MODULE = 0.0178


def breaker_row(left, z, widths, plastic, dark, accent):
    """Breakers side by side on their rail, each `width` modules wide, the lever up."""
    box((left + 6 * MODULE, 0.012, z), (12.6 * MODULE, 0.006, 0.035), metal(), 0.001)
    bodies, noses, levers, marks = [], [], [], []
    x = left
    for width in widths:
        w = width * MODULE
        middle = x + w / 2
        bodies.append(((middle, -0.012, z), (w - 0.0008, 0.044, 0.085)))
        noses.append(((middle, -0.038, z), (w - 0.0012, 0.014, 0.045)))
        levers.append(((middle, -0.048, z + 0.008), (max(0.010, w * 0.42), 0.014, 0.016), (-24, 0, 0)))
        marks.append(((middle, -0.0345, z + 0.034), (w * 0.6, 0.001, 0.006)))
        x += w
    blocks(bodies + noses, plastic, 0.0016)
    blocks(levers, dark, 0.002)
    blocks(marks, accent, 0)


def panel_wires(left, right, rows, trunk):
    """Every breaker's wire bends down out of its foot and runs sideways to the trunk, in order."""
    inks = [(0.22, 0.09, 0.04), (0.03, 0.10, 0.42), (0.025, 0.025, 0.03), (0.30, 0.36, 0.04)]
    colours = [material(ink, 0.35) for ink in inks]
    for z in rows:
        for n in range(11):
            x = left + (n + 0.5) * (right - left) / 11
            drop = z - 0.058 - 0.0034 * (n % 6)
            bend = [
                (x, -0.008, z - 0.036),
                (x, -0.010, z - 0.050),
                (x - 0.010, -0.012, drop),
                (trunk + 0.02, -0.012, drop),
            ]
            tube([*bend, (trunk + 0.004 * (n % 3), -0.012, drop - 0.025)], 0.0016, colours[n % 4])


def electric_box(at):
    """A white panel with its door open: three rows of breakers, wires, a trunk."""
    shell, grey = material((0.83, 0.83, 0.81), 0.35), material((0.55, 0.56, 0.56), 0.5)
    plastic, dark = material((0.86, 0.86, 0.83), 0.3), material((0.025, 0.028, 0.032), 0.35)
    with group(at):
        box((-0.024, 0.03, 0), (0.30, 0.02, 0.60), grey, 0)
        for x in (-0.178, 0.130):
            box((x, -0.01, 0), (0.022, 0.10, 0.62), shell, 0.006)
        for s in (-1, 1):
            box((-0.024, -0.01, s * 0.299), (0.284, 0.098, 0.022), shell, 0.004)
        left = -0.108
        rows = (0.20, 0.02, -0.16)
        breaker_row(left, rows[0], (2, 4, 2, 2, 2), plastic, dark, material(TERRACOTTA, 0.5))
        breaker_row(
            left, rows[1], (1,) * 12, plastic, material((0.03, 0.16, 0.45), 0.35), material((0.03, 0.20, 0.24), 0.5)
        )
        breaker_row(left, rows[2], (1, 1, 1, 1, 2, 1, 1, 1, 1, 2), plastic, dark, material((0.03, 0.20, 0.24), 0.5))
        box((-0.142, 0.0, 0), (0.036, 0.036, 0.56), grey, 0.002)
        blocks([((-0.142, -0.019, -0.264 + 0.024 * n), (0.030, 0.003, 0.012)) for n in range(23)], plastic, 0.001)
        panel_wires(left, left + 12 * MODULE, rows, -0.125)
        with group((0.135, -0.06, 0), (0, 0, 126)):
            box((-0.16, 0, 0), (0.31, 0.012, 0.62), shell, 0.008)
            box((-0.155, 0.0075, 0.05), (0.20, 0.001, 0.30), material((0.90, 0.88, 0.82), 0.7), 0)
            lines = [((-0.155, 0.0085, 0.16 - 0.025 * n), (0.16, 0.0008, 0.003)) for n in range(10)]
            blocks(lines, material((0.25, 0.25, 0.25), 0.7), 0)
            box((-0.30, 0.012, 0), (0.014, 0.012, 0.06), material(IRON, 0.4), 0.003)


def electrician_table(z):
    """A console under the panel with the tools of the work."""
    box((0.15, -0.14, z - 0.015), (1.3, 0.36, 0.03), oak(), 0.004)
    red, yellow, petrol = (
        material((0.55, 0.05, 0.03), 0.35),
        material((0.80, 0.50, 0.04), 0.4),
        material((0.03, 0.17, 0.20), 0.5),
    )
    screwdriver((0.10, -0.22, z + 0.015), (0, 0, 14), red)
    lathe(
        [(0.0001, 0), (0.045, 0), (0.047, 0.10), (0.043, 0.10), (0.041, 0.01), (0.0001, 0.01)],
        petrol,
        (-0.22, -0.16, z),
    )
    for n, grip in enumerate((yellow, red, yellow)):
        screwdriver((-0.235 + 0.016 * n, -0.16 + 0.012 * (n % 2), z + 0.155 + 0.01 * n), (0, 98 - 10 * n, 40 * n), grip)
    for n in range(6):
        ring((0.47, -0.15, z + 0.006 + 0.009 * n), 0.06 + 0.002 * (n % 2), 0.005, material((0.30, 0.36, 0.04), 0.4))
    blocks(
        [((0.30 + 0.019 * n, -0.21, z + 0.035), (MODULE, 0.06, 0.07)) for n in range(2)],
        material((0.86, 0.86, 0.83), 0.3),
        0.003,
    )


def switching_hand():
    """A gloved finger that puts a breaker of the middle row back on."""
    finger, wrist = Vector((-0.42, 0.80, 0.44)), (10, 0)
    palm = Vector((-0.25, 0.25, -1))
    at, turn = held((0.115, -0.052, 1.442), finger.cross(palm), finger, wrist, fingertip(POINT))
    gloved_hand(at, turn, POINT, TUCKED, glove_stuff((0.45, 0.30, 0.035), (0.03, 0.03, 0.032)), wrist=wrist)


def electric_panel():
    """The fuse box of a flat stands open in the hallway while the electrician is at it."""
    wall = mottled((0.70, 0.64, 0.55), (0.74, 0.68, 0.59), 7, 0.85, 0.06)
    trim = material((0.85, 0.83, 0.79), 0.45)
    wall_across(0.055, -2.4, 2.4, 2.7, wall, [(-1.30, -0.30, 0, 2.1)], 0.16)
    for x in (-1.34, -0.26):
        box((x, 0.05, 1.06), (0.08, 0.03, 2.14), trim, 0.006)
    room = mottled((0.80, 0.77, 0.72), (0.84, 0.81, 0.76), 6, 0.9, 0.05)
    box((-1, 3.2, 1.3), (5, 0.1, 2.8), room, 0)
    box((-3.4, 1.6, 1.3), (0.1, 3.2, 2.8), room, 0)
    box((0, 0.5, -0.02), (7, 6, 0.04), planks(*OAK), 0)
    box((0, 0.5, 2.72), (7, 6, 0.04), room, 0)
    box((0, -2.2, 1.3), (7, 0.1, 2.8), room, 0)
    box((-1.1, 2.9, 0.42), (1.0, 0.4, 0.84), oak(), 0.006)
    cylinder((-0.86, 2.85, 1.18), 0.16, 0.24, material((1, 0.78, 0.5), glow=2.2), top=0.11)
    cylinder((-0.86, 2.85, 0.95), 0.05, 0.22, metal(BRASS))
    bulb((-0.86, 2.5, 1.35), 22, (1, 0.72, 0.42), 0.1)
    electric_box((0.12, 0.015, 1.41))
    electrician_table(1.0)
    switching_hand()
    ambient(strength=0.1)
    daylight((0.8, -1.9, 1.9), (0.1, 0, 1.4), 1.4, 25, (1, 0.98, 0.96))
    daylight((-1.5, -1.6, 1.6), (0.1, 0, 1.4), 0.9, 12, (0.9, 0.96, 1))
    camera((-0.20, -1.50, 1.38), (0.06, 0, 1.38), 44, sharp_at=(0.1, -0.03, 1.4), aperture=5.6)
    bpy.context.scene.camera.data.shift_y = -0.025


# ---- an air conditioner ----------------------------------------------------------------------------------------


def split_unit(at):
    """The indoor unit of an air conditioner, its flap open."""
    white, dark = material((0.88, 0.89, 0.89), 0.22, coat=0.4), material((0.03, 0.03, 0.035), 0.5)
    with group(at):
        box((0, 0, 0.02), (1.02, 0.20, 0.29), white, 0.035)
        box((0, -0.065, -0.115), (0.90, 0.10, 0.03), dark, 0.004)
        box((0, -0.105, -0.135), (0.90, 0.085, 0.010), white, 0.004, (28, 0, 0))
        box((0, -0.1008, 0.04), (0.97, 0.001, 0.004), material((0.45, 0.46, 0.47), 0.5), 0)
        blocks([((-0.40 + 0.05 * n, -0.06, -0.12), (0.004, 0.06, 0.03)) for n in range(17)], white, 0)
        box((0.36, -0.1012, -0.03), (0.05, 0.002, 0.016), material((0.35, 0.85, 1), glow=2.5), 0.0005)
        blocks([((0, 0.03 * n - 0.06, 0.1555), (0.9, 0.008, 0.003)) for n in range(5)], dark, 0)


def made_bed(at):
    """A double bed against the back wall; `at` is the middle of its head on the floor."""
    olive, white = linen((0.115, 0.125, 0.075)), linen((0.72, 0.70, 0.66), (0.76, 0.74, 0.70))
    rust = linen((0.30, 0.115, 0.055))
    timber = wood((0.20, 0.105, 0.05), (0.36, 0.21, 0.11), 3, 0.4)
    with group(at):
        box((0, -0.05, 0.58), (1.86, 0.07, 1.02), timber, 0.012)
        for n in range(3):
            box((-0.6 + 0.6 * n, -0.105, 0.66), (0.585, 0.07, 0.72), olive, 0.035)
        box((0, -1.1, 0.2), (1.66, 2.0, 0.2), timber, 0.01)
        box((0, -1.08, 0.40), (1.6, 1.93, 0.24), white, 0.09)
        cover = lambda x, y: (
            0.022 * noise.noise((2.4 * x, 2.0 * y, 5))
            + 0.008 * noise.noise((7 * x, 6 * y, 2))
            - 0.6 * max(0, abs(x) - 0.80) ** 1.1
        )
        sheet((0, -1.26, 0.55), (1.96, 1.55), white, cover, steps=120, thick=0.05)
        fold = lambda x, y: (
            0.016 * noise.noise((3 * x, 4 * y, 9))
            + 0.006 * noise.noise((9 * x, 8 * y, 3))
            - 0.6 * max(0, abs(x) - 0.81) ** 1.1
        )
        sheet((0, -1.72, 0.595), (1.98, 0.62), rust, fold, steps=110, thick=0.02)
        for s in (-1, 1):
            pillow((s * 0.40, -0.25, 0.74), (0.72, 0.50, 0.22), white, (62, 0, s * 3))
            pillow((s * 0.37, -0.42, 0.69), (0.56, 0.42, 0.18), linen((0.42, 0.39, 0.33)), (58, 0, -s * 5))
        pillow((0.04, -0.55, 0.67), (0.50, 0.30, 0.15), olive, (58, 0, 2))


def air_conditioner():
    """A bedroom at dusk; high on its limewashed wall hangs a split unit."""
    wall = mottled((0.48, 0.40, 0.315), (0.55, 0.47, 0.38), 1.5, 0.9, 0.1)
    white = material((0.72, 0.70, 0.67), 0.7)
    wall_across(2.0, -2.2, 2.2, 2.65, wall)
    wall_along(2.2, -2.4, 2.0, 2.65, wall)
    wall_along(-2.2, -2.4, 2.0, 2.65, white, [(-0.5, 1.35, 0.02, 2.35)], -0.2)
    wall_across(-2.4, -2.2, 2.2, 2.65, white, thick=-0.2)
    box((0, -0.2, -0.03), (4.6, 4.8, 0.06), planks((0.22, 0.12, 0.06), (0.40, 0.245, 0.13), 1.8, 0.18), 0)
    box((0, -0.2, 2.68), (4.6, 4.8, 0.06), white, 0)
    sash(-0.5, 1.35, 0.02, 2.35, material((0.03, 0.03, 0.031), 0.4), -2.31, along=True, bars=0, frame=0.05)
    glow((-7, 0.6, 1.0), (16, 6), (90, 0, 90), (0.05, 0.06, 0.09), (0.16, 0.25, 0.50), 0.8)
    night_lights()
    voile = mottled((0.46, 0.44, 0.40), (0.54, 0.52, 0.48), 30, 0.95, 0.1)
    for y in (-0.62, 1.5):
        curtain((-2.05, y, 1.27), (0.55, 2.44), voile, (90, 0, 90), 6)
    tube([(-2.05, -1.0, 2.52), (-2.05, 1.9, 2.52)], 0.012, material((0.03, 0.03, 0.03), 0.4))
    split_unit((0.42, 1.89, 2.14))
    made_bed((0.42, 2.0, 0))
    timber = wood((0.20, 0.105, 0.05), (0.36, 0.21, 0.11), 3, 0.4)
    for x in (-0.80, 1.64):
        box((x, 1.76, 0.40), (0.44, 0.40, 0.05), timber, 0.008)
        for dx in (-0.19, 0.19):
            for dy in (-0.16, 0.16):
                cylinder((x + dx, 1.76 + dy, 0.19), 0.012, 0.38, timber, top=0.016, sides=24)
        bedside_lamp((x, 1.80, 0.425))
    books((-0.92, 1.66, 0.425), 2, lying=True)
    snake_plant((-1.6, 1.55, 0), worn(material((0.40, 0.37, 0.32), 0.8), 20, 0.1, (0.7, 0.9)), 1.15, 17)
    sheet(
        (0.2, -0.55, 0.004), (2.6, 1.5), linen((0.40, 0.37, 0.31), scale=80), lambda x, y: 0.003, steps=4, thick=0.014
    )
    ambient((0.35, 0.48, 0.85), 0.25)
    daylight((-2.12, 0.45, 1.35), (0.8, 0.7, 1.1), 1.7, 22, (0.50, 0.66, 1), tall=2.0)
    daylight((0.4, -2.2, 2.3), (0.4, 1.8, 1.3), 2.0, 20, (1, 0.86, 0.70))
    look("AgX - Medium High Contrast", 0.55)
    camera((0.62, -1.5, 1.42), (-0.2, 2.0, 1.42), 26.5, sharp_at=(0.4, 1.6, 1.4), aperture=5)


def night_lights():
    """The windows of houses far away."""
    lit = material((1, 0.70, 0.36), glow=5)
    spots = [((-6.5, random.uniform(-7, 9), random.uniform(-0.9, 0.7)), (0.02, 0.05, 0.06)) for _ in range(40)]
    blocks(spots, lit, 0)


def bedside_lamp(at):
    """A lit shade of linen over a foot of stoneware."""
    x, y, z = at
    lathe(
        flowing([(0.0001, 0), (0.06, 0), (0.085, 0.07), (0.05, 0.15), (0.016, 0.18)], 6),
        worn(material((0.33, 0.28, 0.22), 0.6), 30, 0.2),
        (x, y, z),
    )
    cylinder((x, y, z + 0.29), 0.14, 0.2, material((1, 0.74, 0.44), 0.9, glow=1.6), top=0.105)
    bulb((x, y - 0.02, z + 0.44), 5)
    bulb((x, y - 0.16, z + 0.14), 2.2)


# ---- a bookcase made to measure --------------------------------------------------------------------------------

COLUMNS = ((-2.1, -1.42), (-1.42, -0.74), (-0.74, -0.06), (1.0, 1.55), (1.55, 2.1))
SHELVES = (0.78, 1.10, 1.42, 1.76, 2.14, 2.52)


def row_of_books(start, end, z, room):
    """Books from `start` on, by colour: {ink: boxes}; some lie in a pile at the end."""
    found, x = {}, start + 0.015
    while x < end - 0.05:
        thick, tall = random.uniform(0.018, 0.045), min(room, random.uniform(0.19, 0.27))
        lean = (0, 7, 0) if random.random() < 0.05 else (0, 0, 0)
        ink = random.randrange(7)
        found.setdefault(ink, []).append(
            ((x + thick / 2, 1.79 + random.uniform(-0.012, 0.012), z + tall / 2), (thick - 0.002, 0.17, tall), lean)
        )
        x += thick + (0.03 if lean[1] else 0)
    return found


def shelf_contents():
    """Rows of books, with a vase, a bowl or a box where they end."""
    inks = [
        (0.05, 0.085, 0.13),
        (0.76, 0.70, 0.58),
        (0.34, 0.06, 0.04),
        (0.30, 0.33, 0.27),
        (0.66, 0.45, 0.15),
        (0.10, 0.10, 0.12),
        (0.62, 0.56, 0.50),
    ]
    covers = [material(ink, 0.6) for ink in inks]
    clay, white, brass = (
        worn(material((0.13, 0.16, 0.15), 0.5), 30, 0.1),
        material((0.62, 0.80, 0.76), 0.5),
        metal(BRASS),
    )
    every = {}
    cells = [(a, b, n) for a, b in COLUMNS for n in range(5)] + [(-0.06, 0.47, 4), (0.47, 1.0, 4)]
    for k, (left, right, n) in enumerate(cells):
        share = random.choice([1, 1, 0.72, 0.5])
        end = left + (right - left) * share
        room = SHELVES[n + 1] - SHELVES[n] - 0.05
        for ink, pieces in row_of_books(left + 0.01, end - 0.02, SHELVES[n] + 0.012, room).items():
            every.setdefault(ink, []).extend(pieces)
        if share < 1:
            x, z = (end + right) / 2, SHELVES[n] + 0.012
            if k % 3 == 0:
                lathe([(0.0001, 0), (0.05, 0), (0.075, 0.08), (0.03, 0.17), (0.04, 0.20)], clay, (x, 1.78, z), 0.005)
            elif k % 3 == 1:
                sphere((x, 1.78, z + 0.055), 0.055, brass)
            else:
                box((x, 1.80, z + 0.07), (0.17, 0.16, 0.14), white, 0.006)
    for ink, pieces in every.items():
        blocks(pieces, covers[ink], 0.0015)


def nut(grain="x"):
    return wood((0.10, 0.047, 0.021), (0.23, 0.122, 0.058), 2.4, 0.38, grain)


def carcase():
    """Oak uprights and shelves from wall to wall and over the doorway, painted cupboards below."""
    timber, upright = nut(), nut("z")
    sage, brass = worn(material((0.030, 0.038, 0.046), 0.45), 60, 0.03, (0.38, 0.5)), metal(BRASS)
    edges = sorted({x for pair in COLUMNS for x in pair})
    blocks([((x, 1.82, 1.32), (0.026, 0.30, 2.64)) for x in edges], upright, 0.002)
    box((0.47, 1.82, 2.33), (0.026, 0.30, 0.38), upright, 0.002)
    for left, right, heights in ((-2.1, -0.06, SHELVES), (1.0, 2.1, SHELVES), (-0.06, 1.0, SHELVES[4:])):
        blocks([(((left + right) / 2, 1.82, z), (right - left - 0.026, 0.294, 0.024)) for z in heights], timber, 0.002)
        box(
            ((left + right) / 2, 1.968, 1.7 if len(heights) > 2 else 2.36),
            (right - left, 0.008, 1.9 if len(heights) > 2 else 0.48),
            timber,
            0,
        )
    box((0, 1.80, 2.585), (4.2, 0.32, 0.11), sage, 0.004)
    for left, right in COLUMNS:
        middle, width = (left + right) / 2, right - left
        box((middle, 1.74, 0.04), (width, 0.38, 0.08), sage, 0.002)
        box((middle, 1.77, 0.42), (width, 0.38, 0.69), sage, 0.003)
        for s in (-1, 1):
            box((middle + s * width / 4, 1.573, 0.42), (width / 2 - 0.006, 0.02, 0.67), sage, 0.004)
            cylinder((middle + s * 0.035, 1.553, 0.60), 0.011, 0.024, brass, (90, 0, 0))
        box((middle, 1.765, 0.775), (width, 0.42, 0.03), timber, 0.003)
    for z in SHELVES[1:]:
        for left, right in COLUMNS:
            lamp(
                ((left + right) / 2, 1.70, z - 0.02),
                ((left + right) / 2, 1.85, z - 0.4),
                right - left - 0.06,
                0.7,
                (1, 0.78, 0.52),
                tall=0.02,
            )


def bookcase():
    """A wall of books made to measure around the door to the next room."""
    wall, white = mottled((0.52, 0.49, 0.44), (0.57, 0.54, 0.49), 3, 0.9, 0.05), material((0.72, 0.70, 0.66), 0.7)
    wall_across(1.975, -2.12, 2.12, 2.65, wall, [(-0.045, 0.985, 0, 2.12)], 0.15)
    wall_along(-2.12, -2.6, 6, 2.65, wall, thick=-0.2)
    wall_along(2.12, -2.6, 6, 2.65, wall, [(-1.6, 0.4, 0.4, 2.3)])
    wall_across(-2.6, -2.12, 2.12, 2.65, wall, thick=-0.2)
    wall_across(5.2, -2.12, 2.12, 2.65, wall, [(-0.5, 1.6, 0.5, 2.2)])
    box((0, 1.6, -0.03), (4.6, 9, 0.06), planks((0.13, 0.07, 0.035), (0.27, 0.16, 0.085), width=0.14), 0)
    box((0, 1.6, 2.68), (4.6, 9, 0.06), white, 0)
    sash(-0.5, 1.6, 0.5, 2.2, material((0.03, 0.03, 0.031), 0.4), 5.28, casements=2)
    glow((0.5, 9, 1.2), (14, 8), low=(0.05, 0.06, 0.10), high=(0.10, 0.17, 0.38), strength=0.9)
    carcase()
    shelf_contents()
    box((0.1, 0.15, 0.008), (2.6, 1.7, 0.016), mottled((0.20, 0.055, 0.035), (0.30, 0.10, 0.06), 60, 0.98, 0.4), 0.004)
    fig((0.95, 4.2, 0), worn(material((0.40, 0.37, 0.33), 0.8), 20, 0.1, (0.7, 0.9)), 1.7)
    armchair((-1.33, 0.62, 0))
    cylinder((-0.62, 1.2, 0.015), 0.14, 0.03, metal(BRASS))
    tube([(-0.62, 1.2, 0), (-0.62, 1.2, 1.45), (-0.66, 1.15, 1.56), (-0.80, 1.05, 1.55)], 0.011, metal(BRASS))
    cylinder((-0.82, 1.03, 1.46), 0.13, 0.17, material((0.72, 0.60, 0.42), 0.8, glow=0.35), top=0.05)
    cylinder((-0.82, 1.03, 1.368), 0.115, 0.006, material((1, 0.74, 0.44), glow=6), bevel=0)
    bulb((-0.82, 1.03, 1.30), 14, (1, 0.74, 0.46), 0.08)
    ambient((0.25, 0.35, 0.65), 0.12)
    daylight((0.55, 5.1, 1.4), (0.5, 1.5, 0.8), 1.9, 10, (0.55, 0.70, 1), tall=1.7)
    lamp((0.45, 3.4, 2.55), (0.45, 3.4, 0), 0.6, 22, (1, 0.76, 0.50))
    daylight((-0.3, -2.4, 2.3), (0, 1.8, 1.1), 2.2, 26, (1, 0.84, 0.66))
    look("AgX - Medium High Contrast", 1.0)
    camera((0.28, -2.1, 1.38), (0.10, 1.8, 1.38), 31, sharp_at=(0, 1.7, 1.3), aperture=5)


def armchair(at):
    """A club chair of cognac leather with a sand cushion."""
    leather = worn(mottled((0.19, 0.072, 0.026), (0.27, 0.115, 0.045), 3, 0.45, 0.05), 26, 0.12, (0.36, 0.55))
    with group(at, (0, 0, -12)):
        box((0, 0.02, 0.27), (0.60, 0.70, 0.20), leather, 0.05)
        box((0, -0.03, 0.42), (0.585, 0.66, 0.15), leather, 0.06)
        box((0, 0.34, 0.58), (0.72, 0.20, 0.62), leather, 0.085, (-8, 0, 0))
        for s in (-1, 1):
            box((s * 0.385, 0.0, 0.40), (0.17, 0.78, 0.42), leather, 0.075)
            for d in (-0.3, 0.3):
                cylinder((s * 0.36, d, 0.09), 0.018, 0.18, nut("z"), top=0.024, sides=24)
        pillow((0.02, 0.18, 0.66), (0.44, 0.40, 0.16), linen((0.50, 0.46, 0.39)), (64, 0, 6))


SCENES = {
    "gallery-09": electric_panel,
    "gallery-10": air_conditioner,
    "gallery-11": security_lock,
    "gallery-13": bookcase,
}
