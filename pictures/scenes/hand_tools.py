"""Hand tools, drawn about one metre long."""

from studio import *

DARK = (0.012, 0.012, 0.013)


def screwdriver(length, reach, tip):
    """An insulated screwdriver, its tip towards Y: handle of `length`, shank of `reach`, a flat or crossed tip."""
    red = material((0.5, 0.012, 0.008), 0.28, coat=0.5)
    black = worn(material((0.014, 0.014, 0.015), 0.55), 150, 0.05, (0.45, 0.65))
    yellow, steel = material((0.8, 0.42, 0.01), 0.4), brushed((0.6, 0.6, 0.62), (0.18, 0.3), "z")
    thick = length * 0.155
    tilt = math.degrees(math.asin(thick * 1.22 / (length + reach)))
    with group((0, 0, thick * 1.22), (-90 - tilt * 0.8, 0, 0)):
        shape = [
            (0, 0),
            (0.6, 0),
            (0.92, 0.03),
            (1, 0.1),
            (1.02, 0.25),
            (0.98, 0.45),
            (0.86, 0.62),
            (0.74, 0.74),
            (0.72, 0.82),
        ]
        shape += [(0.86, 0.88), (1.1, 0.9), (1.16, 0.93), (1.1, 0.96), (0.6, 0.985), (0.4, 1.0)]
        grip = lathe([(r * thick, z * length) for r, z in flowing(shape, 5)], red)
        for n in range(6):
            angle = math.tau * (n + 0.5) / 6
            far = thick * 1.13
            side = (far * math.cos(angle), far * math.sin(angle))
            cut(grip, cylinder((*side, length * 0.38), thick * 0.3, length * 0.46, None, bevel=0, sides=32))
            pad = (thick * 0.86 * math.cos(angle), thick * 0.86 * math.sin(angle), length * 0.38)
            cylinder(pad, thick * 0.13, length * 0.44, black, bevel=thick * 0.08, sides=24)
        cylinder((0, 0, 0.004), thick * 0.52, 0.02, yellow, bevel=0.004)
        ring((0, 0, length * 0.93), thick * 1.14, thick * 0.045, yellow)
        thin = thick * 0.4
        cylinder((0, 0, length + reach * 0.42), thin, reach * 0.84, red, bevel=0.004)
        ring((0, 0, length + reach * 0.1), thin, thin * 0.12, yellow)
        bare(thin * 0.62, length + reach * 0.82, reach * 0.18, tip, steel)


def bare(radius, start, reach, tip, surface):
    """The steel end of a screwdriver along Z: a blade, or a cross."""
    cylinder((0, 0, start + reach * 0.3), radius, reach * 0.6, surface)
    point = start + reach * 0.6
    if tip == "flat":
        blade = [(-radius, 0), (-radius * 1.05, reach * 0.4), (radius * 1.05, reach * 0.4), (radius, 0)]
        slab(blade, radius * 0.55, surface, (0, radius * 0.28, point), (90, 0, 0), radius * 0.08)
        cylinder((0, 0, point + reach * 0.1), radius, reach * 0.2, surface, top=radius * 0.45)
    else:
        for turn in (0, 90):
            blade = [
                (-radius, 0),
                (-radius, reach * 0.12),
                (-radius * 0.25, reach * 0.4),
                (radius * 0.25, reach * 0.4),
                (radius, reach * 0.12),
                (radius, 0),
            ]
            with group((0, 0, point), (0, 0, turn)):
                slab(blade, radius * 0.36, surface, (0, radius * 0.18, 0), (90, 0, 0), radius * 0.06)


def insulated_set():
    """Five red insulated screwdrivers side by side, three flat and two crossed."""
    sweep(material((0.74, 0.79, 0.80), 0.8))
    sizes = (
        (0.42, 0.40, "flat"),
        (0.46, 0.50, "flat"),
        (0.50, 0.62, "flat"),
        (0.47, 0.48, "cross"),
        (0.43, 0.38, "cross"),
    )
    for n, (length, reach, tip) in enumerate(sizes):
        with group(((n - 2) * 0.27, -0.03 * (2 - abs(n - 2)), 0), (0, 0, (2 - n) * 0.6)):
            screwdriver(length, reach, tip)
    product_lights()
    metal_edges()
    portrait(-14, 52, tall=0.78, wide=0.8)


