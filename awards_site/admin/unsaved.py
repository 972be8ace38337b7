"""The question that a dialog of the portal asks before it drops what was typed in it."""

import reflex as rx

from awards_site.admin.controls import button, button_class
from awards_site.ui.dialog import DialogClose, DialogDrop, question_content


def unsaved_question() -> rx.Component:
    """Return the `question` of a `dialog` with a form."""
    return question_content(
        DialogClose.create(button("Keep editing"), as_child=True),
        DialogDrop.create("Discard changes", class_name=button_class("danger")),
        title="Discard unsaved changes?",
        description="What you typed has not been saved.",
        testid="unsaved-question",
    )
