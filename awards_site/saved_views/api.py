"""The HTTP endpoints of one's own saved views."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import SignedIn, allow
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.database.sorting import sort_key
from awards_site.core.errors import Invalid, NotFound
from awards_site.core.http.path_parameters import Id
from awards_site.saved_views.models import (
    SavedView,
    SavedViewCreate,
    SavedViewPublic,
    SavedViewUpdate,
)

MAX_VIEWS = 50
"""How many views a user has of one screen."""

router = APIRouter(
    prefix="/saved-views", tags=["saved views"], dependencies=[allow(Permission.SAVE_VIEWS)]
)


@router.get("", response_model=list[SavedViewPublic])
def list_own(
    caller: SignedIn, session: ReadSession, screen: Annotated[str, Query()]
) -> Sequence[SavedView]:
    """List the caller's views of a screen, by name."""
    own = select(SavedView).where(SavedView.user_id == caller.id, SavedView.screen == screen)
    return session.exec(own.order_by(sort_key(SavedView.name), col(SavedView.id))).all()


@router.post("", status_code=201, response_model=SavedViewPublic)
def create(body: SavedViewCreate, caller: SignedIn) -> SavedView:
    """Save a view."""
    with writing() as session:
        own = SavedView.user_id == caller.id, SavedView.screen == body.screen
        if session.exec(select(func.count()).where(*own)).one() >= MAX_VIEWS:
            raise Invalid({"name": f"You have {MAX_VIEWS} views of this list. Delete one first."})
        return _store(session, SavedView(**body.model_dump(), user_id=caller.id))


@router.patch("/{view_id}", response_model=SavedViewPublic)
def update(view_id: Id, body: SavedViewUpdate, caller: SignedIn) -> SavedView:
    """Rename a view, or give it another query."""
    with writing() as session:
        view = _find(session, view_id, caller.id)
        view.sqlmodel_update(body.provided_fields())
        return _store(session, view)


@router.delete("/{view_id}", status_code=204)
def delete(view_id: Id, caller: SignedIn) -> None:
    """Delete a view; to undo it, save it again."""
    with writing() as session:
        session.delete(_find(session, view_id, caller.id))


def _find(session: Session, view_id: int, user_id: int) -> SavedView:
    view = session.get(SavedView, view_id)
    if view is None or view.user_id != user_id:
        raise NotFound.of("View")
    return view


def _store(session: Session, view: SavedView) -> SavedView:
    session.add(view)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid({"name": "You have a view with this name already"}) from error
    return view
