"""The Markdown input of a post's content, with a preview."""

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.fields.bound_field import FieldInput
from awards_site.frontend import script


class MarkdownEditor(FieldInput):
    """Wraps the editor of `admin_editor.jsx`. `on_text` receives the text; `html` is its preview.

    `html` is not escaped, and must be safe.
    """

    library = script("portal/blog/editor.jsx")
    tag = "MarkdownEditor"
    lib_dependencies: list[str] = [
        "@github/markdown-toolbar-element@2.2.3",
        "@radix-ui/react-tabs@1.2.1",
    ]

    html: rx.Var[str]
    on_text: rx.EventHandler[passthrough_event_spec(str)]
