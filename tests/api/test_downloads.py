"""What visitors download: the milestones for calendars, and the nomination form."""

from datetime import date
from typing import Any

import httpx
import pytest
from icalendar import Calendar

from awards_site.pages.timeline.content import TIMELINE
from awards_site.settings import settings

MILESTONES = "/timeline.ics"
FORM = "/nomination-form.pdf"


@pytest.fixture(autouse=True)
def _public_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_PUBLIC_URL", "https://awards.example.org")
    settings.cache_clear()


def override(editor: httpx.Client, identifier: str, content: dict[str, Any]) -> None:
    """Save a content section of a right shape."""
    section = {"identifier": identifier, "name": "Texts", "content": content}
    answer = editor.post("/api/admin/content", json=section)
    assert answer.status_code == 201, answer.text
    assert answer.json()["problem"] is None


def milestones(*dates: str) -> dict[str, Any]:
    """Return the timeline's texts with milestones on these dates."""
    first = TIMELINE.default.milestones[0].model_dump(by_alias=True)
    return {
        "milestones": [
            first | {"id": f"m{place}", "date": each} for place, each in enumerate(dates)
        ]
    }


def days(client: httpx.Client) -> list[tuple[date, date]]:
    """Return the first day of each entry and the day after its last one."""
    answer = client.get(MILESTONES)
    assert answer.status_code == 200, answer.text
    return [(entry.start, entry.end) for entry in Calendar.from_ical(answer.content).events]


def test_the_milestones_are_a_calendar_of_whole_days(nobody: httpx.Client) -> None:
    answer = nobody.get(MILESTONES)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="timeline.ics"'
    calendar = Calendar.from_ical(answer.content)
    assert not calendar.errors
    entries = {str(entry["UID"]): entry for entry in calendar.events}
    assert len(entries) == 5
    interviews = entries["milestone-finalist-interviews@awards.example.org"]
    assert (interviews.start, interviews.end) == (date(2025, 7, 15), date(2025, 7, 31))
    gala = entries["milestone-gala@awards.example.org"]
    assert gala["SUMMARY"] == "WEA: Awards gala"
    assert gala["LOCATION"] == "The Grand Hall"
    assert gala["URL"] == "https://awards.example.org/timeline"
    assert b"DTSTART;VALUE=DATE:20250915" in answer.content


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("March 1, 2027", (2027, 3, 1), (2027, 3, 1)),
        ("Sept. 3 2027", (2027, 9, 3), (2027, 9, 3)),
        ("July 15\u201330, 2027", (2027, 7, 15), (2027, 7, 30)),
        ("June 30 - July 2, 2027", (2027, 6, 30), (2027, 7, 2)),
    ],
)
def test_dates_are_read_as_people_write_them(
    text: str,
    first: tuple[int, int, int],
    last: tuple[int, int, int],
    editor: httpx.Client,
    nobody: httpx.Client,
) -> None:
    override(editor, "page.timeline", milestones(text))
    year, month, day = last
    assert days(nobody) == [(date(*first), date(year, month, day + 1))]


def test_a_milestone_whose_date_names_no_day_is_left_out(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    no_days = ["In autumn", "2027", "February 30, 2027", "Foo 1, 2027", "March 9-3, 2027"]
    override(editor, "page.timeline", milestones(*no_days, "May 4, 2027"))
    assert [first for first, _ in days(nobody)] == [date(2027, 5, 4)]


def test_without_any_date_there_is_no_calendar_and_the_page_is_told(
    editor: httpx.Client, nobody: httpx.Client
) -> None:
    override(editor, "page.timeline", milestones("In autumn"))
    assert nobody.get(MILESTONES).status_code == 404
    [block] = nobody.get("/api/content-blocks?identifier=page.timeline").json()
    assert block["texts"]["hasDates"] is False


def test_the_nomination_form_is_a_pdf_that_is_sent_once(nobody: httpx.Client) -> None:
    answer = nobody.get(FORM)
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == 'inline; filename="nomination-form.pdf"'
    assert answer.content.startswith(b"%PDF-")
    known = {"If-None-Match": answer.headers["ETag"]}
    assert nobody.get(FORM, headers=known).status_code == 304


@pytest.mark.parametrize(
    ("identifier", "content"),
    [
        ("page.contact", {"email": "jury@example.org"}),
        ("page.categories", {"criteriaTitle": "How we judge"}),
        ("page.timeline", {"milestones": []}),
    ],
)
def test_the_form_follows_the_texts_that_it_is_made_from(
    identifier: str, content: dict[str, Any], editor: httpx.Client, nobody: httpx.Client
) -> None:
    before = nobody.get(FORM)
    override(editor, identifier, content)
    after = nobody.get(FORM, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


@pytest.mark.parametrize(
    "text", ["Łódź — “Größe”", "獎項", "جائزة", "\U0001f3c6", "x" * 300, "a\tb"]
)
def test_whatever_staff_write_the_form_can_be_made(
    text: str, editor: httpx.Client, nobody: httpx.Client
) -> None:
    award = {"id": "award", "title": text, "description": text, "criteria": [text] * 12}
    override(editor, "page.categories", {"categories": [award] * 24, "criteriaTitle": text})
    override(editor, "page.contact", {"address": [text]})
    override(editor, "page.timeline", {"milestones": []})
    assert nobody.get(FORM).status_code == 200
