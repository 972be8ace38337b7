"""The route of an entity's social images, which are rendered on the first request."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse, RedirectResponse, Response

from awards_site.accounts.dependencies import allow
from awards_site.accounts.permissions import Permission
from awards_site.core.database.repository import Repository
from awards_site.core.database.sessions import ReadSession
from awards_site.core.errors import NotFound
from awards_site.core.files.disk import write_atomic
from awards_site.core.http.downloads import heavy_work, ignore_invalid_range
from awards_site.core.http.openapi import file_response
from awards_site.core.paths import record_id
from awards_site.core.schemas import Schema
from awards_site.core.validation import label_of
from awards_site.records.checklist import Check
from awards_site.settings import settings
from awards_site.ui.share_images.drawing import URL_PREFIX, SocialCard, cut_texts, render_card

S = TypeVar("S", bound=Schema)

_render_lock = Lock()


def social_image_router(
    kind: str,
    repository: Repository[Any],
    response_model: type[S],
    card_of: Callable[[S], SocialCard],
) -> APIRouter:
    """Return the router of an entity; `card_of` makes a card from a record's `response_model`."""
    router = APIRouter(tags=["social images"], dependencies=[Depends(ignore_invalid_range)])

    @router.get(
        f"{URL_PREFIX}/{kind}/{{name}}",
        dependencies=[allow(Permission.READ_PUBLIC)],
        name=f"social_image_of_{kind}",
        **file_response("image/jpeg", "The image", FileResponse, redirect=307),
    )
    def serve_image(name: str, session: ReadSession) -> Response:
        """Serve the image of a published record; an outdated URL redirects to the current one."""
        number = record_id(name.removesuffix(".jpg"))
        if number is None:
            raise NotFound.of("Image")
        record = repository.read(session, number, staff=False)
        card = card_of(response_model.model_validate(record))
        if name != card.name:
            return RedirectResponse(card.url, 307, headers={"Cache-Control": "no-cache"})
        # For a day only, because a record may be unpublished.
        headers = {"Cache-Control": "public, max-age=86400"}
        file = _file_of(card)
        if not file.is_file():
            with heavy_work():
                image_file(card)
        return FileResponse(file, media_type="image/jpeg", headers=headers)

    return router


def image_file(card: SocialCard) -> Path:
    """Return the file of a card's image; render it if it is missing."""
    file = _file_of(card)
    # One at a time: rendering takes a CPU and about 30 MB.
    with _render_lock:
        if not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            outdated = list(file.parent.glob(f"{card.record_id}-*"))
            write_atomic(file, render_card(card))
            for each in outdated:
                each.unlink(missing_ok=True)
    return file


def _file_of(card: SocialCard) -> Path:
    return settings().data_dir.resolve() / "share" / card.kind / card.name


def fits_card(
    view: type[S], card_of: Callable[[S], SocialCard], **fields: str | int
) -> Iterator[Check]:
    """Yield the checks of an entity's records, which visitors see as `view`.

    `fields` has what of the card each attribute is: 'label', 'title', or the place of a line.
    """

    def check(field: str, record: Any) -> str:
        is_cut = fields[field] in cut_texts(card_of(view.model_validate(record)))
        message = f"{label_of(field)} too long for the image of shared links, which cuts it off"
        return message if is_cut else ""

    for field in fields:
        yield Check(field, partial(check, field))
