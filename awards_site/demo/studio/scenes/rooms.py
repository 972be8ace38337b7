"""Scenes around the hall: ballroom, reception, workshop wall, interview, the house itself."""

import math

from awards_site.demo.studio.figures import (
    Figure,
    dimmed,
    from_behind,
    seated_aside,
    somebody,
    standing,
)
from awards_site.demo.studio.light import candle, dust, glow, lights_on_a_string
from awards_site.demo.studio.palette import (
    AMBER,
    BLUSH,
    CLAY,
    DUSK,
    FOREST,
    GLOW,
    GOLD,
    GOLD_LIGHT,
    INK,
    IVORY,
    MULBERRY,
    NIGHT,
    PLUM,
    PLUM_DEEP,
    ROSE,
    SAGE,
    SAND,
    darker,
    lighter,
    mix,
)
from awards_site.demo.studio.scenes.objects import flower, plant
from awards_site.demo.studio.sketch import Sketch


def ballroom(s: Sketch, *, chandeliers: int = 3, tables: bool = True, deep: bool = False) -> None:
    """A ballroom under chandeliers; `deep` makes their row recede, without tables it mirrors."""
    w, h = s.width, s.height
    floor = h * 0.6
    s.background(s.vertical([(0, PLUM_DEEP, 1), (0.6, mix(PLUM, MULBERRY, 0.6), 1), (1, NIGHT, 1)]))
    _windows(s, floor, 7 if w > h else 5, mix(DUSK, PLUM, 0.3), mix(CLAY, PLUM, 0.35))
    s.rect(0, floor, w, h - floor, s.vertical([(0, mix(PLUM, AMBER, 0.22), 1), (1, NIGHT, 1)]))
    places = _chandelier_places(s, chandeliers, deep)
    if not tables:
        with s.group(f'transform="translate(0 {2 * floor:.1f}) scale(1 -1)" opacity="0.5"'):
            _windows(s, floor, 7, mix(DUSK, PLUM, 0.3), mix(CLAY, PLUM, 0.35))
            for x, y, size in places:
                _chandelier(s, x, y, size)
        s.rect(0, floor, w, h - floor, s.vertical([(0, NIGHT, 0), (1, NIGHT, 0.8)]))
    for x, y, size in places:
        with s.light():
            glow(s, x, y, size * 2.6, size * 2.2, AMBER, 0.5)
        _chandelier(s, x, y, size)
    if tables:
        for row in range(4):
            depth = row / 3
            size = h * (0.05 + 0.085 * depth**1.3)
            y = floor + h * (0.06 + 0.28 * depth**1.4)
            step = size * (4.4 if deep else 3.9)
            for column in range(-int(w / step), int(w / step) + 1):
                x = w / 2 + (column + (0.5 if row % 2 or deep else 0)) * step
                if deep and abs(x - w / 2) < step * 0.4:
                    continue
                if -size * 2 < x < w + size * 2:
                    _dinner_table(s, x, y, size)
    dust(s, 90, 0.05, 0.7)


def networking(
    s: Sketch, *, sky: tuple[str, str] = (GOLD_LIGHT, CLAY), pairs: int = 4, strings: bool = True,
    lamps: bool = False,
) -> None:
    """Guests in conversation before tall arched windows with evening light behind them."""
    w, h = s.width, s.height
    floor = h * 0.8
    s.background(s.vertical([(0, darker(MULBERRY, 0.35), 1), (1, PLUM, 1)]))
    _windows(s, floor, 5 if w > h else 3, sky[0], sky[1], tall=True)
    with s.light():
        glow(s, w * 0.5, floor * 0.75, w * 0.6, h * 0.5, sky[0], 0.45)
    s.rect(0, floor, w, h - floor, s.vertical([(0, mix(sky[1], PLUM, 0.45), 1), (1, NIGHT, 1)]))
    if strings:
        for y, sag in ((0.05, 0.09), (0.1, 0.07)):
            lights_on_a_string(s, -20, w + 20, h * y, h * sag, 16)
    if lamps:
        for share in (0.18, 0.5, 0.82):
            _hanging_lamp(s, w * share, h * 0.24, h * 0.06)
    size = h * 0.5 / 100
    step = w / pairs
    for back in (True, False):
        scale = size * (0.8 if back else 1.08)
        y = floor + h * (0.03 if back else 0.15)
        shift = step / 2 if back else 0
        for index in range(pairs + 1):
            x = index * step + shift + s.random.uniform(-0.12, 0.12) * step
            _couple(s, x, y, scale, 0.62 if back else 0.82)


