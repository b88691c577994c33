"""Products that keep a house safe: a smoke alarm, a carbon monoxide alarm, an extinguisher, a camera."""

from studio import *

from .electrics import plastic

WHITE = (0.86, 0.86, 0.85)


def round_alarm():
    """A round smoke alarm, its cover upwards."""
    white, dark = plastic(WHITE, 0.36), material((0.02, 0.02, 0.022), 0.6)
    cylinder((0, 0, 0.03), 0.47, 0.06, white, bevel=0.012)
    lathe(flowing([(0.46, 0.07), (0.495, 0.075), (0.5, 0.1), (0.49, 0.15), (0.44, 0.185), (0.415, 0.19)]), white)
    cylinder((0, 0, 0.11), 0.44, 0.16, dark)
    cylinder((0, 0, 0.215), 0.39, 0.07, dark)
    ribs = [turned(n * 10, 0.405, 0.215) for n in range(36)]
    blocks([(at, (0.05, 0.022, 0.1), turn) for at, turn in ribs], white, 0.004)
    cover = [
        (0.43, 0.248),
        (0.436, 0.262),
        (0.42, 0.28),
        (0.33, 0.31),
        (0.2, 0.328),
        (0.155, 0.33),
        (0.15, 0.32),
        (0.15, 0.29),
    ]
    lathe(flowing(cover), white)
    lathe(
        flowing([(0.14, 0.28), (0.139, 0.325), (0.125, 0.336), (0.06, 0.342), (0, 0.343)]),
        plastic((0.72, 0.73, 0.73), 0.3),
    )
    for n in range(5):
        at, turn = turned(200 + n * 11, 0.275, 0.3195)
        box(at, (0.1, 0.014, 0.012), dark, 0.003, turn)
    sphere((0.25, -0.07, 0.32), 0.017, material((1, 0.03, 0.02), 0.3, glow=4))
    letters("TEST", (0, -0.005, 0.343), 0.055, material((0.25, 0.26, 0.27), 0.5), (0, 0, 0), 0.001)


def smoke_alarm():
    """The smoke alarm, seen from above as it lies on a table."""
    sweep(material((0.42, 0.34, 0.26), 0.8))
    with group((0, 0, 0), (14, 0, 0)):
        round_alarm()
    product_lights(0.9)
    product_camera((0, -0.02, 0.12), 0.92, turn=-10, rise=43)


def turned(angle, radius, height):
    """A point on a circle and the turn that looks outwards there, for `blocks`."""
    radians = math.radians(angle)
    return (radius * math.cos(radians), radius * math.sin(radians), height), (0, 0, angle)


def monoxide_alarm():
    """A carbon monoxide alarm that stands on a shelf: display, lights, button and slots."""
    sweep(material((0.35, 0.47, 0.47), 0.8))
    white, dark = plastic(WHITE, 0.36), material((0.02, 0.022, 0.024), 0.55)
    with group((0, 0, 0.46), (-6, 0, 0)):
        slab(rounded(1.28, 0.9, 0.12), 0.34, white, (0, 0.17, 0), (90, 0, 0), 0.05)
        slab(rounded(1.2, 0.82, 0.1), 0.05, plastic((0.7, 0.71, 0.71), 0.4), (0, 0.21, 0), (90, 0, 0), 0.01)
        slab(rounded(0.62, 0.34, 0.035), 0.012, dark, (-0.24, -0.165, 0.16), (90, 0, 0), 0.004)
        slab(
            rounded(0.55, 0.27, 0.012),
            0.006,
            material((0.42, 0.52, 0.42), 0.15, glow=0.25),
            (-0.24, -0.175, 0.16),
            (90, 0, 0),
            0.001,
        )
        ink = material((0.015, 0.02, 0.018), 0.4)
        letters("0", (-0.25, -0.1822, 0.165), 0.27, ink, depth=0.0008)
        letters("ppm", (-0.06, -0.1822, 0.085), 0.075, ink, depth=0.0008)
        letters("CO", (-0.42, -0.1822, 0.235), 0.065, ink, depth=0.0008)
        cylinder((0.36, -0.17, 0.16), 0.165, 0.02, plastic((0.62, 0.63, 0.63), 0.4), (90, 0, 0))
        lathe(
            flowing([(0.145, 0), (0.143, 0.05), (0.12, 0.068), (0.06, 0.06), (0, 0.056)]),
            white,
            (0.36, -0.17, 0.16),
            turn=(90, 0, 0),
        )
        for n, (colour, glow) in enumerate(
            (((0.05, 0.8, 0.15), 3), ((0.9, 0.5, 0.03), 0.15), ((0.8, 0.03, 0.02), 0.15))
        ):
            cylinder(
                (-0.49 + n * 0.11, -0.172, -0.16), 0.024, 0.016, material(colour, 0.25, glow=glow), (90, 0, 0), 0.006
            )
        blocks([((0.08 + n * 0.066, -0.168, -0.22), (0.026, 0.02, 0.2)) for n in range(8)], dark, 0.008)
        letters("Monóxido de carbono", (-0.28, -0.1712, -0.3), 0.052, material((0.1, 0.11, 0.12), 0.5), depth=0.0008)
    product_lights()
    product_camera((0, 0, 0.45), 1.06, turn=22, rise=12)


def extinguisher():
    """A powder extinguisher with its gauge, grips and hose."""
    sweep(material((0.66, 0.63, 0.58), 0.8))
    red, black = (
        worn(material((0.5, 0.012, 0.01), 0.25, coat=0.6), 60, 0.01, (0.2, 0.3)),
        plastic((0.018, 0.018, 0.02), 0.45),
    )
    shoulder = [
        (0.175, 0.06),
        (0.18, 0.08),
        (0.18, 0.2),
        (0.18, 0.4),
        (0.18, 0.58),
        (0.172, 0.64),
        (0.14, 0.69),
        (0.09, 0.72),
        (0.05, 0.735),
        (0.045, 0.76),
    ]
    lathe(flowing(shoulder), red)
    lathe(flowing([(0, 0.005), (0.16, 0.006), (0.182, 0.012), (0.186, 0.03), (0.184, 0.08), (0.18, 0.085)]), black)
    label()
    cylinder((0, 0, 0.77), 0.05, 0.05, metal(BRASS), bevel=0.006)
    cylinder((0, 0, 0.825), 0.04, 0.075, metal(BRASS), bevel=0.006)
    with group((0, 0, 0.83), (0, 0, 20)):
        valve(black)
    product_lights()
    product_camera((0, 0, 0.49), 1.0, turn=12, rise=8)


def valve(black):
    """The head of an extinguisher: two grips, the pin, the gauge in front, the hose at the side."""
    steel = metal(STEEL, (0.2, 0.35))
    slab(
        [(-0.05, -0.02), (0.06, -0.02), (0.27, 0.03), (0.275, 0.052), (0.06, 0.03), (-0.05, 0.03)],
        0.05,
        black,
        (0, 0.025, 0),
        (90, 0, 0),
        0.006,
    )
    slab(
        [(-0.06, 0.05), (0.02, 0.055), (0.26, 0.14), (0.255, 0.162), (0.01, 0.095), (-0.06, 0.09)],
        0.056,
        black,
        (0, 0.028, 0),
        (90, 0, 0),
        0.006,
    )
    box((-0.03, 0, 0.035), (0.06, 0.04, 0.08), steel, 0.006)
    cylinder((0.09, 0, 0.045), 0.007, 0.1, steel, (90, 0, 0))
    ring((0.09, -0.08, 0.04), 0.028, 0.005, steel, (0, 70, 0))
    gauge((-0.012, -0.06, -0.02))
    tube(
        [(-0.04, 0, 0), (-0.13, 0, 0.015), (-0.23, 0, -0.04), (-0.29, 0, -0.2), (-0.28, 0, -0.4), (-0.25, 0, -0.52)],
        0.023,
        black,
    )
    cylinder((-0.06, 0, 0), 0.026, 0.05, steel, (0, 90, 0))
    lathe(
        flowing([(0.026, 0.14), (0.034, 0.1), (0.034, 0.05), (0.056, -0.1), (0.046, -0.1)]),
        black,
        (-0.238, 0, -0.6),
        turn=(0, -8, 0),
    )


def gauge(at):
    """A manometer that faces the viewer, its needle in the green."""
    x, y, z = at
    cylinder((x, y + 0.03, z), 0.014, 0.06, metal(BRASS), (90, 0, 0))
    cylinder((x, y, z), 0.052, 0.028, metal(STEEL, (0.1, 0.2)), (90, 0, 0), 0.008)
    cylinder((x, y - 0.014, z), 0.044, 0.003, material((0.85, 0.85, 0.83), 0.3), (90, 0, 0), 0)
    for start, colour in ((150, (0.6, 0.02, 0.02)), (60, (0.02, 0.4, 0.08)), (-10, (0.6, 0.02, 0.02))):
        arc = [math.radians(start + step * 8) for step in range(9)]
        tube([(x + 0.031 * math.cos(a), y - 0.016, z + 0.031 * math.sin(a)) for a in arc], 0.005, material(colour, 0.4))
    box((x + 0.002, y - 0.018, z + 0.012), (0.005, 0.003, 0.038), material(IRON), 0.001)


