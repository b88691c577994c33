"""Products of the locksmith's shelf, drawn about one metre tall."""

from functools import partial

from studio import *

INK = (0.012, 0.012, 0.014)
NICKEL = (0.66, 0.65, 0.63)
GOLDEN = (0.77, 0.51, 0.17)


def backdrop(colour):
    sweep(material(colour, 0.8))


def flat_key(head, blade):
    """A notched key that lies on the floor, its blade towards X."""
    bow = slab(rounded(0.24, 0.21, 0.09), 0.022, head, bevel=0.006)
    cut(bow, cylinder((-0.06, 0, 0), 0.032, 0.2, None))
    slab(rounded(0.15, 0.12, 0.05), 0.027, head, at=(0.02, 0, -0.0025), bevel=0.003)
    outline = [(0.1, -0.045), (0.15, -0.045), (0.15, -0.032), (0.42, -0.032), (0.45, -0.012), (0.44, 0.006)]
    for n, depth in enumerate((0.012, 0.026, 0.009, 0.02, 0.03, 0.014)):
        x = 0.41 - n * 0.042
        outline += [(x, 0.03 - depth), (x - 0.012, 0.03 - depth), (x - 0.028, 0.044)]
    outline += [(0.14, 0.036), (0.14, 0.045), (0.1, 0.045)]
    slab(outline, 0.016, blade, at=(0, 0, 0.003), bevel=0.002)
    box((0.28, -0.012, 0.0193), (0.27, 0.009, 0.001), material((0.2, 0.2, 0.2), 0.5, 1), 0.0004)


def padlock_body():
    """A closed brass padlock with a hardened shackle, riveted, upright on its foot."""
    brass, steel = brushed(GOLDEN, (0.22, 0.34)), material(STEEL, 0.12, metal=1)
    dark, groove = material(INK, 0.4), material((0.3, 0.19, 0.06), 0.4, metal=1)
    slab(rounded(0.62, 0.25, 0.06), 0.07, brass, at=(0, 0, 0.0), bevel=0.018)
    slab(rounded(0.605, 0.235, 0.055), 0.5, groove, at=(0, 0, 0.03), bevel=0)
    slab(rounded(0.62, 0.25, 0.06), 0.395, brass, at=(0, 0, 0.077), bevel=0.004)
    slab(rounded(0.62, 0.25, 0.06), 0.09, brass, at=(0, 0, 0.479), bevel=0.02)
    arch = [(-0.19, 0, 0.5), (-0.19, 0, 0.72)]
    arch += [(-0.19 * math.cos(a), 0, 0.75 + 0.19 * math.sin(a)) for a in (0.3, 0.8, 1.2, QUARTER, 1.94, 2.34, 2.84)]
    tube([*arch, (0.19, 0, 0.72), (0.19, 0, 0.5)], 0.048, steel)
    for side in (-0.19, 0.19):
        ring((side, 0, 0.57), 0.056, 0.01, groove)
    cylinder((0, -0.127, 0.265), 0.088, 0.02, steel, (90, 0, 0), 0.006)
    cylinder((0, -0.137, 0.265), 0.062, 0.012, brass, (90, 0, 0), 0.004)
    box((0, -0.1425, 0.26), (0.014, 0.006, 0.075), dark, 0.001)
    ring((0, -0.136, 0.265), 0.072, 0.003, dark, (90, 0, 0))
    for x in (-0.265, 0.265):
        for z in (0.125, 0.425):
            sphere((x, -0.125, z), 0.019, steel, (1, 0.5, 1))
    for n, z in enumerate((0.118, 0.13)):
        box((0, -0.125, z), (0.4 - n * 0.08, 0.002, 0.003), groove, 0)


def padlock():
    """The padlock with two keys on a ring."""
    backdrop((0.84, 0.82, 0.78))
    padlock_body()
    with group((0.3, -0.48, 0.0), (0, 0, -20)):
        flat_key(brushed(GOLDEN), brushed(NICKEL))
    with group((0.3, -0.36, 0.028), (-2, 0, 14)):
        flat_key(brushed(NICKEL), brushed(NICKEL))
    ring((0.19, -0.41, 0.03), 0.105, 0.008, material(STEEL, 0.12, metal=1), (4, 3, 0))
    product_lights()
    metal_edges()
    portrait(24, 20, wide=0.8, tall=0.8)


def euro_profile(width=0.34, height=0.66, stem=0.2):
    """The outline of a European cylinder: a round barrel above a narrow foot."""
    radius, foot = width / 2, stem / 2
    start = math.asin(foot / radius)
    outline = []
    for n in range(41):
        angle = -QUARTER + start + (math.tau - 2 * start) * n / 40
        outline.append((radius * math.cos(angle), height - radius + radius * math.sin(angle)))
    for n in range(13):
        angle = math.pi + math.pi * n / 12
        outline.append((foot * math.cos(angle), foot + foot * math.sin(angle)))
    return outline


