"""The input of a video's link, with a live preview (spec 2, 'Video gallery management')."""

import reflex as rx

from awards_site.admin.forms.bound_field import FieldInput
from awards_site.videos import player

_IMPORTED_SCRIPTS = player
"""What admin_link.jsx imports; importing it here puts it into the build."""


class LinkInput(FieldInput):
    """A link and its preview, which asks the provider for nothing before somebody wants it to."""

    library = rx.asset("admin_link.jsx", shared=True).importable_path
    tag = "LinkInput"
