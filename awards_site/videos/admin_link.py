"""The input of a video's URL, with a live preview."""

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.frontend import script


class LinkInput(FieldInput):
    """Wraps the input of `admin_link.jsx`; the preview does not play automatically."""

    library = script("portal/videos/link.jsx")
    tag = "LinkInput"
