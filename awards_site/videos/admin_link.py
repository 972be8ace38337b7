"""The input of a video's URL, with a live preview."""

import reflex as rx

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.videos import player

_IMPORTED_SCRIPTS = player
"""The scripts that admin_link.jsx imports, listed so that the build includes them."""


class LinkInput(FieldInput):
    """Wraps the input of `admin_link.jsx`; the preview does not play automatically."""

    library = rx.asset("admin_link.jsx", shared=True).importable_path
    tag = "LinkInput"
