"""Portraits: an image in 4:5, with the person's monogram as its placeholder."""

from typing import Any

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.images.picture import Layout, picture

RATIO = 4 / 5
"""A portrait's width by its height."""


Monogram = react("Monogram", script("images/portrait.jsx"), name=str)
"""A person's initials in the shape of a portrait."""


def portrait_layout(*sizes: tuple[str, str]) -> Layout:
    """Return the layout of portraits; `sizes` are those of `Layout`."""
    return Layout(sizes, ratio=RATIO)


def portrait(
    name: str | rx.Var[str], image: Any, layout: Layout, class_name: str = ""
) -> rx.Component:
    """Return the portrait of the person `name`; `image` is a ResponsiveImage or null."""
    return picture(
        image,
        name,
        Monogram.create(name=name, class_name=class_name),
        layout,
        class_name=f"aspect-4/5 w-full bg-line object-cover {class_name}".strip(),
    )
