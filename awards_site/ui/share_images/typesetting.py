"""Measures, wraps and draws text in the site's typefaces."""

import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont, features
from PIL.ImageFont import FreeTypeFont

from awards_site.core.presentation.texts import ELLIPSIS

FONTS = Path(__file__).parent / "fonts"
CREATED = datetime(2025, 1, 1, tzinfo=UTC)
"""A constant creation date of files, so that the same texts produce the same bytes."""


@dataclass(frozen=True)
class Typeface:
    """A typeface in two files: Latin and extended Latin.

    `axes` are the values of its variation axes in order, such as optical size and weight.
    """

    files: tuple[str, str]
    axes: tuple[int, ...] = ()


_FRAUNCES = "fraunces-latin-opsz-normal.woff2", "fraunces-latin-ext-opsz-normal.woff2"
_INSTRUMENT = (
    "instrument-sans-latin-wght-normal.woff2",
    "instrument-sans-latin-ext-wght-normal.woff2",
)
DISPLAY = Typeface(_FRAUNCES, (72, 400))
NUMERAL = Typeface(_FRAUNCES, (144, 300))
SANS = Typeface(_INSTRUMENT, (500,))
STATIC_DISPLAY = Typeface(
    ("fraunces-latin-opsz72-wght400.woff2", "fraunces-latin-ext-opsz72-wght400.woff2")
)
"""DISPLAY as a static instance: to instantiate the variable font takes fpdf2 a second."""
STATIC_SANS = Typeface(SANS.files)
"""SANS in its default weight, which PDFs have."""
LATIN = (*STATIC_DISPLAY.files, "fraunces-vietnamese-opsz72-wght400.woff2")
_HAS_RAQM = features.check("raqm")
"""Whether Pillow shapes scripts, which it does where FriBidi is installed."""
_SHAPED = "NaskhArabic SerifHebrew SerifDevanagari SerifBengali SansTamil SerifThai"
_NOTO = f"Serif SansArmenian SansGeorgian SerifSC SerifKR {_SHAPED if _HAS_RAQM else ''}".split()
_FALLBACKS = (*LATIN, *(f"Noto{name}.ttf" for name in _NOTO))
"""The files for lines with characters that a typeface lacks."""


_LTR_MARK, _RTL_MARK = "\u200e", "\u200f"


