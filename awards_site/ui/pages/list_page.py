"""The frame of the pages that show a list: what they are called, and the list or its state."""

from typing import Any

import reflex as rx

from awards_site.ui.layout.shell import shell
from awards_site.ui.queries.loading_states import failure_state, loaded
from awards_site.ui.queries.query import Query


def list_page(
    query: Query,
    content: rx.Component,
    *,
    path: str,
    label: str,
    title: str,
    lead: str,
    loading: rx.Component,
    failure: str,
    on_retry: Any = None,
) -> rx.Component:
    """Return the page at `path` with the list that a query reads: loading, failed, or `content`.

    `label` stands small above the title, `lead` below it; `failure` says what could not be loaded.
    "Try Again" reads the query again unless `on_retry` does something else.
    """
    return shell(
        rx.el.div(
            rx.el.p(label, class_name="label border-t border-gold pt-4 text-gold-ink"),
            rx.el.h1(title, class_name="display-1 mt-6"),
            rx.el.p(lead, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            loaded(
                query,
                content,
                loading=loading,
                failure=failure_state(
                    failure, query.retry if on_retry is None else on_retry, "mt-14"
                ),
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )
