"""Draws the clothes in the portraits, in the portrait's units (800 x 1000)."""

from collections.abc import Callable

from tools.demo_art.palette import GOLD_LIGHT, INK, IVORY, darker, lighter
from tools.demo_art.sketch import ROUND_ENDS, Sketch

# The contour of shoulders and chest; the neck of a head joins it between x = 241 and x = 572.
BUST = "M236 724C170 748 108 782 84 884L58 1010H744L722 880C704 768 648 716 566 694L420 660Z"
OUTLINE = f'stroke="{INK}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"'
FINE = f'stroke="{INK}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round"'


def crew(s: Sketch, colour: str, accent: str) -> None:
    """A plain knitted top with a ribbed, round collar."""
    _cloth(s, colour)
    s.stroke("M232 728C270 812 500 822 574 696", darker(colour, 0.25), 30, ROUND_ENDS)
    _folds(s, darker(colour, 0.35))
    s.path("M226 742C268 836 516 842 588 706", "none", FINE)


def blazer(s: Sketch, colour: str, accent: str) -> None:
    """A tailored jacket over a light blouse."""
    _cloth(s, colour)
    s.path("M262 716L392 1010H470L556 696Z", accent)
    s.path("M262 716C300 770 360 800 410 860C450 800 520 750 556 696L470 690L330 700Z", accent)
    s.path(
        "M236 722L208 812L262 838L238 870L392 1010L300 800Z",
        s.shaded_gradient(darker(colour, 0.14)),
        FINE,
    )
    s.path(
        "M572 692L622 776L572 812L604 842L440 1010L520 800Z",
        s.shaded_gradient(darker(colour, 0.2)),
        FINE,
    )
    s.stroke("M410 862V1010", darker(accent, 0.3), 3)


def wrap(s: Sketch, colour: str, accent: str) -> None:
    """A wrapped dress that crosses over the chest."""
    _cloth(s, colour)
    s.path(
        "M566 694C540 800 400 920 250 1010H120L84 884C108 782 170 748 236 724L300 830Z",
        s.shaded_gradient(lighter(colour, 0.06)),
        FINE,
    )
    s.stroke("M566 694C540 800 400 920 250 1010", accent, 12, ROUND_ENDS)
    s.stroke("M236 724C270 800 330 850 402 880", accent, 12, ROUND_ENDS)
    _folds(s, darker(colour, 0.35))


def sari(s: Sketch, colour: str, accent: str) -> None:
    """A draped sari with a woven border over a fitted blouse."""
    _cloth(s, accent)
    band = "M596 700C650 722 700 770 718 868L742 1010H190C330 930 520 800 560 696Z"
    s.path(band, s.shaded_gradient(colour), FINE)
    for offset, width, paint in (
        (0, 34, GOLD_LIGHT),
        (0, 20, darker(colour, 0.25)),
        (0, 5, GOLD_LIGHT),
    ):
        s.stroke(f"M{574 + offset} 706C530 812 340 930 200 1006", paint, width)
    for shift in (60, 112, 160):
        s.stroke(
            f"M{590 + shift * 0.5:.0f} {716 + shift * 0.3:.0f}"
            f"C{560 + shift} {830 + shift * 0.4:.0f} "
            f"{400 + shift} {930 + shift * 0.3:.0f} {330 + shift} 1010",
            darker(colour, 0.3),
            4,
            'opacity="0.7"',
        )


def boatneck(s: Sketch, colour: str, accent: str) -> None:
    """A dress with a wide, straight neckline and a fine trim."""
    s.path(
        "M150 800C300 850 520 842 664 770L722 880L744 1010H58L84 884C98 840 120 818 150 800Z",
        s.shaded_gradient(colour),
        OUTLINE,
    )
    s.stroke("M150 802C300 852 520 844 664 772", accent, 13, ROUND_ENDS)
    _folds(s, darker(colour, 0.35))


def shirt(s: Sketch, colour: str, accent: str) -> None:
    """A shirt with an open collar and a row of buttons."""
    _cloth(s, colour)
    s.path("M262 716L404 900L556 696L470 690L330 700Z", accent)
    s.path(
        "M250 706L214 770L330 868L404 896L300 740Z", s.shaded_gradient(lighter(colour, 0.15)), FINE
    )
    s.path(
        "M566 684L610 740L480 862L404 896L530 720Z", s.shaded_gradient(lighter(colour, 0.08)), FINE
    )
    s.path("M404 898V1010", "none", FINE)
    for y in (930, 980):
        s.circle(418, y, 6, GOLD_LIGHT)