def board(s: Sketch, *, columns: int = 6, reaching: bool = False, arrows: bool = False) -> None:
    """A workshop leader at a wall of coloured notes, with listeners in front."""
    w, h = s.width, s.height
    s.background(s.vertical([(0, lighter(SAND, 0.3), 1), (1, mix(SAND, CLAY, 0.3), 1)]))
    s.rect(0, h * 0.78, w, h * 0.22, s.vertical([(0, mix(CLAY, PLUM, 0.3), 1), (1, PLUM, 1)]))
    left, top, wide, tall = w * 0.16, h * 0.1, w * 0.62, h * 0.56
    s.rect(left + 10, top + 16, wide, tall, NIGHT, f'opacity="0.22" rx="10" {s.blur(12)}')
    s.rect(left, top, wide, tall, IVORY, f'rx="10" stroke="{GOLD}" stroke-width="5"')
    _notes(s, left, top, wide, tall, columns, arrows)
    for x in (0.06, 0.93):
        plant(s, w * x, h * 0.9, h * 0.46, 1)
    size = h * 0.66 / 100
    with s.at(w * 0.82, h * 0.97, size, mirrored=True):
        standing(s, somebody(s.random), "point")
    if reaching:
        with s.at(w * 0.26, h * 0.98, size):
            standing(s, somebody(s.random), "raise")
    else:
        for x in (0.24, 0.42, 0.6):
            with s.at(w * x + s.random.uniform(-20, 20), h * 1.0, h * 0.0078):
                from_behind(s, somebody(s.random))
    s.rect(0, 0, w, h, s.radial([(0, AMBER, 0.18), (1, AMBER, 0)], 0.2, 0.0, 1.0))


def interview(s: Sketch, *, wall: str = MULBERRY, big_lamp: bool = False) -> None:
    """Two women in armchairs, seen past the dark shape of a film camera."""
    w, h = s.width, s.height
    s.background(s.radial([(0, lighter(wall, 0.22), 1), (1, darker(wall, 0.55), 1)], 0.5, 0.4, 0.75))
    for index in range(5):
        s.circle(w * 0.5, h * 0.42, h * (0.12 + 0.085 * index), "none",
                 f'stroke="{GOLD_LIGHT}" stroke-width="2" opacity="{0.5 - index * 0.08:.2f}"')
    s.rect(0, h * 0.78, w, h * 0.22, s.vertical([(0, mix(wall, CLAY, 0.35), 1), (1, NIGHT, 1)]))
    s.ellipse(w * 0.5, h * 0.88, w * 0.34, h * 0.075, s.shaded(mix(ROSE, PLUM, 0.35), 0.3))
    s.ellipse(w * 0.5, h * 0.88, w * 0.31, h * 0.064, "none",
              f'stroke="{GOLD_LIGHT}" stroke-width="3" opacity="0.6"')
    _floor_lamp(s, w * (0.17 if big_lamp else 0.5), h * 0.86, h * (0.72 if big_lamp else 0.56))
    plant(s, w * 0.88, h * 0.86, h * 0.5, 1)
    size = h * 0.56 / 100
    for x, mirrored, chair in ((0.33, False, FOREST), (0.67, True, GOLD)):
        with s.at(w * x, h * 0.89, size, mirrored):
            s.ellipse(0, 1, 34, 4, s.radial([(0, NIGHT, 0.7), (1, NIGHT, 0)]))
            seated_aside(s, somebody(s.random), mix(chair, PLUM, 0.15))
    with s.light():
        glow(s, w * 0.5, h * 0.35, w * 0.45, h * 0.55, AMBER, 0.35)
    _camera(s, w * (0.83 if big_lamp else 0.1), h * 1.02, h * 0.5, not big_lamp)


def arcade(s: Sketch, *, stars: bool = False, lanterns: bool = False, single: bool = False) -> None:
    """The house at dusk: lit arches over steps, between dark trees."""
    w, h = s.width, s.height
    top = NIGHT if stars else mix(PLUM, DUSK, 0.5)
    s.background(s.vertical([(0, top, 1), (0.55, MULBERRY if stars else mix(ROSE, DUSK, 0.45), 1),
                             (0.8, mix(CLAY, GOLD_LIGHT, 0.3), 1)]))
    if stars:
        dust(s, 160, 0.0, 0.45, IVORY)
    base = h * 0.74
    count = 1 if single else 5
    span = w * (0.46 if single else 0.135)
    roof = h * (0.2 if single else 0.28)
    half = span * count / 2 + span * 0.16
    front = s.horizontal([(0, PLUM_DEEP, 1), (0.5, mix(MULBERRY, CLAY, 0.25), 1), (1, PLUM_DEEP, 1)])
    s.rect(w / 2 - half, roof, half * 2, base - roof, front)
    s.rect(w / 2 - half - 16, roof - h * 0.022, half * 2 + 32, h * 0.026, mix(CLAY, PLUM, 0.5))
    s.rect(w / 2 - half - 16, roof - h * 0.028, half * 2 + 32, 4, GOLD_LIGHT, 'opacity="0.7"')
    for index in range(count):
        _lit_arch(s, w / 2 + (index - (count - 1) / 2) * span, base, span * 0.37,
                  (base - roof) * 0.82)
    s.rect(0, base, w, h - base, s.vertical([(0, mix(FOREST, PLUM, 0.72), 1), (1, NIGHT, 1)]))
    for step in range(6):
        breadth = half * (1.0 + step * 0.1)
        y = base + step * h * 0.03
        s.rect(w / 2 - breadth, y, breadth * 2, h * 0.031, mix(mix(CLAY, AMBER, 0.3), PLUM,
                                                              0.25 + step * 0.12))
        s.rect(w / 2 - breadth, y, breadth * 2, 3, GLOW, f'opacity="{0.5 - step * 0.07:.2f}"')
    s.path(f"M{w / 2 - half * 1.5} {base + h * 0.18}H{w / 2 + half * 1.5}L{w / 2 + half * 2.4} {h}"
           f"H{w / 2 - half * 2.4}Z", s.vertical([(0, mix(PLUM, CLAY, 0.35), 1), (1, NIGHT, 1)]))
    for side in (-1, 1):
        for index in range(4):
            x = w / 2 + side * (half + w * 0.05 + index * w * 0.085)
            _cypress(s, x, base + h * (0.1 + 0.03 * index), h * (0.5 + 0.12 * index))
    if lanterns:
        for index in range(5):
            for side in (-1, 1):
                x = w / 2 + side * w * (0.1 + index * 0.045)
                y = base + h * (0.17 + index * 0.028)
                candle(s, x, y, h * (0.018 + index * 0.006))
    with s.light():
        glow(s, w / 2, base, w * 0.45, h * 0.3, AMBER, 0.4)


def _windows(
    s: Sketch, floor: float, count: int, upper: str, lower: str, tall: bool = False
) -> None:
    w, h = s.width, s.height
    span = w / count
    half = span * (0.37 if tall else 0.3)
    top = h * (0.12 if tall else 0.16)
    pane = s.vertical([(0, upper, 1), (0.6, lower, 1), (1, darker(lower, 0.35), 1)])
    for index in range(count):
        x = (index + 0.5) * span
        y = top + half
        outline = f"M{x - half:.1f} {floor:.1f}V{y:.1f}A{half:.1f} {half:.1f} 0 0 1 " \
                  f"{x + half:.1f} {y:.1f}V{floor:.1f}Z"
        s.path(outline, pane, f'stroke="{GOLD}" stroke-width="5"')
        bars = f"M{x:.1f} {top:.1f}V{floor:.1f}M{x - half:.1f} {y:.1f}H{x + half:.1f}" \
               f"M{x - half:.1f} {(y + floor) / 2:.1f}H{x + half:.1f}"
        s.path(bars, "none", f'stroke="{darker(MULBERRY, 0.4)}" stroke-width="6"')
        if not tall:
            drape = s.horizontal([(0, ROSE, 0.9), (0.4, mix(ROSE, PLUM, 0.6), 0.95),
                                  (0.7, ROSE, 0.8), (1, PLUM, 0.9)])
            for side in (-1, 1):
                edge = x + side * half * 1.22
                s.path(f"M{edge:.1f} {top:.1f}Q{x + side * half * 0.5:.1f} {h * 0.34:.1f} "
                       f"{x + side * half:.1f} {floor:.1f}H{edge + side * 8:.1f}Z", drape,
                       'opacity="0.75"')


def _chandelier_places(s: Sketch, count: int, deep: bool) -> list[tuple[float, float, float]]:
    w, h = s.width, s.height
    if deep:
        return [(w / 2, h * (0.43 - 0.105 * i), h * (0.03 + 0.034 * i)) for i in range(count)]
    size = min(w / count * 0.3, h * 0.24)
    return [(w * (i + 0.5) / count, h * (0.25 + (0.05 if i % 2 else 0)), size)
            for i in range(count)]


def _chandelier(s: Sketch, x: float, y: float, size: float) -> None:
    """Three tiers of lamps with strings of crystal; (x, y) is the middle of the widest tier."""
    s.line([(x, y - size * 0.9), (x, y - size * 8)], darker(GOLD, 0.4), max(1.5, size * 0.02))
    s.path(f"M{x} {y - size}Q{x - size * 0.1} {y} {x} {y + size * 0.75}Q{x + size * 0.1} {y} {x} "
           f"{y - size}Z", s.shaded(GOLD, 0.4))
    for tier, (drop, radius) in enumerate(((-0.45, 0.5), (0.0, 1.0), (0.38, 0.62))):
        cy, rx = y + drop * size, radius * size
        arms = int(7 + radius * 8)
        s.ellipse(x, cy, rx, rx * 0.16, "none",
                  f'stroke="{GOLD_LIGHT}" stroke-width="{max(1.5, size * 0.022):.1f}"')
        for index in range(arms + 1):
            angle = math.pi * index / arms
            px, py = x + rx * math.cos(angle), cy + rx * 0.16 * math.sin(angle)
            s.path(f"M{px:.1f} {py:.1f}Q{(px + x) / 2:.1f} {py + size * 0.3:.1f} {x:.1f} "
                   f"{cy + size * 0.26:.1f}", "none",
                   f'stroke="{GLOW}" stroke-width="{max(0.8, size * 0.008):.1f}" opacity="0.5"')
            for bead in range(3):
                s.circle(px, py + size * (0.05 + bead * 0.055), size * 0.02, IVORY, 'opacity="0.8"')
            s.ellipse(px, py - size * 0.075, size * 0.028, size * 0.06, GLOW)
            s.circle(px, py - size * 0.08, size * 0.13,
                     s.radial([(0, GLOW, 0.85), (0.4, AMBER, 0.35), (1, AMBER, 0)]))
        if tier == 1:
            s.circle(x, y + size * 0.8, size * 0.07, s.shaded(GLOW, 0.3))


