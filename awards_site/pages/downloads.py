"""The calendar of the timeline, and the printable nomination form."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from fastapi import APIRouter
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from icalendar import Event as CalendarEntry
from starlette.responses import Response

from awards_site.core import clock, paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.http.formats import calendar_response, make_calendar
from awards_site.core.http.routing import file_response
from awards_site.core.presentation.texts import parse_date_range
from awards_site.features.content.edition import Edition, Milestone, current_edition
from awards_site.features.content.entity import read_texts
from awards_site.pages.categories import CATEGORIES, CategoriesTexts
from awards_site.pages.contact import CONTACT, ContactTexts
from awards_site.records.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages import absolute
from awards_site.ui.share_images.typesetting import FONTS, SANS, STATIC_DISPLAY, normalize_text


def calendar_entries(milestones: list[Milestone]) -> Iterator[CalendarEntry]:
    """Yield an all-day entry for each milestone whose date can be parsed."""
    host = urlsplit(settings().public_url).hostname
    # Calendar apps keep the entry with the latest stamp. Rounded to days, so that ETags match.
    stamp = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    for milestone in milestones:
        days = parse_date_range(milestone.date)
        if days is None:
            continue
        first, last = days
        entry = CalendarEntry()
        entry.add("uid", f"milestone-{milestone.id}@{host}")
        entry.add("dtstamp", stamp)
        entry.add("dtstart", first)
        entry.add("dtend", last + timedelta(days=1))
        entry.add("transp", "TRANSPARENT")
        entry.add("summary", f"{settings().short_name}: {milestone.title}")
        entry.add("description", milestone.description)
        entry.add("location", milestone.location)
        entry.add("url", absolute(paths.TIMELINE))
        yield entry


DEADLINE = "nomination-deadline"
"""The id of the milestone with the nomination deadline."""

_TITLE = "Nomination form"
_NOMINEE = ("Name", "Company", "Position", "Founded in", "City and country", "Email or phone")
_NOMINATOR = ("Your name", "How you know her", "Your email", "Your phone")
_STORY_LINES = 22

_MARGIN = 17.0
_GUTTER = 8.0
_LINE = 5.0
_WRITING_LINE = 9.0
_BOX = 3.4
_INK, _MUTED, _PLUM, _GOLD = (34, 18, 31), (102, 82, 95), (59, 18, 48), (176, 134, 59)

_TYPEFACES = {"sans": SANS.files, "display": STATIC_DISPLAY.files}
"""The typefaces, each in two files: Latin and extended Latin."""
_EXTENDED = "-extended"

_CREATED = datetime(2025, 1, 1, tzinfo=UTC)
"""A constant creation date, so that the same texts produce the same bytes."""


def nomination_form(awards: CategoriesTexts, edition: Edition, office: ContactTexts) -> bytes:
    """Return the current edition's form as a PDF."""
    form = _Form()
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


