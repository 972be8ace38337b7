"""A row of cards of which one, two or three are seen at a time, by the width of the screen."""

from collections.abc import Callable
from typing import Any

import reflex as rx


class Slider(rx.Component):
    """The list of the children, with a previous and a next button, disabled at the ends."""

    library = rx.asset("slider.jsx", shared=True).importable_path
    tag = "Slider"

    label: rx.Var[str]


def slider(
    label: str, entries: Any, card: Callable[[Any], rx.Component], *, test_id: str
) -> rx.Component:
    """Return a card for each entry, of which a few are seen at a time.

    That is 1 below 768 px, 2 below 1024 px, else 3 (spec 1, section 9). `entries` is a Var
    of a list; `label` completes 'Previous ...' and 'Next ...'.
    """
    width = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
    return Slider.create(
        rx.foreach(entries, lambda entry: rx.el.li(card(entry), class_name=width)),
        label=label,
        custom_attrs={"data-testid": test_id},
    )
