"""The parts of a management screen that keep and offer unsaved input, which is in the browser."""

from typing import Any

import reflex as rx

from awards_site.admin.controls import button_class
from awards_site.admin.dialogs.autosaved_input import AutosavedInput
from awards_site.admin.sign_in.state import Account
from awards_site.frontend import script

_LIBRARY = script("portal/dialogs/autosave.jsx")
_NOTICE = "flex flex-wrap items-center gap-2 border-gold bg-gold/10 text-sm"


class _Part(rx.Component):
    library = _LIBRARY
    user_id: rx.Var[int]
    form: rx.Var[str]
    on_restore: rx.EventHandler[rx.event.passthrough_event_spec(dict[str, Any])]
    button_class_name: rx.Var[str]


class _Autosave(_Part):
    tag = "Autosave"
    opened: rx.Var[dict[str, Any]]


class _AutosavedForms(_Part):
    tag = "AutosavedForms"
    label: rx.Var[str]
    is_open: rx.Var[bool]
    saved: rx.Var[str]


def autosave(state: type[AutosavedInput]) -> rx.Component:
    """Return what autosaves the input of the open dialog, and offers what was autosaved before."""
    return _Autosave.create(
        **_common(state),
        opened=state.opened,
        # The form beside it has the version itself as its key.
        key=f"autosave-{state.form_version}",
        class_name=f"{_NOTICE} flex-none border-b px-5 py-3 sm:px-6",
    )


def autosaved_forms(state: type[AutosavedInput]) -> rx.Component:
    """Return the notices of what was autosaved and is not open."""
    return _AutosavedForms.create(
        **_common(state),
        label=state.screen.label,
        is_open=state.dialog != "",
        saved=state.saved_input,
        class_name=f"{_NOTICE} mt-4 rounded-xl border px-4 py-3",
    )


def _common(state: type[AutosavedInput]) -> dict[str, Any]:
    return {
        "user_id": Account.user_id,
        "form": state.screen.path,
        "on_restore": state.restore_autosaved,
        "button_class_name": button_class("quiet"),
    }
