"""The picture of the whole firm: a home just finished."""

from props import *
from studio import *

HEIGHT, BACK = 2.9, 3.2
ARCH = {"at": -0.35, "opening": 1.1, "spring": 1.65}
DOOR = (-2.3, 0.7, 0.0, 2.4)


def hero():
    """Living room and open kitchen at golden hour; the ladder, a tin and the tool bag have not left yet."""
    brass, black, white = metal(BRASS), material(IRON, 0.35), material((0.88, 0.86, 0.82), 0.3)
    rooms(plaster(), black)
    kitchen(brass, black, white)
    island(brass, black, white)
    back_room()
    left_wall_things()
    sitting_corner()
    leftovers()
    evening()
    camera((-0.55, -3.3, 1.4), (-0.05, 3.2, 1.4), 25, sharp_at=(0.9, 1.0, 1), aperture=4.0)
    frame_lower(0.05)


def rooms(walls, frames):
    """The room, an arch to the next one, and a wide balcony door in the left wall, outside the frame."""
    floor_and_ceiling(
        (-3.2, 3.4),
        (-4.2, 7.0),
        HEIGHT,
        planks((0.30, 0.165, 0.08), (0.54, 0.345, 0.19), 1.7, 0.16),
        material((0.86, 0.84, 0.80), 0.8),
    )
    middle = (-3.2 + 3.4) / 2
    arch_wall((middle, BACK + 0.25, 0), 6.6, HEIGHT, ARCH["opening"], ARCH["spring"], walls, 0.25, ARCH["at"] - middle)
    wall_along(-3.2, -4.2, 7.0, HEIGHT, walls, [DOOR, (4.0, 5.6, 0.0, 2.4)], thick=-0.25)
    wall_along(3.4, -4.2, 7.0, HEIGHT, walls)
    wall_across(-4.2, -3.2, 3.4, HEIGHT, walls, thick=-0.2)
    wall_across(6.6, -3.2, 3.4, HEIGHT, walls)
    sash(*DOOR, frames, -3.3, along=True, casements=3, bars=2, frame=0.06)
    skirting = material((0.86, 0.84, 0.80), 0.5)
    panel((-3.2, BACK - 0.015, 0), (ARCH["at"] - 0.55, BACK, 0.1), skirting, 0.003)
    for y in (-0.6, 1.2):
        panel((-3.2, y - 0.09, HEIGHT - 0.16), (3.4, y + 0.09, HEIGHT), oak(), 0.01)
    panel((-3.2, 3.0 - 0.09, HEIGHT - 0.16), (3.4, 3.0 + 0.09, HEIGHT), oak(), 0.01)


def kitchen(brass, black, white):
    """Petrol cupboards along the back wall, right of the arch, with tiles and an open shelf above."""
    cabinet = worn(material(PETROL, 0.4), 60, 0.03, (0.32, 0.48))
    stone, left, unit = worn(material(STONE, 0.2), 12, 0.01, (0.12, 0.3)), 0.5, 0.58
    end = left + 5 * unit
    panel((left, BACK - 0.58, 0.1), (end, BACK, 0.88), cabinet)
    panel((left, BACK - 0.54, 0), (end, BACK, 0.1), black)
    panel((left - 0.01, BACK - 0.64, 0.885), (end, BACK, 0.925), stone, 0.004)
    panel(
        (left, BACK - 0.012, 0.925),
        (end, BACK, 1.62),
        tiled((0.80, 0.76, 0.68), (0.70, 0.66, 0.58), (0.62, 0.58, 0.5), 0.1, 0.1, 0.1, "back", 0, 0.5),
    )
    for n in range(5):
        x = left + unit * (n + 0.5)
        if n == 1:
            for z, tall in ((0.78, 0.2), (0.53, 0.3), (0.24, 0.28)):
                cupboard((x, BACK - 0.61, z), (unit, tall), cabinet, brass, upright=False)
        else:
            cupboard((x, BACK - 0.61, 0.49), (unit, 0.78), cabinet, brass, -1 if n % 2 else 1)
    swan_tap((left + 1.45, BACK - 0.14, 0.925), brass)
    box(((left + end) / 2, BACK - 0.13, 1.68), (end - left - 0.1, 0.26, 0.04), oak(), 0.004)
    crockery(left + 0.2, white, cabinet)
    bottle((left + 0.2, BACK - 0.2, 0.925), material((0.10, 0.16, 0.05), 0.15))
    bottle((left + 0.3, BACK - 0.25, 0.925), material((0.62, 0.4, 0.1), 0.2), 0.22)
    box((left + 0.62, BACK - 0.06, 1.1), (0.3, 0.025, 0.38), oak("z"), 0.01, (8, 0, 0))
    box((2.2, BACK - 0.3, 0.93), (0.56, 0.48, 0.008), material((0.01, 0.01, 0.012), 0.06), 0.002)
    lathe(
        [(0, 0), (0.11, 0), (0.11, 0.11), (0.1, 0.12), (0, 0.14)],
        material((0.58, 0.2, 0.09), 0.25),
        (2.1, BACK - 0.26, 0.935),
    )


