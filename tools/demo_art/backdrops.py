"""The backgrounds of the portraits."""

import math
from collections.abc import Callable

from tools.demo_art import palette as c
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.sketch import ROUND_ENDS, Sketch, arch_outline, polar

# Four colours of a ground: the wall, the large shape, the second shape, the ornament.
Scheme = tuple[str, str, str, str]

SCHEMES: dict[str, Scheme] = {
    "dawn": (c.SAND, c.BLUSH, c.CLAY, c.GOLD),
    "plum": (c.PLUM, c.MULBERRY, c.GOLD, c.GOLD_LIGHT),
    "ivory": (c.IVORY, c.GOLD_LIGHT, c.CLAY, c.PLUM),
    "rose": (c.BLUSH, c.ROSE, c.SAND, c.PLUM),
    "gold": (c.GOLD_LIGHT, c.GOLD, c.IVORY, c.PLUM),
    "sage": (mix(c.SAND, c.SAGE, 0.35), c.SAGE, c.BLUSH, c.FOREST),
    "dusk": (c.DUSK, c.PLUM, c.CLAY, c.GOLD_LIGHT),
    "clay": (c.CLAY, mix(c.CLAY, c.PLUM, 0.45), c.SAND, c.IVORY),
    "night": (c.PLUM_DEEP, c.MULBERRY, c.ROSE, c.GOLD_LIGHT),
}


def arch(s: Sketch, scheme: Scheme, cx: float) -> None:
    """Two nested arches, a low sun and a stem on each side."""
    _, large, second, ornament = scheme
    for grow, colour in ((1.0, large), (0.83, second)):
        _arch(s, cx, 0.13 + (1 - grow) * 0.42, 0.39 * grow, colour)
    _ring(s, cx, 0.07, 0.392, ornament)
    _stem(s, cx - 0.43 * s.height, s.height * 1.02, 0.5, 14, ornament)
    _stem(s, cx + 0.43 * s.height, s.height * 1.02, 0.4, -14, ornament)


def sun(s: Sketch, scheme: Scheme, cx: float) -> None:
    """A large disc with fine rings around it, over two hills."""
    _, large, second, ornament = scheme
    h = s.height
    s.circle(cx, h * 0.42, h * 0.345, s.shaded_gradient(large, 0.18))
    for step in range(1, 4):
        width = f"{2.6 - step * 0.5:.1f}"
        s.ring(cx, h * 0.42, h * (0.345 + step * 0.027), ornament, width, 'opacity="0.75"')
    _hill(s, 0.73, 0.05, 0.4, second)
    _hill(s, 0.82, 0.06, 2.3, darker(second, 0.25))


def rays(s: Sketch, scheme: Scheme, cx: float) -> None:
    """Rays that fan out from behind the head, and a disc in their middle."""
    _, large, second, ornament = scheme
    h = s.height
    reach, count = s.width + h, 30
    with s.group('opacity="0.55"'):
        for index in range(count):
            a, b = (2 * math.pi * (index + side) / count for side in (0.0, 0.5))
            middle = (cx, h * 0.44)
            s.polygon([middle, polar(*middle, reach, a), polar(*middle, reach, b)], large)
    s.circle(cx, h * 0.42, h * 0.31, s.shaded_gradient(second, 0.15))
    s.ring(cx, h * 0.42, h * 0.335, ornament, 3)


def leaves(s: Sketch, scheme: Scheme, cx: float) -> None:
    """Large leaves that grow in from both sides, before a tall oval."""
    _, large, second, ornament = scheme
    h = s.height
    s.ellipse(cx, h * 0.46, h * 0.33, h * 0.41, s.shaded_gradient(large, 0.12))
    for side in (-1, 1):
        for level in range(5):
            x = cx + side * (0.3 + 0.035 * level) * h
            colour = (second, ornament, large, second, ornament)[level]
            foot, length = h * (1.04 - level * 0.12), h * (0.5 - level * 0.03)
            _leaf(s, x, foot, length, side * (4 + level * 7), darker(colour, 0.06 * level))


