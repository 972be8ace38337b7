"""The input of a post's text: Markdown, with a preview of what visitors will see."""

import reflex as rx
from reflex_base.event import passthrough_event_spec

from awards_site.admin.forms.bound_field import FieldInput


class MarkdownEditor(FieldInput):
    """The wrapped editor of `admin_editor.jsx`; `html` is the preview of what `on_text` heard.

    The HTML has to be safe: it is shown as it is.
    """

    library = rx.asset("admin_editor.jsx", shared=True).importable_path
    tag = "MarkdownEditor"
    lib_dependencies: list[str] = [
        "@github/markdown-toolbar-element@2.2.3",
        "@radix-ui/react-tabs@1.2.1",
    ]

    html: rx.Var[str]
    on_text: rx.EventHandler[passthrough_event_spec(str)]
