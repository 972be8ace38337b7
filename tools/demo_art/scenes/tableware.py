"""Small things on tables, seen from above; each is drawn around (x, y), turned by degrees."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from tools.demo_art import palette as c
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.scenes.objects import flower
from tools.demo_art.sketch import ROUND_ENDS, Sketch, polar

_PAPERS = [c.ROSE, c.GOLD_LIGHT, c.BLUSH, c.SAGE, c.CLAY, c.SAND, c.MULBERRY]


def laptop(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """An open laptop with a chart on its screen."""
    with _laid(s, x, y, size, turn):
        _shadow(s, -62, -52, 124, 108)
        s.rect(-60, -52, 120, 60, s.shaded_gradient("#3A2733", 0.3), 'rx="5"')
        s.rect(-55, -48, 110, 52, s.vertical_gradient((0, c.IVORY), (1, c.SAND)), 'rx="2"')
        for index in range(6):
            tall = 10 + 28 * abs(math.sin(index * 1.3 + x))
            s.rect(-46 + index * 12, -2 - tall, 8, tall, c.ROSE if index % 2 else c.GOLD)
        s.circle(38, -24, 11, c.PLUM)
        s.path("M38 -24V-35A11 11 0 0 1 48 -20Z", c.GOLD_LIGHT)
        s.rect(-62, 8, 124, 50, s.shaded_gradient("#CDBBAF", 0.2), 'rx="5"')
        for row in range(4):
            s.rect(-52, 13 + row * 7, 104, 5, "#4A3542", 'rx="1.5" opacity="0.75"')
        s.rect(-18, 43, 36, 12, "#B5A198", 'rx="2"')


def notebook(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """An open notebook with a few lines and a small drawing."""
    with _laid(s, x, y, size, turn):
        _shadow(s, -56, -40, 112, 80)
        s.rect(-56, -40, 112, 80, s.pick([c.PLUM, c.ROSE, c.FOREST, c.CLAY]), 'rx="3"')
        fold = ((0, c.IVORY), (0.48, c.IVORY), (0.5, c.SAND), (0.55, c.IVORY))
        s.rect(-53, -37, 106, 74, s.horizontal_gradient(*fold, (1, lighter(c.SAND, 0.4))))
        for line in range(7):
            s.rect(-46, -29 + line * 9, s.random.uniform(20, 38), 2, c.INK, 'opacity="0.5"')
        s.stroke("M8 22V-8L22 -22L36 -8V22ZM16 22V4H28V22", c.ROSE, 2.4, 'stroke-linejoin="round"')
        s.stroke("M6 29H46M40 22V-4M40 -4l-5 7M40 -4l5 7", c.PLUM, 2)


def cup(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A cup of coffee on its saucer."""
    colour = s.pick([c.IVORY, c.BLUSH, c.SAGE, c.SAND])
    with _laid(s, x, y, size * 0.72, turn):
        s.circle(4, 6, 42, c.NIGHT, 'opacity="0.22"')
        s.circle(0, 0, 42, s.shaded_gradient(colour, 0.2))
        s.ring(0, 0, 32, darker(colour, 0.14), 2)
        s.rect(22, -6, 22, 12, s.shaded_gradient(colour, 0.3), 'rx="6"')
        s.circle(0, 0, 26, s.shaded_gradient(lighter(colour, 0.3), 0.25))
        s.circle(0, 0, 22, s.radial_gradient((0, "#8A5A36"), (0.7, "#5A3220"), (1, "#3C1F16")))
        swirl = "M-8 -4C-4 -12 6 -12 9 -3C12 6 0 12 -5 6C-8 2 -4 -3 1 -1"
        s.stroke(swirl, "#D9B48C", 2.6, f'{ROUND_ENDS} opacity="0.85"')


