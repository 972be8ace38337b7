"""The festive rooms: the ballroom under its chandeliers and the reception at the windows."""

import math

from tools.demo_art import palette as c
from tools.demo_art.figures import Figure, dimmed, somebody, standing
from tools.demo_art.light import candle, dust, glow, lights_on_a_string
from tools.demo_art.palette import darker, mix
from tools.demo_art.sketch import Sketch, arch_outline


def ballroom(s: Sketch, *, chandeliers: int = 3, tables: bool = True, deep: bool = False) -> None:
    """A ballroom under chandeliers; `deep` makes two rows recede, without tables it mirrors."""
    w, h = s.width, s.height
    floor = h * 0.6
    s.background(
        s.vertical_gradient((0, c.PLUM_DEEP), (0.6, mix(c.PLUM, c.MULBERRY, 0.6)), (1, c.NIGHT))
    )
    _windows(s, floor, 7 if w > h else 5, mix(c.DUSK, c.PLUM, 0.3), mix(c.CLAY, c.PLUM, 0.35))
    s.fill_below(floor, s.vertical_gradient((0, mix(c.PLUM, c.AMBER, 0.22)), (1, c.NIGHT)))
    places = _chandelier_places(s, chandeliers, deep)
    if not tables:
        with s.group(f'transform="translate(0 {2 * floor:.1f}) scale(1 -1)" opacity="0.5"'):
            _windows(s, floor, 7, mix(c.DUSK, c.PLUM, 0.3), mix(c.CLAY, c.PLUM, 0.35))
            for x, y, size in places:
                _chandelier(s, x, y, size)
        s.fill_below(floor, s.vertical_gradient((0, c.NIGHT, 0), (1, c.NIGHT, 0.8)))
    for x, y, size in places:
        glow(s, x, y, size * 2.6, size * 2.2, c.AMBER, 0.5)
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
    s: Sketch,
    *,
    sky: tuple[str, str] = (c.GOLD_LIGHT, c.CLAY),
    pairs: int = 4,
    strings: bool = True,
    lamps: bool = False,
) -> None:
    """Guests in conversation before tall arched windows with evening light behind them."""
    w, h = s.width, s.height
    floor = h * 0.8
    s.background(s.vertical_gradient((0, darker(c.MULBERRY, 0.35)), (1, c.PLUM)))
    _windows(s, floor, 5 if w > h else 3, sky[0], sky[1], tall=True)
    glow(s, w * 0.5, floor * 0.75, w * 0.6, h * 0.5, sky[0], 0.45)
    s.fill_below(floor, s.vertical_gradient((0, mix(sky[1], c.PLUM, 0.45)), (1, c.NIGHT)))
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


def _windows(
    s: Sketch, floor: float, count: int, upper: str, lower: str, tall: bool = False
) -> None:
    w, h = s.width, s.height
    span = w / count
    half = span * (0.37 if tall else 0.3)
    top = h * (0.12 if tall else 0.16)
    pane = s.vertical_gradient((0, upper), (0.6, lower), (1, darker(lower, 0.35)))
    for index in range(count):
        x = (index + 0.5) * span
        y = top + half
        frame = f'stroke="{c.GOLD}" stroke-width="5"'
        s.path(arch_outline(x, y, half, floor) + "Z", pane, frame)
        bars = (
            f"M{x:.1f} {top:.1f}V{floor:.1f}M{x - half:.1f} {y:.1f}H{x + half:.1f}"
            f"M{x - half:.1f} {(y + floor) / 2:.1f}H{x + half:.1f}"
        )
        s.stroke(bars, darker(c.MULBERRY, 0.4), 6)
        if not tall:
            drape = s.horizontal_gradient(
                (0, c.ROSE, 0.9),
                (0.4, mix(c.ROSE, c.PLUM, 0.6), 0.95),
                (0.7, c.ROSE, 0.8),
                (1, c.PLUM, 0.9),
            )
            for side in (-1, 1):
                edge = x + side * half * 1.22
                s.path(
                    f"M{edge:.1f} {top:.1f}Q{x + side * half * 0.5:.1f} {h * 0.34:.1f} "
                    f"{x + side * half:.1f} {floor:.1f}H{edge + side * 8:.1f}Z",
                    drape,
                    'opacity="0.75"',
                )


def _chandelier_places(s: Sketch, count: int, deep: bool) -> list[tuple[float, float, float]]:
    w, h = s.width, s.height
    if deep:
        return [
            (w / 2 + side * w * (0.05 + 0.115 * i), h * (0.41 - 0.09 * i), h * (0.03 + 0.03 * i))
            for i in range(count)
            for side in (-1, 1)
        ]
    size = min(w / count * 0.3, h * 0.24)
    return [
        (w * (i + 0.5) / count, h * (0.25 + (0.05 if i % 2 else 0)), size) for i in range(count)
    ]


