"""The house from outside: lit arches over steps, between dark trees."""

from tools.demo_art import palette as c
from tools.demo_art.light import candle, dust, glow
from tools.demo_art.palette import darker, mix
from tools.demo_art.scenes.objects import flower
from tools.demo_art.sketch import Sketch, arch_outline


def arcade(s: Sketch, *, stars: bool = False, lanterns: bool = False, single: bool = False) -> None:
    """The house at dusk: lit arches over steps, between dark trees."""
    w, h = s.width, s.height
    top = c.NIGHT if stars else mix(c.PLUM, c.DUSK, 0.5)
    middle = c.MULBERRY if stars else mix(c.ROSE, c.DUSK, 0.45)
    s.background(
        s.vertical_gradient((0, top), (0.55, middle), (0.8, mix(c.CLAY, c.GOLD_LIGHT, 0.3)))
    )
    if stars:
        dust(s, 160, 0.0, 0.45, c.IVORY)
    base = h * 0.74
    count = 1 if single else 5
    span = w * (0.46 if single else 0.135)
    roof = h * (0.2 if single else 0.28)
    half = span * count / 2 + span * 0.16
    front = s.horizontal_gradient(
        (0, c.PLUM_DEEP), (0.5, mix(c.MULBERRY, c.CLAY, 0.25)), (1, c.PLUM_DEEP)
    )
    s.rect(w / 2 - half, roof, half * 2, base - roof, front)
    s.rect(w / 2 - half - 16, roof - h * 0.022, half * 2 + 32, h * 0.026, mix(c.CLAY, c.PLUM, 0.5))
    s.rect(w / 2 - half - 16, roof - h * 0.028, half * 2 + 32, 4, c.GOLD_LIGHT, 'opacity="0.7"')
    for index in range(count):
        _lit_arch(
            s, w / 2 + (index - (count - 1) / 2) * span, base, span * 0.37, (base - roof) * 0.82
        )
    s.fill_below(base, s.vertical_gradient((0, mix(c.FOREST, c.PLUM, 0.72)), (1, c.NIGHT)))
    for step in range(6):
        breadth = half * (1.0 + step * 0.1)
        y = base + step * h * 0.03
        colour = mix(mix(c.CLAY, c.AMBER, 0.3), c.PLUM, 0.25 + step * 0.12)
        s.rect(w / 2 - breadth, y, breadth * 2, h * 0.031, colour)
        s.rect(w / 2 - breadth, y, breadth * 2, 3, c.GLOW, f'opacity="{0.5 - step * 0.07:.2f}"')
    s.path(
        f"M{w / 2 - half * 1.5} {base + h * 0.18}H{w / 2 + half * 1.5}L{w / 2 + half * 2.4} {h}"
        f"H{w / 2 - half * 2.4}Z",
        s.vertical_gradient((0, mix(c.PLUM, c.CLAY, 0.35)), (1, c.NIGHT)),
    )
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
    glow(s, w / 2, base, w * 0.45, h * 0.3, c.AMBER, 0.4)


def _lit_arch(s: Sketch, x: float, base: float, half: float, height: float) -> None:
    y = base - height + half
    inside = s.vertical_gradient((0, mix(c.AMBER, c.CLAY, 0.4)), (0.5, c.AMBER), (1, c.GLOW))
    frame = f'stroke="{c.GOLD_LIGHT}" stroke-width="{max(4, half * 0.05):.1f}"'
    s.path(arch_outline(x, y, half, base) + "Z", inside, frame)
    s.line([(x, base - height), (x, y + half * 0.1)], darker(c.GOLD, 0.4), 3)
    glow(s, x, y + half * 0.3, half * 1.1, half * 1.1, c.GLOW, 0.9)
    s.path(
        f"M{x - half * 0.16} {y + half * 0.1}H{x + half * 0.16}L{x + half * 0.1} {y + half * 0.5}"
        f"H{x - half * 0.1}Z",
        c.IVORY,
    )
    for side in (-1, 1):
        flower_x = x + side * half * 1.28
        tall, pot = height * 0.16, s.shaded_gradient(mix(c.CLAY, c.PLUM, 0.4))
        s.rect(flower_x - half * 0.12, base - tall, half * 0.24, tall, pot)
        for _ in range(4):
            bloom_x = flower_x + s.random.uniform(-0.12, 0.12) * half
            flower(s, bloom_x, base - height * s.random.uniform(0.17, 0.26), half * 0.11, c.ROSE)


def _cypress(s: Sketch, x: float, y: float, height: float) -> None:
    half = height * 0.085
    s.path(
        f"M{x} {y - height}C{x + half * 1.5} {y - height * 0.6} {x + half * 1.3} {y - height * 0.1}"
        f" {x + half * 0.4} {y}H{x - half * 0.4}C{x - half * 1.3} {y - height * 0.1} "
        f"{x - half * 1.5} {y - height * 0.6} {x} {y - height}Z",
        s.shaded_gradient(mix(c.FOREST, c.NIGHT, 0.68), 0.4),
    )
