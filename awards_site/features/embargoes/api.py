"""The HTTP endpoints of embargoes, and those with which results are revealed on the night."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.core.http.urls import Id
from awards_site.core.schemas import Schema, response_schema
from awards_site.core.validation import EDITION_YEAR
from awards_site.features.embargoes import service
from awards_site.features.embargoes.entity import (
    EMBARGO,
    EmbargoedNominee,
    EmbargoEffect,
    EmbargoPublic,
)
from awards_site.records.endpoints import Endpoints
from awards_site.records.undo import Undoable
from awards_site.records.undo import undo as take_back

router = APIRouter(tags=["nominees"])
_RULES = [allow(EMBARGO.managed_by)]
_PATH = "/admin/reveal"


class Seen(Schema):
    """Nominees by id, each with the `result` or what is `shown` as the caller has seen it."""

    seen: dict[int, str]


@response_schema
class OpenConsole(Schema):
    """When pages that are open follow a reveal within seconds."""

    pages_follow_from: datetime


@router.get(_PATH, dependencies=_RULES)
def list_hidden(
    caller: SignedIn,
    revealed: Annotated[bool, Query(description="With those of whom all was revealed.")] = False,
) -> list[EmbargoedNominee]:
    """List the hidden results of the current edition, in the order of the evening."""
    return service.list_hidden(caller, revealed=revealed)


@router.post(_PATH, dependencies=_RULES)
def reveal(body: Seen, caller: SignedIn) -> Undoable:
    """Reveal results now. What is entered afterwards is hidden until it is revealed, too."""
    return Undoable(undo=service.reveal_results(caller, body.seen))


@router.post(f"{_PATH}/undo", status_code=204, dependencies=_RULES)
def undo(body: Undoable, caller: SignedIn) -> None:
    """Hide again what a reveal has shown, except where something was revealed or hidden since."""
    take_back(caller, body.undo)


@router.post(f"{_PATH}/hide", status_code=204, dependencies=_RULES)
def hide(body: Seen, caller: SignedIn) -> None:
    """Hide again, until the embargo's time, what was revealed by hand."""
    service.hide_again(caller, body.seen)


@router.post(f"{_PATH}/open", dependencies=_RULES)
def open_console(caller: SignedIn) -> OpenConsole:
    """Let open pages revalidate often from now on, so that they are fast by the first reveal."""
    return OpenConsole(pages_follow_from=service.open_console(caller))


@router.get(f"{EMBARGO.path}/effect", dependencies=_RULES)
def read_effect(
    caller: SignedIn, year: Annotated[int, EDITION_YEAR], category: str | None = None
) -> EmbargoEffect:
    """Read what an embargo of an edition, or of one of its categories, would hide now."""
    return service.read_effect(caller, year, category)


endpoints = Endpoints(router, EMBARGO).add_all()


@router.post(f"{EMBARGO.item_path}/reveal", response_model=EmbargoPublic, dependencies=_RULES)
def reveal_results(record_id: Id, caller: SignedIn) -> EmbargoPublic:
    """End an embargo now, so that visitors see the results."""
    return service.end_embargo(caller, record_id)