def _chandelier(s: Sketch, x: float, y: float, size: float) -> None:
    """Three tiers of lamps with strings of crystal; (x, y) is the middle of the widest tier."""
    s.line([(x, y - size * 0.9), (x, y - size * 8)], darker(c.GOLD, 0.4), max(1.5, size * 0.02))
    s.path(
        f"M{x} {y - size}Q{x - size * 0.1} {y} {x} {y + size * 0.75}Q{x + size * 0.1} {y} {x} "
        f"{y - size}Z",
        s.shaded_gradient(c.GOLD, 0.4),
    )
    for tier, (drop, radius) in enumerate(((-0.45, 0.5), (0.0, 1.0), (0.38, 0.62))):
        cy, rx = y + drop * size, radius * size
        arms = int(7 + radius * 8)
        hoop = f'stroke="{c.GOLD_LIGHT}" stroke-width="{max(1.5, size * 0.022):.1f}"'
        s.ellipse(x, cy, rx, rx * 0.16, "none", hoop)
        for index in range(arms + 1):
            angle = math.pi * index / arms
            px, py = x + rx * math.cos(angle), cy + rx * 0.16 * math.sin(angle)
            s.stroke(
                f"M{px:.1f} {py:.1f}Q{(px + x) / 2:.1f} {py + size * 0.3:.1f} {x:.1f} "
                f"{cy + size * 0.26:.1f}",
                c.GLOW,
                f"{max(0.8, size * 0.008):.1f}",
                'opacity="0.5"',
            )
            for bead in range(3):
                s.circle(
                    px, py + size * (0.05 + bead * 0.055), size * 0.02, c.IVORY, 'opacity="0.8"'
                )
            s.ellipse(px, py - size * 0.075, size * 0.028, size * 0.06, c.GLOW)
            flame = s.radial_gradient((0, c.GLOW, 0.85), (0.4, c.AMBER, 0.35), (1, c.AMBER, 0))
            s.circle(px, py - size * 0.08, size * 0.13, flame)
        if tier == 1:
            s.circle(x, y + size * 0.8, size * 0.07, s.shaded_gradient(c.GLOW, 0.3))


def _dinner_table(s: Sketch, x: float, y: float, size: float) -> None:
    glow(s, x, y - size * 0.4, size * 1.9, size * 1.1, c.AMBER, 0.45)
    for index in range(5):
        cx = x + (index - 2) * size * 0.7
        s.path(
            f"M{cx - size * 0.2:.1f} {y + size * 0.1:.1f}v{-size * 0.7:.1f}q{size * 0.2:.1f} "
            f"{-size * 0.16:.1f} {size * 0.4:.1f} 0v{size * 0.7:.1f}Z",
            s.shaded_gradient(mix(c.GOLD, c.PLUM, 0.55)),
        )
    cloth = s.horizontal_gradient(
        (0, darker(c.IVORY, 0.6)), (0.4, mix(c.IVORY, c.AMBER, 0.25)), (1, darker(c.IVORY, 0.65))
    )
    s.path(
        f"M{x - size * 1.5} {y}Q{x} {y + size * 0.5} {x + size * 1.5} {y}L{x + size * 1.3} "
        f"{y + size * 0.85}Q{x} {y + size * 1.25} {x - size * 1.3} {y + size * 0.85}Z",
        cloth,
    )
    s.ellipse(x, y, size * 1.5, size * 0.27, mix(c.IVORY, c.AMBER, 0.3))
    for index in range(7):
        plate_x, plate_y = x + size * (index - 3) * 0.38, y + size * 0.1 * math.cos(index)
        s.ellipse(plate_x, plate_y, size * 0.16, size * 0.035, c.IVORY)
    for index in range(5):
        colour = (c.ROSE, c.BLUSH, c.ROSE, c.CLAY, c.BLUSH)[index]
        flower_x, flower_y = x + (index - 2) * size * 0.13, y - size * (0.2 + 0.07 * (index % 2))
        s.circle(flower_x, flower_y, size * 0.13, s.shaded_gradient(colour))
    for shift in (-0.62, 0.6):
        candle(s, x + shift * size, y - size * 0.02, size * 0.24)


def _couple(s: Sketch, x: float, y: float, scale: float, shade: float) -> None:
    for side in (-1, 1):
        person = dimmed(somebody(s), shade)
        gap = s.random.uniform(11, 15)
        with s.placed_at(x + side * gap * scale, y, scale * s.random.uniform(0.94, 1.03), side < 0):
            with s.placed_at(-0.5, -0.4):
                rim = mix(c.AMBER, person.cloth, 0.45)
                standing(s, Figure(rim, rim, rim, person.haircut, person.dress), "glass")
            standing(s, person, "glass")


def _hanging_lamp(s: Sketch, x: float, y: float, size: float) -> None:
    s.line([(x, 0), (x, y - size)], c.INK, 3)
    glow(s, x, y, size * 5, size * 4, c.AMBER, 0.55)
    s.path(f"M{x - size} {y}A{size} {size} 0 0 1 {x + size} {y}Z", s.shaded_gradient(c.GOLD, 0.4))
    s.ellipse(x, y, size * 0.8, size * 0.16, c.GLOW)