def _dinner_table(s: Sketch, x: float, y: float, size: float) -> None:
    with s.light():
        glow(s, x, y - size * 0.4, size * 1.9, size * 1.1, AMBER, 0.45)
    for index in range(5):
        cx = x + (index - 2) * size * 0.7
        s.path(f"M{cx - size * 0.2:.1f} {y + size * 0.1:.1f}v{-size * 0.7:.1f}q{size * 0.2:.1f} "
               f"{-size * 0.16:.1f} {size * 0.4:.1f} 0v{size * 0.7:.1f}Z", s.shaded(mix(GOLD, PLUM, 0.55)))
    cloth = s.horizontal([(0, darker(IVORY, 0.6), 1), (0.4, mix(IVORY, AMBER, 0.25), 1),
                          (1, darker(IVORY, 0.65), 1)])
    s.path(f"M{x - size * 1.5} {y}Q{x} {y + size * 0.5} {x + size * 1.5} {y}L{x + size * 1.3} "
           f"{y + size * 0.85}Q{x} {y + size * 1.25} {x - size * 1.3} {y + size * 0.85}Z", cloth)
    s.ellipse(x, y, size * 1.5, size * 0.27, mix(IVORY, AMBER, 0.3))
    for index in range(7):
        s.ellipse(x + size * (index - 3) * 0.38, y + size * 0.1 * math.cos(index), size * 0.16,
                  size * 0.035, IVORY)
    for index in range(5):
        colour = (ROSE, BLUSH, ROSE, CLAY, BLUSH)[index]
        s.circle(x + (index - 2) * size * 0.13, y - size * (0.2 + 0.07 * (index % 2)), size * 0.13,
                 s.shaded(colour))
    for shift in (-0.62, 0.6):
        candle(s, x + shift * size, y - size * 0.02, size * 0.24)


def _couple(s: Sketch, x: float, y: float, scale: float, shade: float) -> None:
    for side in (-1, 1):
        person = dimmed(somebody(s.random), shade)
        gap = s.random.uniform(11, 15)
        with s.at(x + side * gap * scale, y, scale * s.random.uniform(0.94, 1.03), side < 0):
            with s.at(-0.5, -0.4):
                rim = mix(AMBER, person.cloth, 0.45)
                standing(s, Figure(rim, rim, rim, person.haircut, person.dress), "glass")
            standing(s, person, "glass")


def _hanging_lamp(s: Sketch, x: float, y: float, size: float) -> None:
    s.line([(x, 0), (x, y - size)], INK, 3)
    with s.light():
        glow(s, x, y, size * 5, size * 4, AMBER, 0.55)
    s.path(f"M{x - size} {y}A{size} {size} 0 0 1 {x + size} {y}Z", s.shaded(GOLD, 0.4))
    s.ellipse(x, y, size * 0.8, size * 0.16, GLOW)


def _notes(
    s: Sketch, left: float, top: float, wide: float, tall: float, columns: int, arrows: bool
) -> None:
    colours = [ROSE, GOLD_LIGHT, BLUSH, SAGE, CLAY, SAND]
    cell = wide / columns
    side = cell * 0.58
    for column in range(columns):
        s.rect(left + (column + 0.2) * cell, top + tall * 0.06, cell * 0.6, tall * 0.035, PLUM,
               'rx="4" opacity="0.8"')
        for row in range(int(s.random.integers(2, max(3, int(tall / side * 0.72))))):
            x = left + (column + 0.21) * cell + s.random.uniform(-0.04, 0.04) * cell
            y = top + tall * 0.16 + row * side * 1.18
            turn = s.random.uniform(-5, 5)
            with s.group(f'transform="rotate({turn:.1f} {x:.0f} {y:.0f})"'):
                s.rect(x + 3, y + 5, side, side, NIGHT, 'opacity="0.15"')
                s.rect(x, y, side, side, s.shaded(str(s.random.choice(colours)), 0.12))
                for line in range(3):
                    s.rect(x + side * 0.14, y + side * (0.24 + line * 0.2),
                           side * s.random.uniform(0.35, 0.72), side * 0.06, INK, 'opacity="0.55"')
        if arrows and column:
            x, y = left + column * cell, top + tall * (0.3 + 0.16 * (column % 3))
            s.path(f"M{x - cell * 0.2:.0f} {y:.0f}q{cell * 0.2:.0f} {-cell * 0.2:.0f} "
                   f"{cell * 0.4:.0f} 0m-14 -14l14 14l-18 6", "none",
                   f'stroke="{PLUM}" stroke-width="5" stroke-linecap="round"')


