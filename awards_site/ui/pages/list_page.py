"""The layout of list pages: heading and list, or its loading or failure state."""

from typing import Any

import reflex as rx

from awards_site.ui.layout.shell import shell
from awards_site.ui.lists.filtered_list import ShownRecords
from awards_site.ui.loading_states import loaded
from awards_site.ui.queries.query import Query


def list_page(
    query: Query,
    shown: rx.vars.ObjectVar[ShownRecords],
    content: rx.Component,
    *,
    path: str,
    label: str,
    title: str,
    lead: str,
    loading: rx.Component,
    failure: str | rx.Var[str],
    on_retry: Any = None,
) -> rx.Component:
    """Return the page at `path`: its heading, and `content`, `loading` or a failure state.

    `shown` is what it shows of the query's list. `label` is displayed above the title, `lead` below
    it; `failure` is the failure state's title. "Try Again" calls `on_retry`, by default the query's
    retry.
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
                failure=failure,
                on_retry=on_retry,
                is_outdated=shown["isOutdated"],
                class_name="mt-14",
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )
