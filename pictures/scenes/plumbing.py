"""Products of the plumber's shelf, drawn about one metre tall."""

from studio import *

CHROME = (0.66, 0.67, 0.69)
PETROL = (0.012, 0.1, 0.115)


def chrome():
    return material(CHROME, 0.06, metal=1)


def thread(length, radius, surface, turns=10):
    """A screw thread upwards from the origin."""
    step = length / turns
    profile = [(radius * 0.6, 0)]
    for n in range(turns):
        profile += [(radius * 0.9, n * step), (radius, (n + 0.5) * step)]
    profile += [(radius * 0.9, length), (radius * 0.7, length), (radius * 0.7, length * 0.3), (0, length * 0.3)]
    lathe(profile, surface)


def hexagon(at, radius, length, surface, turn=(0, 0, 0)):
    """A nut."""
    return cylinder(at, radius, length, surface, turn, bevel=radius * 0.06, sides=6)


def basin_tap():
    """A chromed single-lever basin tap."""
    sweep(material((0.70, 0.77, 0.78), 0.8))
    shine = chrome()
    body = [(0.0, 0), (0.2, 0), (0.205, 0.012), (0.2, 0.03), (0.17, 0.042), (0.15, 0.06), (0.14, 0.2), (0.132, 0.45)]
    body += [(0.13, 0.58), (0.128, 0.592), (0.12, 0.597)]
    lathe(body, shine)
    lathe([(0.118, 0.594), (0.118, 0.604), (0.13, 0.608), (0.132, 0.66), (0.125, 0.7), (0.1, 0.725), (0, 0.735)], shine)
    spout = [(0, 0, 0.42), (0.12, 0, 0.45), (0.3, 0, 0.485), (0.46, 0, 0.47), (0.56, 0, 0.4), (0.585, 0, 0.32)]
    tube(spout, 0.078, shine).scale = (1, 1.15, 1)
    cylinder((0.588, 0, 0.305), 0.082, 0.05, shine, (0, -6, 0), 0.008)
    cylinder((0.59, 0, 0.278), 0.06, 0.012, material((0.25, 0.25, 0.26), 0.5), (0, -6, 0), 0.002)
    with group((0.0, 0, 0.735), (0, -16, 0)):
        outline = [(-0.12, -0.075), (0.0, -0.085), (0.16, -0.06), (0.42, -0.05), (0.47, -0.035), (0.485, 0)]
        outline += [(x, -y) for x, y in reversed(outline[:-1])]
        slab(flowing(outline, 4), 0.05, shine, at=(0, 0, -0.012), bevel=0.018)
    with group((0.128, -0.001, 0.66), (0, 0, 90)):
        cylinder((0.008, 0, 0), 0.014, 0.008, material((0.03, 0.16, 0.5), 0.3), (90, 0, 0), 0.001)
        cylinder((-0.022, 0, 0), 0.014, 0.008, material((0.55, 0.03, 0.02), 0.3), (90, 0, 0), 0.001)
    product_lights()
    metal_edges()
    portrait(-32, 13, tall=0.76)


def braid(path, radius, surface, strands=11, pitch=0.3):
    """Wires that wind around a path in both directions, as the braid of a hose."""
    places, travelled, distance = [], [], 0.0
    points = [Vector(point) for point in path]
    for n, point in enumerate(points):
        ahead = (points[min(n + 1, len(points) - 1)] - points[max(n - 1, 0)]).normalized()
        side = ahead.cross(Vector((0, 0, 1))).normalized()
        places.append((point, side, side.cross(ahead)))
        distance += (point - points[n - 1]).length if n else 0
        travelled.append(distance)
    for way in (1, -1):
        for strand in range(strands):
            wire = []
            for n, (point, side, over) in enumerate(places):
                angle = math.tau * (strand / strands + way * travelled[n] / pitch)
                lift = radius + 0.003 * math.cos(strands * math.tau * travelled[n] / pitch * 2)
                wire.append(point + lift * (side * math.cos(angle) + over * math.sin(angle)))
            made = tube(wire, 0.0085, surface)
            made.data.resolution_u, made.data.bevel_resolution = 2, 1


