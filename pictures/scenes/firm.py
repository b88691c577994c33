"""The firm itself: its van, and the people who work there as little clay figures."""

from props import wall_across
from studio import *
from trade_props import bush

PETROL = (0.0048, 0.042, 0.058)
MARIGOLD = (0.90, 0.45, 0.035)
CREAM = (0.92, 0.86, 0.76)


def mark(at, side, turn=(90, 0, 0)):
    """The firm's mark: an M with a head above it, in a rounded square."""
    with group(at, turn, side / 40):
        slab(rounded(40, 40, 11, 12), 0.2, material(PETROL, 0.35), (0, 0, -0.1), bevel=0)
        stroke = [(-10.5, -10.5, 0.2), (-10.5, 5.5, 0.2), (0, -4, 0.2), (10.5, 5.5, 0.2), (10.5, -10.5, 0.2)]
        cream = material(CREAM, 0.4)
        for start, end in zip(stroke, stroke[1:]):
            (x1, y1, z), (x2, y2, _) = start, end
            long, angle = math.hypot(x2 - x1, y2 - y1), math.degrees(math.atan2(y2 - y1, x2 - x1))
            slab(rounded(long + 4, 4, 1.99, 8), 0.1, cream, ((x1 + x2) / 2, (y1 + y2) / 2, z), (0, 0, angle), 0)
        cylinder((0, 8.5, 0.25), 3.6, 0.1, material(MARIGOLD, 0.4), bevel=0)


# ---- the van ---------------------------------------------------------------------------------------------------

HALF, BELT, TOP, LEAN = 0.98, 1.02, 1.98, 0.075


def livery():
    """White lacquer; a petrol tail with a marigold edge; black plastic at the foot."""
    paint = material((0.80, 0.80, 0.79), 0.22, coat=0.7)
    nodes, link = paint.node_tree.nodes, paint.node_tree.links.new
    place, split = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    link(place.outputs["Object"], split.inputs[0])
    slope = nodes.new("ShaderNodeMath")
    slope.operation, slope.inputs[1].default_value = "MULTIPLY_ADD", -0.42
    link(split.outputs["Z"], slope.inputs[0])
    link(split.outputs["X"], slope.inputs[2])
    white = (0.80, 0.80, 0.79, 1)
    colour = white
    for edge, shade in ((0.62, (*MARIGOLD, 1)), (0.54, (*PETROL, 1))):
        colour = _below(nodes, link, slope.outputs[0], edge, shade, colour)
    colour = _below(nodes, link, split.outputs["Z"], 0.5, (0.02, 0.021, 0.023, 1), colour)
    link(colour, nodes["Principled BSDF"].inputs["Base Color"])
    return paint


def _below(nodes, link, value, edge, colour, otherwise):
    test, mix = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMixRGB")
    test.operation, test.inputs[1].default_value = "LESS_THAN", edge
    link(value, test.inputs[0])
    link(test.outputs[0], mix.inputs[0])
    if isinstance(otherwise, tuple):
        mix.inputs[1].default_value = otherwise
    else:
        link(otherwise, mix.inputs[1])
    mix.inputs[2].default_value = colour
    return mix.outputs[0]


def lean(z):
    """How far the side stands from the middle of the van at a height."""
    return HALF - LEAN * max(0, z - BELT) / (TOP - BELT)


def body():
    """The skin, front towards positive X, the near side at negative Y; wheels stand at X 0.95 and 4.0."""
    low = [(0.04, 0.3), (4.86, 0.3), (4.97, 0.42), (4.98, 0.62), (4.90, 0.86), (4.68, BELT), (0.0, BELT), (0.0, 0.5)]
    high = [
        (0.0, BELT),
        (4.68, BELT),
        (4.12, 1.16),
        (3.42, 1.83),
        (3.28, 1.92),
        (3.05, TOP - 0.02),
        (0.35, TOP),
        (0.12, 1.93),
        (0.03, 1.75),
    ]
    lower = slab(low, 2 * HALF, None, (0, HALF, 0), (90, 0, 0), 0)
    for x in (0.95, 4.0):
        cut(lower, cylinder((x, 0, 0.35), 0.43, 3, None, (90, 0, 0), 0))
    upper = slab(high, 2 * HALF, None, (0, HALF, 0), (90, 0, 0), 0)
    for point in upper.data.vertices:
        point.co.z = HALF + math.copysign(lean(point.co.y), point.co.z - HALF)
    tools = [shape for shape in bpy.context.scene.objects if shape.hide_render]
    shape = fused([lower, upper], 0.018, livery(), 9)
    for tool in tools:
        bpy.data.objects.remove(tool)
    return shape