def tiles(s: Sketch, scheme: Scheme, cx: float) -> None:
    """A wall of eight-pointed stars, quiet at the middle, behind a plain round arch."""
    ground, large, second, ornament = scheme
    h = s.height
    size = h * 0.125
    for row in range(int(h / size) + 2):
        for column in range(int(s.width / size) + 2):
            _star(s, column * size, row * size, size * 0.47, mix(ground, second, 0.55), ornament)
    _arch(s, cx, 0.12, 0.375, large)
    _arch(s, cx, 0.15, 0.345, lighter(large, 0.18))


def hills(s: Sketch, scheme: Scheme, cx: float) -> None:
    """Layered hills under a low disc, like a landscape print."""
    ground, large, second, ornament = scheme
    h = s.height
    s.circle(cx + h * 0.17, h * 0.27, h * 0.2, s.shaded_gradient(ornament, 0.1))
    layers = [mix(ground, large, 0.45), large, mix(large, second, 0.5), second, darker(second, 0.3)]
    for index, colour in enumerate(layers):
        _hill(s, 0.4 + index * 0.12, 0.055, index * 1.9 + 0.6, colour)


def quarters(s: Sketch, scheme: Scheme, cx: float) -> None:
    """Quarter discs on a grid, in the manner of a Bauhaus poster."""
    ground, large, second, ornament = scheme
    size = s.height * 0.2
    colours = [large, second, mix(ground, large, 0.4), mix(ground, ornament, 0.55), ground]
    for row in range(6):
        for column in range(math.ceil(s.width / size)):
            x, y = column * size, row * size
            s.rect(x, y, size, size, s.pick(colours))
            corner = (int(s.random.integers(2)), int(s.random.integers(2)))
            x, y = x + corner[0] * size, y + corner[1] * size
            _quarter(s, x, y, size, corner, s.pick(colours))
    s.circle(cx, s.height * 0.43, s.height * 0.35, s.shaded_gradient(ground, 0.08))
    s.ring(cx, s.height * 0.43, s.height * 0.35, ornament, 3)


def colonnade(s: Sketch, scheme: Scheme, cx: float) -> None:
    """A row of tall arches with a warm sky behind them."""
    ground, large, second, ornament = scheme
    h = s.height
    span = h * 0.38
    first = -math.ceil(cx / span)
    for index in range(first, first + math.ceil(s.width / span) + 2):
        x = cx + index * span
        _arch(s, x, 0.12, 0.165, large, paint=s.vertical_gradient((0, large), (1, second)))
        s.rect(x + span * 0.43, h * 0.29, span * 0.14, h, darker(ground, 0.1))
        s.rect(x + span * 0.4, h * 0.272, span * 0.2, h * 0.018, ornament)
    s.circle(cx + h * 0.1, h * 0.36, h * 0.19, lighter(ornament, 0.2), 'opacity="0.8"')


def blossom(s: Sketch, scheme: Scheme, cx: float) -> None:
    """A wreath of leaves and round flowers around a pale disc."""
    ground, large, second, ornament = scheme
    h = s.height
    s.circle(cx, h * 0.43, h * 0.325, lighter(ground, 0.3))
    for index in range(34):
        angle = 2 * math.pi * index / 34 + s.random.uniform(-0.05, 0.05)
        radius = h * (0.36 + s.random.uniform(-0.02, 0.035))
        x, y = polar(cx, h * 0.43, radius, angle)
        if index % 3:
            _leaf(
                s,
                x,
                y,
                h * 0.12,
                math.degrees(angle) + 90 + s.random.uniform(-35, 35),
                s.pick([ornament, second, mix(ornament, ground, 0.35)]),
            )
        else:
            _flower(s, x, y, h * s.random.uniform(0.03, 0.052), large, ornament)


DESIGNS: dict[str, Callable[[Sketch, Scheme, float], None]] = {
    design.__name__: design
    for design in (arch, sun, rays, leaves, tiles, hills, quarters, colonnade, blossom)
}


