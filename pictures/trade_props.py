"""Things of the trades that several scenes show: keys and locks, tins, cartons, tools."""

import studio
from studio import *

PETROL = (0.018, 0.105, 0.125)
TERRACOTTA = (0.52, 0.16, 0.075)
PAPER = (0.84, 0.81, 0.75)
OAK = ((0.36, 0.21, 0.11), (0.60, 0.40, 0.23))


def blue_day(strength=1.3):
    """A clear sky without haze: pale over the horizon, deep blue above; the sun comes from elsewhere."""
    tree, background = studio._background()
    place = tree.nodes.new("ShaderNodeTexCoord")
    height = tree.nodes.new("ShaderNodeSeparateXYZ")
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    low, high = ramp.color_ramp.elements
    low.color, high.color = (0.19, 0.50, 0.95, 1), (0.025, 0.17, 0.66, 1)
    low.position, high.position = 0.0, 0.45
    tree.links.new(place.outputs["Generated"], height.inputs[0])
    tree.links.new(height.outputs["Z"], ramp.inputs[0])
    tree.links.new(ramp.outputs[0], background.inputs[0])
    background.inputs[1].default_value = strength


def bush(at, size, colour, count=2500, leaf=0.06):
    """Leaves of `colour` around a dark heart that lets no light through."""
    dark = tuple(0.35 * value for value in colour)
    sphere(at, 0.5, mottled(dark, colour, 6 / max(size), 0.9, 1), tuple(0.78 * side for side in size), sides=32)
    foliage(at, size, material(colour, 0.55), count, leaf)


def oak(grain="x", scale=3):
    return wood(*OAK, scale, 0.4, grain)


def key(surface, at, turn=(0, 0, 0)):
    """A flat key: the blade points along Y from the origin, the round bow lies behind it."""
    bow = [(0.0135 * math.sin(a), -0.0165 - 0.0125 * math.cos(a)) for a in [n * math.tau / 28 for n in range(-11, 12)]]
    teeth = [(0.004, 0), (0.004, 0.03), (0.001, 0.034), (-0.003, 0.03)]
    notches = [(-0.0042, 0.026), (-0.0022, 0.023), (-0.0036, 0.020), (-0.0012, 0.016), (-0.0040, 0.011), (-0.004, 0)]
    with group(at, turn):
        flat = slab(bow + [(0.007, -0.003)] + teeth + notches + [(-0.007, -0.003)], 0.0024, surface, bevel=0.0005)
        cut(flat, cylinder((0, -0.0225, 0), 0.0036, 0.02, None, bevel=0, sides=32))


def bunch(at, surfaces, fob):
    """A ring that hangs in the plane of X, with a key for each of `surfaces` and a leather tag."""
    with group(at):
        ring((0, 0, 0), 0.016, 0.0011, metal(), (90, 0, 0))
        for n, surface in enumerate(surfaces):
            lean = math.radians((n - (len(surfaces) - 1) / 2) * 24)
            top = (0.016 * math.sin(lean), -0.002 * n, -0.016 * math.cos(lean))
            with group(top, (0, -math.degrees(lean) * 0.8, 22 * n - 20)):
                key(surface, (0, -0.001, -0.0225), (-90, 0, 0))
        with group((-0.013, 0.004, -0.010), (0, 26, 12)):
            box((0, 0, -0.034), (0.024, 0.004, 0.062), fob, 0.0018)


def lock_cylinder(at, plate, core, guard=0.029):
    """A security escutcheon that faces the viewer: a domed guard around a round core with its keyway."""
    with group(at, (90, 0, 0)):
        dome = [(guard + 0.005, 0), (guard + 0.005, 0.003), (guard, 0.005), (guard - 0.004, 0.014)]
        lathe(dome + [(guard - 0.009, 0.017), (0.0125, 0.017), (0.0115, 0.014), (0.0001, 0.014)], plate)
        cylinder((0, 0, 0.0145), 0.0098, 0.004, core, bevel=0.0008)
        box((0, 0, 0.0165), (0.0024, 0.0085, 0.0012), material((0.01, 0.01, 0.01), 0.6), 0)


def lever(at, surface, reach=0.125, side=1):
    """A door handle that faces the viewer, bent towards `side`."""
    with group(at):
        cylinder((0, -0.004, 0), 0.026, 0.008, surface, (90, 0, 0), bevel=0.002)
        arm = [
            (0, 0, 0),
            (0, -0.036, 0),
            (side * 0.008, -0.050, 0),
            (side * 0.03, -0.054, 0),
            (side * reach, -0.054, 0),
        ]
        tube(arm, 0.0095, surface)


def tin(at, radius, height, label, lid=None, handle=True):
    """A paint tin with a paper band around it."""
    steel = material(STEEL, 0.26, metal=1)
    with group(at):
        r, h = radius, height
        lathe([(0, 0), (r, 0), (r + 0.003, 0.004), (r, 0.01), (r, h - 0.01), (r + 0.004, h - 0.003), (r, h)], steel)
        cylinder((0, 0, h - 0.006), r * 0.94, 0.01, lid or steel, bevel=0.002)
        cylinder((0, 0, h * 0.48), r + 0.001, h * 0.74, label, bevel=0.0005)
        if handle:
            bow = [(-r - 0.006, 0, h * 0.8), (-r * 0.9, -r * 0.75, h * 0.5), (0, -r - 0.012, h * 0.36)]
            tube(bow + [(r * 0.9, -r * 0.75, h * 0.5), (r + 0.006, 0, h * 0.8)], 0.0022, steel)


