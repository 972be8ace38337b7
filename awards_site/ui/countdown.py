"""A countdown to an instant, updated every second."""

import reflex as rx

from awards_site.ui.queries.dates import DATES_SCRIPT
from awards_site.ui.queries.page_context import PAGE_CONTEXT_SCRIPT

_IMPORTED_SCRIPTS = (DATES_SCRIPT, PAGE_CONTEXT_SCRIPT)


class Countdown(rx.Component):
    """Shows '{programme} {lead} Xd Xh Xm Xs', or `over` alone once `target` is past.

    `target` is an ISO 8601 string; before hydration, its date is shown instead of the time left.
    """

    library = rx.asset("countdown.jsx", shared=True).importable_path
    tag = "Countdown"

    target: rx.Var[str]
    programme: rx.Var[str]
    lead: rx.Var[str]
    over: rx.Var[str]