def _floor_lamp(s: Sketch, x: float, y: float, height: float) -> None:
    s.line([(x, y), (x, y - height * 0.8)], darker(GOLD, 0.3), 7)
    s.ellipse(x, y, height * 0.1, height * 0.018, darker(GOLD, 0.3))
    with s.light():
        glow(s, x, y - height * 0.8, height * 0.7, height * 0.6, AMBER, 0.7)
    half = height * 0.16
    s.path(f"M{x - half} {y - height * 0.76}L{x - half * 0.6} {y - height}H{x + half * 0.6}L{x + half} "
           f"{y - height * 0.76}Z", s.vertical([(0, AMBER, 1), (1, GLOW, 1)]))


def _camera(s: Sketch, x: float, y: float, size: float, to_right: bool) -> None:
    dark = s.shaded("#1B0A16", 0.4)
    with s.at(x, y, size / 100, mirrored=not to_right):
        for foot in (-26, 2, 28):
            s.line([(0, -46), (foot, 2)], NIGHT, 4)
        s.path("M-30 -92H22V-54H-30Z", dark, f'stroke="{DUSK}" stroke-width="0.8"')
        s.path("M22 -86L46 -92V-54L22 -60Z", dark)
        s.ellipse(46, -73, 5, 19, s.radial([(0, DUSK, 1), (0.5, PLUM, 1), (1, NIGHT, 1)]))
        s.path("M-22 -92V-104H10V-92", "none", 'stroke="#1B0A16" stroke-width="5"')
        s.circle(-24, -84, 2, ROSE)


def _lit_arch(s: Sketch, x: float, base: float, half: float, height: float) -> None:
    y = base - height + half
    d = f"M{x - half:.1f} {base:.1f}V{y:.1f}A{half:.1f} {half:.1f} 0 0 1 {x + half:.1f} {y:.1f}" \
        f"V{base:.1f}Z"
    s.path(d, s.vertical([(0, mix(AMBER, CLAY, 0.4), 1), (0.5, AMBER, 1), (1, GLOW, 1)]),
           f'stroke="{GOLD_LIGHT}" stroke-width="{max(4, half * 0.05):.1f}"')
    s.line([(x, base - height), (x, y + half * 0.1)], darker(GOLD, 0.4), 3)
    with s.light():
        glow(s, x, y + half * 0.3, half * 1.1, half * 1.1, GLOW, 0.9)
    s.path(f"M{x - half * 0.16} {y + half * 0.1}H{x + half * 0.16}L{x + half * 0.1} {y + half * 0.5}"
           f"H{x - half * 0.1}Z", IVORY)
    for side in (-1, 1):
        flower_x = x + side * half * 1.28
        s.rect(flower_x - half * 0.12, base - height * 0.16, half * 0.24, height * 0.16,
               s.shaded(mix(CLAY, PLUM, 0.4)))
        for _ in range(4):
            flower(s, flower_x + s.random.uniform(-0.12, 0.12) * half,
                   base - height * s.random.uniform(0.17, 0.26), half * 0.11, ROSE)


def _cypress(s: Sketch, x: float, y: float, height: float) -> None:
    half = height * 0.085
    s.path(f"M{x} {y - height}C{x + half * 1.5} {y - height * 0.6} {x + half * 1.3} {y - height * 0.1}"
           f" {x + half * 0.4} {y}H{x - half * 0.4}C{x - half * 1.3} {y - height * 0.1} "
           f"{x - half * 1.5} {y - height * 0.6} {x} {y - height}Z",
           s.shaded(mix(FOREST, NIGHT, 0.68), 0.4))
