"""The dialogs of a management screen as a script of their own, which its list does not wait for."""

from typing import Any

import reflex as rx

from awards_site.admin.management.management_screen import ManagementScreen
from awards_site.admin.versions.previews import RecordPreviews
from awards_site.frontend import react, script

_LazyDialogs = react(
    "LazyDialogs",
    script("portal/pages/lazy_dialogs.jsx"),
    load=Any,
    is_wanted=bool,
    on_failed=rx.EventHandler[rx.event.no_args_event_spec],
)


def lazy_dialogs(state: type[ManagementScreen], *dialogs: rx.Component | None) -> rx.Component:
    """Return what loads the dialogs of a screen when it is used first."""

    def record_dialogs() -> rx.Component:
        return rx.fragment(*dialogs)

    # Reflex names the script of a component after the module of its function.
    record_dialogs.__module__ = f"{state.__module__}_dialogs"
    compiled = rx.memo(record_dialogs)()
    is_wanted = state.dialog != ""
    on_failed = [state.close({})]
    if issubclass(state, RecordPreviews):
        is_wanted |= state.preview_url != ""
        on_failed = [*on_failed, state.close_preview({})]
    return _LazyDialogs.create(
        load=rx.Var(
            f"() => import('{compiled.library}')"
            f".then((module) => ({{default: module.{compiled.tag}}}))"
        ),
        is_wanted=is_wanted,
        on_failed=on_failed,
    )