def backdrop(s: Sketch, design: str, scheme: str, cx: float) -> None:
    """Fill the sheet with the named design, centred on `cx`, and a light that falls from above."""
    colours = SCHEMES[scheme]
    s.background(s.vertical_gradient((0, lighter(colours[0], 0.12)), (1, darker(colours[0], 0.07))))
    DESIGNS[design](s, colours, cx)
    glow = s.radial_gradient((0, c.IVORY, 0.28), (1, c.IVORY, 0), cx=0.3, cy=0.1, r=0.8)
    s.background(glow)


def _arch(
    s: Sketch, cx: float, top: float, half: float, colour: str, paint: str | None = None
) -> None:
    h = s.height
    r = half * h
    s.path(arch_outline(cx, top * h + r, r, h + 5) + "Z", paint or s.shaded_gradient(colour, 0.15))


def _ring(s: Sketch, cx: float, top: float, half: float, colour: str) -> None:
    h = s.height
    r = (half + 0.03) * h
    s.stroke(arch_outline(cx, (top + 0.03) * h + r, r, h + 5), colour, 3)


def _hill(s: Sketch, level: float, swell: float, phase: float, colour: str) -> None:
    h, w = s.height, s.width
    points = [
        (x, h * (level + swell * math.sin(phase + x / h * 3.2) * math.cos(phase * 2 + x / h)))
        for x in range(-10, w + 20, 10)
    ]
    paint = s.vertical_gradient((0, lighter(colour, 0.1)), (1, darker(colour, 0.15)))
    s.polygon([(-10, h + 5), *points, (w + 10, h + 5)], paint)


def _stem(s: Sketch, x: float, y: float, length: float, lean: float, colour: str) -> None:
    h = s.height * length
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({lean})"'):
        s.stroke(f"M0 0Q{h * 0.06:.1f} {-h * 0.5:.1f} 0 {-h:.1f}", colour, 4, ROUND_ENDS)
        for level in range(1, 8):
            for side in (-1, 1):
                _leaf(s, h * 0.03, -h * level / 7.4, h * 0.2, side * (58 - level * 4), colour)


def _leaf(s: Sketch, x: float, y: float, length: float, turn: float, colour: str) -> None:
    w = length * 0.2
    d = (
        f"M0 0C{w:.1f} {-length * 0.25:.1f} {w:.1f} {-length * 0.7:.1f} 0 {-length:.1f}"
        f"C{-w:.1f} {-length * 0.7:.1f} {-w:.1f} {-length * 0.25:.1f} 0 0Z"
    )
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})"'):
        s.path(d, s.shaded_gradient(colour, 0.25))
        s.stroke(f"M0 0V{-length * 0.86:.1f}", lighter(colour, 0.35), f"{max(1.2, w * 0.06):.1f}")


def _flower(s: Sketch, x: float, y: float, r: float, colour: str, heart: str) -> None:
    for petal in range(6):
        angle = petal * math.pi / 3 + x
        s.circle(*polar(x, y, r * 0.62, angle), r * 0.55, s.shaded_gradient(colour, 0.3))
    s.circle(x, y, r * 0.34, heart)


def _star(s: Sketch, x: float, y: float, r: float, colour: str, line: str) -> None:
    points = []
    for index in range(16):
        radius = r if index % 2 == 0 else r * 0.72
        points.append(polar(x, y, radius, math.pi * index / 8))
    s.polygon(points, colour, f'stroke="{line}" stroke-width="1.6" stroke-opacity="0.55"')
    s.circle(x, y, r * 0.22, line, 'opacity="0.5"')


def _quarter(s: Sketch, x: float, y: float, r: float, corner: tuple[int, int], colour: str) -> None:
    dx, dy = (-r if corner[0] else r), (-r if corner[1] else r)
    sweep = 1 if (dx > 0) == (dy > 0) else 0
    s.path(
        f"M{x:.1f} {y:.1f}L{x + dx:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 0 {sweep} {x:.1f} {y + dy:.1f}Z",
        colour,
    )
