"""Portraits: a picture in 4:5, or the person's monogram when it is missing or broken."""

from typing import Any

import reflex as rx

from awards_site.ui.images.picture import Layout, picture

RATIO = 4 / 5
"""A portrait's width by its height."""


class Monogram(rx.Component):
    """A person's initials in the shape of a portrait."""

    library = rx.asset("portrait.jsx", shared=True).importable_path
    tag = "Monogram"

    name: rx.Var[str]


def portrait_layout(*sizes: tuple[str, str]) -> Layout:
    """Return the layout of portraits of these widths (see Layout)."""
    return Layout(sizes, ratio=RATIO)


def portrait(
    name: str | rx.Var[str], image: Any, layout: Layout, class_name: str = ""
) -> rx.Component:
    """Return the portrait of `name`; `image` is a ResponsiveImage, which may be none."""
    return picture(
        image,
        name,
        Monogram.create(name=name, class_name=class_name),
        layout,
        class_name=f"aspect-4/5 w-full bg-line object-cover {class_name}".strip(),
    )
