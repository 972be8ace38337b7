"""Portraits: a picture in 4:5, or the person's monogram when it is missing or broken."""

import reflex as rx


class Portrait(rx.Component):
    """The picture of a person; it is decided in the browser whether the picture can be shown."""

    library = rx.asset("portrait.jsx", shared=True).importable_path
    tag = "Portrait"

    name: rx.Var[str]
    src: rx.Var[str | None]


def portrait(
    name: str | rx.Var[str], src: str | rx.Var[str | None] | None, class_name: str = ""
) -> rx.Component:
    """Return the portrait of `name`; `src` is the picture's address, if there is one."""
    return Portrait.create(name=name, src=src, class_name=class_name)