def on_side(x, z, out=0.006):
    """A point on the near side."""
    return (x, -lean(z) - out, z)


def pane(corners, surface, thick=0.01):
    """A flat panel through points that lie in one plane."""
    mesh = bpy.data.meshes.new("pane")
    work = bmesh.new()
    work.faces.new([work.verts.new(corner) for corner in corners])
    work.to_mesh(mesh)
    work.free()
    mesh.materials.append(surface)
    shape = bpy.data.objects.new("pane", mesh)
    bpy.context.collection.objects.link(shape)
    wall = shape.modifiers.new("wall", "SOLIDIFY")
    wall.thickness, wall.offset = thick, 0
    edge = shape.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments = 0.004, 3
    return shape


def soft_corners(points, radius=0.06, steps=5):
    """A polygon in space with its corners rounded."""
    made = []
    count = len(points)
    for n, point in enumerate(points):
        here = Vector(point)
        to, fro = Vector(points[n - 1]) - here, Vector(points[(n + 1) % count]) - here
        a, b = (
            here + to.normalized() * min(radius, to.length / 2),
            here + fro.normalized() * min(radius, fro.length / 2),
        )
        for k in range(steps + 1):
            t = k / steps
            made.append(a * (1 - t) ** 2 + here * 2 * t * (1 - t) + b * t**2)
    return made


def wheel(at):
    """Tyre and silver wheel cover, its face towards negative Y."""
    rubber, silver, dark = (
        worn(material((0.018, 0.018, 0.019), 0.7), 60, 0.1, (0.6, 0.8)),
        metal((0.55, 0.56, 0.57), (0.25, 0.4)),
        material((0.02, 0.02, 0.02), 0.6),
    )
    with group(at, (90, 0, 0)):
        tyre = [
            (0.21, -0.11),
            (0.30, -0.11),
            (0.335, -0.085),
            (0.345, -0.03),
            (0.345, 0.03),
            (0.335, 0.085),
            (0.30, 0.11),
            (0.215, 0.10),
            (0.205, 0.07),
        ]
        lathe(tyre, rubber)
        lathe(
            [(0.0001, 0.075), (0.07, 0.078), (0.10, 0.06), (0.185, 0.07), (0.205, 0.095), (0.213, 0.09), (0.205, 0.0)],
            silver,
        )
        for n in range(10):
            a = n * math.tau / 10
            slab(
                rounded(0.055, 0.026, 0.012),
                0.012,
                dark,
                (0.148 * math.cos(a), 0.148 * math.sin(a), 0.058),
                (0, 0, math.degrees(a)),
                0,
            )
        for n in range(5):
            a = n * math.tau / 5 + 0.3
            cylinder((0.045 * math.cos(a), 0.045 * math.sin(a), 0.082), 0.008, 0.012, metal(), bevel=0.002, sides=6)


