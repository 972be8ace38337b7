"""Close views before lights out of focus: trophies, glasses and microphones."""

from tools.demo_art import palette as c
from tools.demo_art.light import beam, bokeh, glow
from tools.demo_art.palette import darker, mix
from tools.demo_art.scenes.objects import trophy
from tools.demo_art.sketch import ROUND_ENDS, Sketch

_LAMPS = [c.AMBER, c.GOLD_LIGHT, c.ROSE, c.GLOW, c.CLAY]


def trophies(
    s: Sketch,
    *,
    count: int = 3,
    plinths: bool = False,
    spotlight: bool = False,
    aside: bool = False,
) -> None:
    """The award itself, one or several, before lights far out of focus."""
    w, h = s.width, s.height
    s.background(s.vertical_gradient((0, c.NIGHT), (0.6, c.PLUM), (1, c.PLUM_DEEP)))
    bokeh(s, 46, 0.02, 0.7, h * 0.06, _LAMPS, 0.5)
    if spotlight:
        with s.screen_blend():
            beam(s, w / 2, -30, 0, h * 1.05, 34, c.GLOW, 1.0)
    table = h * 0.86
    wood = s.vertical_gradient((0, mix(c.PLUM, c.AMBER, 0.3)), (0.4, c.PLUM_DEEP), (1, c.NIGHT))
    s.rect(0, table - h * 0.04, w, h, wood)
    tall = h * (0.5 if plinths else 0.66)
    for index in range(count):
        x = w * ((index + 0.7) / (count + 0.4))
        if aside:
            x = w * 0.3
        lift = h * (0.2 - 0.075 * abs(index - (count - 1) / 2)) if plinths else 0
        if plinths:
            _plinth(s, x, table, lift, w / count * 0.36)
        glow(s, x, table - lift - tall * 0.6, tall * 0.5, tall * 0.62, c.AMBER, 0.4)
        if not plinths:
            with s.group(
                f'transform="translate({x:.1f} {table:.1f}) scale({tall / 100:.3f} '
                f'{-tall / 260:.3f})" opacity="0.3"'
            ):
                trophy(s)
        with s.placed_at(x, table - lift, tall / 100):
            trophy(s)
    bokeh(s, 9, 0.8, 1.02, h * 0.1, [c.AMBER, c.ROSE], 0.25)


def toast(s: Sketch, *, count: int = 5, pair: bool = False, tint: str = c.AMBER) -> None:
    """Coupes of gold, in a row or touching, before a field of round lights."""
    w, h = s.width, s.height
    s.background(
        s.vertical_gradient((0, c.NIGHT), (0.55, mix(c.PLUM, c.ROSE, 0.2)), (1, c.PLUM_DEEP))
    )
    bokeh(s, 60, 0.0, 0.85, h * 0.075, [tint, c.GOLD_LIGHT, c.ROSE, c.GLOW], 0.6)
    if pair:
        for side in (-1, 1):
            with s.group(
                f'transform="translate({w / 2 + side * h * 0.285:.1f} {h * 0.9:.1f}) '
                f'rotate({-side * 13})"'
            ):
                _coupe(s, h * 0.62)
        glow(s, w / 2, h * 0.33, h * 0.22, h * 0.22, c.GLOW, 1.0)
        return
    s.fill_below(h * 0.88, s.vertical_gradient((0, mix(c.PLUM, tint, 0.45)), (1, c.NIGHT)))
    for row, (y, size, opacity) in enumerate(((0.9, 0.46, 0.55), (0.98, 0.62, 1.0))):
        for index in range(count):
            x = w * (index + 0.5 * (row + 1)) / count
            with s.group(f'opacity="{opacity}" transform="translate({x:.1f} {y * h:.1f})"'):
                _coupe(s, h * size)


def microphone(s: Sketch, *, kind: str = "vintage", tint: str = c.AMBER) -> None:
    """A microphone close by: `vintage`, on a `stand`, on a `lectern`, or seen from `below`."""
    w, h = s.width, s.height
    s.background(
        s.vertical_gradient((0, c.NIGHT), (0.6, mix(c.PLUM, tint, 0.12)), (1, c.PLUM_DEEP))
    )
    if kind == "below":
        with s.screen_blend():
            for index in range(6):
                tilt, colour = ((0.5 - index / 5) * 70, s.pick([c.AMBER, c.ROSE, c.GLOW]))
                beam(s, w * (0.05 + 0.18 * index), -30, tilt, h * 1.1, 11, colour, 0.8)
    bokeh(s, 54, 0.05, 0.95, h * 0.08, [tint, c.GOLD_LIGHT, c.ROSE, c.GLOW], 0.5)
    glow(s, w * 0.55, h * 0.4, h * 0.5, h * 0.5, tint, 0.55)
    x = w * (0.42 if kind in ("vintage", "lectern") else 0.55)
    if kind == "vintage":
        _vintage_microphone(s, x, h)
    elif kind == "lectern":
        s.path(
            f"M0 {h}V{h * 0.84}L{w} {h * 0.72}V{h}Z",
            s.shaded_gradient(mix(c.CLAY, c.PLUM, 0.55), 0.45),
        )
        s.stroke(f"M0 {h * 0.84}L{w} {h * 0.72}", c.GOLD_LIGHT, 5)
        s.stroke(
            f"M{x + h * 0.3} {h * 0.8}Q{x + h * 0.32} {h * 0.45} {x} {h * 0.38}", c.INK, h * 0.014
        )
        _capsule(s, x, h * 0.38, h * 0.11, -68)
    else:
        turn = -24 if kind == "stand" else 8
        s.line([(x, h * 0.5), (x + h * 0.02, h * 1.1)], "#12060F", h * 0.022)
        _capsule(s, x, h * 0.46, h * 0.2, turn)


