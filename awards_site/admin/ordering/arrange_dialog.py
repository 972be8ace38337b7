"""The dialog of a management screen in which staff put the records of a group in order."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import ICON_BUTTON, INPUT, button, button_class, pending_button
from awards_site.admin.dialogs.record_dialogs import FOOTER_CLASSES, cancel_button
from awards_site.admin.lists.columns import AvatarColumn
from awards_site.admin.management.bulk import ORDER
from awards_site.admin.ordering.arrangement import RecordArrangement, image_column
from awards_site.core.records.list_params import MAX_BULK_RECORDS
from awards_site.frontend import react, script
from awards_site.ui.images.picture import Layout
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.unsaved_changes import UnsavedInput

_CLASSES = {
    "input": f"{INPUT} w-auto! min-w-40 disabled:cursor-not-allowed disabled:opacity-60",
    "button": button_class("quiet"),
    "iconButton": ICON_BUTTON,
    "moveButton": f"{ICON_BUTTON} aria-disabled:cursor-default!",
    "row": (
        "flex items-center gap-2 border-b border-line bg-white px-1.5 py-1.5 last:border-b-0"
        " data-dragging:relative data-dragging:z-10 data-dragging:shadow-lg max-md:gap-1"
    ),
    "frame": (
        "relative grid h-10 w-15 flex-none place-items-center overflow-hidden rounded-md"
        " border border-line bg-ground"
    ),
}


_Arrangement = react(
    "Arrangement",
    script("portal/ordering/arrangement.jsx"),
    dependencies=["@dnd-kit/core@6.3.1", "@dnd-kit/sortable@10.0.0"],
    records=list[dict[str, Any]],
    stored=list[int],
    order=str,
    groups=list[dict[str, Any]],
    group=str,
    group_label=str,
    count=int,
    plural=str,
    max=int,
    layout=Layout,
    classes=dict[str, str],
    on_group=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def arrange_button(state: type[RecordArrangement], *, disabled: Any) -> rx.Component:
    """Return the button that opens the dialog."""
    return button(
        rx.icon("arrow-down-up", size=16),
        # Phones have space for the icon alone.
        rx.el.span("Arrange", class_name="max-sm:sr-only"),
        on_click=state.open_order,
        disabled=disabled,
    )


def _notice(text: rx.Var[str], *, role: str) -> rx.Component:
    style = "mb-4 rounded-lg border border-gold bg-gold/10 p-4 text-sm"
    return rx.cond(text != "", rx.el.p(text, role=role, class_name=style))


def arrange_dialog(state: type[RecordArrangement]) -> rx.Component:
    screen = state.screen
    group = screen.order_group
    column = image_column(screen)
    is_contained = isinstance(column, AvatarColumn) and column.is_contained
    fit = "bg-white object-contain p-0.5" if is_contained else "object-cover"
    within = f" within a {screen.order_group_label.lower()}" if group else ""
    return dialog(
        rx.el.form(
            rx.el.div(
                _notice(state.order_conflict, role="alert"),
                _notice(state.order_notice, role="note"),
                _Arrangement.create(
                    records=state.arranged,
                    stored=state.stored_order,
                    order=state.values["ids"].to(str),
                    groups=state.order_groups,
                    group=state.order_group,
                    group_label=screen.order_group_label,
                    count=state.order_count,
                    plural=screen.plural,
                    max=MAX_BULK_RECORDS,
                    layout=Layout((("", "3.75rem"),), contained=is_contained),
                    classes={**_CLASSES, "image": f"absolute inset-0 size-full {fit}"},
                    on_group=state.choose_order_group,
                ),
                class_name="min-h-0 flex-1 overflow-y-auto p-4 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Save Order", "Saving...", state.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            UnsavedInput.create(restored=state.restored_form_version > 0),
            on_submit=state.save_order,
            no_validate=True,
            key=state.form_version,
            class_name="flex min-h-0 flex-1 flex-col",
        ),
        title=f"Arrange {screen.title}",
        description=f"The order in which {screen.plural} are shown{within}. Drag the rows, use the"
        " buttons beside them, or press Space on a row's handle, the arrow keys, and Space again.",
        open=state.dialog == ORDER,
        on_close=state.close,
        width="medium",
        testid="order-dialog",
    )
