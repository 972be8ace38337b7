"""The certificate of a nominee's kit, a PDF; imported when one is made, as fpdf takes 16 MB."""

import io

from fpdf import FPDF
from PIL import Image

from awards_site.features.nominees.entity import NomineeView, social_card
from awards_site.settings import settings
from awards_site.ui.documents import UNITS
from awards_site.ui.share_images.drawing import GOLD, IVORY, PLUM, PLUM_DEEP
from awards_site.ui.share_images.typesetting import (
    CREATED,
    FONTS,
    LATIN,
    STATIC_DISPLAY,
    STATIC_SANS,
    TextStyle,
    Typeface,
    fit_text,
    normalize_text,
    runs_of,
)

_MUTED = "#66525f"


class Certificate(FPDF):
    """A certificate on A4, landscape; lengths are in millimetres, sizes of type in points."""

    def __init__(self, nominee: NomineeView, status: str, category: str, badge: bytes) -> None:
        super().__init__("landscape", format="A4")
        self.set_auto_page_break(auto=False)
        self.set_creation_date(CREATED)
        self.set_lang("en")
        self.set_title(normalize_text(f"Certificate of {nominee.name}"))
        self.add_page()
        self.set_fill_color(IVORY)
        self.rect(0, 0, self.w, self.h, "F")
        self.set_draw_color(GOLD)
        for inset, width in ((9, 0.8), (11.5, 0.2)):
            self.set_line_width(width)
            self.rect(inset, inset, self.w - 2 * inset, self.h - 2 * inset)
        middle = self.w / 2
        self._write(middle, 38, f"{settings().programme} {nominee.year}", STATIC_DISPLAY, 24, GOLD)
        self._write(middle, 50, "This certificate is awarded to", STATIC_SANS, 13, _MUTED)
        self._write_name(middle, normalize_text(nominee.name))
        self._write(middle, 97, ", ".join(social_card(nominee).lines), STATIC_SANS, 13, _MUTED)
        self.line(middle - 30, 106, middle + 30, 106)
        award = f"{status} in the category {category}"
        self._write(middle, 122, award, STATIC_DISPLAY, 24, PLUM_DEEP)
        with Image.open(io.BytesIO(badge)) as image:
            self.image(image.resize((600, 600)), middle - 24, 136, 48)
        for left, label in ((40, "For the jury"), (self.w - 110, "Place and date")):
            self.line(left, 172, left + 70, 172)
            self._write(left + 35, 178, label, STATIC_SANS, 9, _MUTED)

    def _write_name(self, middle: float, name: str) -> None:
        """Write a name in one line, or in two smaller ones."""
        for baselines, largest, smallest in (((83,), 54, 38), ((72, 86), 38, 20)):
            count, sizes = len(baselines), range(largest * UNITS, smallest * UNITS, -UNITS)
            style = fit_text(STATIC_DISPLAY, name, self._width, count, sizes)
            if style.fits(name, self._width, count):
                break
        for line, baseline in zip(style.wrap(name, self._width, count), baselines, strict=False):
            self._write(middle, baseline, line, STATIC_DISPLAY, style.size / UNITS, PLUM)

    @property
    def _width(self) -> float:
        return (float(self.w) - 60) * float(self.k) * UNITS

    def _write(
        self, middle: float, baseline: float, text: str, face: Typeface, size: float, color: str
    ) -> None:
        """Write a line around `middle`, truncated if it is too long.

        FPDF does not kern, so each letter is placed. What is not Latin is an image, since only
        Pillow joins the letters of a script such as Arabic.
        """
        style, unit = TextStyle(face, round(size * UNITS)), 1 / self.k / UNITS
        [text] = style.wrap(normalize_text(text), self._width, 1)
        left, runs = middle - style.width(text) * unit / 2, runs_of(face, text)
        if any(file not in (*face.files, *LATIN) for file, _, _ in runs):
            image, top = style.image(text, color), baseline - 1.2 * style.size * unit
            self.image(image, left, top, image.width * unit, alt_text=text)
            return
        self.set_text_color(color)
        for file, part, _ in runs:
            if file not in self.fonts:
                self.add_font(file, fname=FONTS / file)
            self.set_font(file, size=size)
            for end, letter in enumerate(part, start=1):
                before = style.width_in(file, part[:end]) - style.width_in(file, letter)
                self.text(left + before * unit, baseline, letter)
            left += style.width_in(file, part) * unit
