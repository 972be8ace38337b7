"""Draws the people in the scenes: faceless, in evening dress, from afar or from behind.

A figure's unit is a hundredth of its height; its feet are at (0, 0) and its head is at y = -93.
"""

from dataclasses import dataclass, replace

from tools.demo_art import palette as c
from tools.demo_art.palette import darker
from tools.demo_art.sketch import Point, Sketch

SKINS = ["#F0C4A6", "#E5B58D", "#D29D6C", "#BC7F52", "#9C6540", "#7F4E31", "#683F2A", "#523021"]
HAIRS = ["#20131A", "#20131A", "#38221D", "#613A28", "#8A412B", "#BF9156", "#C6BFBE"]
CLOTHS = [c.ROSE, c.GOLD, c.IVORY, c.MULBERRY, c.FOREST, c.CLAY, c.BLUSH, c.PLUM, c.GOLD_LIGHT]
STRONG_CLOTHS = [c.ROSE, c.GOLD, c.MULBERRY, c.FOREST, c.CLAY]
HAIRCUTS = ["bun", "bob", "long", "afro", "short", "wrap", "braids", "updo"]
DRESSES = ["gown", "sheath", "suit", "wide"]


@dataclass(frozen=True)
class Figure:
    """How one person looks; `dark` colours make a silhouette."""

    skin: str
    hair: str
    cloth: str
    haircut: str = "bun"
    dress: str = "gown"


def somebody(s: Sketch) -> Figure:
    """A person with features drawn from the lists above."""
    haircut = s.pick(HAIRCUTS)
    skin, hair = s.pick(SKINS), s.pick(HAIRS)
    cloth = s.pick(STRONG_CLOTHS if haircut == "wrap" else CLOTHS)
    return Figure(skin, hair, cloth, haircut, dress=s.pick(DRESSES))


def shadow_of(figure: Figure, colour: str) -> Figure:
    """The same person as a silhouette in `colour`."""
    return replace(figure, skin=colour, hair=colour, cloth=colour)


def dimmed(figure: Figure, share: float) -> Figure:
    """The same person, `share` (0 to 1) of the way into the dark."""
    skin, hair, cloth = (darker(each, share) for each in (figure.skin, figure.hair, figure.cloth))
    return replace(figure, skin=skin, hair=hair, cloth=cloth)


def standing(s: Sketch, figure: Figure, pose: str = "rest") -> None:
    """A standing person: `rest`, `glass`, `raise` (one arm up), `both` (arms up), `point`."""
    _hair_behind(s, figure, 0, -93)
    # A jacket falls over its trousers; a dress has no seam at the hips.
    layers = (_lower_body, _torso) if figure.dress == "suit" else (_torso, _lower_body)
    for layer in layers:
        layer(s, figure)
    _head(s, figure, 0, -93)
    _arms(s, figure, pose)


def seated(s: Sketch, figure: Figure, chair: str) -> None:
    """A person in an armchair, seen from the front; the seat is about 42 units wide."""
    back = s.shaded_gradient(chair, 0.35)
    s.path("M-24 -8V-50C-24 -66 24 -66 24 -50V-8Z", back)
    s.path(
        "M-27 -6V-34C-27 -40 -17 -40 -17 -34V-6ZM27 -6V-34C27 -40 17 -40 17 -34V-6Z",
        s.shaded_gradient(darker(chair, 0.18), 0.3),
    )
    s.rect(-20, -27, 40, 17, s.shaded_gradient(darker(chair, 0.08)), 'rx="4"')
    for x in (-22, 22):
        s.line([(x, -6), (x, 0)], darker(chair, 0.5), 2.2)
    _hair_behind(s, figure, 0, -77)
    s.path(
        "M-6.4 -28C-8.4 -44 -6 -50 -8.6 -61C-8 -66 -3 -67.4 0 -67.4C3 -67.4 8 -66 8.6 -61"
        "C6 -50 8.4 -44 6.4 -28Z",
        s.shaded_gradient(figure.cloth, 0.35),
    )
    if figure.dress == "suit":
        for side in (-1, 1):
            s.line([(side * 3.6, -30), (side * 6.4, -23.5)], figure.cloth, 8.6)
            s.line([(side * 6.4, -22), (side * 4.6, -3)], darker(figure.cloth, 0.16), 6.2)
    else:
        s.path(
            "M-6.4 -32C-11 -31 -12.4 -25 -11 -20C-10 -14 -9.6 -8 -9.8 -2.6C-4 -1.4 4 -1.4 9.8 -2.6"
            "C9.6 -8 10 -14 11 -20C12.4 -25 11 -31 6.4 -32Z",
            s.shaded_gradient(figure.cloth, 0.5),
        )
        s.stroke(
            "M-8.6 -21C-4 -18.6 4 -18.6 8.6 -21M-3 -18L-3.6 -3M3.4 -18L4 -3",
            darker(figure.cloth, 0.35),
            0.6,
            'opacity="0.7"',
        )
    s.path("M-6.4 -2.6H-1.6L-2 0H-7.4ZM6.4 -2.6H1.6L2 0H7.4Z", darker(figure.hair, 0.2))
    sleeve = figure.skin if figure.dress == "gown" else figure.cloth
    _limb(s, [(-8, -61), (-11.6, -46), (-3.4, -35)], sleeve)
    _limb(s, [(8, -61), (11.6, -47), (3, -36)], sleeve)
    s.ellipse(-0.4, -34.6, 3.6, 1.7, figure.skin)
    _head(s, figure, 0, -77)


def seated_aside(s: Sketch, figure: Figure, chair: str) -> None:
    """A person in an armchair, seen from the side and looking to the right."""
    s.path(
        "M-20 -6C-24 -30 -24 -56 -19 -64C-14 -68 -9 -62 -9 -52L-6 -26H18V-6Z",
        s.shaded_gradient(chair, 0.4),
    )
    for x in (-17, 15):
        s.line([(x, -7), (x, 0)], darker(chair, 0.5), 2.2)
    _hair_behind(s, figure, 0, -77)
    s.path(
        "M-9 -26C-13 -44 -9 -60 -4 -64C0 -68 6 -64 7 -58C9 -46 9 -36 8 -26Z",
        s.shaded_gradient(figure.cloth, 0.4),
    )
    s.line([(-2, -29), (19, -30)], figure.cloth, 11)
    s.line([(20, -29), (21, -6)], darker(figure.skin, 0.1), 4.6)
    s.line([(14, -28), (27, -8)], figure.skin, 4.6)
    s.path("M18 -5H27L29 0H18ZM25 -9L33 -6L32 -2L24 -5Z", darker(figure.hair, 0.2))
    s.path("M-20 -40H4C8 -40 8 -32 4 -32H-18Z", s.shaded_gradient(darker(chair, 0.2), 0.3))
    _limb(s, [(2, -60), (7, -46), (16, -42)], darker(figure.cloth, 0.12))
    s.circle(17, -42, 2.1, figure.skin)
    _head(s, figure, 1, -77)
    s.path("M5 -79L8 -75.6L5 -74.5Z", figure.skin)


def from_behind(s: Sketch, figure: Figure) -> None:
    """Head and shoulders of a person in the audience; the base is at y = 0, about 40 wide."""
    s.path(
        "M-21 6C-21 -10 -14 -15 -5 -17H5C14 -15 21 -10 21 6Z", s.shaded_gradient(figure.cloth, 0.4)
    )
    s.rect(-3.4, -24, 6.8, 10, figure.skin)
    with s.placed_at(0, -31, 1.55):
        _hair_behind(s, figure, 0, 0)
        s.ellipse(0, 0, 5.2, 6.6, figure.cloth if figure.haircut == "wrap" else figure.hair)
        s.ellipse(-5.3, 1, 0.9, 1.6, figure.skin)
        s.ellipse(5.3, 1, 0.9, 1.6, figure.skin)
        _hair_on_top(s, figure, 0, 0)


def _head(s: Sketch, figure: Figure, x: float, y: float) -> None:
    s.path(f"M{x - 2} {y + 3}V{y + 12}H{x + 2}V{y + 3}Z", darker(figure.skin, 0.18))
    s.ellipse(x, y, 4.7, 6.2, s.shaded_gradient(figure.skin, 0.3))
    _hair_on_top(s, figure, x, y)


def _hair_behind(s: Sketch, figure: Figure, x: float, y: float) -> None:
    hair = figure.hair
    if figure.haircut == "long":
        s.path(
            f"M{x - 6} {y - 2}C{x - 8} {y + 8} {x - 8} {y + 16} {x - 6.5} {y + 21}H{x + 6.5}"
            f"C{x + 8} {y + 16} {x + 8} {y + 8} {x + 6} {y - 2}Z",
            s.shaded_gradient(hair, 0.3),
        )
    elif figure.haircut == "afro":
        s.circle(x, y - 2.4, 9.4, s.shaded_gradient(hair, 0.25))
    elif figure.haircut == "braids":
        for offset in (-5.4, -3.4, 3.4, 5.4):
            s.line([(x + offset * 0.8, y), (x + offset * 1.15, y + 20)], hair, 1.9)
    elif figure.haircut == "bob":
        s.path(f"M{x - 6.4} {y - 1}V{y + 7}H{x + 6.4}V{y - 1}Z", hair)


def _hair_on_top(s: Sketch, figure: Figure, x: float, y: float) -> None:
    hair = s.shaded_gradient(figure.hair, 0.2)
    if figure.haircut == "wrap":
        s.path(
            f"M{x - 5.4} {y - 1}C{x - 9} {y - 9} {x - 5} {y - 15} {x + 1} {y - 14}"
            f"C{x + 8} {y - 14} {x + 8} {y - 7} {x + 5.2} {y - 1.6}C{x + 2} {y - 4} {x - 2} "
            f"{y - 4} {x - 5.4} {y - 1}Z",
            s.shaded_gradient(figure.cloth, 0.35),
        )
        return
    s.path(
        f"M{x - 5.2} {y + 1}C{x - 6.4} {y - 9} {x + 6.4} {y - 9} {x + 5.2} {y + 1}"
        f"C{x + 4.4} {y - 3} {x + 1} {y - 4} {x - 1.4} {y - 3.8}C{x - 3.4} {y - 3.4} {x - 4.4} "
        f"{y - 2} {x - 5.2} {y + 1}Z",
        hair,
    )
    if figure.haircut == "bun":
        s.circle(x + 0.4, y - 8.4, 3.1, hair)
    elif figure.haircut == "updo":
        s.ellipse(x - 2.6, y - 6, 4.6, 3.6, hair, f'transform="rotate(-24 {x - 2.6} {y - 6})"')
    elif figure.haircut == "afro":
        s.path(
            f"M{x - 7} {y - 3}C{x - 6} {y - 13} {x + 6} {y - 13} {x + 7} {y - 3}C{x + 4} "
            f"{y - 5} {x - 4} {y - 5} {x - 7} {y - 3}Z",
            hair,
        )


def _torso(s: Sketch, figure: Figure) -> None:
    bare = figure.dress in ("gown", "wide")
    top = figure.skin if bare else figure.cloth
    s.path(
        "M-2.2 -84C-4 -82 -9.4 -81 -9.8 -77.5L-8.4 -70H8.4L9.8 -77.5C9.4 -81 4 -82 2.2 -84Z",
        s.shaded_gradient(top, 0.3),
    )
    s.path(
        "M-8.6 -76C-5 -73 -3 -76.5 0 -74.5C3 -76.5 5 -73 8.6 -76C9 -70 6.6 -64 5.8 -59"
        "C7.4 -55 8.6 -50 8.8 -47H-8.8C-8.6 -50 -7.4 -55 -5.8 -59C-6.6 -64 -9 -70 -8.6 -76Z",
        s.shaded_gradient(figure.cloth, 0.35),
    )
    if figure.dress == "suit":
        s.path(
            "M-9.6 -79C-6 -82 -3 -83 -2 -83L0 -66L2 -83C3 -83 6 -82 9.6 -79L8.4 -44H-8.4Z",
            s.shaded_gradient(figure.cloth, 0.35),
        )
        s.path("M-2 -83L0 -66L2 -83Z", darker(c.IVORY, 0.12) if figure.cloth != c.IVORY else c.ROSE)


def _lower_body(s: Sketch, figure: Figure) -> None:
    cloth = s.shaded_gradient(figure.cloth, 0.4)
    if figure.dress in ("gown", "wide"):
        hem = 13 if figure.dress == "gown" else 24
        s.path(
            f"M-6 -60C-9 -46 -{hem * 0.62:.1f} -22 -{hem} 0C-{hem * 0.4:.1f} 1.6 "
            f"{hem * 0.4:.1f} 1.6 {hem} 0C{hem * 0.62:.1f} -22 9 -46 6 -60Z",
            cloth,
        )
        for share in (-0.5, -0.15, 0.25, 0.6):
            s.stroke(
                f"M{share * 9:.1f} -46Q{share * hem * 0.7:.1f} -20 {share * hem:.1f} 0",
                darker(figure.cloth, 0.3),
                0.5,
                'opacity="0.6"',
            )
        return
    if figure.dress == "suit":
        s.path("M-8.4 -50L-6.8 0H-1.6L0 -40L1.6 0H6.8L8.4 -50Z", cloth)
        s.path("M-7.4 0H-1.4V-1.6H-6ZM7.4 0H1.4V-1.6H6Z", figure.hair)
        return
    s.path(
        "M-5 -30L-3.9 -3L-6.4 0H-2.4L-1 -30ZM5 -30L3.9 -3L6.4 0H2.4L1 -30Z",
        s.shaded_gradient(figure.skin, 0.4),
    )
    s.path("M-6 -60C-9 -50 -9.4 -40 -6.6 -24H6.6C9.4 -40 9 -50 6 -60Z", cloth)


def _arms(s: Sketch, figure: Figure, pose: str) -> None:
    sleeve = figure.cloth if figure.dress == "suit" else figure.skin
    rest_left: list[Point] = [(-8.6, -77.5), (-11, -63), (-9.4, -49)]
    rest_right: list[Point] = [(8.6, -77.5), (11, -63), (9.4, -49)]
    up_left: list[Point] = [(-8.4, -78), (-14.5, -90), (-10, -107)]
    up_right: list[Point] = [(8.4, -78), (14.5, -90), (10, -107)]
    bent: list[Point] = [(8.6, -77.5), (12, -65), (5.4, -61)]
    point: list[Point] = [(8.6, -77.5), (17, -82), (26, -91)]
    left, right = {
        "rest": (rest_left, rest_right),
        "glass": (rest_left, bent),
        "raise": (rest_left, up_right),
        "both": (up_left, up_right),
        "point": (rest_left, point),
    }[pose]
    for points in (left, right):
        _limb(s, points, sleeve)
        s.circle(*points[-1], 1.7, figure.skin)
    if pose == "glass":
        s.path("M4.4 -67L7.2 -67L6.4 -62.6H5.2ZM5.6 -63H6V-59.6H5.6Z", c.GOLD_LIGHT)


def _limb(s: Sketch, points: list[Point], colour: str) -> None:
    s.line(points, darker(colour, 0.08), 3.4)
