"""A sponsor's logo, or the name if the logo is missing or broken."""

from typing import Any

import reflex as rx

from awards_site.ui.images.picture import Layout, picture

_LAYOUT = Layout((("", "15rem"),), contained=True)


def sponsor_logo(
    sponsor: Any, alt: rx.Var[str], name_class_name: str, **name_props: Any
) -> rx.Component:
    """Return the logo of a `SponsorEntry`, or its name if the logo is missing or broken.

    `alt` is the alternative text of the logo. `name_class_name` and `name_props` apply to the name.
    """
    return picture(
        sponsor["logo"],
        alt,
        rx.el.span(sponsor["name"], class_name=name_class_name, **name_props),
        _LAYOUT,
        class_name="max-h-24 w-full max-w-60 object-contain",
    )
