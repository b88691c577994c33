"""What several rooms share: walls with openings, windows, cupboards, furniture, plants and the tools of the trade."""

from mathutils import noise

from studio import *

PLASTER = ((0.84, 0.80, 0.73), (0.80, 0.755, 0.685))
OAK = ((0.36, 0.20, 0.095), (0.62, 0.41, 0.23))
STONE = (0.84, 0.82, 0.78)


def plaster(first=PLASTER[0], second=PLASTER[1]):
    """Trowelled wall paint."""
    return mottled(first, second, 2.2, 0.85, 0.05)


def oak(grain="x", rough=0.42):
    return wood(*OAK, 2.2, rough, grain)


# ---- the room --------------------------------------------------------------------------------------------------


def panel(low, high, surface, bevel=0.0):
    """A block between two corners whose pattern runs on from block to block."""
    centre = [(a + b) / 2 for a, b in zip(low, high)]
    shape = box(centre, [b - a for a, b in zip(low, high)], surface, bevel)
    bpy.ops.object.transform_apply(location=True, rotation=False, scale=False)
    return shape


def _pieces(start, end, height, openings):
    position = start
    for left, right, bottom, top in sorted(openings):
        yield position, left, 0, height
        yield left, right, 0, bottom
        yield left, right, top, height
        position = right
    yield position, end, 0, height


def wall_across(y, start, end, height, surface, openings=(), thick=0.2):
    """A wall along X that reaches `thick` behind `y`; an opening is (left, right, bottom, top)."""
    for left, right, bottom, top in _pieces(start, end, height, openings):
        if right > left and top > bottom:
            panel((left, min(y, y + thick), bottom), (right, max(y, y + thick), top), surface)


def wall_along(x, start, end, height, surface, openings=(), thick=0.2):
    """A wall along Y that reaches `thick` beyond `x` (negative: to the left); openings as above."""
    for near, far, bottom, top in _pieces(start, end, height, openings):
        if far > near and top > bottom:
            panel((min(x, x + thick), near, bottom), (max(x, x + thick), far, top), surface)


def floor_and_ceiling(x, y, height, floor, ceiling):
    """Closes a room between the pairs `x` and `y`."""
    panel((x[0] - 0.2, y[0] - 0.2, -0.1), (x[1] + 0.2, y[1] + 0.2, 0), floor)
    panel((x[0] - 0.2, y[0] - 0.2, height), (x[1] + 0.2, y[1] + 0.2, height + 0.1), ceiling)


def sash(left, right, bottom, top, surface, at, along=False, casements=2, bars=1, frame=0.05):
    """The frame of a window or glazed door in a wall across (`at` is its Y) or along (its X)."""

    def strip(low, high):
        if along:
            panel((at - 0.03, low[0], low[1]), (at + 0.03, high[0], high[1]), surface, 0.003)
        else:
            panel((low[0], at - 0.03, low[1]), (high[0], at + 0.03, high[1]), surface, 0.003)

    width = (right - left) / casements
    for n in range(casements):
        a, b = left + n * width, left + (n + 1) * width
        # Posts from top to bottom and rails between them: pieces that share a face would turn black there.
        strip((a, bottom), (a + frame, top))
        strip((b - frame, bottom), (b, top))
        for z in (bottom, top - frame):
            strip((a + frame, z), (b - frame, z + frame))
        for k in range(bars):
            z = bottom + (top - bottom) * (k + 1) / (bars + 1)
            strip((a + frame, z - 0.013), (b - frame, z + 0.013))


def arch_wall(at, width, height, opening, spring, surface, thick=0.25, offset=0.0):
    """A wall across with a round-headed passage `opening` wide; the curve starts at height `spring`."""
    radius = opening / 2
    curve = [
        (offset + radius * math.cos(a), spring + radius * math.sin(a)) for a in (n * math.pi / 40 for n in range(41))
    ]
    half = width / 2
    outline = [
        (offset + radius, 0),
        *curve,
        (offset - radius, 0),
        (-half, 0),
        (-half, height),
        (half, height),
        (half, 0),
    ]
    return slab(outline, thick, surface, at, (90, 0, 0), 0.004)


def daylight(at, towards, size, power, colour=(1, 0.97, 0.93), tall=None):
    """The soft light of a window, itself unseen."""
    shape = lamp(at, towards, size, power, colour, tall)
    shape.visible_camera = False
    return shape


def outlook(y=14, x=0):
    """What a window shows by day, some metres away and brighter than the room: trees in the haze under a pale sky."""
    glow((x, y, 1.6), (26, 12), low=(0.30, 0.36, 0.24), high=(0.80, 0.88, 0.96), strength=1.5)


def blue_sky(horizon=(0.48, 0.71, 0.94), zenith=(0.07, 0.28, 0.72), strength=1.0):
    """Shows the camera a clear blue sky, while the light stays that of `sky`, which must come before."""
    tree = bpy.context.scene.world.node_tree
    nodes, link = tree.nodes, tree.links.new
    split, source, ramp = (
        nodes.new("ShaderNodeSeparateXYZ"),
        nodes.new("ShaderNodeTexCoord"),
        nodes.new("ShaderNodeValToRGB"),
    )
    start, end = ramp.color_ramp.elements
    start.color, end.color, end.position = (*horizon, 1), (*zenith, 1), 0.55
    seen, choice, path = (
        nodes.new("ShaderNodeBackground"),
        nodes.new("ShaderNodeMixShader"),
        nodes.new("ShaderNodeLightPath"),
    )
    seen.inputs[1].default_value = strength
    link(source.outputs["Generated"], split.inputs[0])
    link(split.outputs["Z"], ramp.inputs[0])
    link(ramp.outputs[0], seen.inputs[0])
    link(path.outputs["Is Camera Ray"], choice.inputs[0])
    link(nodes["Background"].outputs[0], choice.inputs[1])
    link(seen.outputs[0], choice.inputs[2])
    link(choice.outputs[0], nodes["World Output"].inputs[0])


def frame_lower(shift):
    """Moves the picture down without tilting the camera, so that verticals stay upright."""
    bpy.context.scene.camera.data.shift_y = -shift


# ---- kitchen and bath ------------------------------------------------------------------------------------------


def blot(at, radius, surface, turn, seed=0.0):
    """A flat, ragged patch: fallen plaster, damp, spilt paint."""
    outline = []
    for n in range(60):
        a = n * math.tau / 60
        reach = radius * (
            1
            + 0.55 * noise.noise((2 * math.cos(a), 2 * math.sin(a), seed))
            + 0.12 * noise.noise((9 * math.cos(a), 9 * math.sin(a), seed))
        )
        outline.append((reach * math.cos(a), reach * math.sin(a)))
    slab(outline, 0.003, surface, at, turn, 0)


def handle(at, length, surface, upright=True, radius=0.006):
    """A bar handle on two posts, towards the viewer."""
    x, y, z = at
    reach = length * 0.36
    cylinder((x, y - 0.03, z), radius, length, surface, (0, 0, 0) if upright else (0, 90, 0), 0.002, sides=16)
    for d in (-reach, reach):
        post = (x, y - 0.015, z + d) if upright else (x + d, y - 0.015, z)
        cylinder(post, radius * 0.8, 0.03, surface, (90, 0, 0), 0, sides=12)


def cupboard(at, size, surface, grip=None, side=1, framed=True, upright=True, grip_at=0.8):
    """A front towards the viewer, `at` its middle: framed door or drawer with a handle on its `side`."""
    (x, y, z), (width, height) = at, size
    box((x, y, z), (width - 0.006, 0.02, height - 0.006), surface, 0.003)
    if framed:
        border = min(0.06, height * 0.2)
        for s in (-1, 1):
            box((x + s * (width - border - 0.006) / 2, y - 0.014, z), (border, 0.012, height - 0.006), surface, 0.003)
            box(
                (x, y - 0.014, z + s * (height - border - 0.006) / 2),
                (width - 2 * border, 0.012, border),
                surface,
                0.003,
            )
    if grip:
        if upright:
            handle((x + side * (width / 2 - 0.035), y - 0.02, z + height * (grip_at - 0.5)), 0.15, grip)
        else:
            handle((x, y - 0.02, z + height / 2 - min(0.04, height / 2)), 0.18, grip, False)


def swan_tap(at, surface, height=0.34, reach=0.2, radius=0.012):
    """A tall kitchen tap that bends towards the viewer."""
    x, y, z = at
    cylinder((x, y, z + 0.02), 0.024, 0.04, surface)
    bend = [(x, y, z), (x, y, z + height * 0.75), (x, y - reach * 0.2, z + height), (x, y - reach * 0.8, z + height)]
    tube([*bend, (x, y - reach, z + height * 0.68)], radius, surface)
    tube([(x + 0.02, y, z + 0.05), (x + 0.09, y, z + 0.09)], 0.006, surface)


def pendant(at, cable, shade, wire, radius=0.16, power=12):
    """A lamp on a cable of that length; `at` is the rim of the shade."""
    x, y, z = at
    cylinder((x, y, z + 0.2 + cable / 2), 0.004, cable, wire, bevel=0, sides=12)
    profile = [(0.022, 0.21), (0.03, 0.2), (radius * 0.45, 0.17), (radius * 0.85, 0.08), (radius, 0)]
    lathe(profile, shade, at, 0.004)
    sphere((x, y, z + 0.06), 0.045, material((1, 0.78, 0.5), glow=9), sides=24)
    bulb((x, y, z - 0.03), power, radius=0.05)


def bowl(at, surface, radius=0.17):
    lathe([(0, 0.01), (radius * 0.45, 0), (radius * 0.8, radius * 0.25), (radius, radius * 0.55)], surface, at, 0.008)


def fruit_bowl(at, surface, radius=0.17):
    """Oranges and lemons."""
    bowl(at, surface, radius)
    orange, lemon = (worn(material(c, 0.4), 120, 0.1) for c in ((0.85, 0.26, 0.02), (0.86, 0.62, 0.04)))
    x, y, z = at
    for n in range(7):
        angle, reach = n * 1.05, (radius * 0.5 if n < 6 else 0)
        spot = (x + reach * math.cos(angle), y + reach * math.sin(angle), z + radius * (0.5 if n < 6 else 0.85))
        sphere(spot, radius * 0.25, orange if n % 3 else lemon, sides=24)


def cup(at, surface, radius=0.04, height=0.09):
    x, y, z = at
    lathe([(0, 0.004), (radius * 0.8, 0), (radius, height * 0.3), (radius, height)], surface, at, 0.004, steps=48)
    ring((x + radius + 0.015, y, z + height * 0.55), 0.022, 0.005, surface, (90, 0, 0))


def vase(at, surface, height=0.25, radius=0.09):
    profile = [
        (0, 0),
        (radius * 0.6, 0),
        (radius, height * 0.4),
        (radius * 0.35, height * 0.8),
        (radius * 0.45, height),
    ]
    lathe(profile, surface, at, 0.006)


def bottle(at, surface, height=0.28, radius=0.035):
    profile = [
        (0, 0),
        (radius, 0),
        (radius, height * 0.6),
        (radius * 0.35, height * 0.75),
        (radius * 0.35, height),
        (0, height),
    ]
    lathe(profile, surface, at, steps=48)


# ---- furniture -------------------------------------------------------------------------------------------------


def stool(at, seat, legs, height=0.66):
    """A bar stool with a round seat and a foot ring."""
    x, y, z = at
    cylinder((x, y, z + height), 0.18, 0.045, seat, bevel=0.012)
    for n in range(4):
        a = math.pi / 4 + n * QUARTER
        top, foot = (
            (x + 0.11 * math.cos(a), y + 0.11 * math.sin(a), z + height),
            (x + 0.19 * math.cos(a), y + 0.19 * math.sin(a), z),
        )
        tube([top, foot], 0.011, legs)
    ring((x, y, z + 0.24), 0.163, 0.008, legs)


def chair(at, frame, seat, turn=0):
    """A wooden chair with a round-cornered seat and a bent back; at turn 0 its back is away from the viewer."""
    holder = bpy.data.objects.new("chair", None)
    bpy.context.collection.objects.link(holder)
    parts = [box((0, 0, 0.45), (0.42, 0.42, 0.04), seat, 0.018)]
    for x in (-0.17, 0.17):
        parts.append(tube([(x, -0.16, 0.45), (x * 1.15, -0.19, 0)], 0.015, frame))
        parts.append(tube([(x * 1.15, 0.22, 0), (x, 0.18, 0.45), (x * 1.05, 0.22, 0.8)], 0.015, frame))
    for z in (0.62, 0.76):
        parts.append(tube([(-0.18, 0.205, z), (0, 0.25, z), (0.18, 0.205, z)], 0.014 if z < 0.7 else 0.022, frame))
    for part in parts:
        part.parent = holder
    holder.location, holder.rotation_euler = at, (0, 0, math.radians(turn))


def table(at, size, top, legs, thick=0.035, leg=0.03):
    """A table of `size` (x, y, height) on four round legs."""
    (x, y, z), (width, depth, height) = at, size
    box((x, y, z + height - thick / 2), (width, depth, thick), top, 0.01)
    for sx in (-1, 1):
        for sy in (-1, 1):
            spot = (x + sx * (width / 2 - 0.08), y + sy * (depth / 2 - 0.08), z + (height - thick) / 2)
            cylinder(spot, leg * 0.6, height - thick, legs, top=leg, sides=24)


def pillow(at, size, surface, turn=(0, 0, 0)):
    """A filled cushion of `size` (x, y, z), thick in the middle."""
    shape = sphere(at, 1, surface, sides=40, turn=turn)
    for point in shape.data.vertices:
        x, y, z = point.co
        flat = [math.copysign(abs(value) ** 0.5, value) for value in (x, y)]
        puff = math.copysign(abs(z) ** 0.8, z)
        point.co = (flat[0] * size[0] / 2 * 0.95, flat[1] * size[1] / 2 * 0.95, puff * size[2] / 2)
    return shape


def sofa(at, surface, legs, width=2.1):
    """A deep sofa with two seats that faces the viewer; `at` is the middle of its floor."""
    x, y, z = at
    box((x, y, z + 0.24), (width - 0.06, 0.88, 0.2), surface, 0.04)
    box((x, y + 0.36, z + 0.5), (width - 0.05, 0.2, 0.56), surface, 0.08)
    inner = width - 0.4
    for s in (-1, 1):
        box((x + s * (width / 2 - 0.09), y - 0.015, z + 0.385), (0.2, 0.95, 0.45), surface, 0.08)
        box((x + s * inner / 4, y - 0.09, z + 0.405), (inner / 2 - 0.012, 0.74, 0.16), surface, 0.06)
        box((x + s * inner / 4, y + 0.22, z + 0.62), (inner / 2 - 0.02, 0.17, 0.4), surface, 0.075, (-10, 0, 0))
        for d in (-0.38, 0.38):
            cylinder((x + s * (width / 2 - 0.1), y + d, z + 0.07), 0.02, 0.14, legs, top=0.026, sides=16)


def sheet(at, size, surface, lift, turn=(0, 0, 0), steps=90, thick=0.004):
    """Cloth or paper of `size`: `lift(x, y)` gives its height over the plane."""
    bpy.ops.mesh.primitive_grid_add(
        x_subdivisions=steps, y_subdivisions=steps, size=1, location=at, rotation=_radians(turn)
    )
    shape = bpy.context.object
    for point in shape.data.vertices:
        point.co.x, point.co.y = point.co.x * size[0], point.co.y * size[1]
        point.co.z = lift(point.co.x, point.co.y)
    shape.data.materials.append(surface)
    bpy.ops.object.shade_smooth()
    wall = shape.modifiers.new("wall", "SOLIDIFY")
    wall.thickness = thick
    return shape


def _radians(turn):
    return [math.radians(angle) for angle in turn]


def crumple(strength=0.02, scale=3.0):
    """Folds of a cloth on the floor, for `sheet`."""
    return lambda x, y: (
        strength * (1 + noise.noise((x * scale, y * scale, 1.7)) + 0.5 * noise.noise((x * scale * 2.3, y * scale, 4)))
    )


def curtain(at, size, surface, turn=(90, 0, 0), folds=9):
    """A hanging cloth of `size` (width, height); across unless turned."""
    width = size[0]
    sheet(
        at,
        size,
        surface,
        lambda x, y: 0.035 * math.sin(x / width * folds * math.tau) + 0.01 * math.sin(x * 31 + y),
        turn,
        120,
    )


