"""Loading, empty and failure states of a page section."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from awards_site.frontend import script
from awards_site.reflex_patches.components import js_function
from awards_site.ui.controls import action_button
from awards_site.ui.queries import Query

_STATE = "grid justify-items-center border-y border-line px-6 py-16 text-center"


def loaded(
    query: Query,
    content: rx.Component,
    *,
    loading: rx.Component,
    failure: str | rx.Var[str],
    on_retry: Any = None,
    is_outdated: rx.Var[bool] | None = None,
    class_name: str = "",
    frame: Callable[[rx.Component], rx.Component] = rx.fragment,
) -> rx.Component:
    """Return `content` once the query has data, otherwise `loading` or a failure state.

    `failure` is that state's title, `class_name` its classes; "Try Again" calls `on_retry`, by
    default the query's retry. If the content is there when reading fails, it stays, below a bar;
    `is_outdated` tells when, by default the query's.
    `frame` gives what is shown instead of the content, or above it, its place in the page.
    """
    retry = query.retry if on_retry is None else on_retry
    return rx.fragment(
        rx.cond(
            query.is_outdated if is_outdated is None else is_outdated,
            frame(failure_bar(failure, retry)),
        ),
        rx.cond(
            query.is_failed,
            frame(failure_state(failure, retry, class_name)),
            rx.cond(query.is_pending, loading, content),
        ),
    )


def skeleton(class_name: str) -> rx.Component:
    """Return a placeholder block; `class_name` sets its size."""
    return rx.el.div(class_name=f"skeleton {class_name}", aria_hidden="true")


def card_skeleton(*blocks: str, **props: Any) -> rx.Component:
    """Return the placeholder of a card, with one skeleton block for each class string."""
    return rx.el.div(*[skeleton(block) for block in blocks], aria_hidden="true", **props)


def spinner(label: str, class_name: str = "") -> rx.Component:
    """Return a spinner with a status label for screen readers."""
    return rx.el.div(
        rx.el.span(
            class_name="block size-8 animate-spin rounded-full border-2 border-current/25"
            " border-t-current",
            aria_hidden="true",
        ),
        rx.el.span(label, class_name="sr-only"),
        role="status",
        class_name=class_name,
        data_testid="spinner",
    )


def loading_line(label: str) -> rx.Component:
    """Return the status line above skeletons, in place of the result count."""
    return rx.el.p(label, role="status", class_name="loading label text-muted")


def empty_state(title: str, hint: str = "", *actions: Any, class_name: str = "") -> rx.Component:
    """Return the state of an empty list: a title, a hint and actions such as buttons."""
    return rx.el.div(
        rx.el.span("\u2736", class_name="font-display text-2xl text-gold", aria_hidden="true"),
        rx.el.div(title, class_name="display-3 mt-4"),
        rx.el.p(hint, class_name="mt-2 max-w-[33.5em] text-muted") if hint else rx.fragment(),
        rx.el.div(*actions, class_name="mt-6") if actions else rx.fragment(),
        class_name=f"{_STATE} {class_name}".strip(),
        data_testid="empty-state",
    )


RELOAD_PAGE = js_function("reloadPage", script("queries/lazy.jsx"))
"""A browser function that reloads the page, for `on_click`."""


def failure_state(title: Any, on_retry: Any, class_name: str = "") -> rx.Component:
    """Return the state of failed loading, with a "Try Again" button.

    `on_retry` is a browser function, such as `Query.retry`.
    """
    return rx.el.div(
        rx.el.div(title, class_name="display-3"),
        rx.el.p(
            "The connection failed or the server is busy.",
            class_name="mt-2 max-w-[33.5em] text-muted",
        ),
        action_button("Try Again", tone="outline", on_click=on_retry, class_name="mt-6"),
        role="alert",
        class_name=f"{_STATE} {class_name}".strip(),
        data_testid="failure-state",
    )


def failure_bar(title: Any, on_retry: Any) -> rx.Component:
    """Return the bar above content that was loaded before loading it again failed."""
    return rx.el.div(
        rx.el.p(title, class_name="font-semibold"),
        action_button("Try Again", tone="outline", on_click=on_retry),
        role="alert",
        class_name="my-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y"
        " border-danger py-3",
        data_testid="failure-bar",
    )