def keyhole_plug(surface, radius=0.115):
    """The turning core of a lock with its upright key slot, facing the viewer."""
    cylinder((0, 0, 0), radius, 0.03, surface, (90, 0, 0), 0.006)
    dark = material(INK, 0.5)
    ring((0, -0.008, 0), radius + 0.004, 0.005, dark, (90, 0, 0))
    box((0, -0.0155, 0), (0.034, 0.003, radius * 1.25), dark, 0.001)
    box((0.017, -0.0158, radius * 0.3), (0.02, 0.003, radius * 0.26), dark, 0.001)
    box((-0.017, -0.0158, -radius * 0.2), (0.02, 0.003, radius * 0.22), dark, 0.001)


def euro_cylinder():
    """A security cylinder of European profile from the side, its cam in the middle, and its fixing screw."""
    backdrop((0.76, 0.80, 0.81))
    nickel, brass = brushed((0.5, 0.5, 0.5), (0.2, 0.28), "z"), brushed(GOLDEN, (0.18, 0.3))
    dark, steel = material(INK, 0.5), material(STEEL, 0.2, metal=1)
    with group((0, 0, 0), (0, 0, -90)):
        for middle in (-0.43, 0.43):
            slab(euro_profile(), 0.58, nickel, at=(0, middle + 0.29, 0), turn=(90, 0, 0), bevel=0.008)
        bridge = slab(rounded(0.2, 0.3, 0.05), 0.3, nickel, at=(0, 0.15, 0.15), turn=(90, 0, 0), bevel=0.004)
        cut(bridge, cylinder((0, 0, 0.14), 0.05, 1, None, (0, 90, 0)))
        ring((0.1, 0, 0.14), 0.054, 0.006, steel, (0, 90, 0))
        cylinder((0, 0, 0.14), 0.047, 0.12, dark, (0, 90, 0))
        cylinder((0, 0, 0.49), 0.165, 0.2, steel, (90, 0, 0), 0.01)
        slab(
            [(-0.09, 0), (0.09, 0), (0.055, 0.3), (0, 0.325), (-0.055, 0.3)],
            0.18,
            steel,
            (0, 0.09, 0.5),
            (90, 58, 0),
            0.012,
        )
        for y in (-0.724, 0.724):
            with group((0, y, 0.49), (0, 0, 0 if y < 0 else 180)):
                keyhole_plug(brass)
        for y in (-0.27, -0.37, -0.47, -0.57):
            cylinder((0.099, y, 0.2), 0.02, 0.006, brass, (0, 90, 0), 0.001)
    with group((0.5, -0.52, 0.05), (0, 90, -14)):
        fixing_screw(steel, dark)
    product_lights()
    metal_edges()
    portrait(-44, 20, wide=0.8, tall=0.74)


def fixing_screw(surface, dark):
    """A long screw with a countersunk head, upright around the origin."""
    cylinder((0, 0, 0), 0.026, 0.62, surface)
    for n in range(22):
        ring((0, 0, 0.28 - n * 0.018), 0.026, 0.006, surface, (3, 0, 0))
    cylinder((0, 0, -0.31), 0.05, 0.05, surface, top=0.03)
    box((0, 0, -0.336), (0.07, 0.012, 0.006), dark, 0)
    box((0, 0, -0.336), (0.012, 0.07, 0.006), dark, 0)


def dimple_key(inlay):
    """A reversible key with drilled dimples and a black plastic head, lying with its blade towards X."""
    plastic, blade = worn(material((0.02, 0.021, 0.024), 0.4), 160, 0.05, (0.35, 0.5)), brushed(NICKEL, (0.16, 0.3))
    head = slab(rounded(0.34, 0.3, 0.09), 0.07, plastic, at=(-0.04, 0, 0), bevel=0.018)
    cut(head, cylinder((-0.12, 0, 0), 0.038, 0.4, None))
    head.modifiers.new("flat faces", "WEIGHTED_NORMAL").keep_sharp = True
    slab(rounded(0.11, 0.17, 0.03), 0.01, inlay, at=(0.03, 0, 0.066), bevel=0.004)
    slab(rounded(0.12, 0.17, 0.02), 0.056, plastic, at=(0.15, 0, 0.007), bevel=0.01)
    shank = slab(
        [(0.18, -0.06), (0.74, -0.06), (0.79, -0.03), (0.79, 0.03), (0.74, 0.06), (0.18, 0.06)],
        0.036,
        blade,
        (0, 0, 0.017),
    )
    dimples = [
        (0.3, 0.028, 0.017),
        (0.37, -0.026, 0.021),
        (0.45, 0.026, 0.022),
        (0.52, -0.028, 0.016),
        (0.6, 0.026, 0.018),
        (0.68, -0.024, 0.021),
    ]
    for x, y, radius in dimples:
        cut(shank, cylinder((x, y, 0.053), 0.003, 0.03, None, top=radius * 1.3, sides=24, bevel=0))
    groove = box((0.5, 0, 0.056), (0.5, 0.008, 0.012), None, 0)
    cut(shank, groove)