def _plinth(s: Sketch, x: float, table: float, lift: float, half: float) -> None:
    stone = s.horizontal_gradient(
        (0, darker(c.MULBERRY, 0.4)), (0.4, mix(c.MULBERRY, c.CLAY, 0.3)), (1, c.NIGHT)
    )
    s.rect(x - half, table - lift, half * 2, lift + s.height * 0.1, stone)
    s.rect(x - half - 6, table - lift - 6, half * 2 + 12, 12, s.shaded_gradient(c.GOLD))


def _coupe(s: Sketch, size: float) -> None:
    """A champagne coupe on (0, 0), `size` pixels tall."""
    with s.group(f'transform="scale({size / 100:.3f})"'):
        s.path(
            "M-1.2 -52L-1.6 -4C-1.6 -2 -14 -2 -15 0H15C14 -2 1.6 -2 1.6 -4L1.2 -52Z",
            s.horizontal_gradient((0, c.IVORY, 0.2), (0.4, c.IVORY, 0.75), (1, c.GOLD_LIGHT, 0.25)),
        )
        s.path(
            "M-25 -90C-25 -64 -12 -54 0 -52C12 -54 25 -64 25 -90Z",
            s.horizontal_gradient((0, c.IVORY, 0.25), (0.3, c.IVORY, 0.1), (1, c.IVORY, 0.35)),
        )
        s.path(
            "M-24.4 -82C-23 -64 -11 -55.5 0 -54C11 -55.5 23 -64 24.4 -82Z",
            s.vertical_gradient((0, c.GLOW, 0.95), (0.5, c.AMBER, 0.9), (1, c.GOLD, 0.9)),
        )
        s.ellipse(0, -82, 24.4, 3.2, c.GLOW, 'opacity="0.9"')
        s.ellipse(0, -90, 25, 3.4, "none", f'stroke="{c.IVORY}" stroke-width="0.8" opacity="0.8"')
        for _ in range(16):
            y = s.random.uniform(-80, -58)
            x = s.random.uniform(-1, 1) * (y + 94) * 0.2 + s.random.uniform(-12, 12)
            s.circle(x, y, s.random.uniform(0.4, 1.0), c.IVORY, 'opacity="0.8"')
        shine = f'{ROUND_ENDS} opacity="0.7"'
        s.stroke("M-20 -86C-20 -70 -15 -62 -10 -59", "#FFFFFF", 1.6, shine)


def _capsule(s: Sketch, x: float, y: float, size: float, turn: float) -> None:
    """A hand-held microphone: a round mesh on a dark handle; (x, y) is the mesh's middle."""
    mesh = s.radial_gradient((0, "#F3E3C6"), (0.45, c.GOLD), (1, "#2A160F"), cx=0.35, cy=0.3, r=0.8)
    with s.group(f'transform="translate({x:.1f} {y:.1f}) rotate({turn}) scale({size / 50:.3f})"'):
        s.path(
            "M-17 24L-9 112H9L17 24Z",
            s.horizontal_gradient(
                (0, "#0E050B"), (0.3, "#54404C"), (0.55, "#1F0F1A"), (1, "#0A0308")
            ),
        )
        s.circle(0, 0, 30, mesh)
        with s.group(s.clip("M0 -30A30 30 0 0 1 0 30A30 30 0 0 1 0 -30Z")):
            for index in range(-9, 10):
                offset = index * 6
                cross = f"M{offset - 34} -34L{offset + 34} 34M{offset + 34} -34L{offset - 34} 34"
                s.stroke(cross, "#2A160F", 0.9, 'opacity="0.55"')
        s.rect(-26, 16, 52, 9, s.shaded_gradient(c.GOLD_LIGHT, 0.6), 'rx="3"')


def _vintage_microphone(s: Sketch, x: float, h: float) -> None:
    """A broadcasting microphone of the forties with its ribs."""
    metal = s.horizontal_gradient(
        (0, "#3A2418"), (0.25, c.GOLD_LIGHT), (0.42, "#FFF6DF"), (0.6, c.GOLD), (1, "#2A160F")
    )
    with s.placed_at(x, h * 0.46, h / 1000):
        s.rect(-16, 200, 32, 420, metal)
        s.stroke("M-150 60C-170 200 -90 262 0 262C90 262 170 200 150 60", c.GOLD, 18)
        s.rect(-132, -270, 264, 480, metal, 'rx="130"')
        s.rect(-112, -250, 224, 440, "#1B0C14", 'rx="110"')
        with s.group(s.clip("M-112 -140A112 110 0 0 1 112 -140V80A112 110 0 0 1 -112 80Z")):
            for index in range(-5, 6):
                s.rect(index * 21 - 6, -260, 12, 470, metal)
        s.rect(-134, -62, 268, 60, metal, 'rx="8"')
        s.stroke("M-40 -32H40", c.PLUM, 12, ROUND_ENDS)
