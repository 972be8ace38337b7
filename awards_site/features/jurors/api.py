"""The HTTP endpoints of jurors, of their scoring, and of the jury for staff."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.database.sessions import before_commit
from awards_site.core.http.csv_files import csv_response
from awards_site.core.http.downloads import heavy_work
from awards_site.core.http.openapi import file_response
from awards_site.core.http.urls import Id
from awards_site.core.schemas import Schema
from awards_site.core.validation import Choice
from awards_site.features.jurors import links, service
from awards_site.features.jurors.entity import JUROR
from awards_site.features.jurors.minutes import minutes_pdf, read_minutes
from awards_site.features.jurors.pages import router as documents
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.records.endpoints import Endpoints
from awards_site.records.entity import REVEALS

__all__ = ["documents", "endpoints", "router"]

_PATH = "/admin/jury"
_RULES = [allow(JUROR.managed_by)]
Category = Annotated[str, Choice(NomineeCategory)]
_Anonymous = Annotated[bool, Query(description="Whether jurors have numbers instead of names.")]

router = APIRouter(tags=["jury"])
before_commit(service.refuse_new_criteria)
endpoints = Endpoints(router, JUROR).add_all()


class Results(Schema):
    """The results of a category: 'finalist' or 'winner' by the nominee's id.

    With `seen`, those that the caller has read, the answer is 409 if they have changed since.
    """

    category: Category
    results: dict[int, str]
    seen: dict[int, str] | None = None


@router.post(f"{JUROR.item_path}/link", status_code=204, dependencies=_RULES)
def send_link(record_id: Id, caller: SignedIn) -> None:
    """Send a juror her link, the same as before if she has one."""
    links.send_link(caller, record_id)


@router.delete(f"{JUROR.item_path}/link", status_code=204, dependencies=_RULES)
def revoke_link(record_id: Id, caller: SignedIn) -> None:
    """End the link of a juror at once, on all of her devices."""
    links.revoke_link(caller, record_id)


@router.get(_PATH, dependencies=_RULES)
def read_jury(caller: SignedIn) -> service.JuryView:
    """Read the progress of the jury, and its ranking once scoring is closed."""
    return service.read_jury(caller)


@router.post(f"{_PATH}/remind", dependencies=_RULES)
def remind(caller: SignedIn) -> int:
    """Send the jurors who are not done their links; the response is how many they are."""
    return links.remind(caller)


@router.post(f"{_PATH}/close", status_code=204, dependencies=_RULES)
def close_scoring(caller: SignedIn) -> None:
    """Close scoring now, after which staff see the ranking."""
    service.close_scoring(caller)


@router.post(f"{_PATH}/reopen", status_code=204, dependencies=_RULES)
def reopen_scoring(caller: SignedIn) -> None:
    """Let jurors score again until the deadline."""
    service.reopen_scoring(caller)


@router.post(f"{_PATH}/results", status_code=204, dependencies=[*_RULES, REVEALS])
def enter_results(body: Results, caller: SignedIn) -> None:
    """Enter the results of a category under an embargo that covers it; 409 without one."""
    service.enter_results(caller, body.category, body.results, body.seen)


@router.post(f"{_PATH}/embargo", dependencies=_RULES)
def hide_until_gala(caller: SignedIn) -> str:
    """Create the embargo of the edition until its gala; the response is that time."""
    return service.hide_until_gala(caller)


_CSV = file_response("text/csv", "A row for each score")
_PDF = file_response("application/pdf", "The minutes, to print")


@router.get(f"{_PATH}/{{category}}/minutes.csv", dependencies=_RULES, **_CSV)
def read_csv(category: Category, caller: SignedIn, anonymous: _Anonymous = False) -> Response:
    """Read the minutes of a category as CSV, for the record."""
    found = read_minutes(caller, category, is_anonymous=anonymous)
    return csv_response(f"minutes-{category}.csv", found.headings, found.rows())


@router.get(f"{_PATH}/{{category}}/minutes.pdf", dependencies=_RULES, **_PDF)
def read_pdf(category: Category, caller: SignedIn, anonymous: _Anonymous = False) -> Response:
    """Read the minutes of a category as a PDF, for the record."""
    found = read_minutes(caller, category, is_anonymous=anonymous)
    headers = {"Content-Disposition": f'inline; filename="minutes-{category}.pdf"'}
    with heavy_work():
        return Response(minutes_pdf(found), headers=headers, media_type="application/pdf")