def two_keys():
    """Two dimple keys with black heads on a ring."""
    backdrop((0.85, 0.80, 0.74))
    orange = material((0.55, 0.09, 0.008), 0.35)
    with group((0, 0, 0), (0, 0, 8)):
        dimple_key(orange)
    with group((-0.06, 0.3, 0), (0, 0, 40)):
        dimple_key(orange)
    for offset in (0, 0.016):
        ring((-0.211 - offset, 0.0925, 0.158), 0.17, 0.01, material(STEEL, 0.14, metal=1), (0, 50, 8))
    product_lights()
    metal_edges()
    portrait(-6, 52, wide=0.78, tall=0.7)


def escutcheon(finish="chrome"):
    """A drill-proof escutcheon with the mouth of its cylinder, on a rubber base."""
    chrome, satin = {
        "chrome": (material((0.62, 0.63, 0.65), 0.08, metal=1), brushed((0.6, 0.61, 0.63), (0.16, 0.28), "y")),
        "brass": (material((0.83, 0.58, 0.22), 0.07, metal=1), material((0.80, 0.55, 0.20), 0.14, metal=1)),
        "black": (
            material((0.022, 0.022, 0.024), 0.34, metal=0.4),
            worn(material((0.020, 0.020, 0.022), 0.5), 120, 0.02, (0.42, 0.55)),
        ),
    }[finish]
    rubber, dark = material((0.015, 0.015, 0.016), 0.7), material(INK, 0.6)
    slab(rounded(0.64, 0.92, 0.3), 0.04, rubber, at=(0, 0.05, 0.47), turn=(90, 0, 0), bevel=0.006)
    slab(rounded(0.63, 0.91, 0.295), 0.12, satin, at=(0, 0.015, 0.47), turn=(90, 0, 0), bevel=0.045)
    collar = [
        (0.27, 0),
        (0.27, 0.03),
        (0.255, 0.05),
        (0.245, 0.13),
        (0.225, 0.165),
        (0.2, 0.175),
        (0.175, 0.165),
        (0.165, 0.12),
        (0, 0.12),
    ]
    lathe(flowing(collar, 6), chrome, (0, -0.1, 0.47), turn=(90, 0, 0))
    ring((0, -0.107, 0.47), 0.275, 0.007, dark, (90, 0, 0))
    cylinder((0, -0.219, 0.47), 0.168, 0.01, material((0.05, 0.05, 0.055), 0.3, metal=1), (90, 0, 0))
    slab(euro_profile(0.2, 0.3, 0.11), 0.03, brushed(NICKEL), at=(0, -0.222, 0.32), turn=(90, 0, 0), bevel=0.004)
    with group((0, -0.25, 0.52)):
        keyhole_plug(brushed(GOLDEN, (0.18, 0.3)), 0.072)


def shield(finish="chrome"):
    """The escutcheon beside its fixing pins."""
    backdrop((0.80, 0.82, 0.80))
    escutcheon(finish)
    for n, (x, y) in enumerate(((0.42, -0.22), (0.5, -0.08))):
        with group((x, y, 0.05), (0, 90, -60 - 20 * n), 0.75):
            fixing_screw(material(STEEL, 0.2, metal=1), material(INK, 0.6))
    product_lights()
    metal_edges()
    portrait(-20, 10, tall=0.76)


def rose(surface, radius=0.2):
    """A round cover plate, facing the viewer."""
    edge = [(0, 0.05), (radius * 0.86, 0.05), (radius * 0.96, 0.043), (radius, 0.026), (radius, 0)]
    lathe(edge, surface, turn=(90, 0, 0))
    ring((0, -0.05, 0), radius * 0.8, 0.003, material((0.25, 0.25, 0.26), 0.4, 1), (90, 0, 0))


def keyhole(dark):
    cylinder((0, -0.0505, 0.03), 0.034, 0.004, dark, (90, 0, 0), 0)
    slab(
        [(-0.017, 0.01), (0.017, 0.01), (0.028, -0.075), (-0.028, -0.075)], 0.004, dark, (0, -0.0485, 0), (90, 0, 0), 0
    )