def flexible_hose():
    """A braided steel hose in a curve, with its two unions and a spare washer."""
    sweep(material((0.80, 0.74, 0.68), 0.8))
    steel, shine = material((0.55, 0.55, 0.56), 0.26, metal=1), chrome()
    core = material((0.12, 0.12, 0.125), 0.5, metal=1)
    bends = [
        (-0.78, 0.05),
        (-0.68, 0.3),
        (-0.45, 0.48),
        (-0.2, 0.38),
        (-0.05, 0.1),
        (0.1, -0.2),
        (0.35, -0.32),
        (0.6, -0.18),
        (0.72, 0.08),
        (0.78, 0.3),
    ]
    path = [(x, y, 0.085) for x, y in flowing(bends, 22)]
    tube(path[::6], 0.062, core)
    braid(path, 0.068, steel)
    ends = ((path[0], path[3]), (path[-1], path[-4]))
    for n, (end, inner) in enumerate(ends):
        angle = math.degrees(math.atan2(end[1] - inner[1], end[0] - inner[0]))
        with group(end, (0, 90, angle)):
            ferrule = [
                (0.07, -0.16),
                (0.082, -0.155),
                (0.082, -0.11),
                (0.076, -0.1),
                (0.076, -0.08),
                (0.082, -0.07),
                (0.082, 0.0),
                (0.05, 0.02),
            ]
            lathe(ferrule, shine)
            (female_union if n else male_union)(shine)
    lathe(
        [(0.04, 0), (0.075, 0), (0.075, 0.02), (0.04, 0.02), (0.04, 0)],
        material((0.01, 0.01, 0.011), 0.6),
        (0.3, 0.12, 0),
    )
    product_lights()
    metal_edges()
    portrait(4, 38, tall=0.66, wide=0.82)


def male_union(surface):
    cylinder((0, 0, 0.02), 0.06, 0.08, surface)
    hexagon((0, 0, 0.06), 0.105, 0.07, surface)
    with group((0, 0, 0.09)):
        thread(0.15, 0.083, surface, 8)


def female_union(surface):
    cylinder((0, 0, 0.02), 0.06, 0.08, surface)
    nut = hexagon((0, 0, 0.12), 0.115, 0.18, surface)
    cut(nut, cylinder((0, 0, 0.2), 0.075, 0.2, None))
    ring((0, 0, 0.03), 0.1, 0.012, surface)


def valve():
    """A chromed quarter-turn angle valve: its thread below, a white lever to the left, the outlet to the right."""
    shine, white = chrome(), material((0.82, 0.82, 0.8), 0.3, coat=0.4)
    brass = material((0.7, 0.48, 0.2), 0.25, metal=1)
    with group((0, 0, 0)):
        thread(0.17, 0.13, brass, 8)
    hexagon((0, 0, 0.22), 0.19, 0.11, shine)
    lathe(
        [
            (0.13, 0.25),
            (0.135, 0.3),
            (0.15, 0.34),
            (0.165, 0.4),
            (0.165, 0.62),
            (0.15, 0.66),
            (0.13, 0.69),
            (0.13, 0.73),
            (0.115, 0.77),
            (0.08, 0.8),
            (0.04, 0.812),
            (0, 0.815),
        ],
        shine,
    )
    with group((0.1, 0, 0.51), (0, 90, 0)):
        lathe([(0.12, 0), (0.115, 0.16), (0.115, 0.22)], shine)
        hexagon((0, 0, 0.27), 0.165, 0.12, shine)
        ring((0, 0, 0.335), 0.12, 0.02, shine)
        with group((0, 0, 0.34)):
            thread(0.2, 0.108, shine, 9)
    with group((-0.12, 0, 0.51), (0, -90, 0)):
        lathe([(0.13, -0.06), (0.13, 0.0), (0.125, 0.07), (0.1, 0.08), (0.1, 0.15)], shine)
        quarter_lever(white)


def wall_plate():
    """The domed plate that hides where a pipe leaves the wall."""
    plate = [(0.14, 0.07), (0.15, 0.085), (0.17, 0.08), (0.2, 0.03), (0.24, 0.012), (0.25, 0)]
    lathe(flowing(plate, 5), chrome(), thickness=0.008)


def angle_valve():
    """The angle valve, its wall plate leaning beside it."""
    sweep(material((0.60, 0.68, 0.69), 0.8))
    valve()
    with group((-0.46, 0.22, 0.0), (66, 0, 10)), group((0, 0.25, 0)):
        wall_plate()
    product_lights()
    metal_edges()
    portrait(16, 14, tall=0.76)


def quarter_lever(surface):
    """The lever of a valve that turns around Z: a cap on the spindle and a flat paddle along X, bent outwards."""
    with group((0, 0, 0.1)):
        cap = [(0, 0), (0.115, 0), (0.128, 0.012), (0.128, 0.1), (0.118, 0.125), (0.09, 0.138), (0, 0.14)]
        hub = lathe(cap, None)
        side = [(0.0, -0.115), (0.1, -0.105), (0.22, -0.08), (0.34, -0.088), (0.43, -0.092), (0.465, -0.06), (0.475, 0)]
        outline = flowing([*side, *((x, -y) for x, y in reversed(side[:-1]))], 5)
        arm = slab(outline, 0.06, None, at=(0, 0, 0.05), turn=(0, -9, 0), bevel=0.02)
        fused([hub, arm], 0.006, surface, smooth=8)
        cylinder((0, 0, 0.14), 0.05, 0.008, material((0.02, 0.12, 0.4), 0.3), bevel=0.002)


def cistern_mechanism():
    """A dual-flush valve with a chromed button, and the quiet filling valve beside it."""
    sweep(material((0.86, 0.81, 0.75), 0.8))
    white, petrol = material((0.82, 0.83, 0.82), 0.32, coat=0.2), material(PETROL, 0.35, coat=0.2)
    black, orange = material((0.012, 0.012, 0.013), 0.6), material((0.6, 0.13, 0.01), 0.4)
    with group((-0.12, 0, 0)):
        flush_valve(white, petrol, black, orange)
    with group((0.33, 0.02, 0)):
        filling_valve(white, petrol, orange)
    product_lights()
    metal_edges()
    portrait(-18, 13, tall=0.78)


def flush_valve(white, petrol, black, orange):
    with group():
        thread(0.13, 0.11, white, 8)
    lathe([(0, 0.1), (0.19, 0.1), (0.2, 0.115), (0.19, 0.15), (0.12, 0.16)], black)
    cylinder((0, 0, 0.075), 0.17, 0.05, petrol, bevel=0.006, sides=12)
    cylinder((0, 0, 0.19), 0.2, 0.06, petrol, bevel=0.015)
    for n in range(6):
        angle = math.tau * n / 6 + 0.3
        box(
            (0.165 * math.cos(angle), 0.165 * math.sin(angle), 0.27),
            (0.03, 0.05, 0.14),
            white,
            0.006,
            (0, 0, math.degrees(angle)),
        )
    cylinder((0, 0, 0.27), 0.1, 0.14, black)
    tower = cylinder((0, 0, 0.53), 0.178, 0.4, white, bevel=0.014)
    cut(tower, cylinder((0, 0, 0.53), 0.163, 0.36, None))
    for z in (0.44, 0.61):
        cut(tower, box((0, -0.15, z), (0.18, 0.3, 0.11), None, 0.02))
    cylinder((0, 0.0, 0.53), 0.12, 0.36, material((0.5, 0.68, 0.74), 0.3))
    box((0, -0.12, 0.44), (0.1, 0.03, 0.08), petrol, 0.008)
    box((0, -0.12, 0.61), (0.1, 0.03, 0.08), orange, 0.008)
    for n in range(9):
        box((0.185, 0, 0.38 + n * 0.035), (0.03, 0.035, 0.012), white, 0.002)
    box((0.2, 0, 0.52), (0.02, 0.05, 0.36), petrol, 0.005)
    tube([(-0.21, -0.02, 0.2), (-0.21, -0.02, 0.78)], 0.036, white)
    ring((-0.21, -0.02, 0.78), 0.032, 0.008, white)
    box((-0.19, -0.02, 0.5), (0.1, 0.07, 0.05), petrol, 0.008)
    cylinder((0, 0, 0.76), 0.12, 0.08, petrol, bevel=0.01)
    for x in (-0.05, 0.05):
        cylinder((x, 0, 0.84), 0.018, 0.12, white)
    with group((0, 0, 0.84)):
        thread(0.08, 0.105, white, 6)
    shine = chrome()
    lathe(
        [
            (0, 0.93),
            (0.17, 0.93),
            (0.185, 0.94),
            (0.185, 0.955),
            (0.17, 0.975),
            (0.15, 0.975),
            (0.145, 0.965),
            (0, 0.965),
        ],
        shine,
    )
    for side in (1, -1):
        half = [(0.138 * math.cos(a), side * 0.138 * math.sin(a)) for a in (math.pi * n / 24 for n in range(25))]
        half = [(x, y + side * 0.004) for x, y in half]
        slab(half if side > 0 else half[::-1], 0.018, shine, at=(0, 0, 0.964), bevel=0.005)


def filling_valve(white, petrol, orange):
    with group():
        thread(0.13, 0.06, white, 9)
    hexagon((0, 0, 0.155), 0.1, 0.05, white)
    cylinder((0, 0, 0.4), 0.048, 0.5, white)
    cylinder((0, 0, 0.2), 0.07, 0.05, petrol, bevel=0.008)
    lathe([(0.055, 0.3), (0.12, 0.3), (0.13, 0.312), (0.13, 0.53), (0.12, 0.545), (0.055, 0.545)], petrol)
    for n in range(3):
        ring((0, 0, 0.35 + n * 0.075), 0.13, 0.006, petrol)
    cylinder((0, 0, 0.67), 0.085, 0.09, white, bevel=0.015)
    cylinder((0, 0, 0.725), 0.06, 0.03, orange, bevel=0.008)
    box((0.09, 0, 0.65), (0.14, 0.05, 0.03), white, 0.008)
    tube([(0.15, 0, 0.65), (0.15, 0, 0.54)], 0.012, orange)


SCENES = {
    "grifo-lavabo": basin_tap,
    "latiguillo-flexible": flexible_hose,
    "llave-escuadra": angle_valve,
    "mecanismo-cisterna": cistern_mechanism,
}
