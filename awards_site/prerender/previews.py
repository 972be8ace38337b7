"""The HTTP endpoints of previews, for staff and by link."""

import json
from datetime import datetime
from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from pydantic import BaseModel, Json, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.permissions import Permission
from awards_site.core import paths
from awards_site.core.database.managed_record import is_visible
from awards_site.core.database.sessions import Overlay, reading, trying
from awards_site.core.errors import ApiError, Gone, NotFound, raises
from awards_site.core.http.errors import STYLE_SOURCE, plain_page
from awards_site.core.http.openapi import file_response
from awards_site.core.http.rate_limits import PREVIEWS
from awards_site.core.http.security import (
    NO_SOURCE,
    SAME_SITE,
    content_policy,
    document_headers,
    hash_source,
)
from awards_site.core.http.urls import Id
from awards_site.core.logs import get_logger
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, ContentBlock
from awards_site.core.presentation.texts import format_date
from awards_site.core.schemas import Schema
from awards_site.features.content.entity import (
    ContentSectionCreate,
    ContentSectionUpdate,
    page_of,
    sections,
)
from awards_site.features.nominees import kits
from awards_site.features.nominees.entity import NomineeView
from awards_site.features.nominees.service import NOMINEE
from awards_site.pages.forms import notice_page
from awards_site.prerender.html import script
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.previewing import (
    NEW_ID,
    PreviewRenderer,
    overlay_of,
    overlay_of_new,
)
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed
from awards_site.records import sharing
from awards_site.records.entity import ENTITIES, Entity
from awards_site.records.pending_changes import find_pending
from awards_site.records.preview_links import (
    NewPreviewLink,
    PreviewLink,
    PreviewLinkPublic,
    find_link,
)

log = get_logger(__name__)

_NOT_STORED = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}
_FRAMED = {"X-Frame-Options": "SAMEORIGIN"}


async def preview_response(
    request: Request,
    entity: Entity,
    record_id: int,
    overlay: Overlay,
    *,
    bar: str = "",
    is_framed: bool = False,
) -> Response:
    """Return the page that shows a record after a write, or a page that says why there is none."""
    try:
        location = await run_in_threadpool(_location, entity, record_id, overlay)
    except ApiError as error:
        texts = [*error.errors.values()] or [error.message]
        if not is_framed:
            # Strangers learn nothing about the draft.
            texts = ["The draft is not ready. Please ask the person who sent you the link."]
        return notice("This cannot be previewed yet", texts, error.status, is_framed=is_framed)
    return await page_response(request, location, overlay, bar=bar, is_framed=is_framed)


async def page_response(
    request: Request, location: str, overlay: Overlay, *, bar: str = "", is_framed: bool = False
) -> Response:
    """Return the page at a path after a write; only the site's own pages may frame it."""
    ancestors = SAME_SITE if is_framed else NO_SOURCE
    renderer = getattr(request.app.state, "preview_renderer", None)
    try:
        if not isinstance(renderer, PreviewRenderer):
            raise RenderFailed("the pages of the site are not served here")
        page = await renderer.render(location, overlay, bar=bar, ancestors=ancestors)
    except (LookupFailed, RenderFailed, NodeMissing) as error:
        log.error("preview failed", page=location, error=error)
        text = "The page could not be rendered. Please try again."
        return notice("The preview failed", [text], 503, is_framed=is_framed)
    return _document(page.html, page.policy, is_framed=is_framed)


def notice(heading: str, texts: list[str], status: int, *, is_framed: bool = False) -> HTMLResponse:
    """Return a plain page that says why there is no preview."""
    policy = content_policy(
        styles=[STYLE_SOURCE], has_scripts=False, ancestors=SAME_SITE if is_framed else NO_SOURCE
    )
    html = notice_page("Preview", heading, " ".join(texts))
    return _document(html, policy, status, is_framed=is_framed)


def _document(
    html: str | bytes, policy: str, status: int = 200, *, is_framed: bool
) -> HTMLResponse:
    headers = document_headers(policy) | _NOT_STORED | (_FRAMED if is_framed else {})
    return HTMLResponse(html, status, headers=headers)


def _location(entity: Entity, record_id: int, overlay: Overlay) -> str:
    """Return where the record is shown after a write. Raises the error of the write."""
    with trying() as session:
        overlay(session)
        assert entity.page_of is not None
        return entity.page_of(entity.repository.find(session, record_id))


router = APIRouter(tags=["previews"])
"""The pages of links."""

_ASK = (
    "The link has expired or was revoked, or there is nothing left to show. Please ask the"
    " person who sent it to you for a new one."
)


