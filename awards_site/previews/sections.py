"""The preview of a content section: its page with texts that are not saved."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import HTMLResponse, Response
from typing_extensions import TypedDict

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.content.models import ContentSectionCreate, ContentSectionUpdate
from awards_site.content.service import page_of, sections
from awards_site.core.database.sessions import Overlay
from awards_site.core.errors import NotFound
from awards_site.core.presentation.content_blocks import CONTENT_BLOCKS, ContentBlock
from awards_site.previews.page import notice, page_response

router = APIRouter(tags=["previews"])


class _Section(TypedDict):
    """What the form of a section submits; the content is JSON."""

    identifier: str
    content: str


_SECTION = TypeAdapter(_Section)
_CONTENT: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


@router.post(
    "/admin/content-preview",
    response_class=HTMLResponse,
    dependencies=[allow(Permission.EDIT_CONTENT)],
    summary="Preview the page of a content section",
)
async def show_section(request: Request, values: Annotated[str, Form()]) -> Response:
    """Return the page with the texts in `values`: `{identifier, content}` with content as JSON."""
    try:
        section = _SECTION.validate_json(values)
        content = _CONTENT.validate_json(section["content"])
    except ValidationError:
        return _refused("The content is no valid JSON.")
    identifier = section["identifier"]
    try:
        page = page_of(identifier, content)
    except NotFound as error:
        return _refused(error.message)
    overlay = _overlay(CONTENT_BLOCKS[identifier], content)
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
