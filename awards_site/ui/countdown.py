"""The countdown to an instant, refreshed every second in the browser."""

from datetime import datetime

import reflex as rx


class Countdown(rx.Component):
    """A line that counts down; until the page is alive it says the date instead."""

    library = rx.asset("countdown.jsx", shared=True).importable_path
    tag = "Countdown"

    target: rx.Var[str]
    target_text: rx.Var[str]
    edition: rx.Var[str]
    lead: rx.Var[str]
    over: rx.Var[str]


def countdown(
    edition: str, lead: str, target: datetime, over: str, class_name: str
) -> rx.Component:
    """Return '{edition} {lead} Xd Xh Xm Xs', or '{edition} {over}' once `target` is past."""
    return Countdown.create(
        target=target.isoformat(),
        target_text=f"{target:%B} {target.day}, {target.year}",
        edition=edition,
        lead=lead,
        over=over,
        class_name=class_name,
        custom_attrs={"data-testid": "countdown"},
    )
