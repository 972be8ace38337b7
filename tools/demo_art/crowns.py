"""Draws natural hair, wraps and headscarves around a head, in the head's 980 units."""

import math
from collections.abc import Callable

from tools.demo_art.palette import INK, darker, lighter
from tools.demo_art.sketch import ROUND_ENDS, Sketch, polar

Crown = Callable[[Sketch, str, list[str]], None]

_OUTLINE = f'stroke="{INK}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"'


def _afro_behind(s: Sketch, hair: str, _colours: list[str]) -> None:
    cx, cy, r = 478, 380, 300
    s.circle(cx, cy, r, hair)
    for index in range(44):
        angle = 2 * math.pi * index / 44
        wobble = 1 + 0.03 * math.sin(index * 2.7)
        s.circle(*polar(cx, cy, r * wobble, angle), 34, hair)
    for index in range(26):
        angle = 2 * math.pi * index / 26 + 0.4
        radius = r * (0.78 + 0.12 * math.sin(index * 1.9))
        x, y = polar(cx, cy, radius, angle)
        s.stroke(f"M{x - 14:.0f} {y:.0f}q14 -18 28 0", lighter(hair, 0.2), 5, ROUND_ENDS)


def _hijab_behind(s: Sketch, _hair: str, colours: list[str]) -> None:
    s.path(
        "M500 96C300 96 196 250 196 450C196 640 214 760 150 900H820C770 800 790 640 790 450"
        "C790 250 700 96 500 96Z",
        s.shaded_gradient(darker(colours[0], 0.3)),
        _OUTLINE,
    )


def _hijab_before(s: Sketch, _hair: str, colours: list[str]) -> None:
    colour = colours[0]
    opening = (
        "M520 262C400 262 342 380 342 500C342 640 420 776 560 782C660 784 738 690 742 560"
        "C746 400 670 262 520 262Z"
    )
    outer = (
        "M500 96C300 96 196 250 196 450C196 600 200 720 130 800C30 850 -10 940 10 1110"
        "C220 1180 420 1230 560 1230C700 1230 830 1170 890 1100C910 960 870 880 806 810"
        "C770 730 790 620 790 450C790 250 700 96 500 96Z"
    )
    s.path(outer + opening, s.shaded_gradient(colour, 0.35), f'fill-rule="evenodd" {_OUTLINE}')
    shade = darker(colour, 0.32)
    for d in (
        "M300 640C360 780 470 850 640 850",
        "M240 700C320 850 480 930 720 900",
        "M250 400C260 300 330 190 450 160",
        "M742 700C700 800 600 880 470 960",
        "M120 880C260 1010 480 1060 800 960",
        "M160 1000C320 1090 520 1120 700 1100",
    ):
        s.stroke(d, shade, 6, ROUND_ENDS)


def _wrap_before(s: Sketch, _hair: str, colours: list[str]) -> None:
    colour, second = colours
    s.path(
        "M246 448C196 360 150 250 214 152C262 74 372 20 512 26C672 30 792 116 800 226"
        "C804 290 770 330 748 372C640 300 420 306 336 372C296 404 272 426 246 448Z",
        s.shaded_gradient(colour, 0.4),
        _OUTLINE,
    )
    shade = darker(colour, 0.38)
    for d in (
        "M258 408C220 300 260 170 400 90",
        "M330 330C330 230 420 130 560 80",
        "M470 292C500 210 580 150 690 140",
        "M610 292C650 240 700 220 770 236",
    ):
        s.stroke(d, shade, 6, ROUND_ENDS)
    s.path(
        "M246 448C216 400 214 360 236 330C330 240 620 210 776 300C772 330 760 350 748 372"
        "C640 300 420 306 336 372C296 404 272 426 246 448Z",
        s.shaded_gradient(second, 0.35),
        _OUTLINE,
    )
    s.stroke("M244 396C340 280 600 250 764 330", darker(second, 0.32), 6, ROUND_ENDS)
    s.path(
        "M300 96C250 -10 130 -30 96 50C70 120 150 170 236 150C170 190 150 260 206 284"
        "C280 306 330 220 316 140Z",
        s.shaded_gradient(second, 0.35),
        _OUTLINE,
    )
    folds = "M300 130C250 110 200 90 150 84M290 150C260 190 240 220 222 256"
    s.stroke(folds, darker(second, 0.35), 6, ROUND_ENDS)
    s.circle(300, 130, 34, s.shaded_gradient(lighter(second, 0.1), 0.35), _OUTLINE)


CROWNS_BEHIND: dict[str, Crown] = {"afro": _afro_behind, "hijab": _hijab_behind}
CROWNS_BEFORE: dict[str, Crown] = {"hijab": _hijab_before, "wrap": _wrap_before}
