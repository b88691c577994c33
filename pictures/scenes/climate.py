"""Products for heating and cooling: a thermostat, a towel radiator, an air conditioner, a ceiling fan."""

from functools import partial

from studio import *

from .electrics import lit_opal, plastic

WHITE = (0.86, 0.86, 0.85)


def wall_lights(aim=(0, 0, 0.5)):
    """A soft window from the left and a weak fill from the right, for what hangs on a wall."""
    ambient(strength=0.3)
    lamp((-2.6, -1.7, 2.4), aim, 1.4, 150, (1, 0.97, 0.92))
    lamp((2.6, -2.4, 1), aim, 1.8, 40, (0.92, 0.96, 1))


def thermostat():
    """A thermostat on a petrol wall: a round dark face that reads 21 degrees."""
    box((0, 0.3, 0.5), (6, 0.6, 6), mottled((0.05, 0.14, 0.145), (0.06, 0.165, 0.17), 6, 0.85, 0.1), 0)
    slab(rounded(1, 1, 0.24), 0.05, plastic((0.6, 0.6, 0.59), 0.4), (0, 0, 0.5), (90, 0, 0), 0.01)
    slab(rounded(0.97, 0.97, 0.23, 16), 0.2, plastic(WHITE, 0.3), (0, -0.03, 0.5), (90, 0, 0), 0.05)
    with group((0, -0.23, 0.5), (90, 0, 0)):
        lathe(
            flowing([(0.385, -0.01), (0.39, 0.03), (0.37, 0.05), (0.36, 0.05)]), metal((0.75, 0.75, 0.76), (0.15, 0.25))
        )
        cylinder((0, 0, 0.02), 0.365, 0.05, material((0.012, 0.014, 0.016), 0.12, coat=1), bevel=0.012)
        scale([225 - n * 4.5 for n in range(61)], material((0.11, 0.12, 0.12), 0.3), 0.007)
        scale([225 - n * 5 for n in range(36)], material((1, 0.3, 0.04), 0.3, glow=2.2), 0.013)
        sphere(
            (0.303 * math.cos(math.radians(50)), 0.303 * math.sin(math.radians(50)), 0.047),
            0.024,
            material((1, 0.95, 0.9), 0.3, glow=2),
            (1, 1, 0.3),
        )
        shine = material((0.92, 0.97, 1), 0.3, glow=1.6)
        letters("21°", (0.025, 0.01, 0.046), 0.28, shine, (0, 0, 0), 0.001)
        letters(
            "20,5° en casa", (0, -0.155, 0.046), 0.052, material((0.75, 0.82, 0.85), 0.3, glow=0.6), (0, 0, 0), 0.001
        )
        drop = [
            (0, 0.06),
            (-0.02, 0.03),
            (-0.03, 0),
            (-0.018, -0.026),
            (0, -0.032),
            (0.018, -0.026),
            (0.03, 0),
            (0.02, 0.03),
        ]
        slab(drop, 0.001, material((1, 0.3, 0.04), 0.3, glow=2), (0, 0.2, 0.046))
    wall_lights()
    product_camera((0, 0, 0.5), 1.06, turn=20, rise=5)


def scale(angles, surface, radius):
    """An arc around the face of the thermostat; angles count from the right, anticlockwise."""
    around = [math.radians(angle) for angle in angles]
    tube([(0.303 * math.cos(a), 0.303 * math.sin(a), 0.045) for a in around], radius, surface)


def towel_radiator(colour=None):
    """A white towel radiator on a tiled wall, a terracotta towel over its bars."""
    box((0, 0.2, 0.6), (6, 0.2, 6), tiled((0.22, 0.34, 0.34), (0.25, 0.37, 0.37), (0.5, 0.52, 0.5), 0.2, 0.1), 0)
    white = material(colour or WHITE, 0.22 if colour is None else 0.42, coat=0.5 if colour is None else 0)
    for x in (-0.235, 0.235):
        slab(rounded(0.036, 1.1, 0.016), 0.04, white, (x, 0.04, 0.6), (90, 0, 0), 0.008)
        for z in (0.16, 1.04):
            cylinder((x * 0.96, 0.07, z), 0.014, 0.07, white, (90, 0, 0))
    for z in BARS:
        cylinder((0, 0, z), 0.0115, 0.47, white, (0, 90, 0), 0, sides=32)
    towel((-0.02, -0.004, 0.955), 0.32)
    box((0.235, 0.02, 0.005), (0.075, 0.06, 0.11), plastic(colour or WHITE, 0.35), 0.014)
    cylinder((0.235, -0.016, 0.01), 0.024, 0.016, material((0.012, 0.16, 0.17), 0.3), (90, 0, 0), 0.005)
    box((0.235, -0.0115, 0.045), (0.04, 0.002, 0.018), material((0.02, 0.02, 0.02), 0.2), 0.001)
    tube([(0.235, 0.02, -0.04), (0.24, 0.03, -0.12), (0.3, 0.07, -0.17), (0.33, 0.11, -0.3)], 0.005, white)
    wall_lights((0, 0, 0.6))
    product_camera((0, 0, 0.53), 1.08, turn=16, rise=2)


BARS = (0.12, 0.2, 0.28, 0.42, 0.5, 0.58, 0.66, 0.8, 0.88, 0.955, 1.09)


def towel(at, width):
    """A towel folded over a bar: it hangs down in front, longer than behind, with a few soft waves."""
    mesh, columns = bpy.data.meshes.new("towel"), 40
    line = [
        (0.03, -0.3),
        (0.028, -0.15),
        (0.024, -0.02),
        (0.012, 0.02),
        (0, 0.026),
        (-0.014, 0.02),
        (-0.026, -0.02),
        (-0.03, -0.2),
        (-0.032, -0.46),
    ]
    rows = flowing(line, 6)
    points = []
    for n in range(columns + 1):
        across = n / columns
        for y, z in rows:
            wave = 0.007 * min(1, max(0, -z * 4)) * math.sin(across * 17 + z * 3) + 0.004 * math.sin(across * 5)
            points.append((at[0] + width * (across - 0.5) * (1 + z * 0.06), at[1] + y - abs(wave), at[2] + z))
    size = len(rows)
    faces = [
        (c * size + r, c * size + r + 1, (c + 1) * size + r + 1, (c + 1) * size + r)
        for c in range(columns)
        for r in range(size - 1)
    ]
    mesh.from_pydata(points, [], faces)
    mesh.materials.append(
        tiled((0.52, 0.16, 0.07), (0.5, 0.15, 0.065), (0.44, 0.13, 0.055), 0.004, 0.004, 0.95, depth=0.6, gap=0.0008)
    )
    for face in mesh.polygons:
        face.use_smooth = True
    shape = bpy.data.objects.new("towel", mesh)
    bpy.context.collection.objects.link(shape)
    cloth = shape.modifiers.new("cloth", "SOLIDIFY")
    cloth.thickness = 0.006
    for z in (-0.4, -0.385, -0.36):
        stripe = material((0.8, 0.7, 0.58), 0.95)
        bars = [
            (
                at[0] + width * (n / 20 - 0.5) * (1 + z * 0.06),
                at[1] - 0.037 - abs(0.007 * math.sin(n / 20 * 17 + z * 3)),
                at[2] + z,
            )
            for n in range(21)
        ]
        tube(bars, 0.0028, stripe)


def air_conditioner():
    """The indoor unit high on a wall and the outdoor unit below it."""
    wall = mottled((0.6, 0.53, 0.43), (0.63, 0.56, 0.46), 6, 0.85, 0.08)
    box((0, 0.75, 1), (9, 0.6, 6), wall, 0)
    box((0, -3, -0.1), (9, 9, 0.2), material((0.5, 0.46, 0.4), 0.7), 0)
    box((0, 0.435, 0.05), (9, 0.03, 0.1), material((0.82, 0.81, 0.78), 0.5), 0.006)
    with group((-0.16, 0.45, 0.82)):
        indoor_unit()
    with group((0.14, 0.2, 0)):
        outdoor_unit()
    ambient(strength=0.35)
    lamp((-2.8, -2.2, 2.6), (0, 0.2, 0.6), 1.6, 190, (1, 0.97, 0.92))
    lamp((2.8, -2.4, 1.2), (0, 0.2, 0.5), 1.6, 60, (0.92, 0.96, 1))
    product_camera((0, 0.3, 0.57), 1.08, turn=-17, rise=5)


def indoor_unit():
    """0.9 metres of white front with a rounded foot, the flap a little open, a faint number."""
    white, dark = plastic(WHITE, 0.25), material((0.03, 0.032, 0.034), 0.5)
    side = flowing(
        [
            (0, 0),
            (0.08, 0.0),
            (0.14, 0.015),
            (0.19, 0.07),
            (0.205, 0.14),
            (0.203, 0.24),
            (0.19, 0.285),
            (0.15, 0.296),
            (0, 0.296),
        ],
        5,
    )
    slab(side, 0.9, white, (0.45, 0, 0), (90, 0, -90), 0.006)
    box((0, -0.148, 0.031), (0.78, 0.075, 0.02), dark, 0.004, (42, 0, 0))
    slab(rounded(0.77, 0.075, 0.012), 0.01, white, (0, -0.155, 0.008), (22, 0, 0), 0.004)
    box((0, -0.2045, 0.115), (0.895, 0.003, 0.003), material((0.5, 0.5, 0.5), 0.5), 0)
    letters("22", (0.34, -0.2065, 0.165), 0.04, material((0.2, 0.75, 0.75), 0.4, glow=0.9), depth=0.0006)
    box((-0.36, -0.2062, 0.2), (0.06, 0.002, 0.008), material((0.012, 0.17, 0.18), 0.4), 0)


def outdoor_unit():
    """A metal cabinet with its fan behind a round grille, slits at the side and two feet."""
    white, dark = worn(material((0.8, 0.8, 0.78), 0.35), 200, 0.02, (0.3, 0.42)), material((0.025, 0.026, 0.028), 0.6)
    cabinet = slab(rounded(0.8, 0.54, 0.03), 0.3, white, (0, 0.15, 0.32), (90, 0, 0), 0.012)
    cut(cabinet, cylinder((-0.12, -0.15, 0.32), 0.222, 0.2, None, (90, 0, 0), 0))
    cabinet.modifiers.move(0, 1)  # the opening after the rounding, so that only the outer edges are round
    cylinder((-0.12, -0.055, 0.32), 0.222, 0.008, dark, (90, 0, 0), 0)
    for n in range(3):
        with group((-0.12, -0.09, 0.32), (0, n * 120 + 20, 0)):
            slab(
                flowing([(0.02, -0.03), (0.1, -0.075), (0.2, -0.06), (0.19, 0.05), (0.1, 0.03), (0.02, 0.03)]),
                0.008,
                plastic((0.09, 0.095, 0.1)),
                (0, 0, 0),
                (70, 0, 0),
                0.001,
            )
    cylinder((-0.12, -0.1, 0.32), 0.045, 0.05, plastic((0.1, 0.1, 0.11)), (90, 0, 0))
    wire = material((0.78, 0.78, 0.77), 0.35)
    for radius in (0.05, 0.085, 0.12, 0.155, 0.19, 0.225):
        ring((-0.12, -0.155, 0.32), radius, 0.0035, wire, (90, 0, 0))
    for n in range(12):
        angle = math.tau * n / 12
        tube([(-0.12 + r * math.cos(angle), -0.156, 0.32 + r * math.sin(angle)) for r in (0.05, 0.228)], 0.0035, wire)
    cylinder((-0.12, -0.157, 0.32), 0.05, 0.01, white, (90, 0, 0))
    blocks(
        [((0.26, -0.151, 0.18 + n * 0.034), (0.18, 0.006, 0.014)) for n in range(9)],
        material((0.3, 0.3, 0.3), 0.6),
        0.002,
    )
    blocks([((x, 0, 0.025), (0.08, 0.34, 0.05)) for x in (-0.26, 0.26)], dark, 0.006)
    box((0.412, 0.06, 0.2), (0.03, 0.12, 0.2), white, 0.01)


