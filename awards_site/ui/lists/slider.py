"""A carousel of cards with previous and next buttons."""

import reflex as rx


class Slider(rx.Component):
    """The list of its children with previous and next buttons, which are disabled at the ends.

    `label` completes 'Previous ...' and 'Next ...'.
    """

    library = rx.asset("slider.jsx", shared=True).importable_path
    tag = "Slider"

    label: rx.Var[str]


SLIDE = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
"""Classes of a slider's items: 1 is visible below 768 px, 2 below 1024 px, else 3."""
