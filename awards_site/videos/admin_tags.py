"""The input of a video's tags."""

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.frontend import script


class TagInput(FieldInput):
    """Wraps the input of `admin_tags.jsx`, which submits a JSON list."""

    library = script("portal/videos/tags.jsx")
    tag = "TagInput"
