"""The dialog of a contact message: its details, notes, reply form and conversation."""

from typing import Any

import reflex as rx

from awards_site.features.messages.admin_details import (
    DIALOG,
    KEY,
    NOTE,
    NOTE_KEY,
    SUBJECT,
    TEXT,
    MessageDetails,
)
from awards_site.features.messages.entity import MessageStatus
from awards_site.frontend import script
from awards_site.portal.autosave import autosave
from awards_site.portal.columns import badge
from awards_site.portal.controls import (
    INPUT,
    LABEL,
    Variant,
    button,
    button_class,
    icon_button,
    optional_item,
    pending_button,
)
from awards_site.portal.dialogs import record_id_input
from awards_site.portal.inputs import InvalidFocus, state_input
from awards_site.portal.sign_in.state import Account
from awards_site.reflex_patches.components import js_function
from awards_site.ui.overlays import DialogClose, FormInput, LeaveWarning, dialog, dialog_body


def details_dialog(
    state: type[MessageDetails], delete: Any, mark_unread: Any, step: Any
) -> rx.Component:
    """Return the dialog; `delete`, `mark_unread` and `step` are the events of its buttons."""
    return dialog(
        autosave(state),
        LeaveWarning.create(),
        dialog_body(
            rx.el.dl(
                # On a phone, the heading has the name, and the reply is in the same window.
                rx.el.div(_item(state, "Name", "name"), class_name="max-sm:hidden"),
                _item(state, "Email", "email"),
                _item(state, "Date", "date"),
                _item(state, "Type", "kind"),
                _item(state, "Subject", "subject"),
                _item(
                    state,
                    "Message",
                    "text",
                    "whitespace-pre-line leading-relaxed max-sm:max-h-16 max-sm:overflow-y-auto",
                ),
                class_name="grid grid-cols-[3fr_2fr] content-start gap-x-4 gap-y-2 *:min-w-0"
                " sm:grid-cols-2 sm:gap-4",
            ),
            rx.el.div(
                rx.cond(state.can_reply, _section("Reply", _reply_form(state))),
                _section("Notes", _notes(state)),
                class_name="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
                " lg:[&>section:first-child]:border-t-0 lg:[&>section:first-child]:pt-0"
                " max-sm:[&>section:first-child]:pt-3 max-sm:[&>section:first-child>h3]:sr-only",
            ),
            rx.el.div(
                _handling(state),
                rx.el.p(
                    state.conversation_error,
                    role="alert",
                    class_name="mt-6 text-sm font-medium text-danger empty:hidden",
                ),
            ),
            rx.cond(state.conversation, _section("Same address", _conversation(state))),
            class_name="grid grid-cols-[minmax(0,1fr)] content-start gap-3 sm:gap-6"
            " lg:grid-cols-[repeat(2,minmax(0,1fr))] lg:grid-rows-[auto_1fr] lg:gap-x-8"
            " max-sm:pt-3",
        ),
        rx.el.div(
            _step("chevron-up", "previous", "k", state.previous_id, step),
            _step("chevron-down", "next", "j", state.next_id, step),
            rx.el.span(
                state.place,
                role="status",
                class_name="mr-auto self-center text-sm text-muted tabular-nums max-sm:sr-only",
            ),
            button("Delete", on_click=delete(state.record_id)),
            rx.cond(
                state.message["status"] != MessageStatus.SPAM.value,
                # Closing offers to restore an unsent reply and note.
                DialogClose.create(
                    button("Mark as unread", on_click=mark_unread(state.record_id)), as_child=True
                ),
            ),
            rx.cond(state.can_reply, rx.fragment(), _email_link(state, "primary")),
            class_name=(
                "flex flex-none flex-wrap justify-end gap-2 border-t border-line px-5 py-2 sm:px-6"
                " sm:py-4"
            ),
        ),
        title="Message Details",
        description=f"From {state.record_name}",
        open=state.dialog == DIALOG,
        on_close=state.close,
        width="wide",
        testid="message-dialog",
    )


def _step(icon: str, name: str, key: str, target: rx.Var[int], step: Any) -> rx.Component:
    """Return the button that opens another message, which the keys j and k press."""
    return icon_button(
        icon,
        f"{name.title()} message ({key})",
        on_click=step(target),
        custom_attrs={
            "data-shortcut": name,
            "aria-keyshortcuts": key,
            "aria-disabled": target == 0,
        },
    )


def _item(state: type[MessageDetails], term: str, key: str, classes: str = "") -> rx.Component:
    wide = {"email": "max-sm:col-span-2 wrap-anywhere"}.get(
        key, "col-span-2" if key in ("subject", "text") else ""
    )
    return optional_item(term, state.message[key], classes, wide)


def _section(heading: str, *content: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h3(heading, class_name="mb-3 text-sm font-semibold"),
        *content,
        aria_label=heading,
        class_name="border-t border-line pt-5",
    )


def _select(label: str, value: rx.Var[str], on_change: Any, *options: rx.Component) -> rx.Component:
    return rx.el.label(
        rx.el.span(label, class_name=f"{LABEL} mb-1.5"),
        rx.el.select(*options, value=value, on_change=on_change, class_name=INPUT),
        class_name="block min-w-0",
    )


def assignee_options(state: type[MessageDetails]) -> tuple[rx.Component, ...]:
    def option(each: rx.Var[dict[str, str]]) -> rx.Component:
        return rx.el.option(each["name"], value=each["id"], key=each["id"])

    return rx.el.option("Unassigned", value=""), rx.foreach(state.assignees, option)


def _handling(state: type[MessageDetails]) -> rx.Component:
    assignee = state.message["assignee"]
    return rx.el.div(
        _select(
            "Status",
            state.message["status"],
            lambda status: state.set_status(state.record_id, status),
            *(rx.el.option(label, value=key) for key, label in MessageStatus.labels().items()),
        ),
        _select(
            "Assigned to",
            assignee,
            lambda assignee: state.set_assignee(state.record_id, assignee),
            *assignee_options(state),
        ),
        rx.cond(
            assignee != rx.Var.create(Account.user_id).to_string(),
            button(
                "Assign to me", on_click=state.take(state.record_id), class_name="self-end min-h-10"
            ),
        ),
        class_name="grid gap-4 border-t border-line pt-5 sm:grid-cols-[1fr_1fr_auto]",
    )


def _reply_form(state: type[MessageDetails]) -> rx.Component:
    return rx.el.form(
        templates_select(state, name=state.message["name"], subject=state.message["topic"]),
        *(state_input(state, each) for each in (SUBJECT, TEXT)),
        record_id_input(state),
        hidden_input(KEY, state.values[KEY]),
        rx.el.div(
            _email_link(state, "quiet"),
            pending_button("Send Reply", "Sending...", state.pending, type="submit"),
            class_name="flex flex-wrap justify-between gap-2 sm:col-span-2",
        ),
        InvalidFocus.create(errors=state.errors),
        FormInput.create(restored=state.restored_form_version > 0),
        on_submit=state.reply,
        no_validate=True,
        key=state.form_version,
        class_name="grid gap-x-4 gap-y-2 *:min-w-0 max-sm:grid-cols-2 sm:gap-y-4"
        " max-sm:[&>*:nth-child(n+3)]:col-span-2 max-sm:[&_textarea]:h-26",
    )


def _email_link(state: type[MessageDetails], variant: Variant) -> rx.Component:
    return rx.el.a(
        rx.icon("reply", size=16),
        "Reply via Email",
        href=state.message["reply"],
        class_name=button_class(variant),
    )


def templates_select(state: type[MessageDetails], **merged: rx.Var[str]) -> rx.Component:
    """Return the list of templates; the chosen one is added to what has been typed.

    `merged` are the values of its merge fields, `name` and `subject`, which otherwise stay.
    """
    insert = js_function("insertTemplate", script("portal/messages/templates.js"))
    return rx.el.label(
        rx.el.span("Template", class_name=f"{LABEL} mb-1.5"),
        rx.el.select(
            rx.el.option("Choose a template...", value=""),
            rx.foreach(
                state.templates,
                lambda each: rx.el.option(each["title"], value=each["text"], key=each["title"]),
            ),
            name="template",
            default_value="",
            class_name=INPUT,
            custom_attrs={"onChange": insert.partial(merged)},
        ),
        class_name="block min-w-0",
    )


def hidden_input(name: str, value: rx.Var[Any]) -> rx.Component:
    return rx.el.input(type="hidden", name=name, value=value)


def _notes(state: type[MessageDetails]) -> rx.Component:
    return rx.fragment(
        rx.el.ul(
            rx.foreach(state.notes, lambda note: _note(state, note)),
            class_name="mb-4 grid gap-3 empty:hidden",
        ),
        rx.el.form(
            state_input(state, NOTE),
            record_id_input(state),
            hidden_input(NOTE_KEY, state.note_key),
            pending_button(
                "Add Note",
                "Adding...",
                state.note_pending,
                variant="quiet",
                type="submit",
                class_name="justify-self-end",
            ),
            FormInput.create(
                restored=(state.restored_form_version > 0) & (state.values[NOTE.name] != "")
            ),
            on_submit=state.add_note,
            no_validate=True,
            key=state.note_version,
            class_name="grid gap-3 *:min-w-0",
        ),
    )


def _note(state: type[MessageDetails], note: rx.Var[dict[str, str]]) -> rx.Component:
    ask = state.ask_to_delete_note(note["id"])
    return rx.el.li(
        rx.el.div(
            rx.el.p(note["by"], class_name="text-xs text-muted"),
            rx.el.p(note["text"], class_name="mt-0.5 text-sm whitespace-pre-line"),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            note["deletable"] != "",
            rx.cond(
                state.note_to_delete == note["id"],
                _confirm_deletion(state),
                icon_button("trash-2", "Delete note", on_click=ask),
            ),
        ),
        key=note["id"],
        class_name="flex flex-wrap items-start gap-2 rounded-md bg-ground px-3 py-2",
    )


def _confirm_deletion(state: type[MessageDetails]) -> rx.Component:
    return rx.el.div(
        rx.el.p("Are you sure? A note cannot be restored.", class_name="text-sm"),
        button("Keep", on_click=state.ask_to_delete_note(""), auto_focus=True),
        button("Delete", variant="danger", on_click=state.delete_note),
        role="group",
        aria_label="Delete this note?",
        class_name="flex flex-wrap items-center gap-2",
    )


def _conversation(state: type[MessageDetails]) -> rx.Component:
    return rx.fragment(
        rx.el.ol(rx.foreach(state.conversation, _entry), class_name="grid gap-4"),
        rx.cond(
            state.has_more_conversation,
            rx.el.a(
                "All messages of this address",
                href=state.message["same_address"],
                class_name=f"{button_class('quiet')} mt-4",
            ),
        ),
    )


def _entry(entry: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(entry["heading"], class_name="text-xs text-muted"),
            rx.cond(
                entry["failure"] != "",
                badge("Not delivered", "plum"),
                badge(entry["status"], "neutral"),
            ),
            class_name="flex flex-wrap items-center gap-2 *:min-w-0",
        ),
        rx.el.p(entry["subject"], class_name="mt-0.5 text-sm font-medium"),
        rx.el.p(entry["failure"], class_name="text-sm text-danger empty:hidden"),
        rx.el.p(entry["text"], class_name="text-sm whitespace-pre-line line-clamp-6"),
    )
