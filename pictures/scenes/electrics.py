"""Products of the electrical shelf: a bulb, a socket, a work light, a residual-current breaker."""

from functools import partial

from studio import *

WHITE = (0.86, 0.86, 0.84)


def led_bulb():
    """A lit LED bulb standing on its screw cap, before a warm backdrop."""
    sweep(material((0.26, 0.2, 0.16), 0.8))
    thread = [(0.118 + 0.011 * math.cos(n * 0.5), 0.075 + n * 0.0036) for n in range(52)]
    lathe([(0, 0), (0.045, 0.002), (0.05, 0.02), (0.05, 0.03)], metal(BRASS))
    lathe([(0.05, 0.025), (0.105, 0.062), (0.112, 0.075)], material(IRON, 0.4))
    lathe([(0.11, 0.068), *thread, (0.112, 0.268)], metal((0.8, 0.8, 0.8), (0.15, 0.28)))
    lathe(
        flowing([(0.125, 0.262), (0.136, 0.27), (0.15, 0.33), (0.185, 0.42), (0.204, 0.47), (0.2, 0.476)]),
        plastic(WHITE),
    )
    dome = [
        (0.199, 0.474),
        (0.228, 0.53),
        (0.262, 0.63),
        (0.273, 0.72),
        (0.25, 0.83),
        (0.185, 0.925),
        (0.09, 0.978),
        (0, 0.99),
    ]
    lathe(flowing(dome), lit_opal((1, 0.64, 0.25), 3.4, 1.0))
    product_lights(0.8)
    bulb((0, -0.42, 0.5), 3, radius=0.2)
    product_camera((0, 0, 0.49), 1.04, turn=8, rise=6)


def plastic(colour, rough=0.38):
    """Moulded plastic: a fine grain and a soft shine."""
    return worn(material(colour, rough), 260, 0.02, (rough - 0.05, rough + 0.08))


def lit_opal(colour, middle, rim):
    """Milky glass with light behind it, brighter towards the middle than at the rim."""
    made = material(colour, 0.25, coat=0.4)
    nodes, link = made.node_tree.nodes, made.node_tree.links.new
    inputs = nodes["Principled BSDF"].inputs
    inputs["Emission Color"].default_value = (*colour, 1)
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.4
    spread = nodes.new("ShaderNodeMapRange")
    spread.inputs["To Min"].default_value, spread.inputs["To Max"].default_value = middle, rim
    link(facing.outputs["Facing"], spread.inputs[0])
    link(spread.outputs[0], inputs["Emission Strength"])
    return made


def usb_socket(colour=None):
    """A socket with two USB-C ports in its frame on a plastered wall, one port in use."""
    wall = box((0, 0.3, 0.5), (5, 0.6, 5), mottled((0.5, 0.42, 0.34), (0.54, 0.46, 0.37), 5, 0.85, 0.12), 0)
    cut(wall, box((0, 0, 0.5), (0.66, 0.8, 0.66), None, 0))
    white, dark = plastic(colour or WHITE, 0.3), material((0.012, 0.012, 0.013), 0.5)
    frame = slab(rounded(1, 1, 0.07), 0.11, white, (0, 0, 0.5), (90, 0, 0), 0.022)
    cut(frame, box((0, 0, 0.5), (0.71, 0.5, 0.71), None, 0))
    frame.modifiers.move(0, 1)  # the opening after the rounding: its thin remains would show at the rim
    plate = slab(rounded(0.7, 0.7, 0.03), 0.5, white, (0, 0.37, 0.5), (90, 0, 0), 0.012)
    cut(plate, cylinder((0, -0.1, 0.575), 0.236, 0.6, None, (90, 0, 0), 0))
    schuko_well((0, 0, 0.575), white, dark)
    for x in (-0.13, 0.13):
        slab(rounded(0.15, 0.066, 0.032), 0.006, material((0.6, 0.6, 0.6), 0.3), (x, -0.128, 0.253), (90, 0, 0), 0.002)
        slab(rounded(0.118, 0.04, 0.0195), 0.004, dark, (x, -0.133, 0.253), (90, 0, 0), 0.001)
    box((-0.13, -0.1375, 0.253), (0.07, 0.003, 0.01), metal(), 0.001)
    plugged_cable((0.13, -0.135, 0.253))
    ambient(strength=0.3)
    lamp((-2.6, -1.6, 2.4), (0, 0, 0.5), 1.2, 150, (1, 0.97, 0.92))
    lamp((2.4, -2.4, 1), (0, 0, 0.5), 1.6, 40, (0.92, 0.96, 1))
    product_camera((0, 0, 0.5), 1.04, turn=-17, rise=7)


def schuko_well(at, white, dark):
    """The inside of a Schuko socket: two holes, two earth clips, the guides at the sides."""
    x, y, z = at
    cylinder((x, y + 0.12, z), 0.24, 0.04, white, (90, 0, 0))
    for side in (-1, 1):
        cylinder((x + side * 0.118, y + 0.099, z), 0.034, 0.006, dark, (90, 0, 0), 0)
        box((x + side * 0.228, y - 0.01, z), (0.036, 0.2, 0.06), white, 0.006)
        box((x, y - 0.005, z + side * 0.215), (0.05, 0.2, 0.02), metal(), 0.006)


def plugged_cable(at):
    """A USB-C plug and its cable, which hangs down."""
    x, y, z = at
    grey = plastic((0.09, 0.1, 0.1), 0.45)
    slab(rounded(0.15, 0.075, 0.035), 0.24, grey, at, (90, 0, 0), 0.012)
    cylinder((x, y - 0.28, z), 0.025, 0.1, grey, (90, 0, 0), top=0.02)
    bend = [(0, -0.3, 0), (0.005, -0.4, -0.02), (0.02, -0.45, -0.16), (0.05, -0.3, -0.5), (0.09, -0.22, -1.2)]
    tube([(x + dx, y + dy, z + dz) for dx, dy, dz in bend], 0.018, grey)


def work_light():
    """A yellow battery work light on its stand, switched on."""
    sweep(material((0.5, 0.53, 0.55), 0.8))
    yellow, rubber = plastic((0.9, 0.5, 0.02), 0.35), plastic((0.022, 0.023, 0.025), 0.55)
    with group((0, 0, 0.53), (-8, 0, 0)):
        slab(rounded(0.86, 0.62, 0.09), 0.17, yellow, (0, 0.085, 0), (90, 0, 0), 0.03)
        slab(rounded(0.76, 0.52, 0.05), 0.03, rubber, (0, -0.075, 0), (90, 0, 0), 0.012)
        slab(rounded(0.69, 0.45, 0.025), 0.006, material((0.75, 0.77, 0.78), 0.25), (0, -0.104, 0), (90, 0, 0), 0.002)
        led_field()
        blocks([((0, 0.1, dz), (0.6, 0.06, 0.022)) for dz in (-0.2, -0.13, -0.06, 0.01, 0.08, 0.15)], rubber, 0.006)
        for x in (-1, 1):
            for z in (-1, 1):
                box((x * 0.395, 0, z * 0.275), (0.1, 0.22, 0.1), rubber, 0.03)
            cylinder((x * 0.47, 0, 0), 0.06, 0.09, rubber, (0, 90, 0), 0.012)
        handle = [(-0.2, 0, 0.3), (-0.19, 0, 0.38), (-0.13, 0, 0.43), (0.13, 0, 0.43), (0.19, 0, 0.38), (0.2, 0, 0.3)]
        tube(handle, 0.034, rubber)
    stand = [
        (-0.51, 0, 0.56),
        (-0.51, 0, 0.1),
        (-0.48, 0, 0.04),
        (-0.42, 0, 0.03),
        (0.42, 0, 0.03),
        (0.48, 0, 0.04),
        (0.51, 0, 0.1),
        (0.51, 0, 0.56),
    ]
    tube(stand, 0.026, rubber)
    for x in (-0.42, 0.42):
        tube([(x, -0.22, 0.026), (x, 0.2, 0.026)], 0.026, rubber)
    product_lights()
    product_camera((0, 0, 0.48), 0.98, turn=24, rise=9)


