"""The city in which the programme is at home, at dusk, by night and in the morning."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tools.demo_art import palette as c
from tools.demo_art.light import bokeh, dust, glow, halo
from tools.demo_art.palette import darker, mix
from tools.demo_art.sketch import Sketch


@dataclass(frozen=True)
class Hour:
    """The light of one time of day: sky from above to below, and towers from far to near."""

    sky: tuple[str, str, str]
    far: str
    near: str
    lit: float


HOURS = {
    "night": Hour((c.NIGHT, c.PLUM_DEEP, c.MULBERRY), c.DUSK, c.NIGHT, 0.42),
    "dusk": Hour(
        (c.PLUM, c.ROSE, mix(c.CLAY, c.GOLD_LIGHT, 0.5)), mix(c.ROSE, c.DUSK, 0.6), c.PLUM_DEEP, 0.3
    ),
    "dawn": Hour(
        (c.BLUSH, c.SAND, c.IVORY), mix(c.BLUSH, c.SAND, 0.4), mix(c.DUSK, c.CLAY, 0.35), 0.03
    ),
}


def skyline(s: Sketch, *, hour: str = "night", river: bool = True, bridge: bool = False) -> None:
    """Towers behind one another, with lit windows, mirrored in a river."""
    h = s.height
    light = HOURS[hour]
    shore = h * (0.72 if river else 1.0)
    s.background(s.vertical_gradient((0, light.sky[0]), (0.45, light.sky[1]), (0.75, light.sky[2])))
    _sun_or_moon(s, hour, shore)
    seed = int(s.random.integers(1_000_000))
    _towers(s, light, shore, seed)
    if river:
        s.fill_below(
            shore,
            s.vertical_gradient(
                (0, mix(light.sky[2], light.near, 0.5)), (1, darker(light.near, 0.3))
            ),
        )
        with s.group(f'transform="translate(0 {2 * shore:.1f}) scale(1 -1)" opacity="0.35"'):
            _towers(s, light, shore, seed)
        _ripples(s, shore, light)
    if bridge:
        _bridge(s, shore)
    if hour == "night":
        bokeh(s, 12, 0.85, 1.0, h * 0.03, [c.AMBER, c.GOLD_LIGHT, c.ROSE], 0.35)


def _sun_or_moon(s: Sketch, hour: str, shore: float) -> None:
    w, h = s.width, s.height
    if hour == "night":
        dust(s, 130, 0, 0.4, c.IVORY)
        x, y, r, colour = w * 0.72, h * 0.2, h * 0.085, c.GLOW
    else:
        x, y, r, colour = w * 0.36, shore * 0.6, h * 0.13, c.GLOW if hour == "dusk" else "#FFFFFF"
    glow(s, x, y, r * 5, r * 5, colour, 0.5)
    s.circle(x, y, r, s.radial_gradient((0, "#FFFDF4"), (0.8, colour), (1, c.GOLD_LIGHT)))
    haze = s.vertical_gradient((0, c.AMBER, 0), (1, c.AMBER if hour != "dawn" else c.IVORY, 0.3))
    s.rect(0, shore - h * 0.45, w, h * 0.45, haze)


def _towers(s: Sketch, light: Hour, shore: float, seed: int) -> None:
    plan = Sketch(s.width, s.height, seed).random
    w, h = s.width, s.height
    for layer in range(4):
        depth = layer / 3
        colour = mix(light.far, light.near, depth)
        x = -20.0
        while x < w:
            breadth = w * plan.uniform(0.035, 0.075) * (0.75 + 0.4 * depth)
            centre = 1 - abs((x + breadth / 2) / w - 0.55) * 1.1
            height = h * (0.14 + 0.42 * plan.random() * centre) * (1.08 - 0.36 * depth)
            _tower(s, plan.random, x, shore, breadth, height, colour, light.lit * (0.35 + depth))
            x += breadth * plan.uniform(0.86, 1.25)
        haze = s.vertical_gradient((0, light.sky[2], 0), (1, light.sky[2], 0.28 * (1 - depth)))
        s.rect(0, shore - h * 0.3, w, h * 0.3, haze)


def _tower(
    s: Sketch,
    chance: Callable[[], float],
    x: float,
    shore: float,
    breadth: float,
    height: float,
    colour: str,
    lit: float,
) -> None:
    top = shore - height
    paint = s.shaded_gradient(colour, 0.18)
    style = chance()
    if style < 0.18:
        s.path(
            f"M{x:.1f} {shore}V{top + breadth * 0.4:.1f}"
            f"L{x + breadth / 2:.1f} {top - breadth * 0.3:.1f}"
            f"L{x + breadth:.1f} {top + breadth * 0.4:.1f}V{shore}Z",
            paint,
        )
    elif style < 0.34:
        s.path(
            f"M{x:.1f} {shore}V{top + breadth / 2:.1f}A{breadth / 2:.1f} {breadth / 2:.1f} 0 0 1 "
            f"{x + breadth:.1f} {top + breadth / 2:.1f}V{shore}Z",
            paint,
        )
    else:
        s.rect(x, top, breadth, height, paint)
        if style > 0.8:
            s.rect(x + breadth * 0.25, top - breadth * 0.3, breadth * 0.5, breadth * 0.32, paint)
            middle = x + breadth / 2
            s.line([(middle, top - breadth * 0.3), (middle, top - breadth)], colour, 2.5)
    rows, columns = int(height / 17), max(2, int(breadth / 14))
    cell = breadth / columns
    for row in range(2, rows):
        for column in range(columns):
            if chance() < lit * 0.55:
                warm = c.AMBER if chance() < 0.7 else c.GLOW
                left, dim = x + (column + 0.25) * cell, 0.4 + 0.6 * chance()
                s.rect(left, top + row * 17, cell * 0.5, 9, warm, f'opacity="{dim:.2f}"')


def _ripples(s: Sketch, shore: float, light: Hour) -> None:
    w, h = s.width, s.height
    for _ in range(150):
        depth = s.random.power(1.4)
        y = shore + (h - shore) * depth
        length = w * s.random.uniform(0.01, 0.06) * (0.5 + depth)
        x = s.random.uniform(-0.05, 1) * w
        colour = s.pick([c.AMBER, c.GLOW, light.sky[2], light.near])
        opacity = f'opacity="{s.random.uniform(0.12, 0.5):.2f}"'
        s.rect(x, y, length, 1.5 + 2.5 * depth, colour, f'rx="1.5" {opacity}')


def _bridge(s: Sketch, shore: float) -> None:
    w, h = s.width, s.height
    deck = shore + h * 0.02
    s.rect(-10, deck, w + 20, h * 0.014, c.NIGHT)
    for pier in (0.22, 0.78):
        s.path(
            f"M{w * pier - 15} {h}L{w * pier - 9} {h * 0.36}H{w * pier + 9}L{w * pier + 15} {h}Z",
            s.shaded_gradient(darker(c.PLUM, 0.35)),
        )
    for start, end in ((-0.34, 0.22), (0.22, 0.78), (0.78, 1.34)):
        for index in range(41):
            t = index / 40
            x = w * (start + (end - start) * t)
            y = h * 0.37 + (deck - h * 0.4) * (1 - (2 * t - 1) ** 2)
            s.line([(x, y), (x, deck)], c.PLUM_DEEP, 1.6)
            if index % 2 == 0:
                s.circle(x, y, 3.4, c.GLOW)
    with s.screen_blend():
        for index in range(24):
            x = w * index / 23
            halo(s, x, deck, 26, 26, c.AMBER, 0.8)
            length = h * 0.12 * (0.6 + 0.4 * math.sin(index * 1.7) ** 2)
            s.rect(
                x - 3,
                deck + h * 0.02,
                6,
                length,
                s.vertical_gradient((0, c.AMBER, 0.6), (1, c.AMBER, 0)),
            )
