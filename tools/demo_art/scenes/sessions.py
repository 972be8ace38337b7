"""Working scenes: the wall of notes, and an interview before the camera."""

from tools.demo_art import palette as c
from tools.demo_art.figures import from_behind, seated_aside, somebody, standing
from tools.demo_art.light import glow
from tools.demo_art.palette import darker, lighter, mix
from tools.demo_art.scenes.objects import plant
from tools.demo_art.sketch import ROUND_ENDS, Sketch


def board(s: Sketch, *, columns: int = 6, reaching: bool = False, arrows: bool = False) -> None:
    """A workshop leader at a wall of coloured notes, with listeners in front."""
    w, h = s.width, s.height
    s.background(s.vertical_gradient((0, lighter(c.SAND, 0.3)), (1, mix(c.SAND, c.CLAY, 0.3))))
    s.fill_below(h * 0.78, s.vertical_gradient((0, mix(c.CLAY, c.PLUM, 0.3)), (1, c.PLUM)))
    left, top, wide, tall = w * 0.16, h * 0.1, w * 0.62, h * 0.56
    s.rect(left + 10, top + 16, wide, tall, c.NIGHT, f'opacity="0.22" rx="10" {s.blur(12)}')
    s.rect(left, top, wide, tall, c.IVORY, f'rx="10" stroke="{c.GOLD}" stroke-width="5"')
    _notes(s, left, top, wide, tall, columns, arrows)
    for x in (0.06, 0.93):
        plant(s, w * x, h * 0.9, h * 0.46, 1)
    size = h * 0.66 / 100
    with s.placed_at(w * 0.82, h * 0.97, size, mirrored=True):
        standing(s, somebody(s), "point")
    if reaching:
        with s.placed_at(w * 0.26, h * 0.98, size):
            standing(s, somebody(s), "raise")
    else:
        for x in (0.24, 0.42, 0.6):
            with s.placed_at(w * x + s.random.uniform(-20, 20), h * 1.0, h * 0.0078):
                from_behind(s, somebody(s))
    s.background(s.radial_gradient((0, c.AMBER, 0.18), (1, c.AMBER, 0), cx=0.2, cy=0.0, r=1.0))


def interview(s: Sketch, *, wall: str = c.MULBERRY, big_lamp: bool = False) -> None:
    """Two women in armchairs, seen past the dark shape of a film camera."""
    w, h = s.width, s.height
    s.background(
        s.radial_gradient((0, lighter(wall, 0.22)), (1, darker(wall, 0.55)), cx=0.5, cy=0.4, r=0.75)
    )
    for index in range(5):
        radius, faint = h * (0.12 + 0.085 * index), f'opacity="{0.5 - index * 0.08:.2f}"'
        s.ring(w * 0.5, h * 0.42, radius, c.GOLD_LIGHT, 2, faint)
    s.fill_below(h * 0.78, s.vertical_gradient((0, mix(wall, c.CLAY, 0.35)), (1, c.NIGHT)))
    s.ellipse(
        w * 0.5, h * 0.88, w * 0.34, h * 0.075, s.shaded_gradient(mix(c.ROSE, c.PLUM, 0.35), 0.3)
    )
    hem = f'stroke="{c.GOLD_LIGHT}" stroke-width="3" opacity="0.6"'
    s.ellipse(w * 0.5, h * 0.88, w * 0.31, h * 0.064, "none", hem)
    _floor_lamp(s, w * (0.17 if big_lamp else 0.5), h * 0.86, h * (0.72 if big_lamp else 0.56))
    plant(s, w * 0.88, h * 0.86, h * 0.5, 1)
    size = h * 0.56 / 100
    for x, mirrored, chair in ((0.33, False, c.FOREST), (0.67, True, c.GOLD)):
        with s.placed_at(w * x, h * 0.89, size, mirrored):
            s.ellipse(0, 1, 34, 4, s.radial_gradient((0, c.NIGHT, 0.7), (1, c.NIGHT, 0)))
            seated_aside(s, somebody(s), mix(chair, c.PLUM, 0.15))
    glow(s, w * 0.5, h * 0.35, w * 0.45, h * 0.55, c.AMBER, 0.35)
    _camera(s, w * (0.83 if big_lamp else 0.1), h * 1.02, h * 0.5, not big_lamp)


def _notes(
    s: Sketch, left: float, top: float, wide: float, tall: float, columns: int, arrows: bool
) -> None:
    colours = [c.ROSE, c.GOLD_LIGHT, c.BLUSH, c.SAGE, c.CLAY, c.SAND]
    cell = wide / columns
    side = cell * 0.58
    for column in range(columns):
        heading = (left + (column + 0.2) * cell, top + tall * 0.06, cell * 0.6, tall * 0.035)
        s.rect(*heading, c.PLUM, 'rx="4" opacity="0.8"')
        for row in range(int(s.random.integers(2, max(3, int(tall / side * 0.72))))):
            x = left + (column + 0.21) * cell + s.random.uniform(-0.04, 0.04) * cell
            y = top + tall * 0.16 + row * side * 1.18
            turn = s.random.uniform(-5, 5)
            with s.group(f'transform="rotate({turn:.1f} {x:.0f} {y:.0f})"'):
                s.rect(x + 3, y + 5, side, side, c.NIGHT, 'opacity="0.15"')
                s.rect(x, y, side, side, s.shaded_gradient(s.pick(colours), 0.12))
                for line in range(3):
                    line_y, length = (
                        y + side * (0.24 + line * 0.2),
                        side * s.random.uniform(0.35, 0.72),
                    )
                    s.rect(x + side * 0.14, line_y, length, side * 0.06, c.INK, 'opacity="0.55"')
        if arrows and column:
            x, y = left + column * cell, top + tall * (0.3 + 0.16 * (column % 3))
            s.stroke(
                f"M{x - cell * 0.2:.0f} {y:.0f}q{cell * 0.2:.0f} {-cell * 0.2:.0f} "
                f"{cell * 0.4:.0f} 0m-14 -14l14 14l-18 6",
                c.PLUM,
                5,
                ROUND_ENDS,
            )


def _floor_lamp(s: Sketch, x: float, y: float, height: float) -> None:
    s.line([(x, y), (x, y - height * 0.8)], darker(c.GOLD, 0.3), 7)
    s.ellipse(x, y, height * 0.1, height * 0.018, darker(c.GOLD, 0.3))
    glow(s, x, y - height * 0.8, height * 0.7, height * 0.6, c.AMBER, 0.7)
    half = height * 0.16
    s.path(
        f"M{x - half} {y - height * 0.76}L{x - half * 0.6} {y - height}H{x + half * 0.6}"
        f"L{x + half} "
        f"{y - height * 0.76}Z",
        s.vertical_gradient((0, c.AMBER), (1, c.GLOW)),
    )


def _camera(s: Sketch, x: float, y: float, size: float, to_right: bool) -> None:
    dark = s.shaded_gradient("#1B0A16", 0.4)
    with s.placed_at(x, y, size / 100, mirrored=not to_right):
        for foot in (-26, 2, 28):
            s.line([(0, -46), (foot, 2)], c.NIGHT, 4)
        s.path("M-30 -92H22V-54H-30Z", dark, f'stroke="{c.DUSK}" stroke-width="0.8"')
        s.path("M22 -86L46 -92V-54L22 -60Z", dark)
        s.ellipse(46, -73, 5, 19, s.radial_gradient((0, c.DUSK), (0.5, c.PLUM), (1, c.NIGHT)))
        s.stroke("M-22 -92V-104H10V-92", "#1B0A16", 5)
        s.circle(-24, -84, 2, c.ROSE)
