"""The grid of the media library."""

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON, icon_button
from awards_site.admin.lists.cells import Row, badge
from awards_site.admin.lists.columns import Tone
from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.tables.row_buttons import RowButtons
from awards_site.admin.tables.selection import page_checkbox, row_checkbox
from awards_site.admin.tables.shortcuts import EDIT
from awards_site.admin.tables.table import first_rows
from awards_site.ui.images.picture import Layout, picture, placeholder

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


def media_grid(state: type[ManagementScreen], actions: RowButtons) -> rx.Component:
    """Return the items of a page as thumbnails with their titles."""
    return rx.el.div(
        page_checkbox(state),
        rx.el.ul(
            rx.foreach(first_rows(state), lambda row: _item(state, row, actions)),
            class_name="mt-1 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-5",
            custom_attrs={"data-testid": "records"},
        ),
        class_name="px-3 pt-1 pb-3 sm:px-4 sm:pt-2 sm:pb-4",
    )


def _item(state: type[ManagementScreen], row: Row, actions: RowButtons) -> rx.Component:
    name = row["display_name"].to(str)
    return rx.el.li(
        row_checkbox(row, "absolute top-0 left-0 z-10"),
        rx.el.button(
            rx.cond(
                row["isVideo"].to(bool),
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
            on_click=state.open_edit(row["id"].to(int)),
            class_name=(
                "relative grid aspect-4/3 w-full cursor-pointer place-items-center overflow-hidden"
                " bg-ground focus-visible:outline-plum focus-visible:-outline-offset-2"
            ),
            custom_attrs=EDIT,
        ),
        rx.el.div(
            rx.el.div(
                rx.el.p(name, title=name, class_name="truncate text-sm font-medium"),
                rx.el.p(
                    row["caption"].to(str), class_name="truncate text-xs text-muted tabular-nums"
                ),
                class_name="min-w-0 flex-1",
            ),
            *actions(row),
            icon_button(
                "trash-2",
                f"Delete {name}",
                on_click=state.open_delete(row["id"].to(int)),
                class_name=f"{ICON_BUTTON} -mr-1.5 hover:bg-danger/10 hover:text-danger",
            ),
            class_name="flex items-start gap-1 px-2.5 pt-2",
        ),
        rx.el.div(
            *(
                rx.cond(row[key].to(bool), badge(label, tone))
                for key, (label, tone) in _BADGES.items()
            ),
            class_name="flex flex-wrap gap-1 px-2.5 pt-1 pb-2.5",
        ),
        key=row["id"].to(str),
        aria_busy=state.busy_row == row["id"].to(int),
        # The shortcuts of the keyboard focus rows.
        tab_index=-1,
        class_name=(
            "relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line"
            " outline-plum hover:border-gold aria-busy:opacity-60"
        ),
        custom_attrs={"data-testid": "record"},
    )
