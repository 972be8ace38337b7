"""Measures, wraps and draws text in the site's typefaces."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from awards_site.core.presentation.texts import ELLIPSIS

FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True)
class Typeface:
    """A variable typeface in two files: Latin and extended Latin.

    `axes` are the values of its variation axes in order, such as optical size and weight.
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
"""Used for characters that a typeface lacks."""


def normalize_text(text: str) -> str:
    """Return a text on one line, in Unicode normalization form C, without format characters."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(each for each in line if unicodedata.category(each) != "Cf")


def is_supported(text: str) -> bool:
    """Return whether the typefaces have all characters of a text; they cover Latin script only."""
    return all(_file(DISPLAY, each) and _file(SANS, each) for each in normalize_text(text))


@lru_cache(maxsize=4096)
def _file(typeface: Typeface, character: str) -> str:
    """Return the font file that has a character, or ''."""
    files = (*typeface.files, *_FALLBACK.files)
    return next((file for file in files if _has(file, character)), "")


def _has(file: str, character: str) -> bool:
    if character == " ":
        return True
    font = _font(file, 24)
    # Missing characters, such as this one of the private use area, all render as the same box.
    return bytes(font.getmask(character)) != bytes(font.getmask("\uf8ff"))


@lru_cache(maxsize=64)
def _font(file: str, size: int, axes: tuple[int, ...] = ()) -> FreeTypeFont:
    font = ImageFont.truetype(FONTS / file, size)
    if axes:
        font.set_variation_by_axes(list(axes))
    return font


@dataclass(frozen=True)
class TextStyle:
    """A typeface and a size in pixels."""

    typeface: Typeface
    size: int

    def _runs(self, text: str) -> Iterator[tuple[FreeTypeFont, str]]:
        """Yield the runs of a text with the font that has their characters."""
        for file, characters in groupby(text, lambda each: _file(self.typeface, each)):
            is_own = file in self.typeface.files or not file
            axes = self.typeface.axes if is_own else _FALLBACK.axes
            yield _font(file or self.typeface.files[0], self.size, axes), "".join(characters)

    @lru_cache(1000)  # noqa: B019 # Wrapping measures words again and again; there are few styles.
    def width(self, text: str) -> float:
        return sum(font.getlength(part) for font, part in self._runs(text))

    def draw(
        self, canvas: ImageDraw.ImageDraw, left: float, baseline: float, text: str, fill: str
    ) -> None:
        """Draw a line of text; `left` and `baseline` are in pixels."""
        for font, part in self._runs(text):
            canvas.text((left, baseline), part, font=font, fill=fill, anchor="ls")
            left += font.getlength(part)

    def wrap(self, text: str, width: float, max_lines: int) -> list[str]:
        """Return at most `max_lines` lines no wider than `width`; longer texts are truncated."""
        if self.width(text) <= width:
            return [text]
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
            lines = [*lines[: max_lines - 1], self._truncate(lines[max_lines - 1], width)]
        return lines

    def fits(self, text: str, width: float, max_lines: int) -> bool:
        """Return whether a text fits into `max_lines` lines without breaking a word."""
        widest = max((self.width(word) for word in text.split()), default=0.0)
        return widest <= width and len(self.wrap(text, width, 1000)) <= max_lines

    def _parts(self, word: str, width: float) -> Iterator[str]:
        """Yield a word, split if it is too long for a line."""
        while word and self.width(word) > width:
            ends = (end for end in range(len(word), 1, -1) if self.width(word[:end]) <= width)
            end = next(ends, 1)
            yield word[:end]
            word = word[end:]
        if word:
            yield word

    def _truncate(self, line: str, width: float) -> str:
        while line and self.width(line + ELLIPSIS) > width:
            line = line[:-1]
        return line.rstrip(" ,;:.-") + ELLIPSIS


def fit_text(
    typeface: Typeface, text: str, width: float, max_lines: int, sizes: range
) -> TextStyle:
    """Return the first size in which a text fits into `max_lines` lines, or the last size."""
    styles = [TextStyle(typeface, size) for size in sizes]
    return next((style for style in styles if style.fits(text, width, max_lines)), styles[-1])
