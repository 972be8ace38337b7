"""Pages that show one published record, at the address that carries its key."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import reflex as rx

from awards_site.core.request_client import (
    RequestClient,
    RequestError,
    RequestFailed,
    request_client,
)
from awards_site.core.slugs import record_id
from awards_site.ui import paths
from awards_site.ui.links import link
from awards_site.ui.not_found import not_found_section
from awards_site.ui.public_page import Address, Head, PublicState, no_head
from awards_site.ui.shell import shell
from awards_site.ui.states import failure_state, skeleton, spinner

_NONE_SUCH = {httpx.codes.NOT_FOUND, httpx.codes.UNPROCESSABLE_ENTITY}


async def read_published(client: RequestClient, path: str) -> dict[str, Any] | None:
    """Return the published record at an API's `path`, or None when there is none.

    Staff may read drafts there, but no page for visitors shows one. Raises RequestError.
    """
    try:
        record: dict[str, Any] = await client.read([path])
    except RequestFailed as failure:
        if failure.status in _NONE_SUCH:
            return None
        raise
    return record if record["isPublished"] else None


async def read_by_key(client: RequestClient, folder: str, key: str) -> dict[str, Any] | None:
    """Return the published record of `/api{folder}` whose id a key such as `12-ada` begins with.

    None when there is none. Raises RequestError.
    """
    number = record_id(key)
    return None if number is None else await read_published(client, f"/api{folder}/{number}")


def find_by_key(
    folder: str, path_of: Callable[[dict[str, Any]], str]
) -> Callable[[RequestClient, str], Awaitable[str | None]]:
    """Return what finds the right path of the record that a key names, for `add_record_pages`."""

    async def find(client: RequestClient, key: str) -> str | None:
        record = await read_by_key(client, folder, key)
        return path_of(record) if record else None

    return find


def addresses_of(
    listed: str, path_of: Callable[[dict[str, Any]], str]
) -> Callable[[RequestClient], Awaitable[list[Address]]]:
    """Return what lists the pages of the records at an API's path, for `add_record_pages`."""

    async def addresses(client: RequestClient) -> list[Address]:
        return [Address(path_of(each)) for each in await client.read([listed])]

    return addresses


class RecordState(PublicState, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The State of a page of one record: its head, and how far it has been loaded.

    `shown_path` is the path to which all of this belongs. A browser's tab keeps its State from one
    page to the next, so that it may be another page's until the record has been read.
    """

    head: Head = no_head("", paths.HOME)
    shown_path: str = ""
    missing: bool = False
    failed: bool = False

    @rx.var(initial_value=False)
    def settled(self) -> bool:
        """Whether what is there belongs to the page that is open."""
        return bool(self.shown_path) and self.shown_path == self.router.url.path

    @rx.event
    async def load(self) -> AsyncIterator[None]:
        """Read the record that the last part of the page's path names, and what belongs to it."""
        path = self.router.url.path
        if self.failed:
            self.shown_path = ""
            yield
        key = path.rstrip("/").rpartition("/")[2]
        self.missing = self.failed = False
        try:
            self.missing = not await self._read(request_client(self), key)
        except RequestError:
            self.failed = True
        if self.missing or self.failed:
            self.head = no_head("Page Not Found" if self.missing else "", path)
        self.shown_path = path

    async def _read(self, client: RequestClient, key: str) -> bool:
        """Read what the page shows, and tell whether there is such a record.

        Raises RequestError when it could not be read.
        """
        raise NotImplementedError


def record_page(
    state: Any, record: rx.Component, *, loading: rx.Component, failure: str, active: str
) -> rx.Component:
    """Return the page of a `RecordState`: `record`, or that it is loading, missing or has failed.

    `failure` says what could not be loaded; `active` is the path that the header marks.
    """
    failed = rx.el.div(
        rx.el.h1(failure, class_name="sr-only"),
        failure_state(failure, state.load),
        class_name="page-width py-20",
    )
    return shell(
        rx.cond(
            state.settled,
            rx.cond(state.missing, not_found_section(), rx.cond(state.failed, failed, record)),
            rx.el.div(
                spinner("Loading...", "sr-only"),
                loading,
                class_name="page-width min-h-[85vh] pt-8 pb-28",
                custom_attrs={"data-testid": "record-loading"},
            ),
        ),
        active=active,
    )


def breadcrumb(*steps: tuple[str, str], current: rx.Var[str]) -> rx.Component:
    """Return the way to this page: the name and the path of each step, and `current`, its name."""
    separator = rx.el.span("/", aria_hidden="true", class_name="text-gold-ink")
    return rx.el.nav(
        rx.el.ol(
            *[
                rx.el.li(
                    link(
                        name,
                        href=path,
                        class_name="inline-flex min-h-6 items-center hover:underline"
                        " underline-offset-4",
                    ),
                    separator,
                    class_name="flex flex-none items-center gap-2",
                )
                for name, path in (("Home", paths.HOME), *steps)
            ],
            rx.el.li(
                rx.el.span(current, aria_current="page", class_name="block truncate text-ink"),
                class_name="min-w-0",
            ),
            class_name="label flex items-center gap-2 text-muted",
        ),
        aria_label="Breadcrumb",
        custom_attrs={"data-testid": "breadcrumb"},
    )


class ShareButton(rx.Component):
    """A button that offers the page's address to the visitor's apps, or copies it."""

    library = rx.asset("share_button.jsx", shared=True).importable_path
    tag = "ShareButton"

    address: rx.Var[str]
    title: rx.Var[str]


def share_button(state: Any, class_name: str) -> rx.Component:
    """Return the button that shares the page of a `RecordState`."""
    return ShareButton.create(
        address=state.head["path"], title=state.head["name"], class_name=class_name
    )


def record_skeleton() -> rx.Component:
    """Return the shape of a page with a picture beside its texts."""
    return rx.el.div(
        skeleton("h-5 w-64 max-w-full"),
        rx.el.div(
            skeleton("aspect-4/5 w-full max-w-md"),
            rx.el.div(
                skeleton("h-5 w-40"),
                skeleton("mt-6 h-16 w-full"),
                skeleton("mt-6 h-6 w-2/3"),
                skeleton("mt-12 h-40 w-full"),
            ),
            class_name="mt-10 grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-20",
        ),
        aria_hidden="true",
    )