def stripes(s: Sketch, colour: str, accent: str) -> None:
    """A knitted top with broad woven stripes."""
    _cloth(s, colour)
    with s.group(s.clip(BUST)):
        for index in range(7):
            y = 760 + index * 44
            s.stroke(f"M40 {y + 20}Q400 {y + 70} 760 {y}", accent, 18 if index % 2 else 8)
    s.stroke("M226 742C268 836 516 842 588 706", darker(colour, 0.3), 22, ROUND_ENDS)


def shawl(s: Sketch, colour: str, accent: str) -> None:
    """A shawl with a fringe of small diamonds, laid over both shoulders."""
    _cloth(s, accent)
    s.path(
        "M236 724C150 750 96 800 70 930L50 1010H330C380 930 330 820 262 722Z",
        s.shaded_gradient(colour),
        FINE,
    )
    s.path(
        "M566 694C660 716 712 780 734 930L748 1010H452C400 920 470 790 546 700Z",
        s.shaded_gradient(colour),
        FINE,
    )
    for index in range(5):
        for x, y in ((128 + index * 46, 850 + index * 26), (672 - index * 44, 830 + index * 30)):
            s.polygon([(x, y - 15), (x + 11, y), (x, y + 15), (x - 11, y)], GOLD_LIGHT)


def turtleneck(s: Sketch, colour: str, accent: str) -> None:
    """A fine jumper; its high collar comes on top of the neck (see `collar`)."""
    _cloth(s, colour)
    _folds(s, darker(colour, 0.35))


GARMENTS: dict[str, Callable[[Sketch, str, str], None]] = {
    garment.__name__: garment
    for garment in (crew, blazer, wrap, sari, boatneck, shirt, stripes, shawl, turtleneck)
}


def bust(s: Sketch, skin: str) -> None:
    """Bare shoulders, on which a garment is laid."""
    s.path(BUST, s.shaded_gradient(skin, 0.22), OUTLINE)


def collar(s: Sketch, colour: str) -> None:
    """The high collar of a turtleneck, drawn after the head."""
    d = (
        "M262 664C300 706 440 712 512 648L546 676C570 700 588 708 600 712C520 800 300 816 206 742"
        "C240 728 256 706 262 664Z"
    )
    s.path(d, s.shaded_gradient(colour, 0.35), OUTLINE)
    s.stroke("M270 690C330 738 470 736 532 676", darker(colour, 0.35), 4)


def necklace(s: Sketch, kind: str) -> None:
    """`pearls`, `beads` or `pendant`, drawn after the head."""
    if kind == "pendant":
        s.stroke("M252 720C290 800 370 850 410 868C460 840 530 780 562 690", GOLD_LIGHT, 5)
        s.circle(
            410, 884, 19, s.shaded_gradient(GOLD_LIGHT, 0.4), f'stroke="{INK}" stroke-width="4"'
        )
        return
    lit, shadowed = (
        (IVORY, "#CDB9A8") if kind == "pearls" else (lighter(GOLD_LIGHT, 0.3), "#9C6E2A")
    )
    paint = s.radial_gradient((0, lit), (1, shadowed), cx=0.35, cy=0.3, r=0.8)
    for index in range(17):
        t = index / 16
        x = (1 - t) ** 2 * 246 + 2 * t * (1 - t) * 408 + t**2 * 568
        y = (1 - t) ** 2 * 730 + 2 * t * (1 - t) * 900 + t**2 * 700
        s.circle(x, y, 12, paint, f'stroke="{INK}" stroke-width="2.5"')


def _cloth(s: Sketch, colour: str) -> None:
    s.path(BUST, s.shaded_gradient(colour), OUTLINE)


def _folds(s: Sketch, colour: str) -> None:
    for d in (
        "M176 880C190 930 196 970 192 1010",
        "M634 850C622 910 618 960 624 1010",
        "M300 930C330 950 380 960 430 950",
    ):
        s.stroke(d, colour, 4.5, 'stroke-linecap="round" opacity="0.75"')
