"""The download endpoints."""

from fastapi import APIRouter
from starlette.responses import Response

from awards_site.content.service import read_texts
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.http.api_docs import file_response
from awards_site.core.http.ical import calendar_response, make_calendar
from awards_site.downloads.milestones import calendar_entries
from awards_site.downloads.nomination_form import nomination_form
from awards_site.pages.categories.content import CATEGORIES
from awards_site.pages.contact.content import CONTACT
from awards_site.pages.timeline.content import TIMELINE
from awards_site.resources.published import public_router

router: APIRouter = public_router("downloads")


@router.get(paths.MILESTONES, **file_response("text/calendar", "A calendar"))
def read_milestones(session: ReadSession) -> Response:
    """Read the timeline's milestones with parseable dates as a calendar."""
    entries = list(calendar_entries(read_texts(session, TIMELINE).milestones))
    if not entries:
        raise NotFound("No milestone has a date that a calendar can hold")
    return calendar_response(make_calendar(entries), paths.MILESTONES.lstrip("/"))


@router.get(paths.NOMINATION_FORM, **file_response("application/pdf", "The form"))
def read_nomination_form(session: ReadSession) -> Response:
    """Read the printable nomination form."""
    form = nomination_form(
        read_texts(session, CATEGORIES), read_texts(session, TIMELINE), read_texts(session, CONTACT)
    )
    name = paths.NOMINATION_FORM.lstrip("/")
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(form, headers=headers, media_type="application/pdf")