def crockery(x, white, accent):
    """What stands on the shelf."""
    clay = material((0.55, 0.22, 0.11), 0.7)
    for n in range(4):
        cup((x + n * 0.1, BACK - 0.13, 1.7), (white, accent, clay, white)[n])
    for n in range(6):
        cylinder((x + 0.6, BACK - 0.13, 1.706 + n * 0.014), 0.11, 0.008, white, sides=48)
    for n, (surface, tall) in enumerate(((clay, 0.24), (white, 0.16), (accent, 0.26))):
        vase((x + 0.85 + n * 0.19, BACK - 0.13, 1.7), surface, tall, 0.08)
    books((x + 1.45, BACK - 0.13, 1.7), 6)
    potted((x + 2.1, BACK - 0.13, 1.7), clay, green(), 0.34, 16)


def island(brass, black, white):
    """An oak island with a stone top, stools and lamps."""
    wood_front = oak("z")
    panel((1.0, 0.75, 0.0), (2.9, 1.55, 0.87), wood_front, 0.004)
    for n in range(20):
        panel((1.0 + n * 0.095, 0.735, 0.06), (1.08 + n * 0.095, 0.752, 0.86), wood_front, 0.004)
    panel((0.9, 0.6, 0.875), (3.0, 1.65, 0.92), worn(material(STONE, 0.2), 12, 0.01, (0.12, 0.3)), 0.006)
    for x in (1.25, 1.9):
        stool((x, 0.42, 0), oak(), black)
    fruit_bowl((1.6, 1.15, 0.92), white, 0.2)
    cup((1.15, 0.95, 0.92), material(PETROL, 0.3))
    books((2.2, 1.0, 0.92), 2, lying=True)
    shade = material((0.60, 0.27, 0.15), 0.55)
    for x in (1.35, 2.2):
        pendant((x, 1.1, 1.8), 0.9, shade, black, 0.18, 7)


def back_room():
    """A glimpse through the arch: a console, a picture and a plant in the light of another window."""
    box((-0.55, 6.4, 0.72), (1.3, 0.34, 0.04), oak(), 0.004)
    for x in (-1.1, 0.0):
        box((x, 6.4, 0.35), (0.04, 0.3, 0.7), oak("z"), 0.004)
    vase((-0.85, 6.4, 0.74), material((0.55, 0.22, 0.11), 0.7), 0.34, 0.12)
    framed((-0.45, 6.57, 1.55), (0.62, 0.8), oak("z"), material(PETROL, 0.7), material((0.72, 0.36, 0.18), 0.7))
    potted((0.35, 6.0, 0), material((0.85, 0.8, 0.72), 0.7), green(), 1.0, 24)


def left_wall_things():
    """The calm side: a wall in the evening sun, a low oak bench, a picture."""
    box((-2.05, BACK - 0.22, 0.43), (1.5, 0.36, 0.05), oak(), 0.008)
    for x in (-2.65, -1.45):
        box((x, BACK - 0.22, 0.205), (0.05, 0.32, 0.41), oak("z"), 0.005)
    pillow(
        (-2.45, BACK - 0.18, 0.62), (0.44, 0.44, 0.15), worn(material(PETROL, 0.95), 250, 0.4, (0.85, 1)), (75, 0, 8)
    )
    books((-1.8, BACK - 0.22, 0.455), 3, lying=True)


def sitting_corner():
    """A rug that leads into the room."""
    wool, band = (
        mottled((0.50, 0.42, 0.31), (0.64, 0.56, 0.44), 55, 0.98, 0.8),
        mottled((0.40, 0.15, 0.08), (0.50, 0.22, 0.12), 55, 0.98, 0.8),
    )
    sheet((-0.9, 0.5, 0.004), (2.0, 2.6), wool, lambda x, y: 0.003, steps=4, thick=0.012)
    for y in (-0.55, -0.42, 1.42, 1.55):
        sheet((-0.9, y, 0.0065), (2.0, 0.05), band, lambda x, y: 0.003, steps=4, thick=0.012)
    potted((-2.75, 1.6, 0), material((0.56, 0.25, 0.14), 0.8), green(), 1.15, 30)


def leftovers():
    """What the craftsmen take along tomorrow: stepladder, paint, roller and bag on a dust sheet."""
    linen = mottled((0.78, 0.74, 0.66), (0.86, 0.83, 0.76), 5, 0.95, 0.1)
    sheet((0.35, 2.05, 0.004), (1.2, 0.9), linen, crumple(0.016, 3.2), (0, 0, 8))
    ladder((0.28, 2.15, 0.015), metal((0.75, 0.75, 0.76), (0.25, 0.4)), material((0.62, 0.25, 0.10), 0.5), 1.55, 22)
    paint_tin((0.62, 1.75, 0.02), PETROL, 0.1, 0.21)
    canvas = worn(material((0.05, 0.16, 0.16), 0.9), 200, 0.4, (0.8, 1))
    tool_bag((0.46, -0.05, 0), canvas, worn(material((0.36, 0.17, 0.07), 0.5), 40, 0.1), 14)
    paint_tin((0.86, -0.22, 0), PETROL, 0.1, 0.21)


def evening():
    """A low sun through the balcony door, and the soft light of the sky."""
    sky(19, 252, 0.22)
    daylight((-3.1, -0.8, 1.3), (2, 0.4, 1.0), 2.6, 75, (1, 0.93, 0.84), 2.2)
    daylight((-3.1, 4.8, 1.3), (2, 5.2, 0.9), 1.6, 45, (1, 0.92, 0.82), 2.2)
    daylight((0.3, -4.0, 2.6), (0.3, 1, 1.0), 3.2, 80, (1, 0.95, 0.89))
    look("AgX - Medium High Contrast", 0.18)


SCENES = {"hero": hero}
