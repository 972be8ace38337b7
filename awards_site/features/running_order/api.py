"""The HTTP endpoints of the running order: an evening, its PDF, and the winners of an item."""

from typing import Annotated

from fastapi import APIRouter, Query
from sqlmodel import Session, col, select
from starlette.responses import Response

from awards_site.accounts.dependencies import allow
from awards_site.core.database.sessions import ReadSession
from awards_site.core.http.downloads import heavy_work
from awards_site.core.http.openapi import file_response
from awards_site.core.http.urls import Id
from awards_site.core.presentation.texts import format_datetime
from awards_site.core.validation import EDITION_YEAR
from awards_site.features.content.edition import current_edition
from awards_site.features.nominees.entity import Nominee, NomineeCategory
from awards_site.features.running_order.entity import RUNNING_ORDER, TimedItem, evening
from awards_site.records.endpoints import Endpoints

_PDF = file_response("application/pdf", "The items, to print")
_STAFF = [allow(RUNNING_ORDER.managed_by)]
_Year = Annotated[int | None, EDITION_YEAR, Query(description="The current edition's by default.")]

router = APIRouter(tags=["running order"])
endpoints = Endpoints(router, RUNNING_ORDER)


@router.get(f"{RUNNING_ORDER.path}/evening", dependencies=_STAFF)
def read_evening(session: ReadSession, year: _Year = None) -> list[TimedItem]:
    """Read the items of an edition in their order."""
    return evening(session, year)


@router.get(f"{RUNNING_ORDER.path}/pdf", dependencies=_STAFF, **_PDF)
def read_pdf(session: ReadSession, year: _Year = None) -> Response:
    """Read the items of an edition as a PDF, without any result."""
    with heavy_work():
        return _sheet(session, year)


def _sheet(session: Session, year: int | None) -> Response:
    from awards_site.ui.documents import INK, LINE, MARGIN, MUTED, Document

    edition, indent = current_edition(session), MARGIN + 22
    sheet = Document("Running order", "a4")
    sheet.heading()
    sheet.set_style("sans", 9, MUTED)
    facts = [str(year or edition.year)]
    if edition.gala_at and year in (None, edition.year):
        facts += [edition.gala_place, format_datetime(edition.gala_at)]
    sheet.write_text(", ".join(filter(None, facts)))
    sheet.ln(5)
    for item in evening(session, year):
        award = item.category and f"Award: {NomineeCategory.labels()[item.category]}"
        details = "\n".join(filter(None, (award, item.presenter, item.notes))).splitlines()
        top = sheet.reserve((2 + len(details)) * LINE)
        sheet.set_style("sans", 11, INK)
        sheet.write_text(item.time)
        sheet.set_xy(indent, top)
        sheet.write_text(item.title)
        sheet.set_style("sans", 9, MUTED)
        for line in details:
            sheet.set_x(indent)
            sheet.write_text(line)
        sheet.ln(3)
    if sheet.lacks_characters:
        sheet.write_text("This file lacks characters of some texts; the print view has them.")
    headers = {"Content-Disposition": 'inline; filename="running-order.pdf"'}
    return Response(bytes(sheet.output()), headers=headers, media_type="application/pdf")


@router.get(f"{RUNNING_ORDER.item_path}/winners", dependencies=_STAFF)
def read_winners(record_id: Id, session: ReadSession) -> list[str]:
    """Read who has won the award of an item; this reveals nothing to visitors."""
    item = RUNNING_ORDER.repository.find(session, record_id)
    is_of_item = Nominee.year == item.year, Nominee.category == item.category
    winners = select(Nominee).where(Nominee.is_winner, *is_of_item).order_by(col(Nominee.id))
    return [f"{each.name}, {each.company}" for each in session.exec(winners)]


endpoints.add_all()
