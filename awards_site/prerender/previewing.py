"""Previews: pages of a record as they will be once its pending changes are published.

Each is rendered for one response, and nothing is cached.
"""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from awards_site.core import clock
from awards_site.core.database.managed_record import (
    ManagedRecord,
    ScheduledSchema,
    is_publishable,
    is_scheduled,
)
from awards_site.core.database.sessions import Overlay, overlaid, writers_turn
from awards_site.core.http.response_cache import ResponseCache
from awards_site.core.http.response_store import CachedResponse
from awards_site.core.http.security import NO_SOURCE, UnknownCodeFound, check_code
from awards_site.core.schemas import Schema
from awards_site.prerender.build import Bundle
from awards_site.prerender.html import site_values, still_html, still_policy
from awards_site.prerender.lookup import NoPage, look_up
from awards_site.prerender.renderer import render_content
from awards_site.prerender.ssr_worker import RenderFailed, SsrWorker
from awards_site.records.entity import Entity
from awards_site.records.pending_changes import find_pending

NEW_ID = 2_147_483_647
"""The id of a new record in its preview: each part of a page is read in its own transaction."""


def overlay_of(
    entity: Entity, record_id: int, changes: Schema | None = None, *, for_strangers: bool = False
) -> Overlay:
    """Return the write that publishes a record with its draft, or with `changes` instead.

    Staff see it without embargoes, and people without an account see no results of it that are
    not public yet.
    """
    repository, update = entity.repository, entity.update
    assert update is not None

    def write(session: Session) -> None:
        record = repository.find(session, record_id, for_update=True)
        withheld = repository.withheld(session, record) if for_strangers else {}
        draft = find_pending(session, record) if changes is None else None
        fields = draft.input(update) if draft else changes
        if fields is not None:
            repository.update(session, record, fields)
        _publish(entity, session, record, withheld)
        if not for_strangers:
            repository.lift_restrictions(session, record)

    return write


def overlay_of_new(entity: Entity, fields: Schema) -> Overlay:
    """Return the write that creates and publishes a record, whose id is NEW_ID."""
    repository = entity.repository

    def write(session: Session) -> None:
        record = repository.create(session, fields)
        record.id = NEW_ID
        session.flush()
        _publish(entity, session, record)
        repository.lift_restrictions(session, record)

    return write


def _publish(
    entity: Entity, session: Session, record: ManagedRecord, others: Mapping[str, Any] | None = None
) -> None:
    """Let visitors see a record now, with the `others` of its values."""
    repository = entity.repository
    if not is_publishable(repository.table):
        return
    times = ScheduledSchema.model_fields if is_scheduled(repository.table) else ()
    shown = {repository.table.published_field: True, **dict.fromkeys(times)}
    repository.change(session, record, {**shown, **(others or {})})


_computing = ThreadPoolExecutor(1, "preview")
"""The thread of previews, one at a time: whoever holds the write lock never waits for a thread."""


@dataclass(frozen=True)
class StillPage:
    """A page without scripts, and its content security policy."""

    html: bytes
    policy: str


class _OverlaidResponses:
    """The API's responses as they would be after a write, each computed once."""

    def __init__(self, responses: ResponseCache, overlay: Overlay) -> None:
        self._responses = responses
        self._overlay = overlay
        self._computed: dict[str, CachedResponse] = {}
        self._lock = asyncio.Lock()

    async def fetch(self, url: str) -> CachedResponse:
        # One after the other: each makes the write in a transaction of its own.
        async with self._lock:
            if url not in self._computed:
                loop = asyncio.get_running_loop()
                self._computed[url] = await loop.run_in_executor(_computing, self._compute, url)
            return self._computed[url]

    def _compute(self, url: str) -> CachedResponse:
        # An event loop of its own has worker threads of its own, too.
        with writers_turn(), overlaid(self._overlay):
            return asyncio.run(self._responses.compute(url))


class PreviewRenderer:
    """Renders pages as they would be after a write."""

    def __init__(self, bundle: Bundle, responses: ResponseCache, worker: SsrWorker) -> None:
        self._bundle = bundle
        self._responses = responses
        self._worker = worker

    async def render(
        self, location: str, overlay: Overlay, *, bar: str = "", ancestors: str = NO_SOURCE
    ) -> StillPage:
        """Return the page at a path with an optional query; `bar` is a text along its lower edge.

        `ancestors` are the sources of the documents that may frame it. Raises LookupFailed and
        RenderFailed.
        """
        responses = _OverlaidResponses(self._responses, overlay)
        path, _, query = location.partition("?")
        found = await look_up(path, responses)
        if isinstance(found, NoPage):
            raise RenderFailed(f"there is no page at {path}")
        page = {
            "path": path,
            "search": query,
            "renderedAt": round(clock.now().timestamp() * 1000),
            "site": site_values(),
        }
        rendering, _ = await render_content(self._worker, found.page.route, page, responses)
        styles = self._bundle.styles
        html = still_html(found.head, path, rendering, styles, bar)
        try:
            check_code((rendering.head + rendering.body).decode(), known=())
        except UnknownCodeFound as error:
            raise RenderFailed(str(error)) from error
        return StillPage(html, still_policy(styles, ancestors=ancestors))
