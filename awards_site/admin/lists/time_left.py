"""The time until an instant, in a cell of a table."""

import reflex as rx

from awards_site.ui.queries.dates import DATES_SCRIPT

_IMPORTED_SCRIPTS = (DATES_SCRIPT,)


class TimeLeft(rx.Component):
    """Shows 'in Xd Xh Xm Xs', or `over` once `target`, an ISO 8601 time, is past."""

    library = rx.asset("time_left.jsx", shared=True).importable_path
    tag = "TimeLeft"

    target: rx.Var[str]
    over: rx.Var[str]