def potted(at, pot, leaf, size=1.0, leaves=26):
    """A plant in a clay pot."""
    x, y, z = at
    profile = [
        (0, 0),
        (0.12 * size, 0),
        (0.165 * size, 0.26 * size),
        (0.18 * size, 0.26 * size),
        (0.18 * size, 0.31 * size),
        (0.16 * size, 0.31 * size),
    ]
    lathe(profile, pot, at, 0.012 * size, steps=48)
    cylinder((x, y, z + 0.27 * size), 0.155 * size, 0.02, material((0.05, 0.03, 0.02), 0.95), bevel=0, sides=32)
    plant((x, y, z + 0.27 * size), leaf, 1.05 * size, 0.42 * size, leaves, 0.13 * size)


def snake_plant(at, pot, size=1.0, blades=15):
    """Stiff upright blades with pale edges, in a round pot."""
    x, y, z = at
    lathe(
        flowing(
            [
                (0.0001, 0),
                (0.13 * size, 0),
                (0.19 * size, 0.12 * size),
                (0.18 * size, 0.28 * size),
                (0.17 * size, 0.29 * size),
            ],
            6,
        ),
        pot,
        at,
        0.01 * size,
    )
    cylinder((x, y, z + 0.26 * size), 0.165 * size, 0.02, material((0.04, 0.028, 0.02), 0.95), bevel=0, sides=32)
    inks = [mottled((0.035, 0.095, 0.04), (0.11, 0.20, 0.085), 26, 0.4, 0.03), material((0.36, 0.40, 0.14), 0.45)]
    for n in range(blades):
        a, reach = n * 2.4, 0.025 + 0.09 * (n / blades)
        tall, wide = size * random.uniform(0.45, 0.95), size * random.uniform(0.028, 0.04)
        lean = Vector((math.cos(a), math.sin(a), 0)) * random.uniform(0.05, 0.2)
        base = Vector((x + reach * size * math.cos(a), y + reach * size * math.sin(a), z + 0.26 * size))
        _blade(base, base + Vector((lean.x, lean.y, 1)) * tall, wide, a + random.uniform(-0.6, 0.6), inks)


def _blade(base, tip, wide, angle, inks):
    """A leaf from `base` to `tip`, folded along its middle, its edges in the second ink."""
    mesh, across = bpy.data.meshes.new("blade"), Vector((math.cos(angle), math.sin(angle), 0))
    fold, points, faces, steps = across.cross(Vector((0, 0, 1))), [], [], 14
    for n in range(steps + 1):
        t = n / steps
        half = wide * min(1, 0.55 + 1.6 * t) * (1 - max(0, (t - 0.6) / 0.4) ** 2)
        middle = base.lerp(tip, t)
        for k in (-1, -0.82, 0, 0.82, 1):
            points.append(middle + across * half * k + fold * abs(k) * half * 0.35)
    for n in range(steps):
        for k in range(4):
            c = n * 5 + k
            faces.append((c, c + 1, c + 6, c + 5))
    mesh.from_pydata(points, [], faces)
    for ink in inks:
        mesh.materials.append(ink)
    for n, face in enumerate(mesh.polygons):
        face.use_smooth, face.material_index = True, int(n % 4 in (0, 3))
    shape = bpy.data.objects.new("blade", mesh)
    bpy.context.collection.objects.link(shape)


