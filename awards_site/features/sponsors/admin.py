"""The management screen of sponsors."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.features.sponsors.entity import SPONSOR, SponsorTier
from awards_site.portal.arrangement import RecordArrangement
from awards_site.portal.columns import (
    AvatarColumn,
    Badge,
    BadgesColumn,
    LabelColumn,
    NumberColumn,
    Row,
    broken_image,
)
from awards_site.portal.controls import icon_button
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    Field,
    NumberField,
    SelectField,
    TextAreaField,
    UploadField,
    UrlField,
    publication_fields,
)
from awards_site.portal.gateway import Notice, Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage, management_page, refresh_button
from awards_site.portal.screen import (
    FilterTab,
    Form,
    Screen,
)
from awards_site.portal.table import row_link
from awards_site.ui.images import picture
from awards_site.ui.overlays import dialog

_FIELDS = (
    Field("name", "Name"),
    SelectField("tier", "Tier", half=True, choices=SponsorTier),
    NumberField(
        "display_order", "Display order", help="Lower comes first within a tier.", half=True
    ),
    UploadField(
        "logo_url",
        "Logo URL",
        help="JPG, PNG, GIF or WEBP, at most 5MB; ideally with a transparent background.",
        upload_path="/api/uploads/sponsor-logo",
        upload_label="Upload logo",
        failed_toast=("Upload failed", "Failed to upload the logo. Please try again."),
        no_file_toast=("No file selected", "Please select a logo image to upload"),
    ),
    UrlField("website_url", "Website URL"),
    TextAreaField(
        "description",
        "Description",
        help="Shown with premium sponsors on the partners page.",
    ),
    *publication_fields("is_published"),
)

SPONSORS = Screen(
    entity=SPONSOR,
    icon="handshake",
    group="Programme",
    columns=(
        AvatarColumn("Name", "name", image="logo", max_initials=2, is_contained=True),
        LabelColumn("Tier", "tier", choices=SponsorTier),
        BadgesColumn(
            "Published",
            "is_published",
            badges=(Badge("is_published", "Yes", "success", fallback="No", has_schedule=True),),
        ),
        NumberColumn("Order", "display_order"),
    ),
    filters=(
        FilterTab("Published", "is_published", "true"),
        FilterTab("Unpublished", "is_published", "false"),
    ),
    create=Form(
        _FIELDS,
        description="Appears on the partners page and on the home page as soon as it is published.",
    ),
    notices=Notices.from_templates(
        Notice("Success", "Sponsor {did} successfully"),
        Notice("Error", "{message}", fallback="Failed to {do} sponsor. Please try again."),
        delete_failed=Notice("Error", "{message}", fallback="Failed to delete sponsor"),
    ),
    # Preceded by the dialog's title 'Are you sure?'.
    delete_warning=(
        "This action cannot be undone. This will permanently delete the sponsor from the database."
    ),
)


class SponsorsAdmin(RecordArrangement, RecordDrafts, RecordHistory, rx.State):
    """The State of the sponsors' screen."""

    screen: ClassVar[Screen] = SPONSORS
    row_types: ClassVar[Mapping[str, Any]] = {"website_url": str}

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Adds the website's URL for the row's link."""
        return {**super()._row(record), "website_url": record["website_url"] or ""}


def sponsors_admin_page() -> rx.Component:
    return management_page(
        SponsorsAdmin,
        actions=lambda row: [
            row_link(row, "website_url", f"Visit website of {row['display_name']}", "globe"),
            _logo(row),
        ],
        tools=[refresh_button(SponsorsAdmin)],
    )


def _logo(row: Row) -> rx.Component:
    name = row["display_name"]
    return dialog(
        rx.el.div(
            picture(
                # The URL without a placeholder colour, which would show around the logo.
                row["logo"]["src"],
                f"Logo of {name}",
                broken_image("The logo cannot be shown.", f"Logo of {name}"),
                class_name="max-h-[60dvh] w-full object-contain",
            ),
            class_name="grid min-h-48 place-items-center overflow-y-auto bg-ground p-6",
        ),
        title=name,
        description=row["tier"],
        trigger=icon_button("image", f"View logo of {name}"),
        testid="logo-dialog",
    )


PAGE = AdminPage(SponsorsAdmin, sponsors_admin_page)
