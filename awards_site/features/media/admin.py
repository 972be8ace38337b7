"""The management screen of the media library."""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from awards_site.core.database.filters import MAX_SEARCH_LENGTH, ListParams
from awards_site.core.database.pagination import Page
from awards_site.core.presentation.texts import format_date
from awards_site.features.media.admin_details import (
    SOURCES,
    WRONG_TYPE,
    MediaReplacement,
    MediaUpload,
    overview,
)
from awards_site.features.media.entity import (
    CONSENT_NOTICE_DAYS,
    MEDIA_ITEM,
    MediaItemListed,
    MediaKind,
    last_due_day,
)
from awards_site.features.media.service import list_items, read_uses
from awards_site.features.media.uses import MediaUse
from awards_site.portal.bulk import page_checkbox, row_checkbox
from awards_site.portal.columns import Column, Row, Tone, badge
from awards_site.portal.controls import ICON_BUTTON, icon_button
from awards_site.portal.fields import INPUT_CLASSES, CustomField, DateField, Field, TextAreaField
from awards_site.portal.gateway import Notices, run
from awards_site.portal.management_page import AdminPage, management_page
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.screen import UNDO_HINT, FilterField, Form, Screen
from awards_site.portal.table import EDIT, RowButtons, first_rows
from awards_site.records.entity import ENTITIES
from awards_site.records.images import ResponsiveImage
from awards_site.ui.images import Layout, picture, placeholder

_THUMBNAIL = Layout(
    (("(min-width: 80rem)", "14rem"), ("(min-width: 48rem)", "28vw"), ("", "46vw")), ratio=4 / 3
)
_BADGES: dict[str, tuple[str, Tone]] = {
    "isDue": ("Consent", "gold"),
    "isDuplicate": ("Duplicate", "neutral"),
    "isUnused": ("Unused", "neutral"),
    "lacksAltText": ("No alt text", "neutral"),
}
"""The label and tone of each badge, by the row's key that tells whether it is shown."""


def media_grid(
    state: type[ManagementScreen], actions: RowButtons, more: RowButtons
) -> rx.Component:
    """Return the items of a page as thumbnails with their titles."""
    return rx.el.div(
        page_checkbox(state),
        rx.el.ul(
            rx.foreach(
                first_rows(state), lambda row: _item(state, row, [*actions(row), *more(row)])
            ),
            class_name="mt-1 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-5",
            custom_attrs={"data-testid": "records"},
        ),
        class_name="px-3 pt-1 pb-3 sm:px-4 sm:pt-2 sm:pb-4",
    )


def _item(state: type[ManagementScreen], row: Row, buttons: list[rx.Component]) -> rx.Component:
    name = row["display_name"]
    return rx.el.li(
        row_checkbox(row, "absolute top-0 left-0 z-10"),
        rx.el.button(
            rx.cond(
                row["isVideo"],
                placeholder("film", name, "size-4.5"),
                picture(
                    row["image"],
                    "",
                    placeholder("image", name, "size-4.5"),
                    _THUMBNAIL,
                    class_name="absolute inset-0 size-full object-cover",
                ),
            ),
            type="button",
            aria_label=f"Edit {name}",
            on_click=state.open_edit(row["id"]),
            class_name=(
                "relative grid aspect-4/3 w-full cursor-pointer place-items-center overflow-hidden"
                " bg-ground focus-visible:outline-plum focus-visible:-outline-offset-2"
            ),
            custom_attrs=EDIT,
        ),
        rx.el.div(
            rx.el.div(
                rx.el.p(name, title=name, class_name="truncate text-sm font-medium"),
                rx.el.p(row["caption"], class_name="truncate text-xs text-muted tabular-nums"),
                class_name="min-w-0 flex-1",
            ),
            *buttons,
            icon_button(
                "trash-2",
                f"Delete {name}",
                on_click=state.open_delete(row["id"]),
                class_name=f"{ICON_BUTTON} -mr-1.5 hover:bg-danger/10 hover:text-danger",
            ),
            class_name="flex items-start gap-1 px-2.5 pt-2",
        ),
        rx.el.div(
            *(rx.cond(row[key], badge(label, tone)) for key, (label, tone) in _BADGES.items()),
            class_name="flex flex-wrap gap-1 px-2.5 pt-1 pb-2.5",
        ),
        key=row["id"],
        aria_busy=state.busy_row == row["id"],
        # The shortcuts of the keyboard focus rows.
        tab_index=-1,
        class_name=(
            "relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line"
            " outline-plum hover:border-gold aria-busy:opacity-60"
        ),
        custom_attrs={"data-testid": "record"},
    )