def lever_handle(surface):
    """A lever towards X on its round rose, facing the viewer."""
    rose(surface, 0.21)
    cylinder((0, -0.13, 0), 0.062, 0.2, surface, (90, 0, 0), 0.01)
    ring((0, -0.06, 0), 0.066, 0.012, surface, (90, 0, 0))
    bar = [(0, -0.19, 0), (0, -0.225, 0), (0.03, -0.25, 0), (0.08, -0.255, 0), (0.4, -0.25, 0), (0.74, -0.245, 0)]
    tube([(0, -0.1, 0), *bar], 0.058, surface)
    sphere((0.74, -0.245, 0), 0.058, surface)


def door_handle(black=False):
    """A lever handle on a round rose and two key escutcheons, on a sample of a painted door."""
    backdrop((0.87, 0.85, 0.80))
    satin, dark = brushed((0.66, 0.66, 0.67), (0.14, 0.26)), material(INK, 0.6)
    if black:
        satin = worn(material((0.018, 0.018, 0.019), 0.45), 120, 0.02, (0.38, 0.5))
    paint = (0.62, 0.60, 0.55) if black else (0.018, 0.085, 0.095)
    box((0, 0.1, 0.52), (1.26, 0.12, 1.04), worn(material(paint, 0.4), 25, 0.03, (0.34, 0.5)), 0.012)
    with group((-0.28, 0.04, 0.72)):
        lever_handle(satin)
    for x in (-0.28, 0.28):
        with group((x, 0.04, 0.27)):
            rose(satin, 0.17)
            keyhole(dark)
    product_lights()
    metal_edges()
    portrait(-24, 9, tall=0.8)


def name_plate(surface, ink, screw):
    """An engraved plate with a frame line and four screws, its lower edge on the floor, facing the viewer."""
    slab(rounded(1.4, 0.8, 0.03), 0.022, surface, at=(0, 0, 0.4), turn=(90, 0, 0), bevel=0.004)
    frame = [(x, -0.022, 0.4 + y) for x, y in rounded(1.29, 0.69, 0.02, 3)]
    tube(frame, 0.003, ink, closed=True, straight=True)
    engraved("Familia Soler", (0, -0.0225, 0.47), 0.2, ink)
    engraved("2.º 1.ª", (0, -0.0225, 0.22), 0.115, ink)
    box((0, -0.0222, 0.335), (0.5, 0.001, 0.005), ink, 0)
    for n, (x, z) in enumerate(((-0.6, 0.1), (0.6, 0.1), (-0.6, 0.7), (0.6, 0.7))):
        sphere((x, -0.022, z), 0.03, screw, (1, 0.35, 1), sides=32)
        box((x, -0.0325, z), (0.05, 0.006, 0.007), ink, 0, (0, 35 + n * 40, 0))


def engraved(words, at, size, ink):
    letters(words, at, size, ink, depth=0.0006)


def plinth(surface):
    """A block with a groove that holds a plate upright."""
    block = box((0, 0.02, 0.06), (1.56, 0.34, 0.12), surface, 0.012)
    return cut(block, box((0, 0, 0.12), (1.42, 0.03, 0.04), None, 0, (-8, 0, 0)))


def brass_plate():
    """An engraved brass name plate on an oak plinth."""
    backdrop((0.78, 0.80, 0.79))
    plinth(wood((0.3, 0.15, 0.06), (0.55, 0.33, 0.16), 2, 0.4))
    with group((0, 0.01, 0.1), (-8, 0, 0)):
        name_plate(brushed(GOLDEN, (0.27, 0.33)), material((0.012, 0.006, 0.002), 0.7), material(GOLDEN, 0.15, metal=1))
    product_lights()
    metal_edges(front=False)
    lamp((1.9, -4.2, 1.3), (0, 0, 0.5), 2.2, 65)
    portrait(-16, 12, wide=0.82, tall=0.74)


def steel_plate():
    """The same plate in stainless steel on a dark stone plinth."""
    backdrop((0.86, 0.82, 0.77))
    plinth(mottled((0.03, 0.032, 0.035), (0.09, 0.092, 0.095), 9, 0.5, 0.06))
    with group((0, 0.01, 0.1), (-8, 0, 0)):
        name_plate(
            brushed((0.6, 0.61, 0.63), (0.27, 0.33)),
            material((0.004, 0.005, 0.006), 0.7),
            material(STEEL, 0.15, metal=1),
        )
    product_lights()
    metal_edges(front=False)
    lamp((-2.3, -4.2, 1.3), (0, 0, 0.5), 2.2, 65)
    portrait(20, 15, wide=0.82, tall=0.74)


SCENES = {
    "candado-arco": padlock,
    "cilindro-seguridad": euro_cylinder,
    "cilindro-seguridad-llave": two_keys,
    "escudo-protector": shield,
    "escudo-protector-laton": partial(shield, "brass"),
    "escudo-protector-negro": partial(shield, "black"),
    "manilla-puerta": door_handle,
    "manilla-puerta-negra": partial(door_handle, True),
    "placa-grabada-laton": brass_plate,
    "placa-grabada-acero": steel_plate,
}