def ceiling_fan():
    """A ceiling fan with three wooden blades and a lit globe, seen from a little below."""
    wall = mottled((0.42, 0.5, 0.48), (0.45, 0.53, 0.51), 4, 0.9, 0.05)
    box((0, 3, 0), (14, 0.2, 8), wall, 0)
    box((0, 0, 0.63), (14, 14, 0.1), material((0.8, 0.73, 0.64), 0.9), 0)
    box((0, 2.88, 0.55), (14, 0.08, 0.08), material((0.86, 0.85, 0.82), 0.7), 0.02)
    white, steel = material(WHITE, 0.3), metal((0.62, 0.6, 0.56), (0.2, 0.35))
    lathe(flowing([(0.085, 0.58), (0.084, 0.56), (0.07, 0.52), (0.03, 0.495), (0.012, 0.49)]), white)
    cylinder((0, 0, 0.38), 0.013, 0.28, steel)
    lathe(
        flowing([(0.015, 0.3), (0.05, 0.29), (0.11, 0.25), (0.125, 0.2), (0.12, 0.16), (0.1, 0.14), (0.1, 0.12)]), white
    )
    cylinder((0, 0, 0.115), 0.115, 0.03, steel, bevel=0.006)
    lathe(
        flowing([(0.108, 0.1), (0.112, 0.08), (0.095, 0.035), (0.055, 0.008), (0, 0)]), lit_opal((1, 0.72, 0.4), 3, 1.6)
    )
    for n in range(3):
        with group((0, 0, 0.185), (0, 0, n * 120 + 78)):
            blade(steel)
    ambient(strength=0.5)
    lamp((-3, -3, -0.6), (0, 0, 0.2), 2, 150, (1, 0.97, 0.93))
    lamp((3, -2, -0.8), (0, 0, 0.2), 2, 70, (0.92, 0.96, 1))
    lamp((0, 0.5, -2), (0, 0.6, 0.5), 2.5, 40)
    bulb((0, 0, -0.1), 9, radius=0.1)
    product_camera((0, 0, 0.24), 0.82, turn=0, rise=-24)


def blade(steel):
    """One blade along X, a little pitched, on its iron."""
    slab([(0.1, -0.03), (0.24, -0.02), (0.24, 0.02), (0.1, 0.03)], 0.008, steel, (0, 0, 0), (9, 0, 0), 0.002)
    outline = flowing(
        [
            (0.19, -0.045),
            (0.3, -0.07),
            (0.5, -0.085),
            (0.64, -0.07),
            (0.665, 0),
            (0.64, 0.06),
            (0.5, 0.062),
            (0.3, 0.055),
            (0.19, 0.045),
        ]
    )
    slab(outline, 0.012, wood((0.13, 0.055, 0.02), (0.32, 0.15, 0.06), 3, 0.35), (0, 0, -0.008), (9, 0, 0), 0.003)


SCENES = {
    "termostato-wifi": thermostat,
    "radiador-toallero": towel_radiator,
    "radiador-toallero-negro": partial(towel_radiator, (0.018, 0.018, 0.019)),
    "aire-acondicionado": air_conditioner,
    "ventilador-techo": ceiling_fan,
}
