"""The input of a post's text: Markdown, with a preview of what visitors will see."""

from typing import Any

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.controls import ICON_BUTTON, INPUT
from awards_site.admin.fields import Field
from awards_site.admin.inputs import described_by, input_id


class MarkdownEditor(rx.Component):
    """The wrapped editor of `admin_editor.jsx`; `html` is the preview of what `on_text` heard.

    The HTML has to be safe: it is shown as it is.
    """

    library = rx.asset("admin_editor.jsx", shared=True).importable_path
    tag = "MarkdownEditor"
    lib_dependencies: list[str] = [
        "@github/markdown-toolbar-element@2.2.3",
        "@radix-ui/react-tabs@1.2.1",
    ]

    input_id: rx.Var[str]
    name: rx.Var[str]
    default_value: rx.Var[str]
    html: rx.Var[str]
    look: rx.Var[dict[str, str]]
    on_text: rx.EventHandler[passthrough_event_spec(str)]


_HEIGHT = "h-96 max-h-[60dvh]"
# Beside the text, which can be made longer, the preview is as long as that.
_BESIDE = "lg:absolute lg:inset-0 lg:h-auto lg:max-h-none"
_TEXT = "resize-y rounded-t-none font-mono leading-relaxed lg:max-h-none"
_LOOK = {
    "toolbar": (
        "flex flex-wrap gap-0.5 rounded-t-md border border-b-0 border-line bg-ground px-1.5 py-1"
    ),
    "icon": ICON_BUTTON,
    "tabs": "mb-2 flex w-fit gap-1 rounded-lg bg-line/50 p-1 lg:hidden",
    "tab": (
        "min-h-8 cursor-pointer rounded-md px-3 text-sm font-medium text-muted hover:text-ink"
        " aria-selected:bg-white aria-selected:text-ink aria-selected:shadow-sm"
        " focus-visible:outline-plum"
    ),
    "panel": "relative min-w-0 outline-none max-lg:data-[state=inactive]:hidden",
    "preview": (
        f"{_HEIGHT} {_BESIDE} overflow-y-auto rounded-md border border-line bg-surface px-5 py-4"
    ),
    "text": "long-text break-words",
}


def markdown_editor(
    field: Field,
    value: rx.Var[Any],
    error: rx.Var[str],
    required: bool,
    *,
    html: rx.Var[str],
    on_text: rx.event.EventType[str],
) -> rx.Component:
    """Return the editor; `html` is what `on_text` has made of the text that was typed last."""
    return MarkdownEditor.create(
        input_id=input_id(field),
        name=field.name,
        default_value=value.to(str),
        html=html,
        on_text=on_text,
        look=_LOOK,
        class_name=f"{INPUT} {_HEIGHT} {_TEXT}",
        custom_attrs={
            "aria-invalid": error != "",
            "aria-describedby": described_by(field),
            "aria-required": required,
        },
    )