def carton(at, size, turn=0.0, board=None, tape=None):
    """A closed moving box on the floor at `at`, its flaps taped."""
    board = board or mottled((0.40, 0.25, 0.13), (0.47, 0.30, 0.165), 14, 0.85, 0.03)
    tape = tape or material((0.62, 0.46, 0.26), 0.22)
    x, y, z = size
    with group(at, (0, 0, turn)):
        box((0, 0, z / 2), size, board, 0.005)
        for side in (-1, 1):
            box((0, side * y / 4, z + 0.001), (x - 0.004, y / 2 - 0.003, 0.004), board, 0.001)
        box((0, 0, z + 0.004), (x + 0.002, 0.05, 0.0015), tape, 0)
        for side in (-1, 1):
            box((side * (x / 2 + 0.0008), 0, z - 0.04), (0.0015, 0.05, 0.085), tape, 0)
        box((0, -y / 2 - 0.0006, z * 0.78), (0.085, 0.002, 0.028), material((0.10, 0.07, 0.05), 0.8), 0.0005)


def screwdriver(at, turn, grip):
    """Lies along X, the tip at the end."""
    with group(at, turn):
        profile = [(0.0001, -0.055), (0.011, -0.053), (0.0145, -0.04), (0.0125, -0.02), (0.015, 0.02), (0.012, 0.045)]
        lathe([*profile, (0.008, 0.052), (0.0001, 0.053)], grip, turn=(0, 90, 0))
        cylinder((0.105, 0, 0), 0.003, 0.11, metal(), (0, 90, 0), bevel=0.0005)
        box((0.163, 0, 0), (0.012, 0.006, 0.0018), metal(), 0.0004)


def trowel(at, turn):
    """A mason's trowel on its flat blade, the tip along X."""
    steel = material(STEEL, 0.3, metal=1)
    with group(at, turn):
        slab([(0, -0.055), (0.035, -0.07), (0.24, -0.006), (0.24, 0.006), (0.035, 0.07), (0, 0.055)], 0.002, steel)
        tube([(0.03, 0, 0.003), (-0.005, 0, 0.012), (-0.03, 0, 0.045), (-0.06, 0, 0.052)], 0.006, steel)
        grip = [(0.0001, -0.065), (0.013, -0.062), (0.017, -0.045), (0.014, 0.01), (0.016, 0.045), (0.009, 0.06)]
        lathe([*grip, (0.0001, 0.061)], wood((0.30, 0.14, 0.06), (0.55, 0.31, 0.15), 8, grain="z"),
              (-0.115, 0, 0.052), turn=(0, 90, 0))  # fmt: skip


def spirit_level(at, turn, body, length=0.6):
    """Stands on its edge along X, with three vials."""
    vial = material((0.55, 0.85, 0.10), 0.1, glow=0.25)
    with group(at, turn):
        box((0, 0, 0.028), (length, 0.024, 0.056), body, 0.003)
        for side in (-1, 1):
            box((side * (length / 2 + 0.004), 0, 0.028), (0.012, 0.027, 0.058), material(IRON, 0.5), 0.003)
            cylinder((side * length * 0.36, 0, 0.028), 0.018, 0.027, vial, (90, 0, 0), bevel=0.002)
        box((0, 0, 0.046), (0.06, 0.028, 0.016), vial, 0.004)


def cordless_drill(at, turn, shell):
    """Stands on its battery and points along X."""
    black = material((0.02, 0.02, 0.022), 0.5)
    with group(at, turn):
        box((0, 0, 0.028), (0.12, 0.075, 0.055), black, 0.008)
        box((0, 0, 0.062), (0.10, 0.065, 0.016), shell, 0.006)
        box((-0.012, 0, 0.115), (0.048, 0.038, 0.11), shell, 0.016, (0, -8, 0))
        box((0.014, 0, 0.145), (0.016, 0.018, 0.03), black, 0.005)
        cylinder((-0.005, 0, 0.195), 0.034, 0.15, shell, (0, 90, 0), bevel=0.014)
        cylinder((-0.075, 0, 0.195), 0.030, 0.03, black, (0, 90, 0), bevel=0.008)
        cylinder((0.085, 0, 0.195), 0.029, 0.04, black, (0, 90, 0), bevel=0.005)
        cylinder((0.125, 0, 0.195), 0.026, 0.05, metal(), (0, 90, 0), top=0.014)
        cylinder((0.175, 0, 0.195), 0.0035, 0.07, metal(), (0, 90, 0), bevel=0.001)


def brass_padlock(at, turn=(0, 0, 0), size=0.05):
    """Stands on its foot and faces the viewer; `size` is the width of the body."""
    with group(at, turn, size / 0.05):
        box((0, 0, 0.021), (0.05, 0.02, 0.042), metal(BRASS, (0.18, 0.32)), 0.005)
        arch = [(-0.016, 0, 0.04), (-0.016, 0, 0.062), (-0.011, 0, 0.074), (0, 0, 0.079), (0.011, 0, 0.074)]
        tube([*arch, (0.016, 0, 0.062), (0.016, 0, 0.04)], 0.0042, metal(rough=(0.08, 0.2)))
        cylinder((0, -0.0102, 0.017), 0.006, 0.002, metal(), (90, 0, 0), bevel=0.0005)
        box((0, -0.0115, 0.016), (0.0016, 0.0012, 0.006), material(IRON, 0.4), 0)
