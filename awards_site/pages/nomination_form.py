"""The printable nomination form, a PDF."""

from collections.abc import Sequence

from awards_site.features.content.edition import Edition
from awards_site.pages.categories import CategoriesTexts
from awards_site.pages.contact import ContactTexts
from awards_site.ui.documents import INK, LINE, MARGIN, MUTED, PLUM, Document
from awards_site.ui.share_images.typesetting import normalize_text

DEADLINE = "nomination-deadline"
"""The id of the milestone with the nomination deadline."""

_TITLE = "Nomination form"
_NOMINEE = ("Name", "Company", "Position", "Founded in", "City and country", "Email or phone")
_NOMINATOR = ("Your name", "How you know her", "Your email", "Your phone")
_STORY_LINES = 22

_GUTTER = 8.0
_WRITING_LINE = 9.0
_BOX = 3.4


def nomination_form(awards: CategoriesTexts, edition: Edition, office: ContactTexts) -> bytes:
    """Return the current edition's form as a PDF."""
    form = _Form(_TITLE, "letter")
    form.heading()
    form.fact("Edition", f"{edition.name} {edition.number}")
    for milestone in edition.milestones:
        if milestone.id == DEADLINE:
            form.fact("Deadline", milestone.date)
    form.fact("Send it to", f"{office.email}, or {', '.join(office.address)}")
    form.section("Award category")
    form.choices([award.title for award in awards.categories])
    form.section("The nominee")
    form.blanks(_NOMINEE)
    form.section("The nominator")
    form.blanks(_NOMINATOR)
    form.section(awards.criteria_title)
    for award in awards.categories:
        form.criteria(award.title, award.criteria)
    form.add_page()
    form.section("Why she should be honoured")
    form.writing_lines(_STORY_LINES)
    form.blanks(("Signature", "Date"))
    return bytes(form.output())


class _Form(Document):
    """The form; lengths are in millimetres."""

    def fact(self, label: str, text: str) -> None:
        self.set_style("sans", 10, MUTED)
        self.cell(26, LINE, label)
        self.set_style("sans", 10, INK)
        self.write_text(text)

    def section(self, title: str) -> None:
        if self.will_page_break(30):
            self.add_page()
        self.ln(4)
        self.set_style("display", 16, PLUM)
        self.write_text(title, line=7.5)
        self.ln(1)

    def choices(self, texts: Sequence[str]) -> None:
        """Draw a checkbox for each text, in two columns."""
        self.set_style("sans", 10, INK)
        width = self._column()
        for index, text in enumerate(texts):
            lines = self.text_height(text, width - _BOX - 3)
            if index % 2 == 0:
                top, bottom = self.reserve(lines + 1.6), 0.0
            left = MARGIN + index % 2 * (width + _GUTTER)
            self.rect(left, top + (LINE - _BOX) / 2, _BOX, _BOX)
            self.set_xy(left + _BOX + 3, top)
            self.write_text(text, width - _BOX - 3)
            bottom = max(bottom, top + lines + 1.6)
            self.set_y(bottom)

    def blanks(self, labels: Sequence[str]) -> None:
        """Draw a blank line after each label, in two columns."""
        self.set_style("sans", 9, MUTED)
        width = self._column()
        for index, label in enumerate(labels):
            if index % 2 == 0:
                top = self.reserve(_WRITING_LINE)
            left = MARGIN + index % 2 * (width + _GUTTER)
            base = top + _WRITING_LINE - 1
            self.set_xy(left, base - LINE)
            self.cell(0, LINE, label)
            self.line(left + self.get_string_width(label) + 3, base, left + width, base)
            self.set_y(top + _WRITING_LINE)

    def writing_lines(self, count: int) -> None:
        for _ in range(count):
            self.set_y(self.reserve(_WRITING_LINE) + _WRITING_LINE)
            self.rule()

    def criteria(self, title: str, criteria: Sequence[str]) -> None:
        text = " \u00b7 ".join(map(normalize_text, criteria))
        self.set_style("sans", 8.5, MUTED)
        self.reserve(LINE + self.text_height(text, self.epw))
        self.set_style("sans", 9, INK)
        self.write_text(title, line=4.4)
        self.set_style("sans", 8.5, MUTED)
        self.write_text(text, line=4)
        self.ln(1.2)

    def _column(self) -> float:
        return (float(self.epw) - _GUTTER) / 2