def fittings():
    """Windows, lamps, mirrors, handles, joints, bumpers and the plate."""
    glass, dark = material((0.006, 0.008, 0.010), 0.04), material((0.022, 0.023, 0.025), 0.5)
    glass.node_tree.nodes["Principled BSDF"].inputs["Specular IOR Level"].default_value = 0.22
    for side in (-1, 1):
        window = [(3.02, 1.10), (3.98, 1.12), (3.40, 1.72), (3.02, 1.76)]
        pane(soft_corners([(x, side * (lean(z) + 0.004), z) for x, z in window]), glass)
    front = [(4.17, 0.86, 1.16), (4.17, -0.86, 1.16), (3.46, -0.80, 1.83), (3.46, 0.80, 1.83)]
    pane(soft_corners([(x + 0.012, y, z + 0.008) for x, y, z in front], 0.09), glass)
    for x, z in ((3.06, 1.0), (2.72, 1.0)):
        box(on_side(x, z, 0.02), (0.17, 0.025, 0.03), dark, 0.01)
    for side in (-1, 1):
        arm = [(3.88, side * (lean(1.2) - 0.01), 1.17), (3.92, side * 1.1, 1.16)]
        tube(arm, 0.02, dark)
        box((3.92, side * 1.13, 1.25), (0.10, 0.19, 0.26), dark, 0.045)
        sphere(
            (4.85, side * 0.79, 0.865),
            1,
            material((0.06, 0.065, 0.07), 0.06, coat=1),
            (0.10, 0.21, 0.085),
            (0, 0, -side * 24),
        )
        for out, reach in ((0.70, 4.932), (0.84, 4.905)):
            sphere((reach, side * out, 0.867), 0.042, material((0.85, 0.87, 0.9), 0.12, metal=1), (0.5, 1, 1))
        box((0.03, side * 0.90, 1.25), (0.05, 0.09, 0.5), material((0.42, 0.012, 0.012), 0.12, coat=1), 0.02)
    slab(rounded(1.0, 0.13, 0.06), 0.03, dark, (4.935, 0, 0.80), (90, 0, 90), 0.01)
    mark((4.972, 0, 0.80), 0.11, (90, 0, 90))
    box((4.955, 0, 0.47), (0.10, 1.7, 0.22), dark, 0.05)
    box((5.012, 0, 0.5), (0.012, 0.50, 0.105), material((0.85, 0.85, 0.82), 0.35), 0.004)
    box((2.45, -0.965, 0.42), (2.1, 0.06, 0.09), dark, 0.02)
    for x in (0.95, 4.0):
        for side in (-1, 1):
            with group((x, side * 0.87, 0.345), (0, 0, 0 if side < 0 else 180)):
                wheel((0, 0, 0))
            arch = [
                (x + 0.44 * math.cos(a), side * (HALF + 0.002), 0.35 + 0.44 * math.sin(a))
                for a in [n * math.pi / 24 for n in range(1, 24)]
            ]
            tube(arch, 0.02, dark)
        cylinder((x, 0, 0.36), 0.42, 1.7, material((0.006, 0.006, 0.006), 0.9), (90, 0, 0), 0)
    for side in (-1, 1):
        box((2.45, 0, 0.36), (4.4, 1.6, 0.2), material((0.006, 0.006, 0.006), 0.9), 0)


def roof_rack():
    """Bars with a ladder and a bundle of copper pipe."""
    bar, alu = metal((0.5, 0.5, 0.5), (0.3, 0.45)), metal((0.7, 0.7, 0.71), (0.25, 0.4))
    for x in (0.6, 1.6, 2.6):
        box((x, 0, TOP + 0.10), (0.05, 1.72, 0.035), bar, 0.008)
        for side in (-1, 1):
            box((x, side * 0.82, TOP + 0.04), (0.06, 0.05, 0.13), material((0.02, 0.02, 0.02), 0.5), 0.01)
    for y in (-0.62, -0.26):
        box((1.65, y, TOP + 0.155), (3.1, 0.03, 0.07), alu, 0.006)
    for n in range(10):
        cylinder((0.25 + n * 0.31, -0.44, TOP + 0.155), 0.016, 0.36, alu, (90, 0, 0), bevel=0.001, sides=24)
    copper = metal((0.72, 0.30, 0.16), (0.2, 0.35))
    for n in range(5):
        cylinder((1.6, 0.2 + 0.034 * n, TOP + 0.135), 0.014, 2.9, copper, (0, 90, 0), bevel=0.001, sides=24)
    cylinder((1.6, 0.6, TOP + 0.175), 0.055, 3.0, material((0.75, 0.74, 0.70), 0.4), (0, 90, 0), bevel=0.004)


def lettering():
    """The firm's name on the near side, and what it does; painted, so that nothing of it throws a shadow."""
    before = set(bpy.context.scene.objects)
    tilt = 90 - math.degrees(math.atan(LEAN / (TOP - BELT)))
    petrol = material(PETROL, 0.35)
    letters("manetes", on_side(2.06, 1.44, 0.008), 0.47, petrol, (tilt, 0, 0), 0.0004, weight=800)
    letters(
        "obras · reformas · urgencias 24 h", on_side(2.06, 1.16, 0.012), 0.112, petrol, (tilt, 0, 0), 0.0004, weight=700
    )
    mark(on_side(0.46, 1.44, 0.010), 0.44, (tilt, 0, 0))
    letters("Abrera · Baix Llobregat", on_side(2.22, 0.76, 0.012), 0.105, petrol, (90, 0, 0), 0.0004, weight=600)
    gap = material((0.03, 0.03, 0.03), 0.8)
    for path in (
        [(2.93, 0.52), (2.93, 1.80), (3.34, 1.80), (4.02, 1.14), (4.03, 0.98), (3.62, 0.84), (3.52, 0.66)],
        [(1.62, 0.52), (1.62, 1.82), (2.86, 1.82), (2.86, 0.52)],
        [(0.2, 1.03), (1.62, 1.03)],
    ):
        for start, end in zip(path, path[1:]):
            count = 12
            points = [tuple(a + (b - a) * n / count for a, b in zip(start, end)) for n in range(count + 1)]
            tube([on_side(x, z, 0.001 if z > 0.55 else -0.002) for x, z in points], 0.0045, gap, straight=True)
    return set(bpy.context.scene.objects) - before


def firm_van(at=(0, 0, 0), turn=0):
    """The van; `at` is the middle of its rear on the road, its nose towards X at turn 0."""
    before = set(bpy.context.scene.objects)
    shape = body()
    fittings()
    roof_rack()
    for other in lettering():
        other.visible_shadow = False
    holder = bpy.data.objects.new("van", None)
    bpy.context.collection.objects.link(holder)
    for other in set(bpy.context.scene.objects) - before:
        if other.parent is None and other != holder:
            other.parent = holder
    holder.location, holder.rotation_euler = at, (0, 0, math.radians(turn))
    return shape


def house_window(x, z, wide, tall, shutters):
    """A window deep in its wall at Y 3, with half-open shutters."""
    frame, glass = material((0.75, 0.74, 0.70), 0.4), material((0.02, 0.026, 0.03), 0.04, coat=1)
    box((x, 3.13, z), (wide, 0.02, tall), glass, 0)
    for s in (-1, 0, 1):
        box((x + s * (wide / 2 - 0.03), 3.1, z), (0.055, 0.05, tall), frame, 0.006)
    for s in (-1, 1):
        for d in (-1, 1):
            box((x + d * wide / 4, 3.1, z + s * (tall / 2 - 0.03)), (wide / 2 - 0.06, 0.045, 0.055), frame, 0.004)
    box(
        (x, 2.97, z - tall / 2 - 0.03), (wide + 0.2, 0.3, 0.05), worn(material((0.58, 0.54, 0.48), 0.7), 14, 0.2), 0.008
    )
    for s in (-1, 1):
        leaf = x + s * (wide * 0.75 + 0.02)
        for d in (-1, 1):
            box((leaf + d * (wide / 4 - 0.035), 2.965, z), (0.07, 0.045, tall + 0.06), shutters, 0.006)
            box((leaf, 2.966, z + d * (tall / 2 - 0.005)), (wide / 2 - 0.14, 0.04, 0.07), shutters, 0.004)
        blocks(
            [
                ((leaf, 2.967, z - tall / 2 + 0.08 + 0.055 * n), (wide / 2 - 0.12, 0.012, 0.058), (32, 0, 0))
                for n in range(int((tall - 0.1) / 0.055))
            ],
            shutters,
            0.002,
        )


def street_front():
    """A village house of lime plaster over stone, a granite kerb, cobbles and asphalt."""
    lime = mottled((0.36, 0.235, 0.14), (0.47, 0.33, 0.215), 1.1, 0.92, 0.25)
    openings = [(-1.9, -0.9, 1.35, 2.75), (0.55, 1.75, 0.0, 2.55), (3.2, 4.2, 1.35, 2.75), (5.6, 6.6, 1.35, 2.75)]
    wall_across(3.0, -9, 12, 7, lime, openings, 0.3)
    stone = tiled((0.40, 0.36, 0.31), (0.52, 0.48, 0.42), (0.30, 0.27, 0.23), 0.62, 0.31, 0.9, "back", 0.5, 0.6, 0.012)
    for left, right in ((-9, 0.45), (1.85, 12)):
        box(((left + right) / 2, 2.985, 0.42), (right - left, 0.06, 0.84), stone, 0.01)
    shutter = worn(material((0.10, 0.155, 0.15), 0.6), 50, 0.1, (0.5, 0.7))
    for left, right, low, high in (openings[0], openings[2], openings[3]):
        house_window((left + right) / 2, (low + high) / 2, right - left, high - low, shutter)
    timber = wood((0.16, 0.085, 0.04), (0.30, 0.17, 0.08), 2.5, 0.5, "z")
    for n in range(8):
        box((0.55 + 0.075 + n * 0.15, 3.16, 1.27), (0.145, 0.05, 2.5), timber, 0.006)
    for x in (0.44, 1.86):
        box((x, 2.97, 1.3), (0.22, 0.1, 2.6), stone, 0.012)
    box((1.15, 2.97, 2.66), (1.64, 0.1, 0.2), stone, 0.012)
    sphere((1.5, 3.1, 1.15), 0.04, metal(BRASS))
    paving = tiled((0.40, 0.38, 0.35), (0.50, 0.47, 0.43), (0.26, 0.24, 0.22), 0.4, 0.2, 0.85, "floor", 0.5, 0.5, 0.008)
    box((0, 2.3, 0.06), (40, 1.5, 0.12), paving, 0)
    box((0, 1.5, 0.05), (40, 0.18, 0.15), mottled((0.42, 0.41, 0.40), (0.54, 0.53, 0.51), 25, 0.85, 0.2), 0.02)
    box(
        (0, -8, -0.05),
        (60, 19.2, 0.1),
        worn(mottled((0.03, 0.03, 0.032), (0.06, 0.06, 0.061), 120, 0.85, 0.5), 6, 0.02, (0.7, 0.9)),
        0,
    )


def pots():
    """Terracotta with green, along the wall."""
    clay = worn(material((0.40, 0.16, 0.085), 0.8), 20, 0.2, (0.7, 0.9))
    for x, size, colour in (
        (-0.1, 0.5, (0.05, 0.13, 0.03)),
        (2.3, 0.62, (0.06, 0.15, 0.045)),
        (-3.1, 0.7, (0.045, 0.12, 0.035)),
    ):
        lathe(
            [
                (0.0001, 0),
                (0.15 * size * 2, 0),
                (0.2 * size * 2, 0.5 * size),
                (0.21 * size * 2, 0.5 * size),
                (0.21 * size * 2, 0.58 * size),
            ],
            clay,
            (x, 2.6, 0.12),
            0.02,
        )
        bush((x, 2.6, 0.12 + size), (size * 1.1, size * 1.0, size * 1.0), colour, 1500, 0.06)


def van_in_the_street():
    """The van at the kerb before a village house on a bright morning."""
    street_front()
    pots()
    firm_van((-2.2, 0.7, 0), -14)
    tree_shade()
    # What glass and lacquer mirror: the other side of the street.
    box((0, -17, 3.2), (70, 1, 6.4), mottled((0.30, 0.25, 0.19), (0.40, 0.34, 0.27), 0.4, 0.95, 0.2), 0)
    blocks(
        [((-20 + n * 3.1, -16.48, z), (1.1, 0.1, 1.7)) for n in range(14) for z in (1.7, 4.6)],
        material((0.03, 0.05, 0.055), 0.3),
        0,
    )
    morning()
    camera((2.2, -9.4, 1.45), (0.25, 0.0, 1.12), 53, sharp_at=(1.0, -0.9, 1.2), aperture=2.8)


def tree_shade():
    """A plane tree outside the picture whose shade falls on the wall."""
    foliage((-7.2, -3.5, 7.4), (6, 5, 4), material((0.07, 0.18, 0.04), 0.6), 3500, 0.24)


def morning():
    sky(38, 120, 0.16)
    sun((48, 0, -38), 2.1, 0.7, (1, 0.955, 0.88))
    look("AgX - Medium High Contrast", -0.8)


# ---- the people ------------------------------------------------------------------------------------------------


def skin(colour):
    made = material(colour, 0.5)
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    inputs["Subsurface Weight"].default_value = 0.25
    inputs["Subsurface Radius"].default_value = (0.09, 0.035, 0.02)
    return made


def blob(at, size, turn=(0, 0, 0)):
    """An egg to be fused with others."""
    return sphere(at, 1, None, size, turn, 40)


def head(tone, jaw=1.0, nose=1.0):
    """A soft head around (0, 0, 0), one metre tall, that faces negative Y."""
    parts = [
        blob((0, 0.02, 0.10), (0.40, 0.41, 0.42)),
        blob((0, -0.03, -0.16), (0.335 * jaw, 0.34, 0.33)),
        cylinder((0, 0.06, -0.52), 0.165, 0.5, None, bevel=0),
        blob((0, -0.385, -0.055), (0.062 * nose, 0.085 * nose, 0.07 * nose)),
    ]
    for s in (-1, 1):
        parts.append(blob((s * 0.39, 0.03, -0.03), (0.05, 0.085, 0.12), (0, 0, s * 14)))
    return fused(parts, 0.014, skin(tone), 10)


def features(brow, smile=0.1, brows=(0.0, 8), lips=(0.35, 0.10, 0.08)):
    """Eyes, brows and a mouth on the front of the head."""
    black, white = material((0.012, 0.009, 0.008), 0.08, coat=1), material((0.9, 0.9, 0.9), 0.2, glow=0.4)
    hair, lip = material(brow, 0.8), material(lips, 0.5)
    for s in (-1, 1):
        sphere((s * 0.135, -0.365, 0.045), 0.038, black, (0.85, 0.6, 1.15))
        sphere((s * 0.135 - 0.012, -0.389, 0.062), 0.0085, white)
        lift, tilt = brows
        arc = [
            (
                s * (0.135 + d),
                -0.385 + abs(d) * 0.35,
                0.135 + lift - 3.0 * d * d + s * 0 + d * math.tan(math.radians(-tilt)),
            )
            for d in (-0.062, -0.02, 0.02, 0.062)
        ]
        tube(arc, 0.0155, hair)
    mouth = [
        (x, -0.368 + 0.9 * x * x, -0.215 + smile * (abs(x) / 0.105) ** 2 * 0.32)
        for x in (-0.105, -0.06, 0, 0.06, 0.105)
    ]
    tube(mouth, 0.0125, lip)


def shoulders(cloth, wide=1.0):
    """The upper body, its neck opening around the origin's axis."""
    parts = [blob((0, 0.10, -1.12), (0.50 * wide, 0.31, 0.52)), blob((0, 0.10, -1.75), (0.56 * wide, 0.36, 0.9))]
    parts.append(blob((0, 0.09, -0.80), (0.27, 0.22, 0.22)))
    for s in (-1, 1):
        parts.append(blob((s * 0.42 * wide, 0.09, -1.05), (0.27, 0.24, 0.27)))
        parts.append(blob((s * 0.60 * wide, 0.06, -1.62), (0.19, 0.22, 0.72), (0, s * 6, 0)))
    return fused(parts, 0.025, cloth, 40)


def fabric(colour, rough=0.9):
    return worn(material(colour, rough), 240, 0.25, (0.8, 1))


def collar(cloth, open_front=True):
    ring((0, 0.06, -0.735), 0.185, 0.045, cloth, (-8, 0, 0))
    if open_front:
        for s in (-1, 1):
            slab(
                [(0, 0), (s * 0.17, 0.03), (s * 0.19, -0.10), (s * 0.05, -0.19)],
                0.03,
                cloth,
                (s * 0.015, -0.185, -0.76),
                (68, 0, s * -8),
                0.012,
            )


def badge(at, size=0.13):
    mark(at, size, (82, 0, 6))


def cap_of_hair(colour, pieces, smooth=8):
    """Hair as one soft volume."""
    return fused([blob(*piece) for piece in pieces], 0.014, worn(material(colour, 0.62), 45, 0.35, (0.5, 0.75)), smooth)


def bust(ground, person):
    """A figure before a plain ground, with a soft key from the left and a rim from behind."""
    wall = material(ground, 0.9)
    box((0, 2.4, 0), (14, 0.1, 14), wall, 0)
    person()
    ambient((1, 1, 1), 0.3)
    lamp((-2.3, -2.6, 2.1), (0, 0, -0.2), 1.8, 170, (1, 0.97, 0.93))
    lamp((2.8, -1.6, 0.6), (0, 0, -0.3), 1.6, 48, (0.9, 0.95, 1))
    lamp((1.6, 1.9, 1.8), (0, 0, 0), 1.0, 80, (1, 0.95, 0.88))
    look("AgX - Medium High Contrast", 0.1)
    camera((0.25, -5.6, -0.08), (0, 0, -0.22), 88)


def founder():
    """Grey at the temples, short beard, a petrol work jacket over a cream shirt."""
    tone, hair = (0.62, 0.30, 0.165), (0.055, 0.045, 0.04)
    head(tone, 1.06, 1.1)
    features((0.05, 0.04, 0.035), 0.10, (0.0, 5))
    cap_of_hair(
        hair,
        [
            ((0, 0.10, 0.27), (0.42, 0.38, 0.29)),
            ((0, -0.22, 0.42), (0.30, 0.17, 0.12), (24, 0, 8)),
            ((0, 0.2, 0.05), (0.40, 0.28, 0.34)),
            ((-0.37, 0.03, 0.12), (0.06, 0.15, 0.17)),
            ((0.37, 0.03, 0.12), (0.06, 0.15, 0.17)),
        ],
    )
    beard = [
        ((0, -0.18, -0.37), (0.27, 0.20, 0.15)),
        ((-0.25, -0.12, -0.27), (0.115, 0.22, 0.17), (0, -24, 0)),
        ((0.25, -0.12, -0.27), (0.115, 0.22, 0.17), (0, 24, 0)),
        ((-0.335, -0.03, -0.10), (0.055, 0.13, 0.16)),
        ((0.335, -0.03, -0.10), (0.055, 0.13, 0.16)),
        ((-0.10, -0.345, -0.135), (0.10, 0.05, 0.032), (0, 16, 0)),
        ((0.10, -0.345, -0.135), (0.10, 0.05, 0.032), (0, -16, 0)),
    ]
    cap_of_hair((0.13, 0.115, 0.105), beard, 5)
    with group((0, 0, 0.11)):
        shoulders(fabric((0.010, 0.075, 0.095)), 1.04)
        collar(fabric((0.82, 0.77, 0.68)))
        box((0, -0.245, -1.28), (0.022, 0.02, 0.8), metal(), 0.006, (4, 0, 0))
        badge((0.27, -0.235, -1.13))


