"""A row of cards of which one, two or three are seen at a time, by the width of the screen."""

import reflex as rx


class Slider(rx.Component):
    """The list of the children, with a previous and a next button, disabled at the ends."""

    library = rx.asset("slider.jsx", shared=True).importable_path
    tag = "Slider"

    label: rx.Var[str]


def slider(label: str, *cards: rx.Component, test_id: str) -> rx.Component:
    """Return the cards in a slider: 1 below 768 px, 2 below 1024 px, else 3 (spec 1, section 9).

    `label` completes 'Previous ...' and 'Next ...'.
    """
    width = "flex-none basis-full snap-start md:basis-1/2 lg:basis-1/3"
    return Slider.create(
        *[rx.el.li(card, class_name=width) for card in cards],
        label=label,
        custom_attrs={"data-testid": test_id},
    )
