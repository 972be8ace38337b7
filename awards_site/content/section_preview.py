"""The preview of a content section: beside its form in wide windows, and in a dialog in others."""

import json
from typing import Any

import reflex as rx

from awards_site.admin.controls import button_class
from awards_site.admin.versions.previews import (
    PREVIEW_SCRIPT,
    PREVIEW_TOGGLE,
    FormAction,
    preview_frame,
)
from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.ui.overlays.dialog import dialog

_IMPORTED_SCRIPTS = (PREVIEW_SCRIPT,)
_URL = "/api/admin/content-preview"
_LABEL = "Preview of the page"


class PreviewedSection(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The part of the Content Editor's State with the preview of the open form."""

    section_url: str = ""
    """The URL of the preview of the open form's section; '' if no page shows it."""
    section_values: str = ""
    """The input that the dialog previews, as JSON; '' if it is closed."""

    def _show_section(self, block: ContentBlock[Any] | None) -> None:
        """Preview the section of a content block, or none."""
        self.section_url = f"{_URL}#{block.anchor}" if block and block.page else ""

    @rx.event
    async def preview_section(self, form_data: dict[str, Any]) -> None:
        """Show the page with the form's input in a dialog."""
        values = {key: form_data.get(key, "") for key in ("identifier", "content")}
        self.section_values = json.dumps(values)

    @rx.event
    async def close_preview(self, _form_data: dict[str, Any]) -> None:
        self.section_values = ""


class _SectionPreview(rx.Component):
    library = rx.asset("section_preview.jsx", shared=True).importable_path
    tag = "SectionPreview"
    url: rx.Var[str]
    label: rx.Var[str]
    toggle_class_name: rx.Var[str]


def live_preview(state: type[PreviewedSection]) -> rx.Component:
    """Return the preview beside the form, in windows from 1280 px on."""
    return rx.cond(
        state.section_url != "",
        rx.el.div(
            _SectionPreview.create(
                url=state.section_url,
                label=_LABEL,
                toggle_class_name=PREVIEW_TOGGLE,
                class_name="flex min-h-0 flex-1 flex-col",
            ),
            custom_attrs={"data-beside": True},
            class_name=(
                "hidden min-h-0 flex-col overflow-hidden rounded-br-xl border-l border-line"
                " xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex"
            ),
        ),
    )


def section_preview_button(state: type[PreviewedSection]) -> rx.Component:
    """Return the form's button that opens the preview where there is no space beside the form."""
    return rx.cond(
        state.section_url != "",
        FormAction.create(
            "Preview",
            on_act=state.preview_section,
            class_name=f"{button_class('quiet')} xl:hidden",
        ),
    )


def section_preview_dialog(state: type[PreviewedSection]) -> rx.Component:
    return dialog(
        rx.cond(
            state.section_values != "",
            preview_frame(state.section_url, state.section_values, _LABEL),
        ),
        title="Preview",
        description="The page with these texts. Nothing is saved.",
        open=state.section_values != "",
        on_close=state.close_preview,
        width="full",
        testid="section-preview",
    )
