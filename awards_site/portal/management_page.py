"""The page of a management screen: its heading, tools, list, messages and dialogs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import reflex as rx

from awards_site.core import paths
from awards_site.frontend import react, script
from awards_site.portal.autosave import autosaved_forms
from awards_site.portal.bulk import bulk_dialogs, selection_bar
from awards_site.portal.columns import Row
from awards_site.portal.controls import INPUT, button, button_class
from awards_site.portal.dialogs import cancel_button, delete_dialog, form_dialog
from awards_site.portal.layout import add_admin_page, admin_page, visible_to
from awards_site.portal.list_controls import (
    Fold,
    ListPages,
    ListPanel,
    ListSearch,
    ListTabs,
    SortSelect,
    export_menu,
    import_button,
    list_filters,
    list_tabs,
)
from awards_site.portal.management_screen import ManagementScreen
from awards_site.portal.parts import Parts
from awards_site.portal.screen import Question, Screen
from awards_site.portal.table import (
    CREATE,
    RowButtons,
    Shortcuts,
    requires_role,
    row_menu,
    shortcuts_button,
    skeleton_rows,
    table,
)
from awards_site.ui.overlays import DialogRoot, alert_dialog_content

_LazyDialogs = react(
    "LazyDialogs",
    script("portal/dialogs/dialogs.jsx"),
    load=Any,
    exported=str,
    is_wanted=bool,
    on_failed=rx.EventHandler[rx.event.no_args_event_spec],
)


def lazy_dialogs(
    state: type[ManagementScreen], parts: Parts, *dialogs: rx.Component | None
) -> rx.Component:
    """Return what loads the dialogs of a screen when it is used first."""

    def record_dialogs() -> rx.Component:
        return rx.fragment(*dialogs)

    # Reflex names the script of a component after the module of its function.
    record_dialogs.__module__ = f"{state.__module__}_dialogs"
    compiled = rx.memo(record_dialogs)()
    is_wanted = state.dialog != ""
    for is_open, _ in parts.windows:
        is_wanted |= is_open
    return _LazyDialogs.create(
        # Vite makes a script of its own of an import only if it is written out.
        load=rx.Var(f"() => import('{compiled.library}')"),
        exported=compiled.tag,
        is_wanted=is_wanted,
        on_failed=[state.close({}), *(close for _, close in parts.windows)],
    )


RecordsLayout: TypeAlias = Callable[[type[ManagementScreen], RowButtons, RowButtons], rx.Component]
"""Returns a list of records, each of which has the test id `record`."""

_LIST = "records-list"
_FULL = "max-sm:w-full"
_FOLD_BUTTON = f"{button_class('quiet')} min-w-11 px-2.5! sm:hidden"
_UNFOLDED = f"{_FULL} max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2"
_ON_PHONES = "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2"
"""A line for the title and the main button, one for the search and what unfolds, and the rest."""
_PANEL = "rounded-xl border border-line bg-white"


def management_page(
    state: type[ManagementScreen],
    *,
    actions: RowButtons = lambda _row: [],
    tools: Sequence[rx.Component] = (),
    export: rx.Component | None = None,
    create: rx.Component | None = None,
    beside: Sequence[rx.Component] = (),
    note: str = "",
    above_form: Sequence[rx.Component] = (),
    below: Sequence[rx.Component] = (),
    dialogs: Sequence[rx.Component] = (),
    records: RecordsLayout = table,
    beside_form: rx.Component | None = None,
    form_buttons: Sequence[rx.Component] = (),
) -> rx.Component:
    """Return the whole page of a management screen.

    `actions(row)` returns buttons to put before Edit, such as `row_button`. `tools` are placed in
    the heading before the create button, which `create` replaces. `export` replaces the default
    export menu there and in the selection bar, the filters `beside` are placed next to the search
    box, with a `note`, `above_form` between the heading and the form of the form dialog, and
    `below` after the list. `dialogs` are the screen's own, open while `state.dialog` is their name.
    `records(state, actions, more)` lays out the records, as `table` does. `beside_form` and
    `form_buttons` are added to the form dialog. The screen's capabilities add their own `Parts`.
    """
    screen = state.screen
    export = export or export_menu(screen)
    parts = Parts(tools=tools, above_form=above_form) + state.parts()
    parts += Parts(form_buttons=form_buttons, dialogs=dialogs)

    def more(row: Row) -> list[rx.Component]:
        return row_menu(state, row, parts.row_entries)

    return admin_page(
        rx.el.div(
            rx.cond(
                visible_to(screen.nav_item.roles),
                rx.fragment(
                    rx.el.div(
                        _heading(
                            screen,
                            *parts.tools,
                            None if export is create else export,
                            import_button(
                                screen,
                                disabled=requires_role(screen.write_roles),
                                on_imported=state.imported,
                                on_undo=lambda token: state.undo(token, "", {}),
                            ),
                            create=create or _create_button(state),
                        ),
                        rx.el.div(
                            autosaved_forms(state),
                            class_name=f"{_FULL} empty:hidden max-sm:order-8",
                        ),
                        _tabbed(
                            screen,
                            _toolbar(state, records, beside, note),
                            _list(state, records, actions, more),
                        ),
                        rx.el.div(*below, class_name=f"{_FULL} empty:hidden max-sm:order-11"),
                        class_name=_ON_PHONES,
                    ),
                    selection_bar(state, export) if screen.selects else None,
                    lazy_dialogs(
                        state,
                        parts,
                        form_dialog(state, parts, beside_form),
                        delete_dialog(state),
                        *(bulk_dialogs(state) if screen.selects else []),
                        *(
                            _question_dialog(state, name, action.question)
                            for name, action in screen.row_actions.items()
                            if action.question
                        ),
                        *parts.dialogs,
                    ),
                    Shortcuts.create(),
                ),
                rx.fragment(
                    _heading(screen),
                    rx.el.div(
                        message(screen.nav_item.lock_message, "lock"), class_name=f"mt-4 {_PANEL}"
                    ),
                ),
            ),
            custom_attrs={"data-testid": f"{screen.plural.replace(' ', '-')}-screen"},
        ),
        screen.nav_item,
    )


@dataclass(frozen=True)
class AdminPage:
    """The page of a management screen; `component` replaces the default `management_page`.

    `add_next` adds the pages that follow it.
    """

    state: type[ManagementScreen]
    component: Callable[[], rx.Component] | None = None
    add_next: Callable[[rx.App], None] = lambda _: None

    def add_to(self, app: rx.App) -> None:
        """Add the page to the app, and its item to the menu."""

        def plain_page() -> rx.Component:
            return management_page(self.state)

        # Reflex names the page's script after its module.
        plain_page.__module__ = self.state.__module__
        add_admin_page(
            app,
            self.component or plain_page,
            self.state.screen.nav_item,
            self.state.load,
        )
        self.add_next(app)


def refresh_button(state: type[ManagementScreen]) -> rx.Component:
    return button(
        rx.icon(
            "refresh-cw",
            size=16,
            class_name=rx.cond(state.reloading, "animate-spin motion-reduce:animate-none", ""),
        ),
        "Refresh",
        on_click=state.refresh,
        custom_attrs={"aria-disabled": state.reloading, "aria-busy": state.reloading},
    )


def back_to_dashboard() -> rx.Component:
    return rx.el.a(
        rx.icon("arrow-left", size=16),
        "Back to Dashboard",
        href=paths.ADMIN,
        class_name=button_class("quiet"),
    )


def _question_dialog(state: type[ManagementScreen], name: str, question: Question) -> rx.Component:
    description = question.description.format(name=state.record_name, note=state.note)
    confirm = state.confirm(state.record_id, name)
    return DialogRoot.create(
        alert_dialog_content(
            cancel_button(),
            button(question.answer, variant=question.variant, on_click=confirm),
            title=question.title,
            description=description,
            testid=f"{name}-dialog",
        ),
        open=state.dialog == name,
        on_close=state.close,
    )


def _heading(
    screen: Screen, *tools: rx.Component | None, create: rx.Component | None = None
) -> rx.Component:
    found = [each for each in tools if each is not None]
    return rx.el.header(
        rx.el.h1(
            screen.title,
            class_name="font-display text-3xl font-semibold max-sm:text-2xl"
            " max-sm:max-w-full max-sm:flex-1 max-sm:wrap-break-word"
            + ("" if create else " max-sm:basis-full"),
        ),
        rx.el.div(
            Fold.create(
                *found,
                icon=rx.icon("ellipsis", size=18),
                label="More",
                class_name=f"{_UNFOLDED} max-sm:order-5 sm:contents",
                button_class_name=f"{_FOLD_BUTTON} max-sm:order-4",
            )
            if found
            else None,
            rx.el.div(create, class_name="max-sm:order-1") if create else None,
            class_name="flex flex-wrap items-center gap-2 max-sm:contents",
        ),
        class_name="flex flex-wrap items-center justify-between gap-3 max-sm:contents",
    )


def _create_button(state: type[ManagementScreen]) -> rx.Component | None:
    create = state.screen.create
    return create and button(
        rx.icon("plus", size=16),
        create.title,
        variant="primary",
        on_click=state.open_create,
        disabled=requires_role(state.screen.write_roles),
        custom_attrs=CREATE,
    )


def _toolbar(
    state: type[ManagementScreen],
    records: RecordsLayout,
    beside: Sequence[rx.Component],
    note: str,
) -> rx.Component:
    screen = state.screen
    return rx.el.div(
        rx.el.div(list_tabs(screen), class_name=f"{_FULL} max-sm:order-6")
        if screen.filters
        else None,
        rx.el.div(
            ListSearch.create(
                label=f"Search {screen.plural}", error=state.search_error, input_class_name=INPUT
            ),
            class_name="max-sm:order-2 max-sm:min-w-[min(10rem,100%)] max-sm:flex-1"
            " max-sm:basis-[calc(100%-7rem)]",
        ),
        list_filters(screen, *beside) if screen.filter_fields or beside else None,
        rx.el.div(
            SortSelect.create(
                columns=[
                    {"sort": each.sorts_by, "heading": each.heading} for each in screen.columns
                ],
                class_name=f"{INPUT} min-w-0",
            ),
            rx.el.p(
                rx.cond(state.phase == "ready", state.count_text, ""),
                role="status",
                class_name="ml-auto text-sm text-muted tabular-nums",
                custom_attrs={"data-testid": "records-count"},
            ),
            class_name=(
                "flex flex-wrap items-center gap-2 max-md:w-full max-sm:order-9"
                " sm:max-md:order-last md:contents"
                + (" max-md:pl-11" if screen.selects and records is table else "")
            ),
        ),
        shortcuts_button(screen),
        rx.el.p(note, class_name=f"w-full text-sm text-muted {_FULL} max-sm:order-12 md:order-last")
        if note
        else None,
        class_name="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:contents",
    )


def _tabbed(screen: Screen, toolbar: rx.Component, records: rx.Component) -> rx.Component:
    """Return the toolbar and the list, as the panel of the tabs if there are any."""
    if not screen.filters:
        return rx.fragment(toolbar, records)
    panel = ListPanel.create(records, class_name=f"{_FULL} max-sm:order-10 outline-none")
    return ListTabs.create(toolbar, panel, class_name="max-sm:contents")


def _list(
    state: type[ManagementScreen], records: RecordsLayout, actions: RowButtons, more: RowButtons
) -> rx.Component:
    # The list fades after a delay, so that short requests do not flicker.
    is_loading = state.reloading | ~rx.State.is_hydrated
    return rx.el.div(
        _records(state, records, actions, more),
        rx.cond(
            state.phase == "ready",
            ListPages.create(
                current=state.page,
                last=state.pages,
                target=_LIST,
                input_class_name=f"{INPUT} w-20 tabular-nums",
            ),
        ),
        tab_index=-1,
        class_name=(
            f"scroll-mt-18 sm:mt-4 max-sm:order-10 {_FULL} {_PANEL} outline-none"
            " transition-opacity duration-150 motion-reduce:transition-none aria-busy:opacity-60"
            " aria-busy:delay-150"
        ),
        # Reflex would add a ref to every page for its own `id` prop.
        custom_attrs={"id": _LIST, "aria-busy": is_loading},
    )


def _records(
    state: type[ManagementScreen], records: RecordsLayout, actions: RowButtons, more: RowButtons
) -> rx.Component:
    return rx.match(
        state.phase,
        ("ready", rx.cond(state.rows, records(state, actions, more), _empty(state))),
        ("failed", _failed(state)),
        skeleton_rows(),
    )


def _empty(state: type[ManagementScreen]) -> rx.Component:
    hint = rx.cond(state.has_words, "Try adjusting your search query.", "Try other filters.")
    return rx.cond(
        state.searching,
        message(
            state.screen.no_results, "search-x", rx.el.p(hint, class_name="text-sm text-muted")
        ),
        message(state.screen.empty, "inbox"),
    )


def _failed(state: type[ManagementScreen]) -> rx.Component:
    return rx.el.div(
        message(
            state.screen.load_error,
            "cloud-off",
            rx.el.p(state.error_message, class_name="text-sm text-muted"),
            button("Try Again", on_click=state.refresh, class_name="mt-3"),
        ),
        role="alert",
    )


def message(text: rx.Var[str] | str, icon: str, *more: rx.Component) -> rx.Component:
    """Return a text that stands in the place of a list."""
    return rx.el.div(
        rx.icon(icon, size=26, class_name="text-gold-ink"),
        rx.el.p(text, class_name="font-medium"),
        *more,
        class_name="grid justify-items-center gap-2 px-6 py-16 text-center",
    )
