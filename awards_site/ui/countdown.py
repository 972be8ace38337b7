"""A countdown to an instant, updated every second."""

from typing import Any

import reflex as rx

from awards_site.ui.queries.page_context import PAGE_CONTEXT_SCRIPT

_IMPORTED_SCRIPTS = (PAGE_CONTEXT_SCRIPT,)


class Countdown(rx.Component):
    """A countdown line; before hydration it shows the target date instead."""

    library = rx.asset("countdown.jsx", shared=True).importable_path
    tag = "Countdown"

    target: rx.Var[str]
    programme: rx.Var[str]
    lead: rx.Var[str]
    over: rx.Var[str]


def countdown(programme: str, lead: Any, target: Any, over: Any, class_name: str) -> rx.Component:
    """Return '{programme} {lead} Xd Xh Xm Xs', or `over` alone once `target` is past.

    `target` is an instant; in the browser it is an ISO 8601 string.
    """
    return Countdown.create(
        target=rx.Var.create(target).to(str),
        programme=programme,
        lead=lead,
        over=over,
        class_name=class_name,
        data_testid="countdown",
    )