@router.get(
    paths.preview("{token}"),
    response_class=HTMLResponse,
    dependencies=[allow(Permission.READ_PUBLIC), Depends(PREVIEWS)],
)
@raises(Gone)
async def show_link(token: str, request: Request) -> Response:
    """Show the draft of the link's record; once it is published, redirect to its page if any.

    A link to a nominee's kit shows its files and texts.
    """
    found = await run_in_threadpool(_find, token)
    if found is None:
        return notice("This preview is no longer available", [_ASK], 410)
    link, location = found
    if link.is_kit:
        nominee = await run_in_threadpool(kits.read_nominee, link.record_id)
        policy = content_policy(scripts=[hash_source(script("kit.js"))], styles=[STYLE_SOURCE])
        return _document(_kit_page(token, nominee, link.expires_at), policy, is_framed=False)
    if location:
        headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
        return RedirectResponse(location, 303, headers=headers)
    entity = ENTITIES[link.table_name]
    bar = (
        "Preview: this is not public yet. Please do not share it. The link works until"
        f" {format_date(link.expires_at)}."
    )
    overlay = overlay_of(entity, link.record_id, for_strangers=True)
    return await preview_response(request, entity, link.record_id, overlay, bar=bar)


@router.get(
    paths.preview("{token}/{name}"),
    dependencies=[allow(Permission.READ_PUBLIC), Depends(PREVIEWS)],
    **file_response("application/zip", "A file, or all of them"),
)
@raises(Gone)
def download_kit_file(token: str, name: str) -> Response:
    """Return a file of the kit to which a link leads."""
    found = _find(token)
    if found is None or not found[0].is_kit:
        return notice("This preview is no longer available", [_ASK], 410)
    file = kits.kit_file(found[0].record_id, name)
    file.headers.update(_NOT_STORED)
    return file


def _kit_page(token: str, nominee: NomineeView, expires_at: datetime) -> str:
    """Return the page of a kit: its badge, its files, and its texts to copy."""
    texts, url = kits.texts_of(nominee), paths.preview(token)
    files = {kits.ARCHIVE: "All files (ZIP)"} | {name: kits.file_label(name) for name in kits.FILES}
    links = "".join(
        f'<a class="button{"" if name == kits.ARCHIVE else " quiet"}" href="{url}/{name}" download>'
        f"{label}</a>"
        for name, label in files.items()
    )
    boxes = "".join(
        f'<div><label for="text-{place}">{label}</label><textarea readonly rows="5"'
        f' id="text-{place}">{escape(text)}</textarea>'
        f'<button type="button" class="quiet" aria-label="Copy: {label}">Copy</button></div>'
        for place, (label, text) in enumerate(texts.items())
    )
    return plain_page(
        "Kit",
        escape(nominee.name),
        f'<img src="{url}/badge.svg" alt="Badge" width="200" height="200">'
        f"<p>{escape(texts['For a biography'])}</p>"
        f"<p>This page works until {format_date(expires_at)}.</p>"
        f'<h2>Badge, certificate and images</h2><div class="row">{links}</div>'
        f"<h2>Texts to copy</h2><form>{boxes}</form><script>{script('kit.js')}</script>",
    )


def _find(token: str) -> tuple[PreviewLink, str] | None:
    """Return a link, and the page of its record if that is public and the link shows no draft.

    None if the link has expired or was revoked, or has ended and the record is not public.
    """
    with reading() as session:
        link = find_link(session, token)
        if link is None:
            return None
        entity = ENTITIES[link.table_name]
        assert entity.page_of is not None
        try:
            record = entity.repository.find(session, link.record_id)
            has_ended = link.has_ended(record, entity.edited_by)
            if link.is_kit:
                return (link, "") if is_visible(record) and not has_ended else None
            if is_visible(record) and (has_ended or find_pending(session, record) is None):
                return link, entity.page_of(record)
        except NotFound:
            return None
        return None if has_ended else (link, "")


def staff_router() -> APIRouter:
    """Return the endpoints of the previews of all entities, which are known by now."""
    staff = APIRouter(tags=["previews"])
    for entity in ENTITIES.values():
        if entity.page_of:
            _add_preview(staff, entity)
            _add_links(staff, entity)
    _add_links(staff, NOMINEE, is_kit=True)
    return staff