def patch(radius, middle, width, low, high, surface):
    """A label around a cylinder: `middle` degrees from the front, `width` degrees wide, between two heights."""
    mesh = bpy.data.meshes.new("patch")
    points, steps = [], 24
    for n in range(steps + 1):
        angle = math.radians(middle + width * (n / steps - 0.5))
        points += [(radius * math.sin(angle), -radius * math.cos(angle), height) for height in (low, high)]
    faces = [(2 * n, 2 * n + 2, 2 * n + 3, 2 * n + 1) for n in range(steps)]
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(surface)
    shape = bpy.data.objects.new("patch", mesh)
    bpy.context.collection.objects.link(shape)
    for face in mesh.polygons:
        face.use_smooth = True
    return shape


def label():
    """The white label of an extinguisher: a heading, lines of text and three signs."""
    grey, crimson = material((0.2, 0.2, 0.21), 0.5), material((0.5, 0.015, 0.012), 0.5)
    patch(0.181, 8, 104, 0.26, 0.53, material((0.84, 0.83, 0.8), 0.35))
    patch(0.1815, 8, 92, 0.475, 0.512, crimson)
    for row, width in enumerate((88, 70, 80)):
        patch(0.1815, 8 - (92 - width) / 2, width, 0.44 - row * 0.022, 0.449 - row * 0.022, grey)
    for column in (-1, 0, 1):
        patch(0.1815, 8 + column * 31, 26, 0.285, 0.37, crimson)
        patch(0.182, 8 + column * 31, 14, 0.305, 0.35, material((0.84, 0.83, 0.8), 0.4))


def outdoor_camera():
    """A white camera with its hood on a bracket, on a rendered wall in the sun."""
    box((0, 0.55, 0.5), (8, 0.2, 8), mottled((0.44, 0.28, 0.2), (0.5, 0.33, 0.24), 14, 0.9, 0.5), 0)
    white, black = plastic(WHITE, 0.3), plastic((0.016, 0.016, 0.018), 0.3)
    cylinder((0.42, 0.43, 0.29), 0.17, 0.05, white, (90, 0, 0), 0.014)
    for angle in (90, 210, 330):
        x, z = 0.42 + 0.12 * math.cos(math.radians(angle)), 0.29 + 0.12 * math.sin(math.radians(angle))
        cylinder((x, 0.402, z), 0.02, 0.008, metal(), (90, 0, 0))
    tube([(0.42, 0.42, 0.29), (0.42, 0.24, 0.28), (0.38, 0.12, 0.34), (0.34, 0.09, 0.5)], 0.05, white)
    sphere((0.335, 0.09, 0.54), 0.066, white)
    with group((0.05, -0.02, 0.68), (0, 5, -60)):
        camera_body(white, black)
    ambient((0.8, 0.9, 1), 0.5)
    sun((48, 10, -38), 3.2, 3)
    lamp((-2, -3, 1), (0, 0, 0.6), 2, 35)
    product_camera((0.02, 0.1, 0.52), 0.9, turn=-12, rise=3)


def camera_body(white, black):
    """A cylinder that looks along negative Y, with its lens, infrared diodes and a hood above."""
    cylinder((0, 0.02, 0), 0.2, 0.84, white, (90, 0, 0), 0.03)
    box((0, 0.12, -0.19), (0.16, 0.4, 0.06), white, 0.02)
    arc = [math.radians(angle) for angle in range(12, 169, 6)]
    outside = [(0.235 * math.cos(a), 0.235 * math.sin(a)) for a in arc]
    inside = [(0.218 * math.cos(a), 0.218 * math.sin(a)) for a in reversed(arc)]
    slab(outside + inside, 1.02, white, (0, 0.42, 0), (90, 0, 0), 0.004)
    cylinder((0, -0.402, 0), 0.186, 0.02, black, (90, 0, 0), 0.006)
    ring((0, -0.41, 0), 0.088, 0.012, plastic((0.1, 0.1, 0.11), 0.3), (90, 0, 0))
    sphere((0, -0.39, 0), 0.075, material((0.01, 0.012, 0.03), 0.04, coat=1), (1, 0.6, 1))
    ring((0, -0.428, 0), 0.036, 0.004, material((0.03, 0.05, 0.12), 0.2), (90, 0, 0))
    for n in range(10):
        angle = math.tau * (n + 0.5) / 10
        at = (0.138 * math.cos(angle), -0.413, 0.138 * math.sin(angle))
        cylinder(at, 0.017, 0.008, material((0.16, 0.02, 0.025), 0.1, coat=1), (90, 0, 0), 0.002)
    tube([(0, 0.42, -0.05), (0, 0.5, -0.06), (0.03, 0.56, -0.12)], 0.02, white)


SCENES = {
    "detector-humo": smoke_alarm,
    "detector-monoxido": monoxide_alarm,
    "extintor": extinguisher,
    "camara-exterior": outdoor_camera,
}
