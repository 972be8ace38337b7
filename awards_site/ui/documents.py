"""PDFs in the site's typefaces and palette; imported when one is made, because fpdf takes 16 MB."""

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from awards_site.settings import settings
from awards_site.ui.share_images.typesetting import (
    CREATED,
    FONTS,
    SANS,
    STATIC_DISPLAY,
    STATIC_SANS,
    TextStyle,
    is_supported,
    normalize_text,
    runs_of,
)

MARGIN = 17.0
LINE = 5.0
INK, MUTED, PLUM, GOLD = (34, 18, 31), (102, 82, 95), (59, 18, 48), (176, 134, 59)

_TYPEFACES = {"sans": SANS.files, "display": STATIC_DISPLAY.files}
"""The typefaces, each in two files: Latin and extended Latin."""
_EXTENDED = "-extended"
UNITS = 6
"""The pixels of a point in texts that are images."""
_MAX_LINES = 500
"""The maximum number of lines of such a text."""


class Document(FPDF):
    """A PDF with a heading, and a line at the foot of each page; lengths are in millimetres."""

    lacks_characters = False
    """Whether a text has characters that no typeface has, which are missing."""
    _files = (*SANS.files, *STATIC_DISPLAY.files)

    def __init__(self, title: str, paper: str) -> None:
        super().__init__(format=paper)
        self._title = title
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(auto=True, margin=MARGIN)
        self.set_creation_date(CREATED)
        self.set_lang("en")
        self.set_title(normalize_text(f"{title}, {settings().programme}"))
        for family, files in _TYPEFACES.items():
            for name, file in zip((family, f"{family}{_EXTENDED}"), files, strict=True):
                self.add_font(name, fname=FONTS / file)
        self.c_margin = 0
        self.set_draw_color(*GOLD)
        self.set_line_width(0.2)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-13)
        self.set_style("sans", 8, MUTED)
        self.write_text(f"{settings().programme} \u00b7 {self._title}, page {self.page_no()}")

    def heading(self) -> None:
        self.set_style("sans", 10, MUTED)
        self.write_text(settings().programme)
        self.set_style("display", 32, PLUM)
        self.write_text(self._title, line=13)
        self.ln(2)
        self.rule()
        self.ln(3)

    def set_style(self, family: str, size: float, color: tuple[int, int, int]) -> None:
        self.set_font(family, size=size)
        self.set_fallback_fonts([f"{family}{_EXTENDED}", *_TYPEFACES])
        self.set_text_color(*color)

    def write_text(self, text: str, width: float = 0, line: float = LINE) -> None:
        text = normalize_text(text)
        self.lacks_characters |= not is_supported(text)
        if any(file not in self._files for file, _, _ in runs_of(STATIC_SANS, text)):
            self._draw_text(text, width or self.w - self.r_margin - self.x, line)
            return
        self.multi_cell(width, line, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _draw_text(self, text: str, width: float, line: float) -> None:
        """Draw a text as images, since only Pillow joins the letters of a script like Arabic."""
        style, left = TextStyle(STATIC_SANS, round(self.font_size_pt * UNITS)), self.x
        channels = self.text_color.colors255  # type: ignore[union-attr]
        color = f"#{bytes(map(round, channels)).hex()}"
        for part in style.wrap(text, width * self.k * UNITS, _MAX_LINES):
            image = style.image(part, color)
            top = self.reserve(line)
            above = top + line / 2 - 0.9 * self.font_size
            self.image(image, left, above, image.width / self.k / UNITS, alt_text=part)
            self.set_xy(left, top + line)
        self.set_x(self.l_margin)

    def rule(self) -> None:
        y = self.get_y()
        self.line(MARGIN, y, MARGIN + self.epw, y)

    def reserve(self, height: float) -> float:
        """Return the y position for a block of this height, adding a page if necessary."""
        if self.will_page_break(height):
            self.add_page()
        return float(self.get_y())

    def text_height(self, text: str, width: float) -> float:
        height = self.multi_cell(width, LINE, normalize_text(text), dry_run=True, output="HEIGHT")
        assert isinstance(height, float)
        return height
