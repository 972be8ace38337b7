"""Draws the sponsors' logos as plain SVG: a symbol, and a name with outlined letters."""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.demo_art.palette import CLAY, FOREST, GOLD, INK, MULBERRY, PLUM, ROSE

FONTS = Path(__file__).parent / "node_modules" / "@fontsource"
HEIGHT = 96


@dataclass(frozen=True)
class Line:
    """One line of a word: text, font file (family, weight and style), size and letter spacing."""

    text: str
    font: str
    size: float
    spacing: float = 0.0


class Mark:
    """A symbol in its colour, and one or two lines of letters beside it."""

    def __init__(self, symbol: str, colour: str, *lines: Line) -> None:
        self.symbol, self.colour, self.lines = symbol, colour, lines


def mark(name: str) -> str:
    """The SVG document of the mark `name`, on a transparent ground, 96 units high."""
    design = MARKS[name]
    rows = [_outlines(line) for line in design.lines]
    gap = 17.0 if set(design.lines[0].text) & set("gjpqy") else 10.0
    total = sum(line.size * 0.72 for line in design.lines) + gap * (len(rows) - 1)
    left, y = 118.0, (HEIGHT - total) / 2
    parts, right = [], left
    for line, (d, width) in zip(design.lines, rows, strict=True):
        y += line.size * 0.72
        parts.append(f'<path fill="{INK}" transform="translate({left:.1f} {y:.1f})" d="{d}"/>')
        right = max(right, left + width)
        y += gap
    title = " ".join(line.text for line in design.lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {math.ceil(right + 4)} {HEIGHT}" '
        f'role="img"><title>{title.replace("&", "&amp;")}</title>'
        f'<g transform="translate(4 4)" fill="{design.colour}" color="{design.colour}">'
        f"{design.symbol}</g>{''.join(parts)}</svg>\n"
    )


@cache
def _font(name: str) -> TTFont:
    family, _, face = name.partition("/")
    return TTFont(FONTS / family / "files" / f"{family}-latin-{face}.woff")


def _outlines(line: Line) -> tuple[str, float]:
    """The letters of a line as one path that starts at (0, 0), and its width."""
    font = _font(line.font)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = line.size / font["head"].unitsPerEm
    x, parts = 0.0, []
    for letter in line.text:
        glyph = glyphs[names[ord(letter)]]
        pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.1f}".rstrip("0").rstrip("."))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, 0)))
        parts.append(pen.getCommands())
        x += glyph.width * scale + line.spacing
    return "".join(parts), x - line.spacing