def olive_tree(at, pot, height=1.7, crown=0.5, leaves=2600):
    """A slender olive in a tall pot: a few bent stems under a loose grey-green crown."""
    x, y, z = at
    lathe(flowing([(0.0001, 0), (0.15, 0), (0.21, 0.2), (0.23, 0.42), (0.21, 0.44)], 6), pot, at, 0.014)
    cylinder((x, y, z + 0.39), 0.2, 0.03, material((0.05, 0.035, 0.025), 0.95), bevel=0, sides=32)
    bark, leaf = worn(material((0.19, 0.15, 0.11), 0.9), 60, 0.5, (0.8, 1)), material((0.10, 0.155, 0.07), 0.5)
    for n in range(3):
        a = n * 2.1
        top = (x + 0.16 * math.cos(a), y + 0.16 * math.sin(a), z + height)
        tube(
            [(x, y, z + 0.38), (x + 0.05 * math.cos(a + 1), y + 0.05 * math.sin(a + 1), z + height * 0.55), top],
            0.013,
            bark,
        )
        foliage((top[0], top[1], z + height), (crown * 1.1, crown * 1.1, crown * 1.25), leaf, leaves // 3, 0.052)


def fig(at, pot, height=1.5, leaves=30):
    """A rubber fig: one stem, broad dark leaves that droop."""
    x, y, z = at
    lathe(flowing([(0.0001, 0), (0.16, 0), (0.2, 0.15), (0.2, 0.33), (0.19, 0.34)], 6), pot, at, 0.012)
    cylinder((x, y, z + 0.3), 0.185, 0.03, material((0.05, 0.035, 0.025), 0.95), bevel=0, sides=32)
    tube(
        [(x, y, z + 0.3), (x + 0.04, y - 0.02, z + height * 0.6), (x, y, z + height)],
        0.014,
        material((0.12, 0.085, 0.05), 0.8),
    )
    inks = [worn(material((0.028, 0.085, 0.03), 0.28), 14, 0.05, (0.2, 0.35))] * 2
    for n in range(leaves):
        t, a = 0.28 + 0.72 * n / leaves, n * 2.4
        start = Vector((x + 0.03 * (1 - t), y, z + height * t))
        out = Vector((math.cos(a), math.sin(a), random.uniform(0.1, 0.55) + 0.5 * t**4)).normalized()
        _broad_leaf(start + out * 0.05, out, random.uniform(0.26, 0.37), inks)


def _broad_leaf(base, out, long, inks):
    """An oval leaf that starts at `base` towards `out` and bends down."""
    side = out.cross(Vector((0, 0, 1))).normalized()
    up = side.cross(out)
    mesh, points, faces, steps = bpy.data.meshes.new("leaf"), [], [], 12
    for n in range(steps + 1):
        t = n / steps
        half = long * 0.27 * math.sin(math.pi * t**0.8) ** 0.8 + 0.001
        middle = base + out * long * t - Vector((0, 0, 1)) * long * 0.42 * t * t
        for k in (-1, -0.5, 0, 0.5, 1):
            points.append(middle + side * half * k + up * half * 0.28 * abs(k))
    for n in range(steps):
        for k in range(4):
            c = n * 5 + k
            faces.append((c, c + 1, c + 6, c + 5))
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(inks[0])
    for face in mesh.polygons:
        face.use_smooth = True
    shape = bpy.data.objects.new("leaf", mesh)
    bpy.context.collection.objects.link(shape)


def linen(first, second=None, scale=55):
    """Upholstery: a slubbed weave."""
    second = second or tuple(min(1, 1.16 * value) for value in first)
    return worn(mottled(first, second, scale, 0.95, 0.2), 320, 0.45, (0.85, 1))


def green():
    return worn(material((0.05, 0.17, 0.045), 0.4), 30, 0.1, (0.3, 0.5))


def books(at, count=5, lying=False):
    """A few books, standing in a row along X or piled up."""
    x, y, z = at
    inks = ((0.02, 0.12, 0.13), (0.75, 0.68, 0.55), (0.55, 0.2, 0.09), (0.3, 0.32, 0.3), (0.72, 0.5, 0.2))
    for n in range(count):
        cover, thick = material(inks[n % 5], 0.6), random.uniform(0.02, 0.04)
        if lying:
            box((x, y, z + thick / 2), (0.26 - n * 0.012, 0.19, thick), cover, 0.002, (0, 0, random.uniform(-14, 14)))
            z += thick
        else:
            height = random.uniform(0.19, 0.26)
            box((x + thick / 2, y, z + height / 2), (thick - 0.002, 0.16, height), cover, 0.002)
            x += thick


def framed(at, size, edge, ground, motif):
    """A picture on the wall behind: an arch and a sun on a coloured ground."""
    (x, y, z), (width, height) = at, size
    box((x, y, z), (width, 0.025, height), edge, 0.003)
    box((x, y - 0.011, z), (width - 0.03, 0.008, height - 0.03), material((0.85, 0.82, 0.76), 0.7), 0)
    box((x, y - 0.014, z), (width * 0.72, 0.008, height * 0.76), ground, 0)
    cylinder((x, y - 0.0185, z - height * 0.06), width * 0.2, 0.002, motif, (90, 0, 0), 0)
    box((x, y - 0.0185, z - height * 0.2), (width * 0.4, 0.0026, height * 0.28), motif, 0)


# ---- tools of the trade ----------------------------------------------------------------------------------------


def ladder(at, rail, tread, height=1.7, turn=0, steps=5):
    """A standing stepladder, its steps towards the viewer at turn 0."""
    holder = bpy.data.objects.new("ladder", None)
    bpy.context.collection.objects.link(holder)
    tilt, reach = 12, height * math.tan(math.radians(12))
    parts = [box((0, reach * 0.05, height), (0.36, 0.26, 0.035), tread, 0.008)]
    for s in (-1, 1):
        parts.append(
            box(
                (s * 0.22, -reach / 2, height / 2),
                (0.03, 0.07, height / math.cos(math.radians(tilt))),
                rail,
                0.005,
                (-tilt, 0, 0),
            )
        )
        parts.append(
            box(
                (s * 0.21, reach / 2 + 0.04, height / 2),
                (0.025, 0.04, height / math.cos(math.radians(tilt))),
                rail,
                0.005,
                (tilt, 0, 0),
            )
        )
    for n in range(1, steps):
        z = height * n / steps
        parts.append(box((0, -reach * (1 - n / steps), z), (0.42, 0.09, 0.025), tread, 0.004))
    for n in (1, 3):
        z = height * n / steps
        parts.append(box((0, reach * (1 - n / steps) + 0.04, z), (0.4, 0.02, 0.03), rail, 0.003))
    for part in parts:
        part.parent = holder
    holder.location, holder.rotation_euler = at, (0, 0, math.radians(turn))


def paint_tin(at, paint, radius=0.085, height=0.19, open_top=True, label=(0.86, 0.83, 0.76)):
    """A tin of paint with a drip over its label."""
    x, y, z = at
    steel = metal(rough=(0.2, 0.35))
    lathe([(0, 0.002), (radius, 0), (radius, height), (radius * 0.9, height)], steel, at, 0.002, steps=64)
    cylinder((x, y, z + height * 0.48), radius + 0.0015, height * 0.7, material(label, 0.5), bevel=0.001)
    cylinder((x, y, z + height * 0.48), radius + 0.0025, height * 0.22, material(paint, 0.4), bevel=0.001)
    ring((x, y, z + height), radius, 0.004, steel)
    cylinder(
        (x, y, z + height * (0.9 if open_top else 0.99)),
        radius * 0.93,
        0.006,
        material(paint, 0.12) if open_top else steel,
        bevel=0.002,
    )
    arch = [(x - radius, y, z + height * 0.82), (x - radius * 0.7, y - radius * 0.85, z + height * 0.62)]
    tube(
        [*arch, (x + radius * 0.7, y - radius * 0.85, z + height * 0.62), (x + radius, y, z + height * 0.82)],
        0.002,
        steel,
    )


def roller(at, paint, turn=(0, 0, 0)):
    """A paint roller that lies along X."""
    holder = bpy.data.objects.new("roller", None)
    bpy.context.collection.objects.link(holder)
    steel = metal()
    parts = [cylinder((0, 0, 0), 0.028, 0.2, worn(material(paint, 0.6), 300, 0.6, (0.4, 0.8)), (0, 90, 0), 0.008)]
    parts.append(
        tube([(0.1, 0, 0), (0.135, 0, 0), (0.135, -0.09, 0), (0, -0.11, 0), (0, -0.16, 0)], 0.004, steel, straight=True)
    )
    parts.append(cylinder((0, -0.22, 0), 0.014, 0.13, material((0.55, 0.2, 0.06), 0.4), (90, 0, 0), 0.005, 0.018))
    for part in parts:
        part.parent = holder
    holder.location, holder.rotation_euler = at, _radians(turn)
