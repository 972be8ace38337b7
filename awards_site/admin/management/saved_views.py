"""The views of a list that its user has saved: search, filters and order, under a name."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

import reflex as rx

from awards_site.admin.controls import button, button_class, icon_button, pending_button
from awards_site.admin.dialogs.record_dialogs import FOOTER_CLASSES, cancel_button
from awards_site.admin.fields.field_types import Field
from awards_site.admin.forms.inputs import InvalidFocus, labelled_input
from awards_site.admin.management.bulk import BulkChanges
from awards_site.admin.screens.notices import UNDO_MS, Notice, error_toast
from awards_site.admin.screens.record_form import Events
from awards_site.admin.sign_in.reauthenticate import sign_in_again
from awards_site.core.request_client import RequestError, request_client
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.menu import ITEM_CLASSES, MENU_CLASSES, MENU_LIBRARY, MENU_SCRIPT
from awards_site.ui.toasts.toasts import ToastAction, notify

_API = "/api/saved-views"
_FAILED = Notice("Nothing was changed", "{message}")
_SAVE, _RENAME, _LIST = "save-view", "rename-view", "views"
"""The dialogs."""
_NAME = Field("viewName", "Name", help="Only you see your views.")


class SavedViews(BulkChanges, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """Saves what the URL says of the list, and lists it for the menu that leads back to it."""

    views: list[dict[str, Any]] = []
    """The user's views of the screen: their id, name and query."""

    _views_are_read: bool = False

    @rx.event
    async def open_save_view(self) -> None:
        self._open(_SAVE, {}, {_NAME.name: ""})

    @rx.event
    async def open_views(self) -> None:
        self._open(_LIST, {}, {})

    @rx.event
    async def open_rename_view(self, view_id: int) -> None:
        view = self._view(view_id)
        if view:
            self._open(_RENAME, view, {_NAME.name: view["name"]})

    @rx.event
    async def save_view(self, form_data: dict[str, Any]) -> Events:
        """Save the list as the URL has it, or rename the dialog's view."""
        if self.dialog not in (_SAVE, _RENAME) or self.pending:
            return
        self.pending = True
        self.errors = {}
        yield None
        name = str(form_data.get(_NAME.name, "")).strip()
        is_new = self.dialog == _SAVE
        try:
            if is_new:
                await self._store_view(name, self._list_query)
            else:
                path = f"{_API}/{self._record['id']}"
                await request_client(self).request("PATCH", path, {"name": name})
            await self._read_views()
        except RequestError as error:
            if "name" in error.errors:
                self.errors = {_NAME.name: error.errors["name"]}
            else:
                retry = partial(sign_in_again, type(self).save_view, form_data=dict(form_data))
                yield error_toast(_FAILED, name, error, retry)
        else:
            if is_new:
                self._reset_dialog()
            else:
                self._open(_LIST, {}, {})
            yield notify("View saved" if is_new else "View renamed", name)
        self.pending = False

    @rx.event
    async def delete_view(self, view_id: int) -> Events:
        """Delete a view; the toast offers to save it again."""
        view = self._view(view_id)
        if not view:
            return
        try:
            await request_client(self).request("DELETE", f"{_API}/{view_id}")
            await self._read_views()
        except RequestError as error:
            retry = partial(sign_in_again, type(self).delete_view, view_id=view_id)
            yield error_toast(_FAILED, view["name"], error, retry)
            return
        restore = type(self).restore_view(view["name"], view["query"])
        undo = ToastAction("Undo", event=restore)
        yield notify("View deleted", view["name"], action=undo, duration_ms=UNDO_MS)

    @rx.event
    async def restore_view(self, name: str, query: str) -> Events:
        try:
            await self._store_view(name, query)
            await self._read_views()
        except RequestError as error:
            retry = partial(sign_in_again, type(self).restore_view, name=name, query=query)
            yield error_toast(_FAILED, name, error, retry)
            return
        yield notify("Deletion undone", f"{name} was restored.")

    async def _reload(self) -> rx.event.EventSpec | None:
        """Also lists the views, once."""
        event = await super()._reload()
        if self.phase == "ready" and not self._views_are_read:
            try:
                await self._read_views()
            except RequestError:
                # The list is shown without them; the next reload tries again.
                self.views = []
        return event

    async def _store_view(self, name: str, query: str) -> None:
        body = {"screen": self.screen.path, "name": name, "query": query}
        await request_client(self).request("POST", _API, body)

    async def _read_views(self) -> None:
        """Read the views. Raises RequestError."""
        path = f"{_API}?{urlencode({'screen': self.screen.path})}"
        found = (await request_client(self).request("GET", path)).json()
        self.views = [{key: each[key] for key in ("id", "name", "query")} for each in found]
        self._views_are_read = True

    def _view(self, view_id: int) -> dict[str, Any]:
        return next((dict(each) for each in self.views if each["id"] == view_id), {})

    @property
    def _list_query(self) -> str:
        """The URL's query without the page."""
        params = dict(self.router.url.query_parameters)
        return urlencode({key: value for key, value in params.items() if value and key != "page"})


