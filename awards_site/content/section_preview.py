"""The preview of a content section beside its form, in wide windows."""

from typing import Any

import reflex as rx

from awards_site.admin.versions.previews import PREVIEW_TOGGLE
from awards_site.core.presentation.content_blocks import ContentBlock
from awards_site.frontend import react, script

_URL = "/api/admin/content-preview"
_LABEL = "Preview of the page"


class PreviewedSection(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The part of the Content Editor's State with the preview of the open form."""

    section_url: str = ""
    """The URL of the preview of the open form's section; '' if no page shows it."""

    def _show_section(self, block: ContentBlock[Any] | None) -> None:
        """Preview the section of a content block, or none."""
        self.section_url = f"{_URL}#{block.anchor}" if block and block.page else ""


_SectionPreview = react(
    "SectionPreview",
    script("portal/content/section_preview.jsx"),
    url=str,
    label=str,
    toggle_class_name=str,
)


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
