"""Products of the painter's shelf, drawn about one metre tall."""

from functools import partial

from studio import *

SAGE = (0.27, 0.40, 0.27)
CREAM = (0.78, 0.70, 0.54)
PEARL = (0.40, 0.43, 0.47)
MATT = (("MATE", 0.165, 0.622), ("LAVABLE", 0.105, 0.5))
TIN = [(0, 0.01), (0.38, 0.01), (0.385, 0), (0.4, 0), (0.405, 0.015), (0.405, 0.03), (0.392, 0.045), (0.392, 0.79)]
RIM = [
    (0.392, 0.79),
    (0.405, 0.8),
    (0.408, 0.82),
    (0.4, 0.832),
    (0.385, 0.83),
    (0.378, 0.815),
    (0.36, 0.81),
    (0.345, 0.818),
    (0.335, 0.81),
    (0.335, 0.76),
]


def wet(colour):
    return material(colour, 0.12, coat=0.8)


def paint_tin(colour, lines):
    """An open tin filled with paint: a paper label with a patch of the colour, and two ears for the handle.

    The label's `lines` are (words, size, height), large enough to be read in a small picture.
    """
    steel = brushed((0.6, 0.6, 0.61), (0.2, 0.3), "z")
    lathe(TIN, steel)
    lathe(RIM, material((0.68, 0.68, 0.69), 0.16, metal=1))
    for z in (0.1, 0.735):
        ring((0, 0, z), 0.392, 0.006, steel)
    cylinder(
        (0, 0, 0.418), 0.3945, 0.58, worn(material((0.86, 0.85, 0.81), 0.5), 60, 0.02, (0.4, 0.55)), bevel=0, sides=128
    )
    swatch = material(colour, 0.5)
    curved_patch(0.3955, -58, 58, 0.275, 0.42, swatch)
    curved_patch(0.3955, -180, 180, 0.135, 0.15, swatch)
    ink = material((0.02, 0.03, 0.03), 0.6)
    for words, size, z in lines:
        curved_words(words, 0.398, z, size, ink)
    curved_words("INTERIOR", 0.398, 0.212, 0.07, ink)
    cylinder((0, 0, 0.77), 0.337, 0.02, wet(colour), bevel=0, sides=96)
    for side in (-1, 1):
        cylinder((side * 0.4, 0, 0.66), 0.04, 0.03, steel, (0, 90, 0), 0.008)


def curved_patch(radius, start, end, low, high, surface, steps=48):
    """A piece of a tin's wall, centred on the viewer's side, between two angles and two heights."""
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    points = [(radius * math.sin(a), -radius * math.cos(a), z) for a in angles for z in (low, high)]
    faces = [(2 * n, 2 * n + 2, 2 * n + 3, 2 * n + 1) for n in range(steps)]
    mesh = bpy.data.meshes.new("patch")
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(surface)
    mesh.shade_smooth()
    shape = bpy.data.objects.new("patch", mesh)
    bpy.context.collection.objects.link(shape)


