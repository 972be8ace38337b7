"""Scenes in the hall: the stage, its speakers and winners, the panel and the audience."""

from dataclasses import replace

from tools.demo_art import palette as c
from tools.demo_art.figures import (
    Figure,
    dimmed,
    from_behind,
    seated,
    shadow_of,
    somebody,
    standing,
)
from tools.demo_art.light import beam, confetti, dust, glow, halo
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.scenes.objects import lectern, plant, trophy
from tools.demo_art.sketch import Sketch, arch_outline

_WARM = [c.AMBER, c.AMBER, c.ROSE, c.GLOW]


def stage(
    s: Sketch, *, people: int = 1, tint: str = c.AMBER, narrow: bool = False, place: float = 0.5
) -> None:
    """A stage under beams; `people` stand on it (one of them at a lectern), 0 leaves it empty.

    `place` is where they stand, as a share of the width: the hero's words need the left half.
    """
    w, h = s.width, s.height
    floor = h * 0.72
    _hall(s, floor, tint)
    _beams(s, floor, tint, 1 if narrow else 7)
    _stage_floor(s, floor, w * place, tint)
    size = h * 0.34 / 100
    for index in range(people):
        x = w * (place + (index - (people - 1) / 2) * 0.1)
        with s.placed_at(x, floor + h * 0.03, size):
            standing(s, dimmed(somebody(s), 0.2), "rest")
            if people == 1 and not narrow:
                lectern(s)
    dust(s, 140, 0.05, 0.8)
    _rows(s, h * 0.93, h * 0.0021, 2)


def winner(
    s: Sketch,
    *,
    haircut: str = "bun",
    dress: str = "gown",
    cloth: str = c.ROSE,
    skin: str = "#7F4E31",
    hair: str = "#20131A",
    beams: int = 5,
    tint: str = c.AMBER,
) -> None:
    """A winner who lifts her trophy in falling gold."""
    w, h = s.width, s.height
    floor = h * 0.84
    _hall(s, floor, tint)
    _beams(s, floor, tint, beams)
    _stage_floor(s, floor, w / 2, tint)
    glow(s, w / 2, h * 0.42, h * 0.42, h * 0.44, tint, 0.65)
    confetti(s, int(w * h / 14000), 0.95, h * 0.014)
    size = h * 0.6 / 100
    figure = Figure(skin, hair, cloth, haircut, dress)
    with s.placed_at(w / 2, floor + h * 0.03, size):
        with s.placed_at(-0.7, -0.5):
            standing(s, shadow_of(figure, c.GLOW), "raise")
        standing(s, figure, "raise")
        with s.placed_at(10, -106, 0.24):
            trophy(s)
    confetti(s, int(w * h / 40000), 0.8, h * 0.018)
    _rows(s, h * 1.01, h * 0.0022, 1)


def panel(
    s: Sketch, *, guests: int = 4, shape: str = "disc", audience: bool = False, plants: bool = False
) -> None:
    """Guests in armchairs before a lit wall with a disc, an arch or bands."""
    w, h = s.width, s.height
    floor = h * 0.74
    s.background(s.vertical_gradient((0, c.PLUM_DEEP), (1, mix(c.PLUM, c.ROSE, 0.18))))
    _wall_shape(s, shape, floor)
    s.fill_below(floor, s.vertical_gradient((0, mix(c.PLUM, c.CLAY, 0.3)), (1, c.NIGHT)))
    glow(s, w / 2, floor + h * 0.06, w * 0.42, h * 0.1, c.GOLD_LIGHT, 0.55)
    for x, tilt in ((0.1, 22), (0.36, 6), (0.64, -6), (0.9, -22)):
        with s.screen_blend(0.55):
            beam(s, w * x, -10, tilt, h * 0.86, 17, c.GLOW)
    size = h * 0.46 / 100 if guests < 4 else h * 0.4 / 100
    chairs = [mix(c.ROSE, c.PLUM, 0.25), c.GOLD, mix(c.FOREST, c.PLUM, 0.2), c.CLAY]
    span = size * 74
    for index in range(guests):
        x = w / 2 + (index - (guests - 1) / 2) * span
        with s.placed_at(x, floor + h * 0.1, size):
            s.ellipse(0, 1, 36, 5, s.radial_gradient((0, c.NIGHT, 0.8), (1, c.NIGHT, 0)))
            seated(s, somebody(s), chairs[index % len(chairs)])
        if index:
            _side_table(s, x - span / 2, floor + h * 0.1, size)
    if plants:
        for x, side in ((0.07, 1), (0.93, -1)):
            plant(s, w * x, floor + h * 0.1, h * 0.5, side)
    if audience:
        _rows(s, h * 0.96, h * 0.0026, 2)


