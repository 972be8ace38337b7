"""The layout of list pages: heading and list, or its loading or failure state."""

from typing import Any

import reflex as rx

from awards_site.ui.layout.shell import shell
from awards_site.ui.loading_states import failure_bar, loaded
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
    shown: Any = None,
    shown_failure: Any = None,
) -> rx.Component:
    """Return the page at `path`: its heading, and `content`, `loading` or a failure state.

    `label` is displayed above the title, `lead` below it; `failure` is the failure state's title.
    "Try Again" calls `on_retry`, by default the query's retry. `shown` are the ShownRecords of a
    list that is read in parts, and `shown_failure` the text if that fails, by default `failure`.
    """
    if shown is not None:
        retry = query.retry if on_retry is None else on_retry
        is_outdated = shown["isOutdated"] & ~query.is_outdated
        bar = failure_bar(failure if shown_failure is None else shown_failure, retry)
        content = rx.fragment(rx.cond(is_outdated, bar), content)
    return shell(
        rx.el.div(
            rx.el.p(label, class_name="label border-t border-gold pt-4 text-gold-ink"),
            rx.el.h1(title, class_name="display-1 mt-6"),
            rx.el.p(lead, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            loaded(
                query,
                content,
                loading=loading,
                failure=failure,
                on_retry=on_retry,
                class_name="mt-14",
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )
