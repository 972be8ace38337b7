"""The input of a video's link, with a live preview (spec 2, 'Video gallery management')."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import INPUT, button_class
from awards_site.admin.fields import Field
from awards_site.admin.inputs import input_attributes
from awards_site.videos import player

_IMPORTED_SCRIPTS = player
"""What admin_link.jsx imports; importing it here puts it into the build."""


class LinkInput(rx.Component):
    """A link and its preview, which asks the provider for nothing before somebody wants it to."""

    library = rx.asset("admin_link.jsx", shared=True).importable_path
    tag = "LinkInput"

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    invalid: rx.Var[bool]
    described_by: rx.Var[str]
    required: rx.Var[bool]
    look: rx.Var[dict[str, str]]


_LOOK = {
    "input": INPUT,
    "button": button_class("quiet"),
    "note": "px-4 py-6 text-center text-sm text-muted",
    "preview": "mt-2 max-w-md overflow-hidden rounded-md border border-line bg-ground",
}


def link_input(
    field: Field, value: rx.Var[Any], error: rx.Var[str], required: bool
) -> rx.Component:
    """Return the input and its preview; the arguments are those of `labelled_input`."""
    attributes = input_attributes(field, error, required)["custom_attrs"]
    return LinkInput.create(
        input_id=attributes["id"],
        name=field.name,
        default_value=value.to(str),
        invalid=attributes["aria-invalid"],
        described_by=attributes["aria-describedby"],
        required=required,
        look=_LOOK,
    )
