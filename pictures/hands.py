"""Hands in work gloves, and the sleeve they come out of.

`hand.json` is the right forearm of MakeHuman's base mesh (CC0) with its bones: the wrist at the origin, the fingers along
Y, the palm towards Z, the thumb towards X; metres.
"""

import json

from mathutils import Matrix, noise

from studio import *

REST = json.loads((HERE / "hand.json").read_text())

# Degrees by which each joint of a finger bends, from the knuckle to the tip.
GRIP = {2: (52, 68, 38), 3: (60, 70, 42), 4: (64, 72, 44), 5: (66, 70, 46)}
PRESS = {2: (12, 20, 14), 3: (12, 22, 16), 4: (14, 24, 16), 5: (18, 26, 18)}
POINT = {2: (10, 14, 10), 3: (62, 78, 48), 4: (68, 80, 50), 5: (70, 80, 50)}
# The thumb: how far it swings towards the fingers, and how far each joint turns outwards.
ALONG = (20, 20, 14, 10)
TUCKED = (40, 8, 0, 0)


def _bends(pose, thumb, wrist):
    """The turn of every bone about its own head, in the space of the rest pose."""
    turns = {"wrist": wrist_turn(wrist)}
    for finger, angles in pose.items():
        for joint, angle in enumerate(angles, 1):
            bone = f"finger{finger}-{joint}"
            head, tail = (Vector(REST["bones"][bone][end]) for end in ("head", "tail"))
            across = (tail - head).normalized().cross(Vector((0, 0, 1)))
            turns[bone] = Matrix.Rotation(math.radians(angle), 4, across.normalized())
    swing, *outward = thumb
    for joint, angle in enumerate(outward, 1):
        turns[f"finger1-{joint}"] = Matrix.Rotation(math.radians(-angle), 4, "Z")
    turns["finger1-1"] = Matrix.Rotation(math.radians(swing), 4, "Y") @ turns["finger1-1"]
    return turns


def wrist_turn(wrist):
    """The turn of a wrist: degrees by which it bends towards the palm, and towards the thumb's side."""
    flex, aside = wrist
    return Matrix.Rotation(math.radians(-aside), 4, "Z") @ Matrix.Rotation(math.radians(flex), 4, "X")


def _places(pose, thumb, wrist):
    """Where every bone of a pose goes, as a matrix."""
    bones, turns, placed = REST["bones"], _bends(pose, thumb, wrist), {}

    def place(name):
        if name not in placed:
            head = Matrix.Translation(bones[name]["head"])
            own = head @ turns.get(name, Matrix()) @ head.inverted()
            parent = bones[name]["parent"]
            placed[name] = place(parent) @ own if parent else own
        return placed[name]

    return {name: place(name) for name in bones}


def _posed(pose, thumb, wrist):
    """Where the points of the mesh are in a pose."""
    places = _places(pose, thumb, wrist)
    points = [Vector((0, 0, 0)) for _ in REST["vertices"]]
    for bone, weights in REST["weights"].items():
        for index, weight in weights.items():
            points[int(index)] += weight * (places[bone] @ Vector(REST["vertices"][int(index)]))
    return points


def fingertip(pose, thumb=TUCKED):
    """Where the tip of the first finger is, in the space of the hand."""
    return _places(pose, thumb, (0, 0))["finger2-3"] @ Vector(REST["bones"]["finger2-3"]["tail"])


def glove_stuff(knit=(0.36, 0.37, 0.37), coat=(0.022, 0.023, 0.025)):
    """A knitted glove whose palm and fingers are dipped in rubber."""
    made = mottled(tuple(0.72 * v for v in knit), tuple(1.15 * v for v in knit), 640, 0.95, 0.5)
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    dipped, mix = nodes.new("ShaderNodeAttribute"), nodes.new("ShaderNodeMixRGB")
    dipped.attribute_name = "dipped"
    surface = nodes["Principled BSDF"]
    link(surface.inputs["Base Color"].links[0].from_socket, mix.inputs[1])
    mix.inputs[2].default_value = (*coat, 1)
    sharp = nodes.new("ShaderNodeMapRange")
    sharp.inputs["From Min"].default_value, sharp.inputs["From Max"].default_value = 0.47, 0.53
    link(dipped.outputs["Fac"], sharp.inputs[0])
    link(sharp.outputs[0], mix.inputs[0])
    link(mix.outputs[0], surface.inputs["Base Color"])
    rough = nodes.new("ShaderNodeMapRange")
    rough.inputs["To Min"].default_value, rough.inputs["To Max"].default_value = 0.95, 0.52
    link(sharp.outputs[0], rough.inputs[0])
    link(rough.outputs[0], surface.inputs["Roughness"])
    return made