def curved_words(words, radius, z, size, surface):
    """Words printed around a tin, their middle towards the viewer."""
    flat = letters(words, (0, 0, 0), size, surface, turn=(0, 0, 0), depth=0, weight=700)
    flat.data.space_character = 1.04
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(flat.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(flat)
    across = [vertex.co.x for vertex in mesh.vertices]
    middle = (min(across) + max(across)) / 2
    for vertex in mesh.vertices:
        angle = (vertex.co.x - middle) / radius
        vertex.co = (radius * math.sin(angle), -radius * math.cos(angle), z + vertex.co.y)
    bpy.context.collection.objects.link(bpy.data.objects.new("words", mesh))


def bail(surface, drop):
    """The wire handle of a tin, turned down by an angle in degrees."""
    arch = [(0.415 * math.cos(a), 0, 0.4 * math.sin(a)) for a in (math.pi * n / 12 for n in range(13))]
    with group((0, 0, 0.66), (drop, 0, 0)):
        tube(arch, 0.011, surface)
        tube([arch[5], (0, 0, 0.402), arch[7]], 0.022, material((0.02, 0.02, 0.022), 0.5))


def run(points, width, surface):
    """Paint that has run down a wall and ends in a drop."""
    tube(points, width, surface)
    sphere(points[-1], width * 1.25, surface, (1, 0.8, 1.4), sides=24)


def brush(paint):
    """A flat brush that lies with its bristles towards X."""
    handle = [(-0.52, 0.02), (-0.5, 0.035), (-0.42, 0.03), (-0.25, 0.028), (-0.12, 0.05), (-0.04, 0.085), (0.02, 0.085)]
    outline = flowing(handle + [(x, -y) for x, y in reversed(handle)], 4)
    shape = slab(outline, 0.04, wood((0.35, 0.16, 0.06), (0.62, 0.38, 0.18), 6, 0.3), at=(0, 0, 0.012), bevel=0.012)
    cut(shape, cylinder((-0.46, 0, 0), 0.014, 0.3, None))
    box((0.07, 0, 0.034), (0.14, 0.2, 0.062), material((0.62, 0.62, 0.63), 0.2, metal=1), 0.008)
    for x in (0.03, 0.11):
        box((x, 0, 0.034), (0.01, 0.203, 0.066), material((0.6, 0.6, 0.6), 0.3, metal=1), 0.003)
    for n in range(24):
        y = -0.088 + 0.0077 * n
        tube(
            [(0.13, y, 0.034), (0.24, y * 1.02, 0.034), (0.345 + 0.012 * math.cos(n * 2.1), y * 0.98, 0.03)],
            0.011,
            material((0.16, 0.09, 0.045), 0.8),
        )
    box((0.315, 0, 0.031), (0.1, 0.188, 0.046), paint, 0.02)


def open_tin(colour=SAGE, ground=(0.86, 0.82, 0.76)):
    """An open tin of paint with a run down its side, its lid and a brush in front."""
    sweep(material(ground, 0.8))
    paint, steel = wet(colour), material((0.62, 0.62, 0.63), 0.2, metal=1)
    with group((0, 0, 0), (0, 0, -8)):
        paint_tin(colour, MATT)
        bail(steel, -112)
    down = [(0.2, -0.27, 0.79), (0.22, -0.31, 0.825), (0.245, -0.33, 0.82), (0.253, -0.325, 0.77)]
    run([*down, (0.245, -0.316, 0.66), (0.247, -0.318, 0.56)], 0.02, paint)
    run(
        [(0.16, -0.3, 0.79), (0.18, -0.335, 0.825), (0.2, -0.36, 0.82), (0.206, -0.355, 0.77), (0.2, -0.347, 0.71)],
        0.024,
        paint,
    )
    run(
        [(0.24, -0.24, 0.79), (0.265, -0.28, 0.825), (0.285, -0.3, 0.82), (0.29, -0.292, 0.77), (0.284, -0.284, 0.68)],
        0.017,
        paint,
    )
    with group((0.52, 0.0, 0.0), (0, -62, 20)), group((0.36, 0, 0)):
        lid(paint, steel)
    with group((0.42, -0.5, 0.0), (0, 0, -14)):
        brush(paint)
    product_lights()
    metal_edges()
    portrait(-6, 22, tall=0.78, wide=0.78)


def lid(paint, steel):
    """The lid of a tin, its underside up and wet."""
    lathe(
        [(0, 0), (0.3, 0), (0.31, -0.012), (0.335, -0.012), (0.34, 0.0), (0.35, 0.014), (0.365, 0.014), (0.365, 0.0)],
        steel,
        thickness=0.006,
    )
    cylinder((0, 0, 0.004), 0.285, 0.008, paint, bevel=0.003)


def three_tins():
    """Three open tins: off-white, sage green and pearl grey, the green one in front."""
    sweep(material((0.74, 0.79, 0.79), 0.8))
    steel = material((0.62, 0.62, 0.63), 0.2, metal=1)
    places = (
        (-0.84, 0.2, 6, CREAM, "BLANCO ROTO"),
        (0, -0.2, 0, SAGE, "VERDE SALVIA"),
        (0.84, 0.2, -6, PEARL, "GRIS PERLA"),
    )
    for x, y, turn, colour, name in places:
        with group((x, y, 0), (0, 0, turn)):
            paint_tin(colour, [(word, 0.11, 0.627 - 0.113 * n) for n, word in enumerate(name.split())])
            bail(steel, -112)
    product_lights(1.15)
    metal_edges()
    portrait(0, 26, tall=0.72, wide=0.86, lens=75)


def wedge(width, long, low, high, deep, surface, at=(0, 0, 0)):
    """A wedge across X: `deep` at its far end, shallow at its near end."""
    side = [(-long, high), (long, high), (long, low + deep), (long * 0.15, low), (-long, low)]
    return slab(side, width, surface, at=(at[0] - width / 2, at[1], at[2]), turn=(90, 0, 90), bevel=0.012)


def tray(plastic, paint):
    """A roller tray: a deep end with paint towards the viewer, and a ramp with ribs."""
    outer = slab(
        [(-0.55, 0), (0.0, 0), (0.55, 0.2), (0.55, 0.27), (-0.55, 0.27)],
        0.98,
        plastic,
        (-0.49, 0, 0),
        (90, 0, 90),
        0.02,
    )
    inner = slab(
        [(-0.52, 0.03), (0.0, 0.03), (0.515, 0.225), (0.515, 0.4), (-0.52, 0.4)],
        0.9,
        None,
        (-0.45, 0, 0),
        (90, 0, 90),
        0,
    )
    cut(outer, inner)
    with group((0, 0, 0.27)):
        tube([(x, y, 0) for x, y in rounded(0.95, 1.07, 0.05, 4)], 0.022, plastic, closed=True, straight=True)
    slope = math.degrees(math.atan2(0.195, 0.515))
    for row in range(6):
        for column in range(6):
            along = 0.12 + row * 0.065
            box(
                (-0.36 + column * 0.145, along, 0.034 + along * 0.379),
                (0.085, 0.012, 0.016),
                plastic,
                0.004,
                (slope, 0, 24 if row % 2 else -24),
            )
    box((0, -0.235, 0.055), (0.899, 0.57, 0.09), paint, 0.002)


def roller(fibre, steel, grip):
    """A paint roller: its sleeve along X around the origin, its handle towards the viewer."""
    sleeve(fibre)
    for side in (-1, 1):
        cylinder((side * 0.375, 0, 0), 0.06, 0.03, grip, (0, 90, 0), 0.008)
    tube(
        [
            (0.37, 0, 0),
            (0.46, 0, 0),
            (0.48, -0.02, 0),
            (0.48, -0.17, 0.03),
            (0.46, -0.2, 0.035),
            (0.05, -0.23, 0.04),
            (0, -0.26, 0.045),
            (0, -0.5, 0.09),
        ],
        0.016,
        steel,
    )
    with group((0, -0.46, 0.082), (80, 0, 0)):
        profile = [
            (0.0, 0),
            (0.03, 0),
            (0.036, 0.02),
            (0.05, 0.06),
            (0.045, 0.14),
            (0.052, 0.24),
            (0.05, 0.36),
            (0.044, 0.44),
            (0.05, 0.48),
            (0.03, 0.5),
            (0, 0.5),
        ]
        lathe(flowing(profile, 4), grip)


def sleeve(fibre):
    cylinder((0, 0, 0), 0.125, 0.74, fibre, (0, 90, 0), 0.03, sides=96)
    for side in (-1, 1):
        ring((side * 0.371, 0, 0), 0.058, 0.008, material((0.5, 0.32, 0.16), 0.7), (0, 90, 0))


def roller_kit():
    """A paint roller on the ramp of a tray with paint, and a spare sleeve."""
    sweep(material((0.83, 0.79, 0.73), 0.8))
    plastic = worn(material((0.016, 0.018, 0.02), 0.45), 120, 0.05, (0.35, 0.5))
    fibre = mottled((0.72, 0.69, 0.6), (0.86, 0.84, 0.77), 130, 0.95, 0.5)
    paint, steel = wet((0.03, 0.2, 0.2)), material((0.62, 0.62, 0.63), 0.2, metal=1)
    tray(plastic, paint)
    with group((-0.06, 0.2, 0.24), (0, 0, 0)):
        roller(fibre, steel, material((0.62, 0.16, 0.015), 0.4, coat=0.2))
    with group((0.72, -0.22, 0.125), (0, 0, 66)):
        sleeve(fibre)
        cylinder((0, 0, 0), 0.128, 0.3, material((0.03, 0.16, 0.17), 0.5), (0, 90, 0), 0)
        for side in (-1, 1):
            cylinder((side * 0.368, 0, 0), 0.05, 0.01, material((0.02, 0.02, 0.02), 0.9), (0, 90, 0), 0)
    product_lights()
    portrait(-22, 32, tall=0.76, wide=0.8)


def tape_roll(width, paper, card, outside=0.5, inside=0.3):
    """A roll of tape around Z, its layers seen on both faces."""
    face = []
    for n in range(46):
        radius = inside + (outside - inside) * n / 45
        face.append((radius, 0.0022 * (n % 2) + 0.0014 * math.sin(n * 1.7)))
    profile = [*face, *((radius, width - lift) for radius, lift in reversed(face))]
    lathe([*profile, profile[0]], paper, steps=160)
    lathe(
        [
            (inside - 0.03, 0.004),
            (inside + 0.001, 0.004),
            (inside + 0.001, width - 0.004),
            (inside - 0.03, width - 0.004),
            (inside - 0.03, 0.004),
        ],
        card,
        steps=120,
    )


def masking_tape():
    """A roll of paper masking tape on its edge with a loose end, before a second roll that lies flat."""
    sweep(material((0.72, 0.78, 0.79), 0.8))
    paper = mottled((0.62, 0.38, 0.10), (0.70, 0.46, 0.15), 26, 0.7, 0.05)
    card = material((0.48, 0.33, 0.19), 0.8)
    with group((0.5, 0.5, 0.0)):
        tape_roll(0.3, paper, card, 0.46)
    with group((-0.12, 0.0, 0.5), (90, 0, -34)):
        tape_roll(0.4, paper, card)
        loose_end(0.39, paper)
    product_lights()
    portrait(2, 16, tall=0.76, wide=0.8)


def loose_end(width, paper):
    """The end of the tape: it leaves the top of the roll and curls up, torn."""
    curl = [(-0.18, 0.472), (0, 0.506), (0.16, 0.5), (0.34, 0.47), (0.5, 0.46), (0.6, 0.5), (0.64, 0.56)]
    line = flowing(curl, 6)
    points, faces = [], []
    for n, (x, y) in enumerate(line):
        torn = 0.012 if n == len(line) - 1 else 0
        points += [
            (x + torn * math.sin(k * 2.3), y + torn * math.sin(k * 1.9), 0.005 + width * k / 12) for k in range(13)
        ]
    for n in range(len(line) - 1):
        faces += [(13 * n + k, 13 * n + k + 1, 13 * n + k + 14, 13 * n + k + 13) for k in range(12)]
    mesh = bpy.data.meshes.new("tape")
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(paper)
    mesh.shade_smooth()
    bpy.context.collection.objects.link(bpy.data.objects.new("tape", mesh))


SCENES = {
    "pintura-plastica": open_tin,
    "pintura-blanco-roto": partial(open_tin, CREAM, (0.62, 0.66, 0.68)),
    "pintura-gris-perla": partial(open_tin, PEARL, (0.84, 0.80, 0.74)),
    "pintura-plastica-colores": three_tins,
    "kit-rodillo": roller_kit,
    "cinta-carrocero": masking_tape,
}
