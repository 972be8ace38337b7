"""Setting lines of text in the site's typefaces: measuring, wrapping and drawing."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from awards_site.core.texts import ELLIPSIS

FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True)
class Typeface:
    """A variable typeface in two files: the usual Latin characters, and further ones.

    `axes` are the values of its axes in their order, such as optical size and weight.
    """

    files: tuple[str, str]
    axes: tuple[int, ...]


_FRAUNCES = "fraunces-latin-opsz-normal.woff2", "fraunces-latin-ext-opsz-normal.woff2"
_INSTRUMENT = (
    "instrument-sans-latin-wght-normal.woff2",
    "instrument-sans-latin-ext-wght-normal.woff2",
)
DISPLAY = Typeface(_FRAUNCES, (72, 400))
NUMERAL = Typeface(_FRAUNCES, (144, 300))
SANS = Typeface(_INSTRUMENT, (500,))
_FALLBACK = DISPLAY
"""Where a typeface lacks a character, this one may have it."""

_TRIED_SIZE = 24
_IN_NO_FONT = "\uf8ff"


def composed(text: str) -> str:
    """Return a text on one line, with its accents as fonts hold them, and nothing invisible."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(each for each in line if unicodedata.category(each) != "Cf")


def can_be_set(text: str) -> bool:
    """Tell whether the typefaces have all characters of a text; other scripts they lack."""
    return all(_file(DISPLAY, each) and _file(SANS, each) for each in composed(text))


@lru_cache(maxsize=4096)
def _file(typeface: Typeface, character: str) -> str:
    """Return the font file that has a character, or '' when none has."""
    files = (*typeface.files, *_FALLBACK.files)
    return next((file for file in files if _has(file, character)), "")


def _has(file: str, character: str) -> bool:
    if character == " ":
        return True
    font = _font(file, _TRIED_SIZE)
    # What a font does not have, it draws as the same box.
    return bytes(font.getmask(character)) != bytes(font.getmask(_IN_NO_FONT))


@lru_cache(maxsize=64)
def _font(file: str, size: int, axes: tuple[int, ...] = ()) -> FreeTypeFont:
    font = ImageFont.truetype(FONTS / file, size)
    if axes:
        font.set_variation_by_axes(list(axes))
    return font


@dataclass(frozen=True)
class Setting:
    """A typeface in a size in pixels."""

    typeface: Typeface
    size: int

    def _runs(self, text: str) -> Iterator[tuple[FreeTypeFont, str]]:
        """Yield the parts of a text with the font that has their characters."""
        for file, characters in groupby(text, lambda each: _file(self.typeface, each)):
            own = file in self.typeface.files or not file
            axes = self.typeface.axes if own else _FALLBACK.axes
            yield _font(file or self.typeface.files[0], self.size, axes), "".join(characters)

    def width(self, text: str) -> float:
        return sum(font.getlength(part) for font, part in self._runs(text))

    def draw(
        self, on: ImageDraw.ImageDraw, left: float, baseline: float, text: str, fill: str
    ) -> None:
        """Draw a line that begins at `left` and stands on `baseline`, in pixels."""
        for font, part in self._runs(text):
            on.text((left, baseline), part, font=font, fill=fill, anchor="ls")
            left += font.getlength(part)

    def wrap(self, text: str, width: float, max_lines: int) -> list[str]:
        """Return a text in lines no wider than `width`; what `most` lines do not hold is cut."""
        lines: list[str] = []
        line = ""
        for word in (part for each in text.split() for part in self._parts(each, width)):
            longer = f"{line} {word}".strip()
            if self.width(longer) <= width:
                line = longer
            else:
                lines.append(line)
                line = word
        lines.append(line)
        if len(lines) > max_lines:
            lines = [*lines[: max_lines - 1], self._shortened(lines[max_lines - 1], width)]
        return lines

    def holds(self, text: str, width: float, max_lines: int) -> bool:
        """Tell whether a text fits into so many lines without a word being broken."""
        widest = max((self.width(word) for word in text.split()), default=0.0)
        return widest <= width and len(self.wrap(text, width, 1000)) <= max_lines

    def _parts(self, word: str, width: float) -> Iterator[str]:
        """Yield a word, or the parts of one that is too long for a line."""
        while word and self.width(word) > width:
            fitting = (at for at in range(len(word), 1, -1) if self.width(word[:at]) <= width)
            end = next(fitting, 1)
            yield word[:end]
            word = word[end:]
        if word:
            yield word

    def _shortened(self, line: str, width: float) -> str:
        while line and self.width(line + ELLIPSIS) > width:
            line = line[:-1]
        return line.rstrip(" ,;:.-") + ELLIPSIS


def largest(typeface: Typeface, text: str, width: float, max_lines: int, sizes: range) -> Setting:
    """Return the first of the sizes in which a text fits into `most` lines, or the last one."""
    settings = [Setting(typeface, size) for size in sizes]
    return next((each for each in settings if each.holds(text, width, max_lines)), settings[-1])
