"""The endpoints of the timeline's calendar and of the printable nomination form."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

from fastapi import APIRouter
from icalendar import Event as CalendarEntry
from starlette.responses import Response

from awards_site.core import clock, paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound, raises
from awards_site.core.http.downloads import heavy_work
from awards_site.core.http.feeds import calendar_response, make_calendar
from awards_site.core.http.openapi import file_response
from awards_site.core.presentation.texts import parse_date_range
from awards_site.features.content.edition import Milestone, current_edition
from awards_site.features.content.entity import read_texts
from awards_site.pages.categories import CATEGORIES
from awards_site.pages.contact import CONTACT
from awards_site.records.published import public_router
from awards_site.settings import settings
from awards_site.ui.pages import absolute


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


router: APIRouter = public_router("downloads")


@router.get(paths.MILESTONES, **file_response("text/calendar", "A calendar"))
@raises(NotFound)
def read_milestones(session: ReadSession) -> Response:
    """Read the timeline's milestones with parseable dates as a calendar."""
    entries = list(calendar_entries(current_edition(session).milestones))
    if not entries:
        raise NotFound("No milestone has a date that a calendar can hold")
    return calendar_response(make_calendar(entries), paths.MILESTONES.lstrip("/"))


@router.get(paths.NOMINATION_FORM, **file_response("application/pdf", "The form"))
def read_nomination_form(session: ReadSession) -> Response:
    """Read the printable nomination form."""
    from awards_site.pages.nomination_form import nomination_form

    with heavy_work():
        form = nomination_form(
            read_texts(session, CATEGORIES), current_edition(session), read_texts(session, CONTACT)
        )
    name = paths.NOMINATION_FORM.lstrip("/")
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(form, headers=headers, media_type="application/pdf")