def _stroke(width: float) -> str:
    """The attributes of an outlined shape, closing its tag."""
    return (
        f'fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _line(d: str, width: float) -> str:
    return f'<path d="{d}" {_stroke(width)}'


# A kingfisher's wing over water.
_HALCYON = "".join(
    f'<path d="M8 {30 + i * 13}C34 {26 + i * 13} 54 {18 + i * 10} 78 {4 + i * 17}'
    f'C72 {34 + i * 12} 46 {46 + i * 9} 8 {30 + i * 13}Z" opacity="{1 - i * 0.27:.2f}"/>'
    for i in range(3)
) + _line("M6 82q10 -7 20 0t20 0t20 0t18 0", 4)

# A leaf whose veins are the blades of a wind wheel.
_VERDANCE = (
    "".join(
        f'<path d="M44 44C36 30 38 14 44 4C52 14 54 32 44 44Z" '
        f'transform="rotate({i * 120} 44 44)"/>'
        for i in range(3)
    )
    + f'<circle cx="44" cy="44" r="41" {_stroke(3.5)}'
    + '<circle cx="44" cy="44" r="5" fill="#FBF6EC"/>'
)

# A globe of five meridians.
_MERIDIAN = "".join(
    f'<ellipse cx="44" cy="44" rx="{rx}" ry="40" {_stroke(3.5)}' for rx in (40, 26, 10)
) + _line("M4 44H84M9 26H79M9 62H79", 3.5)

# A larkspur with its five petals and its spur.
_LARKSPUR = "".join(
    f'<path d="M44 38C34 28 34 12 44 6C54 12 54 28 44 38Z" transform="rotate({i * 72} 44 40)"/>'
    for i in range(5)
) + _line("M44 44C46 60 42 72 50 86", 4)

# Two interlocked brackets that form a balance.
_CORVANE = (
    _line("M44 6V82M24 82H64M14 24H74", 4.5)
    + '<path d="M0 54A14 14 0 0 0 28 54ZM60 54A14 14 0 0 0 88 54Z"/>'
    + _line("M14 24L2 54M14 24L26 54M74 24L62 54M74 24L86 54", 2.6)
)

# A square of coloured stones.
_TESSELLA = (
    '<path d="M4 4H42V42Z"/>'
    '<path d="M46 4H84V42A38 38 0 0 1 46 4Z" opacity=".55"/>'
    '<circle cx="23" cy="65" r="19" opacity=".75"/>'
    '<path d="M46 84V46H84Z"/>'
)

# A fennel's umbel beside half a fig.
_FENNEL = (
    "".join(
        _line(f"M30 84Q30 50 {30 + 24 * math.sin(a):.1f} {40 - 30 * math.cos(a):.1f}", 2.6)
        + f'<circle cx="{30 + 24 * math.sin(a):.1f}" cy="{38 - 30 * math.cos(a):.1f}" r="4.6"/>'
        for a in (-1.2, -0.6, 0.0, 0.6, 1.2)
    )
    + '<path d="M64 34C68 46 84 56 80 72A18 18 0 0 1 46 72C44 56 60 46 64 34Z" opacity=".8"/>'
)

# A window whose light falls to one side.
_NORTHLIGHT = (
    _line("M8 84V36A28 28 0 0 1 64 36V84Z", 4)
    + _line("M36 8V84M8 46H64", 3)
    + '<path d="M36 46L84 64V84H36Z" opacity=".85"/>'
)

# Three ash trees whose trunks are columns.
_ASHGROVE = "".join(
    f'<path d="M{x} 12C{x + 13} 26 {x + 13} 42 {x} 52C{x - 13} 42 {x - 13} 26 {x} 12Z"/>'
    + _line(f"M{x} 40V80", 4)
    for x in (16, 44, 72)
) + _line("M2 82H86", 4)

# A paper lantern with its flame.
_LANTERN = (
    _line("M44 2V12M28 12H60M28 76H60M44 76V88", 4)
    + _line("M28 12C6 28 6 60 28 76M60 12C82 28 82 60 60 76", 4)
    + '<path d="M44 26C58 42 58 58 44 64C30 58 30 42 44 26Z"/>'
)

# A sprig of juniper as printer's type would cast it.
_JUNIPER = (
    "".join(
        _line(f"M44 {82 - i * 11}L{44 + s * (30 - i * 3)} {66 - i * 11}", 4)
        for i in range(6)
        for s in (-1, 1)
    )
    + _line("M44 86V8", 4)
    + '<circle cx="22" cy="30" r="7"/><circle cx="68" cy="44" r="7"/>'
)

# A pelican whose pouch is an envelope.
_PELICAN = (
    '<path d="M20 18A12 12 0 1 1 38 30C40 46 30 56 30 68C30 80 40 84 52 84C34 90 10 84 12 62'
    'C13 48 22 40 20 30Z"/><path d="M38 22H86L62 46Z" opacity=".55"/>'
    + _line("M40 26L86 24V52H46Z", 3.4)
    + '<circle cx="29" cy="19" r="2.6" fill="#FBF6EC"/>'
)


MARKS: dict[str, Mark] = {
    "halcyon": Mark(
        _HALCYON,
        PLUM,
        Line("Halcyon", "cormorant-garamond/600-normal", 52),
        Line("PRIVATE BANK", "josefin-sans/400-normal", 18, 7),
    ),
    "verdance": Mark(_VERDANCE, FOREST, Line("verdance", "outfit/500-normal", 58, -1)),
    "meridian": Mark(
        _MERIDIAN,
        MULBERRY,
        Line("Meridian", "space-grotesk/500-normal", 50, -1),
        Line("CLOUD", "space-grotesk/400-normal", 19, 11),
    ),
    "larkspur": Mark(
        _LARKSPUR,
        MULBERRY,
        Line("LARKSPUR", "marcellus/400-normal", 48, 5),
        Line("HOTELS", "marcellus/400-normal", 19, 12),
    ),
    "corvane": Mark(_CORVANE, INK, Line("Corvane & Pike", "playfair-display/500-normal", 48)),
    "tessella": Mark(_TESSELLA, CLAY, Line("tessella", "syne/700-normal", 52, 0)),
    "fennel-and-fig": Mark(
        _FENNEL, FOREST, Line("Fennel & Fig", "dm-serif-display/400-italic", 56)
    ),
    "northlight": Mark(
        _NORTHLIGHT,
        GOLD,
        Line("NORTHLIGHT", "josefin-sans/300-normal", 48, 6),
        Line("MEDIA", "josefin-sans/400-normal", 18, 13),
    ),
    "ashgrove": Mark(
        _ASHGROVE,
        FOREST,
        Line("Ashgrove", "fraunces/500-normal", 50),
        Line("School of Business", "fraunces/400-italic", 22),
    ),
    "lantern-fund": Mark(_LANTERN, ROSE, Line("THE LANTERN FUND", "italiana/400-normal", 44, 4)),
    "juniper-press": Mark(
        _JUNIPER,
        INK,
        Line("Juniper", "fraunces/700-normal", 52, -1),
        Line("PRESS", "outfit/400-normal", 19, 14),
    ),
    "pelican-post": Mark(_PELICAN, ROSE, Line("Pelican Post", "outfit/700-normal", 52, -0.5)),
}