def wrench():
    """An adjustable wrench that lies in the X and Y plane, its jaws towards positive X."""
    satin = brushed((0.5, 0.5, 0.51), (0.24, 0.34), "x")
    bright, dark = brushed((0.62, 0.62, 0.63), (0.14, 0.22), "y"), material(DARK, 0.5)
    body = [
        (-0.95, 0.0),
        (-0.94, 0.06),
        (-0.88, 0.1),
        (-0.8, 0.1),
        (-0.5, 0.085),
        (0.0, 0.075),
        (0.2, 0.085),
        (0.32, 0.13),
        (0.42, 0.22),
    ]
    body += [(0.55, 0.29), (0.68, 0.3), (0.8, 0.25), (0.87, 0.17), (0.88, 0.1)]
    jaw = [(0.6, 0.1), (0.555, 0.07), (0.555, -0.25)]
    back = [
        (0.5, -0.29),
        (0.42, -0.28),
        (0.34, -0.2),
        (0.25, -0.11),
        (0.15, -0.08),
        (-0.2, -0.075),
        (-0.5, -0.085),
        (-0.8, -0.1),
        (-0.88, -0.1),
        (-0.94, -0.06),
        (-0.95, 0.0),
    ]
    outline = flowing(body, 5) + jaw + flowing(back, 5)[:-1]
    forged = slab(outline, 0.12, satin, at=(0, 0, 0), bevel=0.022)
    cut(forged, cylinder((-0.85, 0, 0), 0.05, 0.6, None))
    cut(forged, box((0.41, -0.02, 0.06), (0.12, 0.2, 0.4), None, 0))
    for z in (0.0, 0.12):
        cut(forged, slab(rounded(0.82, 0.085, 0.04), 0.03, None, at=(-0.32, 0, z - 0.015), bevel=0))
    movable_jaw(bright, dark)
    with group((0.41, -0.02, 0.06), (90, 0, 0)):
        worm(bright)


def movable_jaw(bright, dark):
    """The sliding jaw with its engraved scale."""
    outline = flowing([(0.88, -0.06), (0.88, -0.13), (0.84, -0.24), (0.74, -0.34), (0.62, -0.39), (0.535, -0.385)], 5)
    outline += [(0.535, -0.27), (0.57, -0.23), (0.6, -0.06)]
    slab(outline, 0.096, bright, at=(0, 0, 0.012), bevel=0.012)
    box((0.53, -0.13, 0.06), (0.06, 0.42, 0.07), bright, 0.01)
    for n in range(9):
        size = 0.06 if n % 4 == 0 else 0.035
        box((0.635 + size / 2, -0.1 - n * 0.022, 0.1085), (size, 0.004, 0.002), dark, 0)


def worm(surface):
    """A knurled worm screw, its axis along Z."""
    profile = []
    for n in range(7):
        z = -0.084 + n * 0.024
        profile += [(0.062, z), (0.08, z + 0.006), (0.08, z + 0.016), (0.062, z + 0.022)]
    lathe([(0, -0.088), (0.06, -0.088), *profile, (0.06, 0.088), (0, 0.088)], surface)


def adjustable_wrench():
    """A satin adjustable wrench laid diagonally beside a hexagon nut."""
    sweep(material((0.85, 0.80, 0.73), 0.8))
    with group((0, 0, 0), (0, 0, 30)):
        wrench()
    brass = material((0.7, 0.45, 0.15), 0.22, metal=1)
    nut = cylinder((-0.1, 0.42, 0.07), 0.16, 0.14, brass, (0, 0, 20), 0.012, sides=6)
    cut(nut, cylinder((-0.1, 0.42, 0.07), 0.095, 0.6, None))
    product_lights()
    metal_edges()
    portrait(0, 55, tall=0.74, wide=0.82)


SCENES = {
    "llave-ajustable": adjustable_wrench,
    "destornilladores-aislados": insulated_set,
}
