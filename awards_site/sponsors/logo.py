"""A sponsor's mark: the logo, or the name where there is none or it is broken (spec 1)."""

from typing import Any

import reflex as rx

from awards_site.ui.images.picture import Layout, picture

_LAYOUT = Layout((("", "15rem"),), contained=True)


def sponsor_logo(
    sponsor: Any, alt: rx.Var[str], name_class_name: str, **name_props: Any
) -> rx.Component:
    """Return the mark of a sponsor, who has a `name` and a `logo`.

    `alt` is read in the place of the logo; the `name_` arguments are the look of the name in the
    place of one, and its further properties.
    """
    return picture(
        sponsor["logo"],
        alt,
        rx.el.span(sponsor["name"], class_name=name_class_name, **name_props),
        _LAYOUT,
        class_name="max-h-24 w-full max-w-60 object-contain",
    )