def sticky(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A handful of coloured notes."""
    for index in range(4):
        dx, dy = (index % 2) * 0.52 - 0.26, (index // 2) * 0.52 - 0.26
        with _laid(s, x + dx * size, y + dy * size, size * 0.5, turn + s.random.uniform(-9, 9)):
            _shadow(s, -44, -44, 88, 88)
            s.rect(-44, -44, 88, 88, s.shaded_gradient(s.pick(_PAPERS), 0.14))
            for line in range(3):
                s.rect(-30, -22 + line * 18, s.random.uniform(28, 58), 5, c.INK, 'opacity="0.5"')


def swatches(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A fan of colour samples."""
    for index in range(6):
        with _laid(s, x, y, size, turn + (index - 2.5) * 13):
            s.rect(-11, -66, 22, 84, c.NIGHT, 'opacity="0.14" rx="2"')
            s.rect(-13, -68, 22, 84, s.shaded_gradient(_PAPERS[index], 0.12), 'rx="2"')
            s.rect(-13, 4, 22, 12, c.IVORY)


def pencil(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """Two pencils side by side."""
    for shift, colour in ((-8, c.ROSE), (8, c.GOLD)):
        with _laid(s, x, y, size * 0.8, turn + 40 + shift * 0.6):
            s.rect(shift - 3, -56, 10, 104, c.NIGHT, 'opacity="0.18"')
            s.rect(shift - 5, -56, 10, 100, s.shaded_gradient(colour, 0.35))
            s.path(f"M{shift - 5} 44L{shift} 62L{shift + 5} 44Z", c.SAND)
            s.path(f"M{shift - 1.6} 56L{shift} 62L{shift + 1.6} 56Z", c.INK)
            s.rect(shift - 5, -62, 10, 8, c.BLUSH)


def sprig(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A sprig of eucalyptus."""
    with _laid(s, x, y, size, turn):
        s.stroke("M0 60Q6 0 0 -62", darker(c.SAGE, 0.35), 2.6)
        for level in range(7):
            for side in (-1, 1):
                tone = mix(c.SAGE, c.FOREST, float(s.random.uniform(0, 0.6)))
                with s.placed_at(2, 48 - level * 16):
                    aside = f'transform="rotate({-side * 32})"'
                    s.ellipse(
                        side * 15, -5, 15, 8.4 - level * 0.5, s.shaded_gradient(tone, 0.3), aside
                    )


def scissors(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A pair of tailor's scissors, half open."""
    for side in (-1, 1):
        with _laid(s, x, y, size, turn + side * 13):
            s.path("M-5 10L-2 -66L5 8Z", s.shaded_gradient("#D8CBC2", 0.4))
            s.ellipse(side * 10, 38, 13, 22, "none", f'stroke="{c.GOLD}" stroke-width="8"')
    with _laid(s, x, y, size, turn):
        s.circle(0, 4, 4, c.INK)


def spool(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """Three spools of thread."""
    for index in range(3):
        angle = math.radians(turn + index * 120)
        with _laid(s, *polar(x, y, size * 0.42, angle), size * 0.5, turn):
            colour = s.pick(_PAPERS)
            s.circle(5, 6, 40, c.NIGHT, 'opacity="0.2"')
            s.circle(0, 0, 40, s.shaded_gradient(colour, 0.3))
            for ring in (32, 25, 18):
                s.ring(0, 0, ring, darker(colour, 0.25), 2)
            s.circle(0, 0, 11, s.shaded_gradient(c.SAND))
            s.circle(0, 0, 4, c.INK)


def plate(s: Sketch, x: float, y: float, r: float, menu: bool) -> None:
    """A place setting of radius `r`: plates, cutlery, napkin, and a flower or a menu card."""
    with s.placed_at(x, y, r / 100):
        s.circle(
            6, 9, 103, s.radial_gradient((0, c.NIGHT, 0.7), (0.85, c.NIGHT, 0.5), (1, c.NIGHT, 0))
        )
        s.circle(0, 0, 100, s.shaded_gradient(c.GOLD if menu else c.IVORY, 0.3))
        s.ring(0, 0, 96, c.GOLD_LIGHT, 4)
        s.circle(0, 0, 74, s.shaded_gradient(c.IVORY, 0.16), f'stroke="{c.GOLD}" stroke-width="2"')
        s.ring(0, 0, 52, darker(c.IVORY, 0.12), 2)
        _cutlery(s)
        if menu:
            s.rect(-30, -52, 60, 104, c.NIGHT, 'opacity="0.2" transform="translate(3 4)"')
            s.rect(-30, -52, 60, 104, c.IVORY)
            s.rect(-26, -48, 52, 96, "none", f'stroke="{c.GOLD}" stroke-width="1.2"')
            s.ring(0, -30, 8, c.ROSE, 2)
            for line in range(6):
                half = 9 + 8 * abs(math.sin(line * 2.1))
                s.rect(-half, -10 + line * 8, half * 2, 1.8, c.INK, 'opacity="0.7"')
            flower(s, 34, 46, 19, c.ROSE)
            return
        s.path("M-20 -66L20 -66L28 62L0 78L-28 62Z", s.shaded_gradient(c.ROSE, 0.35))
        s.stroke("M-8 -66L-10 68M8 -66L10 68", darker(c.ROSE, 0.35), 1.6)
        s.rect(-26, -8, 52, 11, s.shaded_gradient(c.GOLD_LIGHT, 0.5), 'rx="5"')
        sprig(s, 2, -6, 34, 12)


def chair_from_above(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A chair pushed up to a table; it faces the middle when `turn` points outwards."""
    with _laid(s, x, y, size, turn):
        s.rect(-44, -44, 84, 88, s.shaded_gradient(mix(c.CLAY, c.PLUM, 0.35), 0.3), 'rx="20"')
        s.rect(26, -48, 18, 96, s.shaded_gradient(mix(c.DUSK, c.PLUM, 0.3), 0.3), 'rx="9"')


@contextmanager
def _laid(s: Sketch, x: float, y: float, size: float, turn: float) -> Iterator[None]:
    """A thing of about 120 units lies at (x, y)."""
    scale = size / 60
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f}) scale({scale:.3f})"'):
        yield


def _shadow(s: Sketch, x: float, y: float, w: float, h: float) -> None:
    for grow, opacity in ((0, 0.12), (3, 0.08), (6, 0.05)):
        soft = f'rx="{4 + grow}" opacity="{opacity}"'
        s.rect(x + 3 - grow, y + 5 - grow, w + grow * 2, h + grow * 2, c.NIGHT, soft)


def _cutlery(s: Sketch) -> None:
    silver = s.horizontal_gradient((0, "#7A5B2C"), (0.4, "#FFF1CF"), (1, c.GOLD))
    for x in (-122, -142):
        s.path(
            f"M{x - 3} 70V-10C{x - 9} -20 {x - 9} -34 {x - 8} -66H{x - 4.5}V-32H{x - 2}V-66H{x + 2}"
            f"V-32H{x + 4.5}V-66H{x + 8}C{x + 9} -34 {x + 9} -20 {x + 3} -10V70Z",
            silver,
        )
    s.path("M119 72V-66C132 -56 134 -20 127 -2V72Z", silver)
    s.path("M146 72V-20C136 -26 136 -62 149 -66C162 -62 162 -26 152 -20V72Z", silver)
