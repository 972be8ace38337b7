"""The layout of detail pages, which show one published record."""

import httpx
import reflex as rx

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.ui.layout.shell import shell
from awards_site.ui.links import TEXT_LINK, link
from awards_site.ui.loading_states import loaded, skeleton, spinner
from awards_site.ui.pages.not_found import not_found_section
from awards_site.ui.queries.query import Query

NOT_FOUND_STATUSES = (httpx.codes.NOT_FOUND, httpx.codes.UNPROCESSABLE_ENTITY)
"""The API's statuses for a missing or an invalid id."""


DocumentTitle = react("DocumentTitle", script("pages/document_title.jsx"), name=str)
"""Sets the document title to the record's name, which the built page does not contain."""


def record_page(
    query: Query, record: rx.Component, *, name: rx.Var[str], failure: str, active: str
) -> rx.Component:
    """Return the page of the query's record, or its loading, failure or not-found state.

    `failure` is the failure state's title; `active` is the path marked in the header.
    """
    pending = rx.el.div(
        spinner("Loading...", "sr-only"),
        _skeleton(),
        class_name="page-width min-h-[85vh] pt-8 pb-28",
        data_testid="record-loading",
    )
    missing = rx.fragment(DocumentTitle.create(name="Page Not Found"), not_found_section())
    found = rx.fragment(DocumentTitle.create(name=name), record)
    content = rx.fragment(
        rx.cond(query.is_failed, rx.el.h1(failure, class_name="sr-only")),
        loaded(
            query,
            found,
            loading=pending,
            failure=failure,
            class_name="my-20",
            frame=lambda state: rx.el.div(state, class_name="page-width"),
        ),
    )
    return shell(
        rx.cond(query.is_missing, missing, content),
        active=active,
    )


def breadcrumb(*steps: tuple[str, str], current: rx.Var[str]) -> rx.Component:
    """Return the breadcrumb: `steps` are names and paths, `current` is this page's name."""
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
        data_testid="breadcrumb",
    )


ShareButton = react("ShareButton", script("pages/share_button.jsx"), path=str, title=str)
"""A button that opens the browser's share dialog, or copies the page's URL."""


def share_button(path: rx.Var[str], title: rx.Var[str]) -> rx.Component:
    return ShareButton.create(path=path, title=title, class_name=TEXT_LINK)


def _skeleton() -> rx.Component:
    """Return the skeleton of a page with an image beside its text."""
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
