"""Portraits: a picture in 4:5, or the person's monogram when it is missing or broken."""

import reflex as rx

from awards_site.ui.picture import picture


class Monogram(rx.Component):
    """A person's initials in the shape of a portrait."""

    library = rx.asset("portrait.jsx", shared=True).importable_path
    tag = "Monogram"

    name: rx.Var[str]


def portrait(
    name: str | rx.Var[str], src: str | rx.Var[str | None] | None, class_name: str = ""
) -> rx.Component:
    """Return the portrait of `name`; `src` is the picture's address, if there is one."""
    return picture(
        src,
        name,
        Monogram.create(name=name, class_name=class_name),
        width=480,
        height=600,
        class_name=f"aspect-4/5 w-full bg-line object-cover {class_name}".strip(),
    )
