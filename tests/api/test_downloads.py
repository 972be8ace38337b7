"""Downloads for visitors: the milestones as a calendar, and the nomination form."""

from datetime import date

import pytest
from httpx import Client
from icalendar import Calendar

from awards_site.features.content.edition import EDITION
from tests.api.entities import SECTION
from tests.factories import Body

MILESTONES = "/timeline.ics"
FORM = "/nomination-form.pdf"

pytestmark = pytest.mark.usefixtures("public_url")


def override(editor: Client, identifier: str, content: Body) -> None:
    """Save a valid content section."""
    assert SECTION.create(editor, identifier=identifier, content=content)["problem"] is None


def milestones(*dates: str) -> Body:
    """Return the content of the timeline with milestones on these dates."""
    first = EDITION.default.milestones[0].model_dump(by_alias=True)
    return {
        "milestones": [
            first | {"id": f"m{place}", "date": each} for place, each in enumerate(dates)
        ]
    }


def days(client: Client) -> list[tuple[date, date]]:
    """Return the first day of each entry and the day after its last day."""
    response = client.get(MILESTONES)
    assert response.status_code == 200, response.text
    return [(entry.start, entry.end) for entry in Calendar.from_ical(response.content).events]


def test_milestones_are_all_day_calendar_entries(anonymous: Client) -> None:
    response = anonymous.get(MILESTONES)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="timeline.ics"'
    calendar = Calendar.from_ical(response.content)
    assert not calendar.errors
    entries = {str(entry["UID"]): entry for entry in calendar.events}
    assert len(entries) == 5
    interviews = entries["milestone-finalist-interviews@awards.example.org"]
    assert (interviews.start, interviews.end) == (date(2025, 7, 15), date(2025, 7, 31))
    gala = entries["milestone-gala@awards.example.org"]
    assert gala["SUMMARY"] == "WEA: Awards gala"
    assert gala["LOCATION"] == "The Grand Hall"
    assert gala["URL"] == "https://awards.example.org/timeline"
    assert b"DTSTART;VALUE=DATE:20250915" in response.content


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("March 1, 2027", (2027, 3, 1), (2027, 3, 1)),
        ("Sept. 3 2027", (2027, 9, 3), (2027, 9, 3)),
        ("July 15\u201330, 2027", (2027, 7, 15), (2027, 7, 30)),
        ("June 30 - July 2, 2027", (2027, 6, 30), (2027, 7, 2)),
    ],
)
def test_written_dates_are_parsed(
    text: str,
    first: tuple[int, int, int],
    last: tuple[int, int, int],
    editor: Client,
    anonymous: Client,
) -> None:
    override(editor, "edition", milestones(text))
    year, month, day = last
    assert days(anonymous) == [(date(*first), date(year, month, day + 1))]


def test_a_milestone_without_a_day_is_left_out(editor: Client, anonymous: Client) -> None:
    no_days = ["In autumn", "2027", "February 30, 2027", "Foo 1, 2027", "March 9-3, 2027"]
    override(editor, "edition", milestones(*no_days, "May 4, 2027"))
    assert [first for first, _ in days(anonymous)] == [date(2027, 5, 4)]


def test_without_dates_the_calendar_is_404_and_the_page_has_no_dates(
    editor: Client, anonymous: Client
) -> None:
    override(editor, "edition", milestones("In autumn"))
    assert anonymous.get(MILESTONES).status_code == 404
    [block] = anonymous.get("/api/content-blocks?identifier=edition").json()
    assert block["texts"]["hasDates"] is False


def test_the_nomination_form_is_a_cached_pdf(anonymous: Client) -> None:
    response = anonymous.get(FORM)
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Disposition"] == 'inline; filename="nomination-form.pdf"'
    assert response.content.startswith(b"%PDF-")
    known = {"If-None-Match": response.headers["ETag"]}
    assert anonymous.get(FORM, headers=known).status_code == 304


@pytest.mark.parametrize(
    ("identifier", "content"),
    [
        ("page.contact", {"email": "jury@example.org"}),
        ("page.categories", {"criteriaTitle": "How we judge"}),
        ("edition", {"milestones": []}),
    ],
)
def test_the_nomination_form_shows_the_current_texts(
    identifier: str, content: Body, editor: Client, anonymous: Client
) -> None:
    before = anonymous.get(FORM)
    override(editor, identifier, content)
    after = anonymous.get(FORM, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


@pytest.mark.parametrize(
    ("text", "awards"),
    [("Łódź — “Größe”", 2), ("獎項", 2), ("جائزة", 2), ("\U0001f3c6", 2), ("x" * 300, 8)],
)
def test_the_nomination_form_is_generated_from_any_text(
    text: str, awards: int, editor: Client, anonymous: Client
) -> None:
    award = {"id": "award", "title": text, "description": text, "criteria": [text] * 12}
    override(editor, "page.categories", {"categories": [award] * awards, "criteriaTitle": text})
    override(editor, "page.contact", {"address": [text]})
    override(editor, "edition", {"milestones": []})
    assert anonymous.get(FORM).status_code == 200
