"""The input of a video's tags."""

import reflex as rx

from awards_site.admin.fields.bound_field import FieldInput


class TagInput(FieldInput):
    """Wraps the input of `admin_tags.jsx`, which submits a JSON list."""

    library = rx.asset("admin_tags.jsx", shared=True).importable_path
    tag = "TagInput"
