"""Things that several scenes share: the trophy, a lectern, plants, flowers."""

import math

from tools.demo_art import palette as c
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.sketch import Sketch, polar

_DEEP_GOLD = "#5A3A12"


def trophy(s: Sketch) -> None:
    """The award, 100 units tall on (0, 0): a figure that lifts a disc, on a fluted column."""
    metal = s.horizontal_gradient(
        (0, _DEEP_GOLD),
        (0.18, c.GOLD),
        (0.36, c.GLOW),
        (0.52, c.GOLD_LIGHT),
        (0.74, c.GOLD),
        (0.9, _DEEP_GOLD),
        (1, c.GOLD),
    )
    s.path(
        "M-17 0V-7C-17 -9 17 -9 17 -7V0Z",
        s.horizontal_gradient((0, c.NIGHT), (0.35, mix(c.PLUM, c.GOLD_LIGHT, 0.25)), (1, c.NIGHT)),
    )
    s.rect(-12, -11, 24, 4, metal)
    s.path("M-9 -11C-6 -16 -6 -28 -6 -34H6C6 -28 6 -16 9 -11Z", metal)
    for x in (-3.4, -1, 1.6, 3.8):
        s.stroke(f"M{x} -33V-13", _DEEP_GOLD, 0.7, 'opacity="0.6"')
    s.path("M-7.5 -34H7.5V-36.5H-7.5Z", metal)
    s.path(
        "M-5 -36.5C-7 -46 -3.4 -50 -3 -55C-6 -60 -5 -65 -4 -68L-9.5 -83C-9.8 -85 -7.4 -86 -6.6 -84"
        "L-1.6 -70.5H1.6L6.6 -84C7.4 -86 9.8 -85 9.5 -83L4 -68C5 -65 6 -60 3 -55C3.4 -50 7 -46 5"
        " -36.5Z",
        metal,
    )
    s.ellipse(0, -74.5, 3.1, 4, metal)
    disc = s.radial_gradient(
        (0, "#FFF8E4"), (0.35, c.GLOW), (0.75, c.GOLD_LIGHT), (1, c.GOLD), cx=0.36, cy=0.32, r=0.75
    )
    s.circle(0, -90, 10, disc, f'stroke="{c.GOLD}" stroke-width="0.8"')
    s.ring(0, -90, 7.4, c.GOLD, 0.6, 'opacity="0.8"')


def lectern(s: Sketch) -> None:
    """A lectern before a standing figure, in the figure's units."""
    s.path("M-16 0L-13 -56H13L16 0Z", s.shaded_gradient(darker(c.PLUM, 0.2), 0.5))
    s.path("M-16 -56L-13 -61H13L16 -56Z", s.shaded_gradient(c.GOLD, 0.4))
    s.ring(0, -34, 7, c.GOLD_LIGHT, 1)
    s.line([(5, -61), (2, -72)], c.INK, 0.9)
    s.circle(1.6, -73, 1.5, c.INK)


def plant(s: Sketch, x: float, y: float, height: float, side: int) -> None:
    """A tall potted plant; (x, y) is the foot of the pot."""
    pot = height * 0.2
    for index in range(11):
        turn = (index - 5) * 13 + s.random.uniform(-5, 5)
        length = height * (0.82 - abs(index - 5) * 0.06)
        colour = mix(c.FOREST, c.SAGE, float(s.random.uniform(0, 0.7)))
        blade(s, x, y - pot, length, turn, darker(colour, 0.25))
    s.path(
        f"M{x - pot * 0.6} {y - pot}H{x + pot * 0.6}L{x + pot * 0.42} {y}H{x - pot * 0.42}Z",
        s.shaded_gradient("#B98B5A" if side > 0 else "#A5714B", 0.4),
    )


def blade(s: Sketch, x: float, y: float, length: float, turn: float, colour: str) -> None:
    """One long leaf that grows upwards from (x, y), turned by `turn` degrees."""
    w = length * 0.09
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})"'):
        s.path(
            f"M0 0C{w:.1f} {-length * 0.3:.1f} {w * 1.2:.1f} {-length * 0.7:.1f} 0 {-length:.1f}"
            f"C{-w:.1f} {-length * 0.7:.1f} {-w * 0.8:.1f} {-length * 0.3:.1f} 0 0Z",
            s.shaded_gradient(colour, 0.3),
        )
        s.stroke(f"M0 0V{-length * 0.92:.1f}", lighter(colour, 0.3), 1.4, 'opacity="0.6"')


def flower(s: Sketch, x: float, y: float, r: float, colour: str) -> None:
    """A full, many-petalled flower seen from the front."""
    turn = float(s.random.uniform(0, math.pi))
    for ring, (count, share) in enumerate(((13, 1.0), (11, 0.76), (8, 0.52), (5, 0.3))):
        tone = mix(darker(colour, 0.3), lighter(colour, 0.28), ring / 3)
        for petal in range(count):
            angle = turn + ring * 0.4 + 2 * math.pi * petal / count
            px, py = polar(x, y, r * share * 0.6, angle)
            degrees = math.degrees(angle)
            aside = f'transform="rotate({degrees:.0f} {px:.1f} {py:.1f})"'
            s.ellipse(
                px, py, r * share * 0.46, r * share * 0.27, s.shaded_gradient(tone, 0.25), aside
            )
    s.circle(x, y, r * 0.12, c.GOLD)