def normalize_text(text: str) -> str:
    """Return a text on one line, in Unicode normalization form C, without format characters."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(each for each in line if unicodedata.category(each) != "Cf")


def is_supported(text: str) -> bool:
    """Return whether the typefaces, or those of Noto, have all characters of a text."""
    return all(_file(_FALLBACKS, each) for each in normalize_text(text))


def is_legible(text: str) -> bool:
    """Return whether something of a text can be drawn, and no letter or digit is missing."""
    characters = {*normalize_text(text)} - {" "}
    missing = {each for each in characters if not _file(_FALLBACKS, each)}
    return missing < characters and not any(map(str.isalnum, missing))


@lru_cache(maxsize=4096)
def _file(files: tuple[str, ...], character: str) -> str:
    """Return the first font file that has a character, or ''."""
    return next((file for file in files if _has(file, character)), "")


@lru_cache(maxsize=65536)
def _has(file: str, character: str) -> bool:
    if character == " ":
        return True
    # Raqm would compose a missing letter of others, such as \u0107 of c and an accent.
    font = _font(file, 24, layout=ImageFont.Layout.BASIC)
    # Missing characters, such as this one of the private use area, all render as the same box.
    return bytes(font.getmask(character)) != bytes(font.getmask("\uf8ff"))


@lru_cache(maxsize=64)
def _font(
    file: str, size: int, axes: tuple[int, ...] = (), layout: ImageFont.Layout | None = None
) -> FreeTypeFont:
    font = ImageFont.truetype(FONTS / file, size, layout_engine=layout)
    if axes:
        font.set_variation_by_axes(list(axes))
    return font


def is_rtl(text: str) -> bool:
    """Return whether a line begins in a script that is written from right to left."""
    strong = (unicodedata.bidirectional(each) for each in text)
    return next((each for each in strong if each in {"L", "R", "AL"}), "L") != "L"


def runs_of(typeface: Typeface, text: str) -> list[tuple[str, str, bool]]:
    """Return the parts of a line from left to right: font file, text, whether it is right to left.

    Their order is that of Unicode's bidirectional algorithm for the whole line, since the brackets
    of a pair may be in different fonts. Signs that no font has, such as emoji, are left out.
    """
    is_own = all(_file(typeface.files, each) for each in normalize_text(text))
    levels = [(0, text)]
    if any(unicodedata.bidirectional(each) in {"R", "AL", "AN"} for each in text):
        # With its fonts, it takes 16 MB.
        from fpdf.bidi import BidiParagraph

        shown = BidiParagraph(text).get_reordered_characters()
        groups = groupby(shown, key=lambda each: each.embedding_level)
        levels = [(level, "".join(each.character for each in group)) for level, group in groups]
    runs: list[tuple[str, str, bool]] = []
    for level, part in levels:
        step = -1 if level % 2 else 1
        found = _by_font(typeface.files if is_own else _FALLBACKS, part[::step])
        runs += ((file, letters, step < 0) for file, letters in found[::step])
    return runs


def _by_font(files: tuple[str, ...], text: str) -> list[tuple[str, str]]:
    """Return the parts of a text in one direction, as it is read."""
    runs: list[tuple[str, str]] = []
    for each in text:
        last, before = runs[-1] if runs else ("", "")
        # Marks, spaces and punctuation stay with the letter before them.
        is_kept = last and not each.isalpha() and _has(last, each)
        file = last if is_kept else _file(files, each) or (files[0] if each.isalpha() else "")
        if not file or unicodedata.category(each) == "Cf" or (each == " " == before[-1:]):
            continue
        if file == last:
            runs[-1] = file, before + each
        else:
            runs.append((file, each))
    return runs


@dataclass(frozen=True)
class TextStyle:
    """A typeface and a size in pixels."""

    typeface: Typeface
    size: int

    @lru_cache(1000)  # noqa: B019 # Wrapping measures words again and again; there are few styles.
    def width(self, text: str) -> float:
        return sum(self.width_in(file, part) for file, part, _ in runs_of(self.typeface, text))

    def width_in(self, file: str, part: str) -> float:
        """Return the width of a part of a line in a font file."""
        return self._font(file).getlength(part)

    def draw(
        self, canvas: ImageDraw.ImageDraw, left: float, baseline: float, text: str, fill: str
    ) -> None:
        """Draw a line of text; `left` and `baseline` are in pixels."""
        for file, part, is_part_rtl in runs_of(self.typeface, text):
            font, direction = self._font(file), "rtl" if is_part_rtl else "ltr"
            options: Any = {"anchor": "ls", "direction": direction if _HAS_RAQM else None}
            canvas.text((left, baseline), part, font=font, fill=fill, **options)
            left += font.getlength(part)

    def image(self, text: str, color: str) -> Image.Image:
        """Return a line of text, twice as high as its size, whose baseline is 1.2 sizes down."""
        size = math.ceil(self.width(text)) or 1, 2 * self.size
        image = Image.new("RGBA", size, f"{color}00")
        self.draw(ImageDraw.Draw(image), 0, 1.2 * self.size, text, color)
        return image

    def _font(self, file: str) -> FreeTypeFont:
        is_own = file in self.typeface.files
        return _font(file, self.size, self.typeface.axes if is_own else ())

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
        # The direction of the whole text is that of each of its lines.
        mark = _RTL_MARK if is_rtl(text) else _LTR_MARK
        return [line if is_rtl(line) == is_rtl(text) else mark + line for line in lines]

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