def led_field():
    """Twelve bright diodes in their reflector, behind no glass."""
    cup, light = metal((0.85, 0.85, 0.85), (0.1, 0.2)), material((1, 0.93, 0.8), glow=7)
    for column in range(4):
        for row in range(3):
            x, z = (column - 1.5) * 0.165, (row - 1) * 0.145
            ring((x, -0.112, z), 0.056, 0.008, cup, (90, 0, 0))
            cylinder((x, -0.111, z), 0.042, 0.006, light, (90, 0, 0), 0)


def residual_current_breaker():
    """A breaker of two modules for the rail: screws, lever, test button and its small print."""
    sweep(material((0.62, 0.68, 0.68), 0.8))
    white, dark = plastic((0.8, 0.8, 0.78), 0.42), material(IRON, 0.45)
    side = [(0, 0), (0.52, 0), (0.52, 0.24), (0.66, 0.27), (0.66, 0.73), (0.52, 0.76), (0.52, 1), (0, 1)]
    slab(side, 0.43, white, (0.215, 0.3, 0), (90, 0, -90), 0.012)
    slot(-0.06, 0.5, (0.12, 0.24), dark)
    box((-0.06, -0.385, 0.545), (0.1, 0.09, 0.09), plastic((0.012, 0.12, 0.13), 0.3), 0.014, (18, 0, 0))
    box((0.115, -0.372, 0.565), (0.09, 0.035, 0.075), plastic((0.85, 0.24, 0.02), 0.3), 0.01)
    letters("T", (0.115, -0.391, 0.565), 0.05, dark, depth=0.0008)
    letters("40 A", (0.115, -0.3612, 0.47), 0.06, dark, depth=0.0006)
    letters("30 mA", (0.115, -0.3612, 0.405), 0.042, dark, depth=0.0006)
    letters("clase A", (0.115, -0.3612, 0.35), 0.032, dark, depth=0.0006)
    box((0, -0.361, 0.69), (0.34, 0.003, 0.02), material((0.012, 0.17, 0.18), 0.4), 0)
    for x, name in ((-0.105, ("1", "2")), (0.105, ("N", "N"))):
        for z, word in zip((0.88, 0.12), name):
            terminal(x, z, dark)
            letters(word, (x, -0.2212, z - 0.085), 0.036, dark, depth=0.0006)
    product_lights()
    product_camera((0.0, 0, 0.49), 1.06, turn=-31, rise=13)


def slot(x, z, size, dark):
    """A dark opening on the nose of the breaker."""
    slab(rounded(*size, 0.015), 0.006, dark, (x, -0.359, z), (90, 0, 0), 0.002)


def terminal(x, z, dark):
    """A cross-head screw deep in its round opening."""
    cylinder((x, -0.2205, z), 0.062, 0.006, dark, (90, 0, 0), 0.002)
    cylinder((x, -0.225, z), 0.052, 0.012, metal(STEEL, (0.2, 0.35)), (90, 0, 0), 0.004)
    for turn in (45, 135):
        box((x, -0.2315, z), (0.075, 0.003, 0.014), dark, 0.001, (0, turn, 0))


SCENES = {
    "bombilla-led": led_bulb,
    "enchufe-usb-c": usb_socket,
    "enchufe-usb-c-antracita": partial(usb_socket, (0.045, 0.048, 0.052)),
    "foco-led": work_light,
    "diferencial": residual_current_breaker,
}
