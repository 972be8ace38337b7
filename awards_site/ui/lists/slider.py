"""A carousel that shows one, two or three cards at a time, depending on the viewport's width."""

from collections.abc import Callable
from typing import Any

import reflex as rx


class Slider(rx.Component):
    """The list of its children with previous and next buttons, which are disabled at the ends."""

    library = rx.asset("slider.jsx", shared=True).importable_path
    tag = "Slider"

    label: rx.Var[str]


def slider(
    label: str, entries: Any, card: Callable[[Any], rx.Component], *, test_id: str
) -> rx.Component:
    """Return a carousel with a card for each entry: 1 below 768 px, 2 below 1024 px, else 3.

    `entries` is a Var of a list; `label` completes 'Previous ...' and 'Next ...'.
    """
    width = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
    return Slider.create(
        rx.foreach(entries, lambda entry: rx.el.li(card(entry), class_name=width)),
        label=label,
        data_testid=test_id,
    )
