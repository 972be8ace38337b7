"""The frame of the pages that show a list: what they are called, and the list or its state."""

from collections.abc import AsyncIterator
from typing import Any

import reflex as rx

from awards_site.core.request_client import RequestClient, RequestError, request_client
from awards_site.ui.public_page import PublicState
from awards_site.ui.shell import shell
from awards_site.ui.states import failure_state


class ListState(PublicState, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The State of a page that shows lists: how far they have been loaded."""

    loaded: bool = False
    failed: bool = False

    @rx.event
    async def load(self) -> AsyncIterator[None]:
        """Read what the page shows; that it is read once more after a failure is seen."""
        if self.failed:
            self.failed = self.loaded = False
            yield
        try:
            await self._read(request_client(self))
        except RequestError:
            self.failed = True
            return
        self.loaded, self.failed = True, False

    async def _read(self, client: RequestClient) -> None:
        """Read what the page shows. Raises RequestError when it could not be read."""
        raise NotImplementedError


def list_page(
    state: Any,
    listed: rx.Component,
    *,
    path: str,
    label: str,
    title: str,
    lead: str,
    loading: rx.Component,
    failure: str,
    on_retry: rx.event.EventType[()],
) -> rx.Component:
    """Return the page at `path` with the list of a `ListState`: loading, failed, or `listed`.

    `label` stands small above the title, `lead` below it; `failure` says what could not be loaded.
    """
    return shell(
        rx.el.div(
            rx.el.p(label, class_name="label border-t border-gold pt-4 text-gold-ink"),
            rx.el.h1(title, class_name="display-1 mt-6"),
            rx.el.p(lead, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            rx.cond(
                state.failed,
                rx.el.div(failure_state(failure, on_retry), class_name="mt-14"),
                rx.cond(state.loaded, listed, loading),
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )
