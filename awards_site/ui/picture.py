"""Pictures that staff choose: each has a stand-in for when it is missing or broken."""

from typing import Any

import reflex as rx


class Picture(rx.Component):
    """A picture that loads when it comes near; its child stands in for it where it cannot."""

    library = rx.asset("picture.jsx", shared=True).importable_path
    tag = "Picture"

    src: rx.Var[str | None]
    alt: rx.Var[str]
    width: rx.Var[int]
    height: rx.Var[int]


def picture(
    src: str | rx.Var[str | None] | None,
    alt: str | rx.Var[str],
    stand_in: rx.Component,
    **props: Any,
) -> rx.Component:
    """Return the picture at `src`; `stand_in` has the same shape."""
    return Picture.create(stand_in, src=src, alt=alt, **props)