def audience(
    s: Sketch, *, raised: bool = False, lamps: bool = False, gold: bool = False, tint: str = c.AMBER
) -> None:
    """The hall seen from the back rows, with the stage shining over everybody's heads."""
    w, h = s.width, s.height
    _hall(s, h * 0.62, tint)
    with s.screen_blend():
        halo(s, w / 2, h * 0.42, w * 0.6, h * 0.4, tint, 0.95)
        halo(s, w / 2, h * 0.42, w * 0.25, h * 0.18, c.IVORY, 0.7)
    _beams(s, h * 0.6, tint, 8)
    if gold:
        confetti(s, int(w * h / 9000), 0.75, h * 0.012)
    s.fill_below(
        h * 0.6, s.vertical_gradient((0, mix(tint, c.PLUM, 0.55)), (0.3, c.PLUM_DEEP), (1, c.NIGHT))
    )
    _rows(s, h * 0.62, h * 0.0011, 7, raised=raised, lamps=lamps, backlight=tint)


def _hall(s: Sketch, floor: float, tint: str) -> None:
    """Drapery at the back of the stage, lit from below."""
    w, h = s.width, s.height
    s.background(s.vertical_gradient((0, c.NIGHT), (0.7, c.PLUM_DEEP), (1, c.PLUM)))
    folds = 26
    for index in range(folds):
        x = w * index / folds
        breadth = w / folds * s.random.uniform(0.7, 1.3)
        paint = s.horizontal_gradient(
            (0, c.MULBERRY, 0),
            (0.4, lighter(c.MULBERRY, 0.08), 0.55),
            (0.75, c.NIGHT, 0.5),
            (1, c.NIGHT, 0),
        )
        s.rect(x, 0, breadth * 1.25, floor, paint)
    glow(s, w / 2, floor, w * 0.6, h * 0.5, mix(tint, c.ROSE, 0.35), 0.5)


def _beams(s: Sketch, floor: float, tint: str, count: int) -> None:
    w, h = s.width, s.height
    with s.screen_blend(0.85):
        if count == 1:
            beam(s, w * 0.5, -20, 0, floor * 1.06, 22, c.GLOW, 1.0)
            beam(s, w * 0.5, -20, 0, floor * 1.06, 12, c.IVORY, 0.6)
            return
        for index in range(count):
            share = index / (count - 1)
            colour = tint if index % 3 != 1 else s.pick(_WARM)
            tilt = (0.5 - share) * 62 + s.random.uniform(-9, 9)
            beam(s, w * (0.04 + share * 0.92), -20, tilt, h * 1.0, s.random.uniform(8, 15), colour)


def _stage_floor(s: Sketch, floor: float, cx: float, tint: str) -> None:
    w, h = s.width, s.height
    s.fill_below(
        floor, s.vertical_gradient((0, mix(c.PLUM, tint, 0.28)), (0.5, c.PLUM_DEEP), (1, c.NIGHT))
    )
    s.rect(0, floor, w, 3, c.GLOW, 'opacity="0.5"')
    glow(s, cx, floor + h * 0.05, w * 0.3, h * 0.06, c.GLOW, 0.8)


