"""The responses of previews: rendered pages that nobody stores, indexes or refers to."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from awards_site.core.database.sessions import Overlay, trying
from awards_site.core.errors import ApiError
from awards_site.core.http.plain_page import STYLE_SOURCE
from awards_site.core.http.security.content_policy import (
    NO_SOURCE,
    SAME_SITE,
    content_policy,
    document_headers,
)
from awards_site.core.logs.logger import get_logger
from awards_site.forms.page import notice_page
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.previewing import PreviewRenderer
from awards_site.prerender.ssr_worker import NodeMissing, RenderFailed
from awards_site.resources.previews import PreviewedEntity

log = get_logger(__name__)

_NOT_STORED = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}
_FRAMED = {"X-Frame-Options": "SAMEORIGIN"}


async def preview_response(
    request: Request,
    entity: PreviewedEntity,
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
        texts = [each["message"] for each in error.errors] or [error.message]
        if not is_framed:
            # Strangers learn nothing of what is in the draft.
            texts = ["The draft is not ready. Please ask the person who sent you the link."]
        return notice("This cannot be previewed yet", texts, error.status, is_framed=is_framed)
    return await page_response(request, location, overlay, bar=bar, is_framed=is_framed)


async def page_response(
    request: Request,
    location: str,
    overlay: Overlay,
    *,
    bar: str = "",
    is_framed: bool = False,
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


def _location(entity: PreviewedEntity, record_id: int, overlay: Overlay) -> str:
    """Return where the record is shown after a write. Raises the error of the write."""
    with trying() as session:
        overlay(session)
        return entity.page_of(entity.endpoints.repository.find(session, record_id))