def _add_preview(staff: APIRouter, entity: Entity) -> None:
    path = f"{entity.item_path}/preview"
    rules: dict[str, Any] = {
        "response_class": HTMLResponse,
        "dependencies": [allow(entity.edited_by)],
    }

    @staff.get(path, summary=f"Preview one {entity.label}", **rules)
    async def show(record_id: Id, request: Request) -> Response:
        """Return the page that shows the record, as it will be once the draft is published."""
        overlay = overlay_of(entity, record_id)
        return await preview_response(request, entity, record_id, overlay, is_framed=True)

    @staff.post(path, summary=f"Preview values of one {entity.label}", **rules)
    async def show_values(
        record_id: Id, request: Request, values: Annotated[str, Form()]
    ) -> Response:
        """Return the page as it will be with the fields in `values`, a JSON object."""
        changes = _parse(entity.update, values)
        if isinstance(changes, Response):
            return changes
        overlay = overlay_of(entity, record_id, changes)
        return await preview_response(request, entity, record_id, overlay, is_framed=True)

    @staff.post(
        f"{entity.path}/preview", summary=f"Preview values of a new {entity.label}", **rules
    )
    async def show_new(request: Request, values: Annotated[str, Form()]) -> Response:
        """Return the page as it will be with a record of `values`, a JSON object."""
        fields = _parse(entity.create, values)
        if isinstance(fields, Response):
            return fields
        overlay = overlay_of_new(entity, fields)
        return await preview_response(request, entity, NEW_ID, overlay, is_framed=True)


def _parse(schema: type[Schema] | None, values: str) -> Schema | Response:
    """Return the fields of a form, a JSON object, or a page with their problems."""
    try:
        assert schema is not None
        return schema.model_validate(json.loads(values))
    except ValidationError as error:
        texts = [str(each["msg"]) for each in error.errors()]
        return notice("This cannot be previewed yet", texts, 422, is_framed=True)
    except (ValueError, RecursionError):
        return notice("The preview failed", ["Send a JSON object."], 422, is_framed=True)


def _add_links(staff: APIRouter, entity: Entity, *, is_kit: bool = False) -> None:
    """Add the endpoints of the links to previews of an entity's records, or to their kits."""
    label, kind = entity.label, "kit" if is_kit else "preview"
    path = f"{entity.item_path}/{kind}-links"
    rules = [allow(entity.edited_by)]

    @staff.get(
        path,
        response_model=list[PreviewLinkPublic],
        dependencies=rules,
        summary=f"List the {kind} links of one {label}",
    )
    def list_all(record_id: Id, caller: SignedIn) -> Any:
        """List the links that work, the newest first."""
        return sharing.list_links(caller, entity, record_id, is_kit=is_kit)

    @staff.post(
        path,
        status_code=201,
        response_model=NewPreviewLink,
        dependencies=rules,
        summary=f"Make a {kind} link of one {label}",
    )
    def create(record_id: Id, caller: SignedIn) -> NewPreviewLink:
        """Make a link by which anybody gets the kit, or sees the draft until it is published."""
        return sharing.make_link(caller, entity, record_id, is_kit=is_kit)

    @staff.delete(
        f"{path}/{{link_id}}",
        status_code=204,
        dependencies=rules,
        summary=f"Revoke a {kind} link of one {label}",
    )
    def revoke(record_id: Id, link_id: Id, caller: SignedIn) -> None:
        """End a link at once."""
        sharing.revoke_link(caller, entity, record_id, link_id, is_kit=is_kit)


class _Section(BaseModel):
    """The form of a content section; the content is JSON."""

    identifier: str
    content: Json[dict[str, Any]]


section_router = APIRouter(tags=["previews"])


@section_router.post(
    "/admin/content-preview",
    response_class=HTMLResponse,
    dependencies=[allow(Permission.EDIT_CONTENT)],
    summary="Preview the page of a content section",
)
async def show_section(request: Request, values: Annotated[str, Form()]) -> Response:
    """Return the page with the texts in `values`: `{identifier, content}` with content as JSON."""
    try:
        section = _Section.model_validate_json(values)
        page = page_of(section.identifier, section.content)
    except ValidationError:
        return _refused("The content is no valid JSON.")
    except NotFound as error:
        return _refused(error.message)
    overlay = _overlay(CONTENT_BLOCKS[section.identifier], section.content)
    return await page_response(request, page, overlay, is_framed=True)


def _overlay(block: ContentBlock[Any], content: dict[str, Any]) -> Overlay:
    """Return the write that stores the texts of a block."""

    def write(session: Any) -> None:
        try:
            section = sections.read_by_identifier(session, block.identifier)
        except NotFound:
            new = {"name": block.name, "identifier": block.identifier, "content": content}
            sections.create(session, ContentSectionCreate.model_validate(new))
        else:
            update = ContentSectionUpdate.model_validate({"content": content})
            sections.update(session, section, update)

    return write


def _refused(text: str) -> Response:
    # No error of the page beside which it is shown: texts are incomplete while they are typed.
    return notice("This cannot be previewed yet", [text], 200, is_framed=True)