def _rows(
    s: Sketch,
    first: float,
    size: float,
    count: int,
    *,
    raised: bool = False,
    lamps: bool = False,
    backlight: str = c.AMBER,
) -> None:
    """Rows of listeners from behind: far ones small and warm, near ones large, dark and soft."""
    w, h = s.width, s.height
    for row in range(count):
        scale = size * 1.34**row
        y = first + h * 0.052 * (1.34**row - 1) / 0.34
        depth = (row + 1) / count
        rim = mix(backlight, c.ROSE, 0.3)
        step = 37 * scale
        softness = s.blur(2.6 * h / 1000) if row == count - 1 and row else ""
        with s.group(softness):
            for column in range(int(w / step) + 2):
                x = column * step + (row % 2) * step / 2 + s.random.uniform(-0.12, 0.12) * step
                _listener(
                    s,
                    x,
                    y + s.random.uniform(-3, 3) * scale,
                    scale,
                    rim,
                    depth,
                    raised and s.random.random() < 0.55,
                    lamps and s.random.random() < 0.4,
                )


def _listener(
    s: Sketch, x: float, y: float, scale: float, rim: str, depth: float, raised: bool, lamp: bool
) -> None:
    person = somebody(s)
    dark = shadow_of(
        person, darker(mix(person.cloth, rim, 0.55 * (1 - depth)), 0.62 + 0.34 * depth)
    )
    dark = replace(dark, cloth=darker(mix(person.cloth, rim, 0.3), 0.7 + 0.26 * depth))
    with s.placed_at(x, y, scale):
        if raised or lamp:
            side = 1 if s.random.random() < 0.5 else -1
            lift = s.random.uniform(-8, 6)
            hand = (side * 21.0, -56 + lift)
            for shift, colour in (
                (-0.8, mix(rim, c.NIGHT, 0.35)),
                (0.0, mix(dark.skin, c.NIGHT, 0.3)),
            ):
                s.line(
                    [(side * 14 + shift, -8), (side * 23 + shift, -32), (hand[0] + shift, hand[1])],
                    colour,
                    5.5,
                )
            if lamp:
                glow(s, hand[0], hand[1] - 6, 16, 16, c.GLOW, 0.9)
                s.rect(hand[0] - 2.4, hand[1] - 11, 4.8, 9, c.IVORY, 'rx="1"')
        with s.group(f'opacity="{0.75 - depth * 0.45:.2f}"'), s.placed_at(0, -1.1):
            from_behind(s, shadow_of(person, rim))
        from_behind(s, dark)


def _wall_shape(s: Sketch, shape: str, floor: float) -> None:
    w, h = s.width, s.height
    paint = s.vertical_gradient(
        (0, c.GOLD_LIGHT), (0.55, mix(c.GOLD, c.ROSE, 0.35)), (1, mix(c.ROSE, c.PLUM, 0.4))
    )
    glow(s, w / 2, floor * 0.55, h * 0.75, h * 0.6, mix(c.GOLD, c.ROSE, 0.3), 0.6)
    if shape == "disc":
        s.circle(w / 2, floor * 0.56, h * 0.32, paint)
        for step in (0.35, 0.375):
            s.ring(w / 2, floor * 0.56, h * step, c.GOLD_LIGHT, 2.5, 'opacity="0.7"')
    elif shape == "arch":
        for grow, opacity in ((1.25, 0.25), (1.1, 0.5), (0.95, 1.0)):
            r = h * 0.26 * grow
            top = floor - h * 0.6 * grow + r
            s.path(arch_outline(w / 2, top, r, floor) + "Z", paint, f'opacity="{opacity}"')
    else:
        for index in range(9):
            breadth = w * 0.06
            height = h * (0.3 + 0.3 * (1 - abs(index - 4) / 4.5))
            x = w / 2 + (index - 4.5) * w * 0.085 + w * 0.012
            s.rect(x, floor - height, breadth, height, paint, 'rx="8"')


def _side_table(s: Sketch, x: float, y: float, size: float) -> None:
    with s.placed_at(x, y, size):
        s.line([(0, -20), (0, 0)], darker(c.GOLD, 0.3), 1.6)
        s.ellipse(0, 0, 6, 1.4, darker(c.GOLD, 0.3))
        s.ellipse(0, -21, 9, 2.4, s.shaded_gradient(c.GOLD_LIGHT, 0.4))
        s.path("M-4 -30L-2 -30L-2.4 -22H-3.6Z", c.IVORY, 'opacity="0.75"')
        s.circle(3, -24.5, 2.6, c.ROSE)
        s.rect(1.4, -23.6, 3.2, 2.4, c.INK)
