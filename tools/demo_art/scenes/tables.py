"""Tables and what stands on them: worktables, place settings and flowers."""

import math

from tools.demo_art import palette as c
from tools.demo_art.light import bokeh, candle, glow
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.scenes.objects import blade, flower
from tools.demo_art.scenes.tableware import (
    chair_from_above,
    cup,
    laptop,
    notebook,
    pencil,
    plate,
    scissors,
    spool,
    sprig,
    sticky,
    swatches,
)
from tools.demo_art.sketch import Sketch, polar


def workshop(
    s: Sketch, *, wood: str = c.CLAY, craft: bool = False, round_top: bool = False
) -> None:
    """A worktable from above, laid with what a working day needs."""
    w, h = s.width, s.height
    s.background(
        s.radial_gradient(
            (0, mix(wood, c.SAND, 0.5)), (1, darker(wood, 0.35)), cx=0.35, cy=0.3, r=0.95
        )
    )
    if round_top:
        s.background(s.radial_gradient((0, c.DUSK), (1, c.PLUM_DEEP), cx=0.4, cy=0.35, r=0.9))
        for index in range(8):
            angle = 2 * math.pi * index / 8 + 0.2
            x, y = polar(w / 2, h / 2, h * 0.5, angle)
            chair_from_above(s, x, y, h * 0.09, math.degrees(angle))
        s.circle(w / 2 + 12, h / 2 + 18, h * 0.455, c.NIGHT, f'opacity="0.4" {s.blur(16)}')
        s.circle(w / 2, h / 2, h * 0.45, s.shaded_gradient(mix(wood, c.SAND, 0.45), 0.25))
    else:
        _grain(s, wood)
    things = [laptop, notebook, cup, sticky, swatches, pencil, notebook, sprig, sticky, cup, pencil]
    if craft:
        things = [
            swatches,
            scissors,
            spool,
            notebook,
            cup,
            swatches,
            spool,
            sprig,
            pencil,
            spool,
            swatches,
        ]
    for x, y, size, index in _places(s, round_top):
        turn = s.random.uniform(-24, 24)
        things[index % len(things)](s, x, y, size, turn)
    window = s.horizontal_gradient((0, c.GLOW, 0.0), (0.5, c.GLOW, 0.2), (1, c.GLOW, 0))
    for index in range(3):
        corners = ((0.08, 0), (0.2, 0), (0.45, h), (0.28, h))
        s.polygon([(w * (share + index * 0.2), y) for share, y in corners], window)


def place_setting(s: Sketch, *, cloth: str = c.PLUM, count: int = 1, menu: bool = False) -> None:
    """One or two place settings from above, with candles or a menu card."""
    w, h = s.width, s.height
    s.background(
        s.radial_gradient(
            (0, lighter(cloth, 0.16)), (1, darker(cloth, 0.5)), cx=0.35, cy=0.3, r=0.9
        )
    )
    for _ in range(15):
        x = s.random.uniform(0, w)
        s.stroke(
            f"M{x:.0f} 0Q{x + s.random.uniform(-90, 90):.0f} {h / 2:.0f} {x:.0f} {h}",
            lighter(cloth, 0.22),
            22,
            'opacity="0.05"',
        )
    r = min(w / count, h) * (0.33 if count == 1 else 0.3)
    for index in range(count):
        plate(s, w * (index + 0.5) / count, h * 0.53, r, menu)
    for _ in range(7):
        x, y = s.random.uniform(0.02, 0.98) * w, s.random.choice([0.06, 0.95]) * h
        sprig(s, x, float(y), h * 0.15, s.random.uniform(0, 360))
    for index in range(count + 1):
        x = w * (index / count if count > 1 else 0.1 + 0.8 * index)
        glow(s, x, h * 0.14, h * 0.35, h * 0.35, c.AMBER, 0.7)
        s.circle(x, h * 0.14, h * 0.035, s.shaded_gradient(c.GOLD_LIGHT))
        s.circle(x, h * 0.14, h * 0.018, c.GLOW)


