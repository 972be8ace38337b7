"""The pictures of shared links: drawn when they are first asked for, kept in the data folder."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, RedirectResponse, Response

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.blog.models import BlogPostPublic
from awards_site.blog.service import posts
from awards_site.core.atomic_write import write_atomic
from awards_site.core.database import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.repository import Repository
from awards_site.core.schemas import Schema
from awards_site.core.slugs import record_id
from awards_site.events.models import EventPublic
from awards_site.events.service import events
from awards_site.nominees.models import NomineePublic
from awards_site.nominees.service import nominees
from awards_site.settings import settings
from awards_site.social_images.card import ADDRESS, ShareCard
from awards_site.social_images.cards import event_card, nominee_card, post_card
from awards_site.social_images.drawing import draw

_KEPT = "public, max-age=86400"
"""A day, and not for ever, because a record may be withdrawn."""

router = APIRouter(tags=["shared links"])
_drawing = Lock()


def _add(
    folder: str,
    repository: Repository[Any],
    response_model: type[Schema],
    card_of: Callable[[dict[str, Any]], ShareCard],
) -> None:
    @router.get(
        f"{ADDRESS}/{folder}/{{name}}",
        dependencies=[allow(Permission.READ_PUBLIC)],
        name=f"picture_of_{folder}",
    )
    def serve_picture(name: str, session: ReadSession) -> Response:
        """Serve the picture of a published record; an outdated address leads to the new one."""
        number = record_id(name.removesuffix(".jpg"))
        if number is None:
            raise NotFound.of("Picture")
        record = repository.read(session, number, staff=False)
        card = card_of(response_model.model_validate(record).model_dump(mode="json", by_alias=True))
        if name != card.name:
            return RedirectResponse(card.address, 307, headers={"Cache-Control": "no-cache"})
        return FileResponse(_file(card), media_type="image/jpeg", headers={"Cache-Control": _KEPT})


_add("nominees", nominees, NomineePublic, nominee_card)
_add("events", events, EventPublic, event_card)
_add("blog", posts, BlogPostPublic, post_card)


def _file(card: ShareCard) -> Path:
    """Return the file of a card's picture, drawing it first where it is missing."""
    folder = settings().data_dir.resolve() / "share" / card.kind
    file = folder / card.name
    # One at a time: a drawing takes a processor and some 30 MB for a moment.
    with _drawing:
        if not file.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            outdated = list(folder.glob(f"{card.record_id}-*"))
            write_atomic(file, draw(card))
            for each in outdated:
                each.unlink(missing_ok=True)
    return file
