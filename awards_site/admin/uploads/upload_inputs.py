"""The input of upload fields."""

from typing import Any

import reflex as rx

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.admin.fields.upload_fields import UploadField
from awards_site.core.units import MEGABYTE
from awards_site.frontend import script
from awards_site.ui.overlays.dialog_parts import window_classes


class UploadInput(FieldInput):
    """Wraps the input of `upload_input.jsx`, which uploads in the browser."""

    library = script("portal/uploads/upload_input.jsx")
    tag = "UploadInput"

    source: rx.Var[dict[str, Any]]


def upload_source(field: UploadField) -> dict[str, Any]:
    """Return the endpoint, limits, labels and toasts of a field, as `useUpload` takes them."""
    media = field.media
    kind = media.mime_type_prefix
    label = field.upload_label or f"Upload {kind}"
    return {
        "endpoint": field.upload_path,
        "formDataKey": field.form_data_key,
        "media": kind,
        "accept": media.accept,
        "pickerDialog": window_classes("wide", "portal"),
        "maxBytes": media.max_megabytes * MEGABYTE,
        "uploadLabel": label,
        "chooseLabel": label.replace("Upload", "Choose"),
        "emptyLabel": f"No {kind}",
        "brokenLabel": f"No {kind} found at this URL",
        "toasts": {
            "tooLarge": (
                "File too large",
                f"{kind.capitalize()} must be less than {media.max_megabytes}MB",
            ),
            "wrongType": ("Invalid file type", media.wrong_type_message),
            "failed": field.failed_toast,
            "noFile": field.no_file_toast,
        },
    }