def flowers(s: Sketch, *, kind: str = "bouquet") -> None:
    """Flowers lit from one side: a `bouquet` in a vase, tall `stems`, or a `low` bowl."""
    w, h = s.width, s.height
    s.background(
        s.radial_gradient((0, mix(c.MULBERRY, c.CLAY, 0.25)), (1, c.NIGHT), cx=0.3, cy=0.28, r=0.85)
    )
    bokeh(s, 16, 0.0, 0.8, h * 0.07, [c.AMBER, c.ROSE, c.DUSK], 0.25)
    s.fill_below(h * 0.86, s.vertical_gradient((0, mix(c.PLUM, c.CLAY, 0.35)), (1, c.NIGHT)))
    colours = [c.ROSE, c.BLUSH, c.IVORY, mix(c.ROSE, c.PLUM, 0.4), c.CLAY, c.GOLD_LIGHT]
    centre, spread, drop = (w * 0.5, h * 0.4), (h * 0.27, h * 0.25), h * 0.86
    if kind == "stems":
        centre, spread = (w * 0.5, h * 0.36), (w * 0.36, h * 0.27)
    elif kind == "low":
        centre, spread = (w * 0.5, h * 0.6), (w * 0.28, h * 0.17)
        for x in (0.17, 0.83):
            candle(s, w * x, h * 0.9, h * 0.24)
    for _ in range(26):
        angle = s.random.uniform(-105, 105)
        green = mix(c.FOREST, c.SAGE, float(s.random.uniform(0, 0.9)))
        foot, length = centre[1] + spread[1] * 0.5, spread[1] * s.random.uniform(1.5, 2.1)
        blade(s, centre[0], foot, length, angle, darker(green, 0.2))
    if kind != "stems":
        _vase(s, kind, centre[0], drop, centre[1], h)
    count = 16 if kind == "stems" else 24
    for index in range(count):
        angle, radius = index * 2.4, math.sqrt((index + 0.5) / count)
        x = centre[0] + spread[0] * radius * math.cos(angle)
        y = centre[1] + spread[1] * radius * math.sin(angle)
        r = h * s.random.uniform(0.05, 0.09) * (1.15 - radius * 0.35)
        if kind == "stems":
            s.stroke(
                f"M{centre[0]:.0f} {h * 0.8:.0f}Q{centre[0]:.0f} {h * 0.6:.0f} {x:.0f} {y:.0f}",
                darker(c.SAGE, 0.45),
                5,
            )
        flower(s, x, y, r, s.pick(colours))
    if kind == "stems":
        _vase(s, kind, centre[0], drop, centre[1], h)
    glow(s, w * 0.22, h * 0.2, w * 0.5, h * 0.6, c.AMBER, 0.25)


def _places(s: Sketch, round_top: bool) -> list[tuple[float, float, float, int]]:
    """Where things lie (x, y, size) and which thing it is, without piling up."""
    w, h = s.width, s.height
    if round_top:
        ring = [
            (*polar(w / 2, h / 2, h * 0.29, 2 * math.pi * i / 9), h * 0.105, i) for i in range(9)
        ]
        return [*ring, (w / 2, h / 2, h * 0.11, 7), (w / 2 + h * 0.12, h / 2, h * 0.09, 2)]
    columns = 5 if w > h else 4
    rows = 4 if w > h else 5
    result = []
    for row in range(rows):
        for column in range(columns):
            x = w * (column + 0.5 + s.random.uniform(-0.12, 0.12)) / columns
            y = h * (row + 0.5 + s.random.uniform(-0.12, 0.12)) / rows
            result.append((x, y, min(w, h) * 0.15, row * columns + column))
    return result


def _grain(s: Sketch, wood: str) -> None:
    w, h = s.width, s.height
    for index in range(8):
        y = h * index / 8
        s.rect(0, y, w, h / 8, lighter(wood, float(s.random.uniform(0, 0.25))), 'opacity="0.25"')
        s.rect(0, y, w, 2.5, darker(wood, 0.5), 'opacity="0.35"')
    for _ in range(60):
        x, y = s.random.uniform(-0.1, 0.9) * w, s.random.uniform(0, h)
        s.stroke(
            f"M{x:.0f} {y:.0f}q{w * 0.1:.0f} {s.random.uniform(-5, 5):.0f} {w * 0.2:.0f} 0",
            darker(wood, 0.45),
            1.4,
            'opacity="0.25"',
        )


def _vase(s: Sketch, kind: str, x: float, foot: float, middle: float, h: float) -> None:
    glass = s.horizontal_gradient(
        (0, darker(c.DUSK, 0.3), 0.95),
        (0.35, lighter(c.DUSK, 0.45), 0.95),
        (1, darker(c.PLUM, 0.3), 0.95),
    )
    if kind == "low":
        s.path(
            f"M{x - h * 0.3} {foot - h * 0.14}C{x - h * 0.28} {foot + h * 0.06} {x + h * 0.28} "
            f"{foot + h * 0.06} {x + h * 0.3} {foot - h * 0.14}Z",
            s.shaded_gradient(c.GOLD, 0.5),
        )
        return
    s.path(
        f"M{x - h * 0.06} {middle + h * 0.18}C{x - h * 0.05} {foot - h * 0.2} {x - h * 0.15} "
        f"{foot - h * 0.16} {x - h * 0.1} {foot + h * 0.02}H{x + h * 0.1}C{x + h * 0.15} "
        f"{foot - h * 0.16} {x + h * 0.05} {foot - h * 0.2} {x + h * 0.06} {middle + h * 0.18}Z",
        glass,
    )
