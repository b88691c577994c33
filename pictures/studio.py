"""The photographer's studio: materials, shapes, lights and a camera for the scenes beside it.

Lengths are metres, angles degrees, colours linear RGB from 0 to 1. Z points up, a room's back wall is at positive Y.
"""

import contextlib
import math
import random
from pathlib import Path

import bmesh
import bpy
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from mathutils import Euler, Matrix, Vector

QUARTER = math.pi / 2
HERE = Path(__file__).parent
FIGTREE = HERE.parent / "frontend/node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"


def begin(width, height, samples, seed=1):
    """An empty scene, rendered by Cycles on the processor and denoised."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(seed)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.05
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.max_bounces = 8
    cycles.diffuse_bounces = 4
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    scene.render.resolution_x = width
    scene.render.resolution_y = height
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "AgX"
    look("AgX - Medium High Contrast")


def look(name="AgX - Base Contrast", exposure=0.0):
    """The development of the picture: a contrast curve of AgX, and exposure in stops."""
    view = bpy.context.scene.view_settings
    view.look = name
    view.exposure = exposure


# ---- materials -------------------------------------------------------------------------------------------------


def material(colour, rough=0.5, metal=0.0, glass=0.0, coat=0.0, glow=0.0, alpha=1.0):
    """A plain surface. `glass` lets light through, `coat` varnishes, `glow` shines by itself."""
    made = bpy.data.materials.new("material")
    made.use_nodes = True
    inputs = _surface(made).inputs
    inputs["Base Color"].default_value = (*colour, 1)
    inputs["Roughness"].default_value = rough
    inputs["Metallic"].default_value = metal
    inputs["Transmission Weight"].default_value = glass
    inputs["Coat Weight"].default_value = coat
    inputs["Alpha"].default_value = alpha
    if glow:
        inputs["Emission Color"].default_value = (*colour, 1)
        inputs["Emission Strength"].default_value = glow
    return made


def _surface(made):
    return made.node_tree.nodes["Principled BSDF"]


def _coordinates(made, scale=(1, 1, 1), rotation=(0, 0, 0)):
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    source = nodes.new("ShaderNodeTexCoord")
    mapping = nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = scale
    mapping.inputs["Rotation"].default_value = [math.radians(angle) for angle in rotation]
    link(source.outputs["Object"], mapping.inputs[0])
    return mapping.outputs[0]


def _noise(made, coordinates, scale, detail=6, distortion=0.0):
    noise = made.node_tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    noise.inputs["Distortion"].default_value = distortion
    made.node_tree.links.new(coordinates, noise.inputs[0])
    return noise.outputs[0]


def _bump(made, height, strength, invert=False):
    bump = made.node_tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = strength
    bump.invert = invert
    made.node_tree.links.new(height, bump.inputs["Height"])
    made.node_tree.links.new(bump.outputs[0], _surface(made).inputs["Normal"])


def _ramp(made, value, first, second, low=0.3, high=0.7):
    ramp = made.node_tree.nodes.new("ShaderNodeValToRGB")
    start, end = ramp.color_ramp.elements
    start.color, end.color = (*first, 1), (*second, 1)
    start.position, end.position = low, high
    made.node_tree.links.new(value, ramp.inputs[0])
    return ramp.outputs[0]


def worn(made, scale=40, strength=0.1, rough=(0.25, 0.5)):
    """Gives a surface small unevenness, so that light breaks on it; returns the same material."""
    link = made.node_tree.links.new
    noise = _noise(made, _coordinates(made), scale)
    _bump(made, noise, strength)
    spread = made.node_tree.nodes.new("ShaderNodeMapRange")
    spread.inputs["To Min"].default_value, spread.inputs["To Max"].default_value = rough
    link(noise, spread.inputs[0])
    link(spread.outputs[0], _surface(made).inputs["Roughness"])
    return made


def mottled(first, second, scale=3, rough=0.8, strength=0.2, metal=0.0):
    """Two colours in clouds: plaster, rust, stone, fabric, earth."""
    made = material(first, rough, metal)
    noise = _noise(made, _coordinates(made), scale, detail=9)
    made.node_tree.links.new(_ramp(made, noise, first, second), _surface(made).inputs["Base Color"])
    _bump(made, noise, strength)
    return made


def tiled(first, second, joint, width, height, rough=0.15, facing="back", offset=0.5, depth=0.3, gap=0.003):
    """Bricks, tiles or planks of `width` × `height`, between joints. `facing` is the wall: back, side or floor."""
    made = material(first, rough)
    link = made.node_tree.links.new
    rotation = {"back": (90, 0, 0), "side": (-90, -90, 0), "floor": (0, 0, 0)}[facing]
    brick = _bricks(made, _coordinates(made, rotation=rotation), width, height, offset, gap)
    for name, colour in (("Color1", first), ("Color2", second), ("Mortar", joint)):
        brick.inputs[name].default_value = (*colour, 1)
    link(brick.outputs["Color"], _surface(made).inputs["Base Color"])
    _bump(made, brick.outputs["Fac"], depth, invert=True)
    return made


def _bricks(made, coordinates, width, height, offset, gap):
    brick = made.node_tree.nodes.new("ShaderNodeTexBrick")
    brick.offset = offset
    settings = {"Scale": 1, "Brick Width": width, "Row Height": height, "Mortar Size": gap, "Mortar Smooth": 0.3}
    for name, value in settings.items():
        brick.inputs[name].default_value = value
    made.node_tree.links.new(coordinates, brick.inputs[0])
    return brick


def wood(dark, light, scale=3, rough=0.4, grain="x"):
    """Timber with its grain along an axis."""
    made = material(light, rough)
    along, across = scale * 0.6, scale * 9
    stretch = tuple(along if axis == grain else across for axis in "xyz")
    noise = _noise(made, _coordinates(made, scale=stretch), 2.5, detail=8, distortion=0.6)
    made.node_tree.links.new(_ramp(made, noise, dark, light), _surface(made).inputs["Base Color"])
    _bump(made, noise, 0.06)
    return made


def planks(dark, light, length=1.6, width=0.16, rough=0.35):
    """A floor of boards along X, each a little different."""
    made = wood(dark, light, 2, rough)
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    brick = _bricks(made, _coordinates(made), length, width, 0.37, 0.0015)
    for name, grey in (("Color1", 0.72), ("Color2", 1.1), ("Mortar", 0.13)):
        brick.inputs[name].default_value = (grey, grey, grey, 1)
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs[0].default_value = 1
    colour = _surface(made).inputs["Base Color"]
    link(colour.links[0].from_socket, mix.inputs[1])
    link(brick.outputs["Color"], mix.inputs[2])
    link(mix.outputs[0], colour)
    return made


def chipped(made, inks, scale=42, share=0.55):
    """Strews chips of stone in several colours into a surface; returns the same material."""
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    cells = nodes.new("ShaderNodeTexVoronoi")
    cells.inputs["Scale"].default_value = scale
    link(_coordinates(made), cells.inputs["Vector"])
    split = nodes.new("ShaderNodeSeparateColor")
    link(cells.outputs["Color"], split.inputs[0])
    near = nodes.new("ShaderNodeMath")
    near.operation, near.inputs[1].default_value = "LESS_THAN", 0.34
    link(cells.outputs["Distance"], near.inputs[0])
    base = _surface(made).inputs["Base Color"]
    for n, ink in enumerate(inks):
        here, both, mix = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMixRGB")
        here.operation, here.inputs[1].default_value, here.inputs[2].default_value = (
            "COMPARE",
            share * (n + 0.5) / len(inks),
            share / len(inks) / 2,
        )
        both.operation = "MULTIPLY"
        link(split.outputs[0], here.inputs[0])
        link(here.outputs[0], both.inputs[0])
        link(near.outputs[0], both.inputs[1])
        link(both.outputs[0], mix.inputs[0])
        link(base.links[0].from_socket, mix.inputs[1])
        mix.inputs[2].default_value = (*ink, 1)
        link(mix.outputs[0], base)
    return made


def herringbone(x, y, z, dark, light, long=0.6, width=0.1, shades=5):
    """A parquet of short boards laid in a zigzag over the pairs `x` and `y`, its top at `z`."""
    woods = {}
    for turn in (0, 1):
        for n in range(shades):
            grey = 0.82 + 0.36 * n / (shades - 1)
            pair = [tuple(min(1, value * grey) for value in colour) for colour in (dark, light)]
            woods[turn, n] = (wood(*pair, 2.4, 0.33, "xy"[turn]), [])
    box(
        ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, z - 0.05),
        (x[1] - x[0], y[1] - y[0], 0.08),
        material((0.04, 0.03, 0.02), 0.9),
        0,
    )
    reach = max(x[1] - x[0], y[1] - y[0]) * 0.75
    middle = Vector(((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, z - 0.01))
    turned = Matrix.Rotation(math.radians(45), 3, "Z")
    for row in range(-int(2.2 * reach / width), int(2.2 * reach / width)):
        for column in range(-int(1.6 * reach / long), int(1.6 * reach / long)):
            # Each board lies one width further along the diagonal; the next zigzag a whole board across it.
            left, low = row * width + column * long, row * width - column * long
            for turn, spot in (
                (0, (left + long / 2, low + width / 2)),
                (1, (left + width / 2, low + width + long / 2)),
            ):
                place = turned @ Vector((*spot, 0))
                if abs(place.x) > (x[1] - x[0]) / 2 + long or abs(place.y) > (y[1] - y[0]) / 2 + long:
                    continue
                size = (long, width) if turn == 0 else (width, long)
                boards = woods[turn, random.randrange(shades)][1]
                boards.append(((*spot, random.uniform(-0.0003, 0.0003)), (size[0] - 0.0012, size[1] - 0.0012, 0.02)))
    for surface, boards in woods.values():
        with group(middle, (0, 0, 45)):
            blocks(boards, surface, 0.0006)


def printed_tiles(paint, side=0.2, rough=0.4, facing="floor"):
    """Cement tiles with a pattern: `paint(u, v)` gives the colour of a place on one tile, from 0 to 1 each way."""
    pixels, size = [], 192
    for row in range(size):
        for column in range(size):
            pixels += [*paint((column + 0.5) / size, (row + 0.5) / size), 1.0]
    picture = bpy.data.images.new("tile", size, size, float_buffer=True)
    picture.pixels.foreach_set(pixels)
    picture.update()
    made = material((1, 1, 1), rough)
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    rotation = {"back": (90, 0, 0), "side": (-90, -90, 0), "floor": (0, 0, 0)}[facing]
    coordinates = _coordinates(made, (1 / side,) * 3, rotation)
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = picture
    link(coordinates, texture.inputs[0])
    joints = _bricks(made, coordinates, 1, 1, 0, 0.008)
    for name, grey in (("Color1", 0.9), ("Color2", 1.06), ("Mortar", 0.55)):
        joints.inputs[name].default_value = (grey, grey, grey, 1)
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs[0].default_value = "MULTIPLY", 1
    link(texture.outputs[0], mix.inputs[1])
    link(joints.outputs[0], mix.inputs[2])
    link(mix.outputs[0], _surface(made).inputs["Base Color"])
    _bump(made, joints.outputs["Fac"], 0.15, invert=True)
    return made


BRASS = (0.80, 0.58, 0.25)
STEEL = (0.72, 0.72, 0.74)
IRON = (0.03, 0.03, 0.034)


def metal(colour=STEEL, rough=(0.14, 0.3), scale=100):
    """Brushed metal with fine wear."""
    return worn(material(colour, rough[0], metal=1), scale, 0.015, rough)


def brushed(colour=STEEL, rough=(0.2, 0.34), grain="x", strength=0.003):
    """Satin metal, polished in lines along an axis, for subjects about one metre tall."""
    made = material(colour, rough[0], metal=1)
    link = made.node_tree.links.new
    noise = _noise(made, _coordinates(made, scale=tuple(1.2 if axis == grain else 260 for axis in "xyz")), 1, detail=3)
    _bump(made, noise, strength)
    spread = made.node_tree.nodes.new("ShaderNodeMapRange")
    spread.inputs["From Min"].default_value, spread.inputs["From Max"].default_value = 0.25, 0.75
    spread.inputs["To Min"].default_value, spread.inputs["To Max"].default_value = rough
    link(noise, spread.inputs[0])
    link(spread.outputs[0], _surface(made).inputs["Roughness"])
    return made


# ---- shapes ----------------------------------------------------------------------------------------------------


def _finish(shape, surface, bevel, segments=3, limit=30):
    if surface is not None:
        shape.data.materials.append(surface)
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = shape
    shape.select_set(True)
    bpy.ops.object.shade_smooth_by_angle(angle=0.6)
    if bevel:
        edge = shape.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments, edge.limit_method = bevel, segments, "ANGLE"
        edge.angle_limit = math.radians(limit)
    return shape


def _turn(angles):
    return [math.radians(angle) for angle in angles]


def box(at, size, surface, bevel=0.004, turn=(0, 0, 0)):
    """A box of `size` (x, y, z) around `at`, its edges rounded by `bevel`."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=_turn(turn))
    shape = bpy.context.object
    shape.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return _finish(shape, surface, bevel, segments=4)


def blocks(pieces, surface, bevel=0.003):
    """Many boxes as one shape, each (centre, size) or (centre, size, turn): bricks, books, bars. Quick to build."""
    mesh = bpy.data.meshes.new("blocks")
    work = bmesh.new()
    for at, size, *turn in pieces:
        place = Matrix.LocRotScale(Vector(at), Euler(_turn(turn[0]) if turn else (0, 0, 0)), Vector(size))
        bmesh.ops.create_cube(work, size=1, matrix=place)
    work.to_mesh(mesh)
    work.free()
    return _finish(_link(mesh), surface, bevel, segments=2)


def foliage(at, size, surface, count=1500, leaf=0.05):
    """A bush, hedge or crown of a tree: single leaves of `leaf` metres, spread towards the skin of an egg of `size`."""
    points, faces = [], []
    for _ in range(count):
        out = Vector([random.gauss(0, 1) for _ in range(3)]).normalized() * random.uniform(0.25, 1) ** 0.4
        middle = Vector(at) + Vector([step * half / 2 for step, half in zip(out, size)])
        turn = Euler([random.uniform(0, math.tau) for _ in range(3)]).to_matrix() * leaf * random.uniform(0.6, 1.3)
        outline = [(-0.5, 0, 0), (0, -0.22, 0.06), (0.5, 0, 0), (0, 0.22, 0.06)]
        first = len(points)
        points += [middle + turn @ Vector(corner) for corner in outline]
        faces += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    mesh = bpy.data.meshes.new("foliage")
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(surface)
    return _link(mesh)