_IMPORTED_SCRIPTS = (MENU_SCRIPT,)


class _ViewsMenu(rx.Component):
    library = rx.asset("saved_views.jsx", shared=True).importable_path
    tag = "ViewsMenu"
    lib_dependencies: list[str] = [MENU_LIBRARY]

    views: rx.Var[list[dict[str, Any]]]
    menu_class_name: rx.Var[str]
    item_class_name: rx.Var[str]
    on_save: rx.EventHandler[rx.event.no_args_event_spec]
    on_manage: rx.EventHandler[rx.event.no_args_event_spec]


def saved_views_menu(state: type[SavedViews]) -> rx.Component:
    """Return the menu of the views, and of what is done with them."""
    return _ViewsMenu.create(
        views=state.views,
        class_name=f"{button_class('quiet')} min-h-10",
        menu_class_name=MENU_CLASSES,
        item_class_name=ITEM_CLASSES,
        on_save=state.open_save_view,
        on_manage=state.open_views,
    )


def saved_view_dialogs(state: type[SavedViews]) -> list[rx.Component]:
    """Return the dialog that names a view, and the one that lists all of them."""
    return [_name_dialog(state), _views_dialog(state)]


def _name_dialog(state: type[SavedViews]) -> rx.Component:
    return dialog(
        rx.el.form(
            rx.el.div(
                labelled_input(
                    _NAME,
                    state.values[_NAME.name],
                    state.errors.get(_NAME.name, ""),
                    True,
                ),
                class_name="p-5 sm:p-6",
            ),
            rx.el.div(
                cancel_button(),
                pending_button("Save View", "Saving...", state.pending, type="submit"),
                class_name=FOOTER_CLASSES,
            ),
            InvalidFocus.create(errors=state.errors),
            on_submit=state.save_view,
            no_validate=True,
            key=state.form_version,
        ),
        title=rx.cond(state.dialog == _RENAME, "Rename View", "Save View"),
        description="The search, the filters and the order of this list, under a name.",
        open=(state.dialog == _SAVE) | (state.dialog == _RENAME),
        on_close=state.close,
        width="small",
        testid="view-dialog",
    )


def _views_dialog(state: type[SavedViews]) -> rx.Component:
    return dialog(
        rx.el.div(
            rx.cond(
                state.views,
                rx.el.ul(
                    rx.foreach(state.views, lambda view: _view_row(state, view)),
                    aria_label="Saved views",
                ),
                rx.el.p("No views are saved.", class_name="py-6 text-center text-sm text-muted"),
            ),
            class_name="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6",
        ),
        rx.el.div(
            button("Save View", on_click=state.open_save_view),
            cancel_button("Close"),
            class_name=FOOTER_CLASSES,
        ),
        title="Manage Views",
        description="Your views of this list.",
        open=state.dialog == _LIST,
        on_close=state.close,
        width="small",
        testid="views-dialog",
    )


def _view_row(state: type[SavedViews], view: rx.Var[dict[str, Any]]) -> rx.Component:
    name, view_id = view["name"].to(str), view["id"].to(int)
    return rx.el.li(
        rx.el.span(name, class_name="min-w-0 flex-1 text-sm break-words"),
        icon_button("pencil", f"Rename {name}", on_click=state.open_rename_view(view_id)),
        icon_button("trash-2", f"Delete {name}", on_click=state.delete_view(view_id)),
        key=view_id.to(str),
        class_name="flex items-center gap-1 border-b border-line py-1 last:border-b-0",
    )