_FIELDS = (
    CustomField(
        "focalX", "Focal point", make=lambda bound: overview(MediaAdmin, bound), has_own_label=True
    ),
    # Submitted by the input before.
    CustomField("focalY", "Focal point", make=lambda _bound: rx.fragment(), has_own_label=True),
    Field("title", "Title", help="For staff; visitors never see it.", marked_optional=False),
    Field(
        "altText",
        "Alternative text",
        help="Describes what can be seen, for people who cannot see it. Pages show pictures with"
        " it, unless a photo of the gallery has its own.",
    ),
    Field("credit", "Credit", help="Who made it, such as Jane Roe. Shown with photos."),
    TextAreaField(
        "consentNote",
        "Consent note",
        rows=2,
        help="Who has agreed to what, and where that is recorded. Visitors never see it.",
    ),
    DateField(
        "consentExpiresOn",
        "Consent expires on",
        help=f"The dashboard reminds you {CONSENT_NOTICE_DAYS} days before.",
    ),
)

MEDIA = Screen(
    entity=MEDIA_ITEM,
    title="Media",
    icon="gallery-thumbnails",
    group="Stories",
    has_checklist=False,
    record=MediaItemListed,
    columns=(Column("Title", "title"),),
    update=Form(_FIELDS, title="Media details"),
    filter_fields=(
        FilterField.of_choices("Kind", "kind", MediaKind),
        FilterField("Use", "use", {"used": "Used", "unused": "Unused"}),
        FilterField(
            "Details",
            "missing",
            {"altText": "Without alternative text", "credit": "Without credit"},
        ),
        FilterField(
            "Consent",
            "consent",
            {"due": f"Expires within {CONSENT_NOTICE_DAYS} days", "expired": "Expired"},
        ),
        FilterField("Duplicates", "duplicates", {"true": "With duplicates"}),
    ),
    notices=Notices.plain("media item"),
    delete_warning=f"{{name}} is deleted at once. {UNDO_HINT}",
    empty="No images or videos have been uploaded yet.",
    no_results="No media items found.",
)


class MediaAdmin(MediaReplacement, rx.State):
    """The State of the media library."""

    screen: ClassVar[Screen] = MEDIA
    row_types: ClassVar[Mapping[str, Any]] = {
        "image": ResponsiveImage,
        "isVideo": bool,
        "caption": str,
        "isUnused": bool,
        "lacksAltText": bool,
        "isDuplicate": bool,
        "isDue": bool,
    }

    item: dict[str, Any] = {}
    """The item of the open form: its `url`, `image`, `isVideo` and `facts`."""
    uses: list[dict[str, str]] = []
    """The records that use it: `label`, `name` and the `path` of a list with the record."""
    duplicates: list[dict[str, str]] = []
    """The other items with its content."""

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        count, expires_on = record["uses"], record["consentExpiresOn"]
        is_image = record["kind"] == MediaKind.IMAGE
        used = "Used once" if count == 1 else f"Used {count} times"
        return {
            **super()._row(record),
            "image": record["image"],
            "isVideo": not is_image,
            "caption": used if count else _file_size(record),
            "isUnused": not count,
            "lacksAltText": is_image and not record["altText"],
            "isDuplicate": record["duplicates"] > 0,
            "isDue": bool(expires_on and expires_on <= last_due_day()),
        }

    async def _list(self, params: ListParams) -> Page[MediaItemListed]:
        return await run(list_items, params)

    async def _read_record(self, record_id: int) -> tuple[dict[str, Any], str]:
        """Read an item with its uses."""
        record, etag = await super()._read_record(record_id)
        found = await run(read_uses, record_id)
        self.item = {
            "url": record["url"],
            "image": record["image"] or {},
            "isVideo": record["kind"] == MediaKind.VIDEO,
            "facts": _facts(record),
        }
        self.uses = [_use(each) for each in found.uses]
        self.duplicates = [{"id": str(each.id), "name": each.title} for each in found.duplicates]
        return record, etag


def _facts(record: Mapping[str, Any]) -> list[dict[str, str]]:
    uploaded = format_date(record["createdAt"])
    if record["uploaderName"]:
        uploaded += f" by {record['uploaderName']}"
    facts = {
        "File": f"{record['url'].rpartition('.')[2].upper()}, {_size(record)}",
        "Uploaded": uploaded,
    }
    return [{"term": term, "value": value} for term, value in facts.items()]


def _size(record: Mapping[str, Any]) -> str:
    """Return an image's size in pixels, and the size of the file."""
    image, size = record["image"] or {}, _file_size(record)
    return f"{image['width']} by {image['height']} px, {size}" if image.get("width") else size


def _file_size(record: Mapping[str, Any]) -> str:
    kilobytes = record["fileSize"] / 1024
    return f"{kilobytes / 1024:.1f} MB" if kilobytes >= 1024 else f"{max(kilobytes, 1):.0f} KB"


def _use(use: MediaUse) -> dict[str, str]:
    entity = ENTITIES.get(use.table)
    query = urlencode({"search": use.name[:MAX_SEARCH_LENGTH]})
    return {
        "label": use.record_type.capitalize(),
        "name": use.name,
        "path": f"{entity.screen_path}?{query}" if entity else "",
    }


def media_admin_page() -> rx.Component:
    upload = MediaUpload.create(
        sources=SOURCES,
        wrong_type=WRONG_TYPE,
        classes=INPUT_CLASSES,
        on_done=MediaAdmin.refresh,
    )
    return management_page(MediaAdmin, create=upload, records=media_grid)


PAGE = AdminPage(MediaAdmin, media_admin_page)