class _Form(FPDF):
    """A PDF in the site's typefaces and palette; lengths are in millimetres."""

    def __init__(self) -> None:
        super().__init__(format="letter")
        self.set_margins(_MARGIN, _MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN)
        self.set_creation_date(_CREATED)
        self.set_lang("en")
        self.set_title(normalize_text(f"{_TITLE}, {settings().programme}"))
        self._add_typefaces()
        self.c_margin = 0
        self.set_draw_color(*_GOLD)
        self.set_line_width(0.2)
        self.add_page()

    def _add_typefaces(self) -> None:
        for family, files in _TYPEFACES.items():
            for name, file in zip((family, f"{family}{_EXTENDED}"), files, strict=True):
                self.add_font(name, fname=FONTS / file)

    def footer(self) -> None:
        self.set_y(-13)
        self._set_style("sans", 8, _MUTED)
        self._write(f"{settings().programme} \u00b7 {_TITLE}, page {self.page_no()}")

    def heading(self) -> None:
        self._set_style("sans", 10, _MUTED)
        self._write(settings().programme)
        self._set_style("display", 32, _PLUM)
        self._write(_TITLE, line=13)
        self.ln(2)
        self._rule()
        self.ln(3)

    def fact(self, label: str, text: str) -> None:
        self._set_style("sans", 10, _MUTED)
        self.cell(26, _LINE, label)
        self._set_style("sans", 10, _INK)
        self._write(text)

    def section(self, title: str) -> None:
        if self.will_page_break(30):
            self.add_page()
        self.ln(4)
        self._set_style("display", 16, _PLUM)
        self._write(title, line=7.5)
        self.ln(1)

    def choices(self, texts: Sequence[str]) -> None:
        """Draw a checkbox for each text, in two columns."""
        self._set_style("sans", 10, _INK)
        width = self._column()
        for index, text in enumerate(texts):
            lines = self._height(text, width - _BOX - 3)
            if index % 2 == 0:
                top, bottom = self._reserve(lines + 1.6), 0.0
            left = _MARGIN + index % 2 * (width + _GUTTER)
            self.rect(left, top + (_LINE - _BOX) / 2, _BOX, _BOX)
            self.set_xy(left + _BOX + 3, top)
            self._write(text, width - _BOX - 3)
            bottom = max(bottom, top + lines + 1.6)
            self.set_y(bottom)

    def blanks(self, labels: Sequence[str]) -> None:
        """Draw a blank line after each label, in two columns."""
        self._set_style("sans", 9, _MUTED)
        width = self._column()
        for index, label in enumerate(labels):
            if index % 2 == 0:
                top = self._reserve(_WRITING_LINE)
            left = _MARGIN + index % 2 * (width + _GUTTER)
            base = top + _WRITING_LINE - 1
            self.set_xy(left, base - _LINE)
            self.cell(0, _LINE, label)
            self.line(left + self.get_string_width(label) + 3, base, left + width, base)
            self.set_y(top + _WRITING_LINE)

    def writing_lines(self, count: int) -> None:
        for _ in range(count):
            self.set_y(self._reserve(_WRITING_LINE) + _WRITING_LINE)
            self._rule()

    def criteria(self, title: str, criteria: Sequence[str]) -> None:
        text = " \u00b7 ".join(map(normalize_text, criteria))
        self._set_style("sans", 8.5, _MUTED)
        self._reserve(_LINE + self._height(text, self.epw))
        self._set_style("sans", 9, _INK)
        self._write(title, line=4.4)
        self._set_style("sans", 8.5, _MUTED)
        self._write(text, line=4)
        self.ln(1.2)

    def _column(self) -> float:
        return (float(self.epw) - _GUTTER) / 2

    def _reserve(self, height: float) -> float:
        """Return the y position for a block of this height, adding a page if necessary."""
        if self.will_page_break(height):
            self.add_page()
        return float(self.get_y())

    def _height(self, text: str, width: float) -> float:
        height = self.multi_cell(width, _LINE, normalize_text(text), dry_run=True, output="HEIGHT")
        assert isinstance(height, float)
        return height

    def _set_style(self, family: str, size: float, color: tuple[int, int, int]) -> None:
        self.set_font(family, size=size)
        self.set_fallback_fonts([f"{family}{_EXTENDED}", *_TYPEFACES])
        self.set_text_color(*color)

    def _write(self, text: str, width: float = 0, line: float = _LINE) -> None:
        self.multi_cell(
            width, line, normalize_text(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT
        )

    def _rule(self) -> None:
        y = self.get_y()
        self.line(_MARGIN, y, _MARGIN + self.epw, y)


router: APIRouter = public_router("downloads")


@router.get(paths.MILESTONES, **file_response("text/calendar", "A calendar"))
def read_milestones(session: ReadSession) -> Response:
    """Read the timeline's milestones with parseable dates as a calendar."""
    entries = list(calendar_entries(current_edition(session).milestones))
    if not entries:
        raise NotFound("No milestone has a date that a calendar can hold")
    return calendar_response(make_calendar(entries), paths.MILESTONES.lstrip("/"))


@router.get(paths.NOMINATION_FORM, **file_response("application/pdf", "The form"))
def read_nomination_form(session: ReadSession) -> Response:
    """Read the printable nomination form."""
    form = nomination_form(
        read_texts(session, CATEGORIES), current_edition(session), read_texts(session, CONTACT)
    )
    name = paths.NOMINATION_FORM.lstrip("/")
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(form, headers=headers, media_type="application/pdf")