def electrician():
    """Curls under a marigold helmet, a grey sweater and braces."""
    tone, hair = (0.30, 0.145, 0.085), (0.022, 0.014, 0.011)
    head(tone, 0.94, 0.9)
    features(hair, 0.12, (0.005, 10), (0.26, 0.06, 0.05))
    curls = [((0, 0.13, 0.08), (0.44, 0.34, 0.36))]
    for n in range(34):
        a = math.radians(-30 + 240 * (n % 17) / 16)
        z = 0.02 - 0.23 * (n // 17) + random.uniform(-0.05, 0.05)
        curls.append(((0.44 * math.cos(a), 0.10 + 0.34 * math.sin(a) * 0.95, z), (0.105, 0.105, 0.115)))
    cap_of_hair(hair, curls, 3)
    shell = material((0.86, 0.42, 0.03), 0.28, coat=0.6)
    lathe(
        [(0.0001, 0.30), (0.12, 0.295), (0.26, 0.23), (0.37, 0.11), (0.425, -0.05), (0.43, -0.07)],
        shell,
        (0, 0.02, 0.31),
        0.02,
    ).scale = (1, 1.08, 1)
    slab(
        [(0.45 * math.cos(a), -0.5 * math.sin(a)) for a in [n * math.pi / 24 for n in range(25)]],
        0.025,
        shell,
        (0, -0.06, 0.235),
        (9, 0, 0),
        0.01,
    )
    for x in (-0.1, 0, 0.1):
        tube([(x, -0.36, 0.42), (x, -0.22, 0.57), (x, 0.05, 0.635), (x, 0.3, 0.55)], 0.022, shell)
    mark((0, -0.425, 0.37), 0.11, (66, 0, 0))
    with group((0, 0, 0.11)):
        shoulders(fabric((0.36, 0.37, 0.37)), 0.92)
        ring((0, 0.05, -0.725), 0.185, 0.06, fabric((0.36, 0.37, 0.37)), (-8, 0, 0))
        for s in (-1, 1):
            tube(
                [(s * 0.30, 0.1, -0.83), (s * 0.30, -0.17, -0.92), (s * 0.27, -0.26, -1.25), (s * 0.25, -0.29, -1.7)],
                0.035,
                fabric((0.010, 0.075, 0.095)),
            )
            sphere((s * 0.265, -0.305, -1.36), 0.028, metal(BRASS), (1, 0.5, 1))


def locksmith():
    """Bald, white moustache, round glasses and a leather apron over a blue shirt."""
    tone = (0.72, 0.37, 0.235)
    head(tone, 1.02, 1.25)
    features((0.62, 0.60, 0.57), 0.07, (0.012, 4), (0.40, 0.15, 0.12))
    white = (0.66, 0.64, 0.61)
    for s in (-1, 1):
        cap_of_hair(
            white, [((s * 0.385, 0.10, 0.03), (0.055, 0.15, 0.13)), ((s * 0.30, 0.30, 0.0), (0.12, 0.10, 0.15))], 5
        )
    cap_of_hair(
        white,
        [
            ((-0.085, -0.37, -0.145), (0.105, 0.055, 0.042), (0, 20, 14)),
            ((0.085, -0.37, -0.145), (0.105, 0.055, 0.042), (0, -20, -14)),
            ((0, -0.38, -0.13), (0.05, 0.04, 0.03)),
        ],
        4,
    )
    frame = metal(BRASS, (0.15, 0.3))
    for s in (-1, 1):
        ring((s * 0.138, -0.425, 0.04), 0.098, 0.0095, frame, (86, 0, -s * 9))
        tube([(s * 0.235, -0.405, 0.05), (s * 0.39, -0.2, 0.055), (s * 0.43, 0.02, 0.03)], 0.0085, frame)
    tube([(-0.045, -0.435, 0.05), (0, -0.45, 0.065), (0.045, -0.435, 0.05)], 0.0095, frame)
    with group((0, 0, 0.11)):
        shoulders(fabric((0.16, 0.27, 0.40)), 1.0)
        collar(fabric((0.18, 0.30, 0.44)))
        leather = worn(material((0.20, 0.085, 0.035), 0.55), 30, 0.2, (0.45, 0.65))
        slab(rounded(0.66, 0.86, 0.08), 0.05, leather, (0, -0.235, -1.54), (84, 0, 0), 0.02)
        for s in (-1, 1):
            tube([(s * 0.27, -0.28, -1.14), (s * 0.22, -0.20, -0.93), (s * 0.20, 0.02, -0.80)], 0.03, leather)
        badge((0, -0.31, -1.31), 0.15)


def painter():
    """Auburn hair tied up, freckled, a cream cap's worth of paint on her dungarees."""
    tone, hair = (0.78, 0.44, 0.30), (0.30, 0.075, 0.025)
    head(tone, 0.92, 0.85)
    features((0.20, 0.06, 0.03), 0.13, (0.008, 9), (0.55, 0.13, 0.11))
    cap_of_hair(
        hair,
        [
            ((0, 0.10, 0.20), (0.43, 0.40, 0.37)),
            ((-0.16, -0.24, 0.36), (0.26, 0.15, 0.15), (14, -28, 18)),
            ((0.2, -0.22, 0.35), (0.22, 0.15, 0.14), (14, 30, -18)),
            ((0, 0.20, 0.62), (0.17, 0.17, 0.16)),
            ((-0.39, -0.02, 0.0), (0.05, 0.09, 0.2)),
            ((0.39, -0.02, 0.0), (0.05, 0.09, 0.2)),
        ],
    )
    ring((0, 0.18, 0.53), 0.12, 0.03, material(MARIGOLD, 0.6), (-10, 0, 0))
    freckle = material((0.52, 0.24, 0.15), 0.7)
    for s in (-1, 1):
        for dx, dz in ((0, 0), (0.045, 0.015), (0.02, 0.035), (0.07, -0.01)):
            sphere((s * (0.15 + dx), -0.362 + dx * 0.55, -0.07 + dz), 0.0065, freckle, (1, 0.5, 1), sides=16)
    with group((0, 0, 0.11)):
        shoulders(fabric((0.80, 0.76, 0.68)), 0.92)
        ring((0, 0.05, -0.735), 0.18, 0.045, fabric((0.80, 0.76, 0.68)), (-8, 0, 0))
        denim = fabric((0.075, 0.13, 0.20))
        slab(rounded(0.56, 0.75, 0.07), 0.05, denim, (0, -0.225, -1.52), (84, 0, 0), 0.02)
        for s in (-1, 1):
            tube([(s * 0.23, -0.27, -1.20), (s * 0.22, -0.20, -0.98), (s * 0.24, 0.02, -0.82)], 0.034, denim)
            sphere((s * 0.225, -0.30, -1.21), 0.03, metal(BRASS), (1, 0.5, 1))
        badge((0, -0.292, -1.34), 0.14)
        for x, z, size, colour in (
            (-0.17, -1.40, 0.03, MARIGOLD),
            (0.17, -1.47, 0.024, (0.7, 0.2, 0.12)),
            (0.12, -1.22, 0.018, (0.05, 0.30, 0.30)),
        ):
            sphere((x, -0.285, z), size, material(colour, 0.3), (1, 0.3, 1.2))


SCENES = {
    "van": van_in_the_street,
    "team-1": lambda: bust((0.70, 0.60, 0.45), founder),
    "team-2": lambda: bust((0.05, 0.19, 0.21), electrician),
    "team-3": lambda: bust((0.62, 0.36, 0.23), locksmith),
    "team-4": lambda: bust((0.36, 0.47, 0.44), painter),
}