def _dipped(point):
    """From 0, knit, to 1, rubber, by the place on the hand at rest."""
    x, y, z = point
    return 0.5 + 14 * max(min(z - 0.008, y - 0.012), y - 0.118 + 0.15 * abs(x) + 0.012 * math.sin(55 * x))


def gloved_hand(at, turn, pose=GRIP, thumb=ALONG, surface=None, left=False, wrist=(0, 0), sleeve=0.5):
    """A hand and its forearm, the wrist at `at`; `turn` is that of the forearm. The cuff of the glove ends 6 cm behind."""
    points = _posed(pose, thumb, wrist)
    mesh = bpy.data.meshes.new("hand")
    mesh.from_pydata(
        [(-x if left else x, y, z) for x, y, z in points], [], [f[::-1] if left else f for f in REST["faces"]]
    )
    coat = mesh.attributes.new("dipped", "FLOAT", "POINT")
    for index, point in enumerate(REST["vertices"]):
        coat.data[index].value = _dipped(point)
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.delete(work, geom=[v for v in work.verts if v.co.y < -0.07], context="VERTS")
    work.to_mesh(mesh)
    work.free()
    mesh.materials.append(surface or glove_stuff())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    with group(at, turn):
        shape = bpy.data.objects.new("hand", mesh)
        bpy.context.collection.objects.link(shape)
        round_off = shape.modifiers.new("smooth", "SUBSURF")
        round_off.levels = round_off.render_levels = 2
        thick = shape.modifiers.new("thick", "DISPLACE")
        thick.strength, thick.mid_level = 0.0022, 0
        cuff_and_sleeve(sleeve)
    return shape


def cuff_and_sleeve(length, colour=(0.055, 0.085, 0.135)):
    """The ribbed cuff of the glove, and the sleeve of a work jacket over the forearm, away from the wrist."""
    cuff = mottled((0.50, 0.22, 0.022), (0.68, 0.33, 0.04), 420, 0.95, 0.5)
    outline = [(0.036, -0.075), (0.040, -0.070), (0.0385, -0.02), (0.040, -0.012), (0.036, -0.008)]
    shape = lathe(outline, cuff, turn=(-90, 0, 0), steps=120)
    shape.scale = (1.06, 0.86, 1)
    cloth = mottled(tuple(0.8 * v for v in colour), tuple(1.2 * v for v in colour), 420, 0.92, 0.3)
    rings, around, points, faces = int(140 * length), 56, [], []
    for n in range(rings):
        along = -0.055 - length * n / (rings - 1)
        grown = 0.045 + 0.022 * min(1, n / 40) + (0.003 if n < 4 else 0)
        # The arm lies in the sleeve below its middle; at the hem both share one, or the cuff would come through.
        lift = 0.01 * min(1, n / 14)
        for k in range(around):
            a = k * math.tau / around
            fold = 0.010 * noise.noise((1.6 * math.cos(a), 1.6 * math.sin(a) + 3, along * 26))
            fold += 0.006 * noise.noise((2.5 * math.cos(a), 2.5 * math.sin(a), along * 60 + 7))
            # The hem lies smooth around the cuff.
            reach = grown + fold * min(1, max(0, (n - 3) / 12))
            points.append((reach * 1.05 * math.cos(a) + 0.02 * n / 70, along, reach * 0.92 * math.sin(a) + lift))
    for n in range(rings - 1):
        for k in range(around):
            m = (k + 1) % around
            faces.append((n * around + k, n * around + m, (n + 1) * around + m, (n + 1) * around + k))
    mesh = bpy.data.meshes.new("sleeve")
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(cloth)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    shape = bpy.data.objects.new("sleeve", mesh)
    bpy.context.collection.objects.link(shape)
    wall = shape.modifiers.new("wall", "SOLIDIFY")
    wall.thickness, wall.offset = 0.004, -1
    soft = shape.modifiers.new("smooth", "SUBSURF")
    soft.levels = soft.render_levels = 1
    return shape


def held(point, palm_x, finger_y, wrist=(0, 0), grip=(0, 0.088, 0.034)):
    """Where a forearm stands, (at, turn), so that `grip`, a place in the palm, lies at `point`; the hand's X and Y are given."""
    x = Vector(palm_x).normalized()
    y = (Vector(finger_y) - Vector(finger_y).dot(x) * x).normalized()
    hand = Matrix((x, y, x.cross(y))).transposed().to_4x4()
    arm = hand @ wrist_turn(wrist).inverted()
    at = Vector(point) - hand @ Vector(grip)
    return at, [math.degrees(angle) for angle in arm.to_euler()]
