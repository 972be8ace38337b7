"""Draws light in scenes: beams, bokeh, glows, falling gold and lamps.

Soft edges are made of gradients and stacked shapes; blur filters cost many times as much.
"""

import math

from tools.demo_art.palette import GLOW, GOLD_LIGHT, IVORY, ROSE, lighter
from tools.demo_art.sketch import Sketch


def beam(
    s: Sketch,
    x: float,
    y: float,
    tilt: float,
    length: float,
    spread: float,
    colour: str,
    strength: float = 0.7,
) -> None:
    """A cone of light from (x, y) downwards; `tilt` in degrees, positive to the right."""
    layers = 7
    paint = s.vertical_gradient(
        (0, lighter(colour, 0.6), strength * 0.42), (0.3, colour, strength * 0.22), (1, colour, 0)
    )
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({-tilt:.2f})"'):
        for layer in range(1, layers + 1):
            half = math.tan(math.radians(spread / 2)) * length * layer / layers
            s.path(f"M{-2 - layer} 0L{-half:.1f} {length:.1f}H{half:.1f}L{2 + layer} 0Z", paint)
        s.circle(0, 0, 15, s.radial_gradient((0, IVORY), (0.3, GLOW, 0.9), (1, colour, 0)))


def glow(
    s: Sketch, x: float, y: float, rx: float, ry: float, colour: str, strength: float = 0.8
) -> None:
    """A soft oval that brightens what lies below it."""
    with s.screen_blend():
        halo(s, x, y, rx, ry, colour, strength)


def halo(s: Sketch, x: float, y: float, rx: float, ry: float, colour: str, strength: float) -> None:
    """A soft oval, as a part of a light."""
    paint = s.radial_gradient((0, colour, strength), (0.4, colour, strength * 0.45), (1, colour, 0))
    s.ellipse(x, y, rx, ry, paint)


def bokeh(
    s: Sketch,
    count: int,
    top: float,
    bottom: float,
    size: float,
    colours: list[str],
    strength: float = 0.5,
) -> None:
    """Round lights out of focus, between two heights (shares of the sheet)."""
    with s.screen_blend():
        for _ in range(count):
            x = s.random.uniform(-0.05, 1.05) * s.width
            y = s.random.uniform(top, bottom) * s.height
            r = size * s.random.uniform(0.35, 1.0)
            colour = s.pick(colours)
            opacity = strength * s.random.uniform(0.3, 1.0)
            disc = s.radial_gradient(
                (0, colour, 0.65), (0.8, colour, 0.8), (0.93, lighter(colour, 0.5)), (1, colour, 0)
            )
            s.circle(x, y, r, disc, f'opacity="{opacity:.2f}"')


def dust(s: Sketch, count: int, top: float, bottom: float, colour: str = GOLD_LIGHT) -> None:
    """Fine points of gold in the air."""
    with s.screen_blend():
        for _ in range(count):
            x, y = s.random.uniform(0, s.width), s.random.uniform(top, bottom) * s.height
            r = s.random.gamma(1.6, 1.0) * s.height / 900
            s.circle(x, y, r, colour, f'opacity="{s.random.uniform(0.2, 0.9):.2f}"')


def confetti(s: Sketch, count: int, bottom: float, size: float) -> None:
    """Falling slips of gold and rose, some of them near and out of focus."""
    colours = [GOLD_LIGHT, GLOW, "#B0863B", GOLD_LIGHT, ROSE, IVORY]
    for _ in range(count):
        _slip(s, bottom, size * s.random.uniform(0.5, 1.2), s.pick(colours))
    with s.group(s.blur(size * 0.4)):
        for _ in range(count // 14):
            _slip(s, bottom, size * s.random.uniform(1.6, 3.0), s.pick(colours))


def _slip(s: Sketch, bottom: float, length: float, colour: str) -> None:
    x, y = s.random.uniform(0, s.width), s.random.power(0.9) * bottom * s.height
    s.rect(
        x,
        y,
        length,
        length * s.random.uniform(0.12, 0.6),
        colour,
        f'opacity="{s.random.uniform(0.55, 1):.2f}" '
        f'transform="rotate({s.random.uniform(0, 180):.0f} {x:.0f} {y:.0f})"',
    )


def lights_on_a_string(s: Sketch, x1: float, x2: float, y: float, sag: float, count: int) -> None:
    """Small lamps on a cord between two points of equal height."""
    d = f"M{x1:.1f} {y:.1f}Q{(x1 + x2) / 2:.1f} {y + sag * 2:.1f} {x2:.1f} {y:.1f}"
    s.stroke(d, "#3A1A2C", 2.5)
    for index in range(1, count):
        t = index / count
        x = x1 + (x2 - x1) * t
        drop = y + 4 * sag * t * (1 - t)
        glow(s, x, drop + 7, 34, 34, GOLD_LIGHT, 0.7)
        s.circle(x, drop + 7, 6, GLOW)


def candle(s: Sketch, x: float, y: float, size: float) -> None:
    """A candle with its flame; (x, y) is the foot."""
    s.rect(x - size * 0.16, y - size, size * 0.32, size, s.shaded_gradient(IVORY, 0.3))
    glow(s, x, y - size * 1.35, size * 2.2, size * 2.2, GOLD_LIGHT, 0.75)
    s.path(
        f"M{x} {y - size * 1.75}C{x + size * 0.26} {y - size * 1.3} {x + size * 0.16} "
        f"{y - size * 1.02} {x} {y - size * 1.02}C{x - size * 0.16} {y - size * 1.02} "
        f"{x - size * 0.26} {y - size * 1.3} {x} {y - size * 1.75}Z",
        GLOW,
    )