@contextlib.contextmanager
def group(at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """What is built inside the `with` block stands, turns and scales as one thing whose own origin is 0, 0, 0."""
    objects = bpy.context.scene.objects
    before = {shape.name for shape in objects}
    yield
    holder = _link(None, at, turn)
    holder.scale = (scale, scale, scale)
    for shape in objects:
        if shape.name not in before and shape.parent is None and shape != holder:
            shape.parent = holder


def cylinder(at, radius, length, surface, turn=(0, 0, 0), bevel=0.003, top=None, sides=64):
    """A cylinder around `at`, upright unless turned; a cone when `top` gives another radius."""
    place = {"location": at, "rotation": _turn(turn), "vertices": sides, "depth": length}
    if top is None:
        bpy.ops.mesh.primitive_cylinder_add(radius=radius, **place)
    else:
        bpy.ops.mesh.primitive_cone_add(radius1=radius, radius2=top, **place)
    return _finish(bpy.context.object, surface, bevel, limit=50)


def sphere(at, radius, surface, stretch=(1, 1, 1), turn=(0, 0, 0), sides=48):
    """A ball, or an egg when stretched."""
    bpy.ops.mesh.primitive_uv_sphere_add(
        segments=sides, ring_count=sides // 2, radius=radius, location=at, rotation=_turn(turn)
    )
    shape = bpy.context.object
    shape.scale = stretch
    return _finish(shape, surface, 0)


def ring(at, radius, thickness, surface, turn=(0, 0, 0)):
    """A ring of round section, flat on the floor unless turned; `thickness` is the section's radius."""
    bpy.ops.mesh.primitive_torus_add(
        major_radius=radius, minor_radius=thickness, major_segments=96, location=at, rotation=_turn(turn)
    )
    return _finish(bpy.context.object, surface, 0)


def lathe(profile, surface, at=(0, 0, 0), thickness=0.0, turn=(0, 0, 0), steps=96):
    """Turns a profile of (radius, height) points around the vertical axis: bowls, tins, bulbs, vases."""
    mesh = bpy.data.meshes.new("lathe")
    work = bmesh.new()
    points = [work.verts.new((radius, 0, height)) for radius, height in profile]
    edges = [work.edges.new(pair) for pair in zip(points, points[1:])]
    bmesh.ops.spin(
        work, geom=points + edges, cent=(0, 0, 0), axis=(0, 0, 1), angle=math.tau, steps=steps, use_duplicate=False
    )
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()
    shape = _link(mesh, at, turn)
    if thickness:
        wall = shape.modifiers.new("wall", "SOLIDIFY")
        wall.thickness, wall.offset = thickness, 0
    return _finish(shape, surface, 0)


def _link(data, at=(0, 0, 0), turn=(0, 0, 0)):
    shape = bpy.data.objects.new("shape", data)
    bpy.context.collection.objects.link(shape)
    shape.location, shape.rotation_euler = at, _turn(turn)
    return shape


def tube(points, radius, surface, closed=False, straight=False, at=(0, 0, 0), turn=(0, 0, 0)):
    """A pipe, wire or hose through points: a smooth curve, or corners when `straight`."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = radius, 8, 24
    curve.use_fill_caps = True
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    spline.use_cyclic_u = closed
    handle = "VECTOR" if straight else "AUTO"
    for knot, point in zip(spline.bezier_points, points):
        knot.co = point
        knot.handle_left_type = knot.handle_right_type = handle
    curve.materials.append(surface)
    return _link(curve, at, turn)


def slab(outline, thickness, surface, at=(0, 0, 0), turn=(0, 0, 0), bevel=0.002, smooth=False):
    """A flat shape cut from a sheet: `outline` in X and Y, raised by `thickness` in Z. Holes: see `cut`."""
    mesh = bpy.data.meshes.new("slab")
    work = bmesh.new()
    face = work.faces.new([work.verts.new((x, y, 0)) for x, y in outline])
    raised = bmesh.ops.extrude_face_region(work, geom=[face])["geom"]
    bmesh.ops.translate(work, vec=(0, 0, thickness), verts=[v for v in raised if isinstance(v, bmesh.types.BMVert)])
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()
    shape = _finish(_link(mesh, at, turn), surface, bevel)
    if smooth:
        round_off = shape.modifiers.new("smooth", "SUBSURF")
        round_off.levels = round_off.render_levels = 2
    return shape


def cut(shape, tool):
    """Takes the volume of `tool` out of `shape`; the tool is not seen any more."""
    hole = shape.modifiers.new("cut", "BOOLEAN")
    hole.object, hole.operation, hole.solver = tool, "DIFFERENCE", "EXACT"
    shape.modifiers.move(len(shape.modifiers) - 1, 0)
    tool.hide_render = True
    return shape


def fused(parts, voxel, surface, smooth=6):
    """One soft body out of several shapes that overlap: what `voxel` metres is too small for is rounded off."""
    bpy.ops.object.select_all(action="DESELECT")
    for part in parts:
        part.select_set(True)
    bpy.context.view_layer.objects.active = parts[0]
    for part in parts:
        bpy.context.view_layer.objects.active = part
        for modifier in list(part.modifiers):
            bpy.ops.object.modifier_apply(modifier=modifier.name)
    bpy.context.view_layer.objects.active = parts[0]
    bpy.ops.object.join()
    shape = bpy.context.object
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    again = shape.modifiers.new("one skin", "REMESH")
    again.mode, again.voxel_size, again.use_smooth_shade = "VOXEL", voxel, True
    if smooth:
        soft = shape.modifiers.new("soft", "SMOOTH")
        soft.iterations, soft.factor = smooth, 0.5
    shape.data.materials.clear()
    shape.data.materials.append(surface)
    return shape


def _typeface(weight):
    """The website's typeface in one weight, its strokes without overlaps, which Blender would not fill."""
    kept = HERE.parent / f"target/pictures/figtree-{weight}.ttf"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        font = instancer.instantiateVariableFont(
            TTFont(FIGTREE), {"wght": weight}, overlap=instancer.OverlapMode.REMOVE
        )
        font.flavor = None
        font.save(kept)
    return bpy.data.fonts.load(str(kept), check_existing=True)


def letters(text, at, size, surface, turn=(90, 0, 0), depth=0.002, align="CENTER", weight=0):
    """Words with a little depth; upright and facing the viewer unless turned. `weight` (300 to 900) sets the firm's typeface."""
    curve = bpy.data.curves.new("letters", "FONT")
    curve.body, curve.size, curve.extrude = text, size, depth
    if weight:
        curve.font = _typeface(weight)
    curve.align_x, curve.align_y = align, "CENTER"
    curve.materials.append(surface)
    return _link(curve, at, turn)


def plant(at, surface, height=1.0, spread=0.4, leaves=26, leaf=0.13):
    """Stems and leaves that grow from a point."""
    base = Vector(at)
    for n in range(leaves):
        angle = n * 2.4
        rise, reach = height * random.uniform(0.35, 1), spread * random.uniform(0.3, 1)
        tip = base + Vector((reach * math.cos(angle), reach * math.sin(angle), rise))
        bend = base + Vector((reach * 0.35 * math.cos(angle), reach * 0.35 * math.sin(angle), rise * 0.7))
        tube([base, bend, tip], 0.006, surface)
        tilt = (random.uniform(-28, 28), random.uniform(6, 40), math.degrees(angle))
        sphere(tip, leaf, surface, (1, 0.42, 0.03), tilt, sides=24)


def rounded(width, height, radius, steps=8):
    """The outline of a rectangle with round corners around the origin, for `slab`."""
    outline = []
    for corner, (right, up) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for n in range(steps + 1):
            angle = QUARTER * (corner + n / steps)
            x = right * (width / 2 - radius) + radius * math.cos(angle)
            outline.append((x, up * (height / 2 - radius) + radius * math.sin(angle)))
    return outline


def flowing(points, steps=8):
    """A smooth line through points in the plane, for `lathe` and `slab`."""
    ends = [points[0], *points, points[-1]]
    line = []
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:]):
        for n in range(steps):
            t = n / steps
            line.append(
                tuple(
                    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
                    for a, b, c, d in zip(before, start, end, after)
                )
            )
    return [*line, points[-1]]


