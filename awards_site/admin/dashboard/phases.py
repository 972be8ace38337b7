"""The states of the dashboard's lists: loading, ready, empty or failed."""

import reflex as rx

_TEXT = "mt-3 text-sm text-muted"


def by_phase(
    phase: rx.Var[str] | str, content: rx.Component, *, empty: str, failed: str
) -> rx.Component:
    """Return the content if `phase` is 'ready', and else what 'empty', 'failed' or '' means."""
    return rx.match(
        phase,
        ("ready", content),
        ("empty", rx.el.p(empty, class_name=_TEXT)),
        ("failed", rx.el.p(failed, role="alert", class_name=_TEXT)),
        rx.el.p("Loading...", role="status", class_name=_TEXT),
    )
