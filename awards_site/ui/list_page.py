"""The frame of the pages that show a list: what they are called, and the list or its state."""

import reflex as rx

from awards_site.ui.shell import shell
from awards_site.ui.states import failure_state


def list_page(
    listed: rx.Component,
    *,
    path: str,
    label: str,
    title: str,
    lead: str,
    loaded: rx.Var[bool],
    loading: rx.Component,
    failed: rx.Var[bool],
    failure: str,
    on_retry: rx.event.EventType[()],
) -> rx.Component:
    """Return the page at `path` with a list that is loading, has failed to, or is there.

    `label` stands small above the title, `lead` below it; `failure` says what could not be loaded.
    """
    return shell(
        rx.el.div(
            rx.el.p(label, class_name="label border-t border-gold pt-4 text-gold-ink"),
            rx.el.h1(title, class_name="display-1 mt-6"),
            rx.el.p(lead, class_name="lead mt-6 max-w-[33.5em] text-muted"),
            rx.cond(
                failed,
                rx.el.div(failure_state(failure, on_retry), class_name="mt-14"),
                rx.cond(loaded, listed, loading),
            ),
            class_name="page-width pt-14 pb-28 md:pt-20",
        ),
        active=path,
    )