@contextlib.contextmanager
def elsewhere():
    """What is built inside the `with` block stands in another place than the studio: without its backdrop and lights."""
    global _in_studio
    _in_studio = False
    yield
    _in_studio = True


_in_studio = True


def sweep(surface=None, half_width=6.0, depth=1.2, height=5.0):
    """The seamless backdrop of product pictures: a floor that bends up behind the subject."""
    if not _in_studio:
        return None
    surface = surface or material((0.86, 0.84, 0.81), 0.8)
    radius = 0.8
    arc = [n * QUARTER / 16 for n in range(17)]
    profile = [(-4, 0)] + [(depth + radius * math.sin(a), radius - radius * math.cos(a)) for a in arc]
    profile.append((depth + radius, height))
    mesh = bpy.data.meshes.new("sweep")
    work = bmesh.new()
    rows = [[work.verts.new((x, y, z)) for y, z in profile] for x in (-half_width, half_width)]
    for n in range(len(profile) - 1):
        work.faces.new((rows[0][n], rows[1][n], rows[1][n + 1], rows[0][n + 1]))
    work.to_mesh(mesh)
    work.free()
    return _finish(_link(mesh), surface, 0)


# ---- light and camera ------------------------------------------------------------------------------------------


def lamp(at, towards, size, power, colour=(1, 1, 1), tall=None):
    """A soft box of `size` metres and `power` watts that faces a point; a rectangle when `tall` is given."""
    bpy.ops.object.light_add(type="AREA", location=at)
    shape = bpy.context.object
    shape.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    light = shape.data
    light.energy, light.color, light.size = power, colour, size
    if tall:
        light.shape, light.size_y = "RECTANGLE", tall
    return shape


def sun(turn=(50, 28, 70), strength=2.5, softness=1.2, colour=(1, 0.96, 0.9)):
    """Sunlight; `softness` is the sun's angle in degrees."""
    bpy.ops.object.light_add(type="SUN", rotation=_turn(turn))
    light = bpy.context.object.data
    light.energy, light.angle, light.color = strength, math.radians(softness), colour


def bulb(at, power, colour=(1, 0.75, 0.45), radius=0.03):
    """A small warm point of light, in watts."""
    bpy.ops.object.light_add(type="POINT", location=at)
    light = bpy.context.object.data
    light.energy, light.color, light.shadow_soft_size = power, colour, radius


def _background():
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    return world.node_tree, world.node_tree.nodes["Background"]


def ambient(colour=(1, 1, 1), strength=0.3):
    """Even light from everywhere."""
    _, background = _background()
    background.inputs[0].default_value = (*colour, 1)
    background.inputs[1].default_value = strength


def sky(elevation=32, direction=75, strength=0.25):
    """A clear day: the sun's height above the horizon and its direction, in degrees."""
    tree, background = _background()
    made = tree.nodes.new("ShaderNodeTexSky")
    made.sky_type = "NISHITA"
    made.sun_elevation, made.sun_rotation = math.radians(elevation), math.radians(direction)
    made.sun_size = math.radians(1.5)
    tree.links.new(made.outputs[0], background.inputs[0])
    background.inputs[1].default_value = strength


def glow(at, size, turn=(90, 0, 0), low=(0.42, 0.50, 0.36), high=(0.86, 0.93, 1.0), strength=2.2):
    """What a bright window shows, over-exposed: green below, sky above; upright and facing the viewer unless turned."""
    made = material((1, 1, 1), 1)
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    place, split = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeSeparateXYZ")
    link(place.outputs["Generated"], split.inputs[0])
    height = nodes.new("ShaderNodeMath")
    height.operation, height.inputs[1].default_value = "MULTIPLY_ADD", 1
    link(split.outputs["Y"], height.inputs[0])
    soft = nodes.new("ShaderNodeMath")
    soft.operation, soft.inputs[1].default_value = "MULTIPLY", 0.35
    link(_noise(made, _coordinates(made), 2.2, 4), soft.inputs[0])
    link(soft.outputs[0], height.inputs[2])
    colour = _ramp(made, height.outputs[0], low, high, 0.38, 0.95)
    surface = _surface(made)
    link(colour, surface.inputs["Emission Color"])
    surface.inputs["Emission Strength"].default_value = strength
    surface.inputs["Base Color"].default_value = (0, 0, 0, 1)
    bpy.ops.mesh.primitive_plane_add(size=1, location=at, rotation=_turn(turn))
    shape = bpy.context.object
    shape.scale = (*size, 1)
    shape.data.materials.append(made)
    return shape


def product_lights(scale=1.0):
    """A key light from the left, a cool fill from the right, one from above, for a subject about `scale` metres tall."""
    if not _in_studio:
        return
    ambient(strength=0.22)
    aim = (0, 0, 0.4 * scale)
    power = scale * scale
    lamp((-2.2 * scale, -1.6 * scale, 2.4 * scale), aim, 1.6 * scale, 110 * power, (1, 0.98, 0.95))
    lamp((2.4 * scale, -1.2 * scale, 1.6 * scale), aim, 1.2 * scale, 45 * power, (0.92, 0.96, 1))
    lamp((0, 0.2 * scale, 3.2 * scale), aim, 2.2 * scale, 60 * power)


def camera(at, towards, lens=50, sharp_at=None, aperture=4.0):
    """`lens` in millimetres; with `sharp_at`, a point, what lies before and behind it blurs."""
    made = bpy.data.cameras.new("camera")
    holder = _link(made, at)
    bpy.context.scene.camera = holder
    made.lens = lens
    holder.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    if sharp_at is not None:
        made.dof.use_dof = True
        made.dof.focus_distance = (Vector(sharp_at) - Vector(at)).length
        made.dof.aperture_fstop = aperture


def product_camera(centre, height, turn=0, rise=10, lens=70, aperture=8.0):
    """Looks at `centre` from `turn` degrees to the right and `rise` above; `height` metres fill 70 % of the picture."""
    distance = height / 0.7 * lens / 27
    aside, up = math.radians(turn), math.radians(rise)
    away = Vector((math.sin(aside) * math.cos(up), -math.cos(aside) * math.cos(up), math.sin(up)))
    camera(
        Vector(centre) + distance * away, centre, lens, sharp_at=Vector(centre) + height * 0.2 * away, aperture=aperture
    )


def portrait(turn=0, rise=15, lens=70, tall=0.74, wide=0.78, aperture=9.0, shift=0.0):
    """Frames all that stands on the sweep, from `turn` degrees to the right and `rise` above.

    The subject takes at most the shares `tall` and `wide` of the picture and is centred; `shift` lowers it by a share.
    """
    points = _points()
    aside, up = math.radians(turn), math.radians(rise)
    away = Vector((math.sin(aside) * math.cos(up), -math.cos(aside) * math.cos(up), math.sin(up)))
    right = Vector((math.cos(aside), math.sin(aside), 0))
    above = away.cross(right)
    render = bpy.context.scene.render
    half = 18 / lens
    limits = (half * wide, half * render.resolution_y / render.resolution_x * tall)
    aim, distance = sum(points, Vector()) / len(points), 5.0
    for _ in range(12):
        seen = [
            (offset.dot(right), offset.dot(above), distance - offset.dot(away)) for offset in (p - aim for p in points)
        ]
        across = [x / depth for x, _, depth in seen]
        upward = [y / depth for _, y, depth in seen]
        aim += right * (max(across) + min(across)) / 2 * distance + above * (max(upward) + min(upward)) / 2 * distance
        spans = (max(across) - min(across)) / 2, (max(upward) - min(upward)) / 2
        distance *= max(spans[0] / limits[0], spans[1] / limits[1])
    aim += above * shift * distance * half
    nearest = min(distance - (p - aim).dot(away) for p in points)
    middle = aim + away * (distance - nearest) * 0.45
    camera(aim + away * distance, aim, lens, sharp_at=middle, aperture=aperture)


def _points():
    """The corners of every shape but the backdrop, as they are seen."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for shape in bpy.context.scene.objects:
        if shape.type not in ("MESH", "CURVE", "FONT") or shape.hide_render or not shape.visible_camera:
            continue
        if shape.data.name.startswith("sweep"):
            continue
        seen = shape.evaluated_get(graph)
        points += [seen.matrix_world @ vertex.co for vertex in seen.to_mesh().vertices]
        seen.to_mesh_clear()
    return points


def reflection(at, towards, width, height, grey=0.0):
    """A card that only shows in polished surfaces: dark ones give metal its edges, light ones its sheen."""
    bpy.ops.mesh.primitive_plane_add(size=1, location=at)
    card = bpy.context.object
    card.scale = (width, height, 1)
    card.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("Z", "Y").to_euler()
    card.data.materials.append(material((grey, grey, grey), 0.9))
    card.visible_camera = card.visible_shadow = card.visible_diffuse = False
    return card


def metal_edges(front=True):
    """Cards around a subject one metre tall that give its metal a dark rim and a bright middle."""
    if not _in_studio:
        return
    reflection((-2.6, -0.9, 0.6), (0, 0, 0.5), 0.9, 2.6, 0.01)
    reflection((2.3, -1.9, 0.6), (0, 0, 0.5), 0.5, 2.6, 0.02)
    if front:
        reflection((0, -4.5, 1.6), (0, 0, 0.4), 3.2, 0.7, 0.02)
