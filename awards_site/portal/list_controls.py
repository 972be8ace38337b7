"""The controls of a management screen's list: search, filters, pages, exports and imports.

They run in the browser and change the URL's query, which `RecordList.load` reads.
"""

from typing import Any

import reflex as rx
from reflex_base.event import EventSpec

from awards_site.core.validation import EDITION_YEAR
from awards_site.frontend import react, script
from awards_site.portal.controls import INPUT, button_class
from awards_site.portal.dialogs import FOOTER_CLASSES
from awards_site.portal.fields import INPUT_CLASSES
from awards_site.portal.screen import Screen
from awards_site.portal.sign_in.state import Account
from awards_site.records.imports.file import MAX_MEGABYTES, MAX_ROWS
from awards_site.ui.overlays import (
    DIALOG_LIBRARY,
    ITEM_CLASSES,
    MENU_CLASSES,
    MENU_LIBRARY,
    RadixPart,
    window_classes,
)
from awards_site.ui.toasts import notify

_SCRIPT = script("portal/tables/list_controls.jsx")

TABS_LIBRARY = "@radix-ui/react-tabs@1.2.1"
TAB = (
    "min-h-8 max-sm:min-h-11 flex-1 cursor-pointer rounded-md px-3 text-sm font-medium text-muted"
    " hover:text-ink aria-selected:bg-white aria-selected:text-ink aria-selected:shadow-sm"
    # No word of a label is broken to make room for other controls.
    " [overflow-wrap:normal] focus-visible:outline-plum"
)
TAB_LIST = "flex w-full flex-wrap gap-1 rounded-lg bg-line/50 p-1 sm:w-fit"


ListSearch = react("ListSearch", _SCRIPT, label=str, error=str, input_class_name=str)
"""The search box, labelled `label`, with the `error` of a refused search below."""


_ListFilter = react(
    "ListFilter",
    _SCRIPT,
    label=str,
    param=str,
    options=list[dict[str, str]],
    input_class_name=str,
)


def list_filter(label: str, param: str, options: Any = None) -> rx.Component:
    """Return a filter that sets the URL's parameter `param`.

    It is a choice of `options`, which have a `value` and a `label`, or without options a day.
    """
    choice = {} if options is None else {"options": options}
    return _ListFilter.create(label=label, param=param, input_class_name=INPUT, **choice)


_ListFilters = react(
    "ListFilters",
    _SCRIPT,
    fields=list[dict[str, Any]],
    params=list[str],
    years=list[int],
    input_class_name=str,
    button_class_name=str,
)


def list_filters(screen: Screen, *others: rx.Component) -> rx.Component:
    """Return the button that unfolds the screen's filters, and on phones the `others`, if any."""
    return _ListFilters.create(
        *others,
        fields=[each.for_browser() for each in screen.filter_fields],
        params=list(screen.params),
        years=[EDITION_YEAR.minimum, EDITION_YEAR.maximum],
        input_class_name=INPUT,
        button_class_name=button_class("quiet"),
    )


SortHeading = react("SortHeading", _SCRIPT, sort=str, rows=list[dict[str, Any]])
"""A column heading with a button that sorts by the key `sort`.

With `rows` it also has the checkbox that selects them.
"""


MoreButton = react("MoreButton", _SCRIPT, label=str)
"""A button labelled `label` that expands the details of a phone's card."""


ListPages = react("ListPages", _SCRIPT, current=int, last=int, target=str, input_class_name=str)
"""The list's pagination; `target` is the id of the list's element.

A list of more than ten pages also has a page number input.
"""


Fold = react("Fold", _SCRIPT, label=str, icon=rx.Component, button_class_name=str)
"""On phones a button that unfolds its children; elsewhere the children."""


SortSelect = react("SortSelect", _SCRIPT, columns=list[dict[str, str]])
"""What sorts the list on phones, where the headings are not shown: by `columns`' `sort`."""


ListTabs = react("ListTabs", _SCRIPT, dependencies=[TABS_LIBRARY])
"""The root of the tabs and their `ListPanel`."""


ListPanel = react("ListPanel", _SCRIPT)
"""The panel of all tabs."""


def list_tabs(screen: Screen) -> rx.Component:
    names = {"": "All", **{each.name: each.label for each in screen.filters}}
    tabs = [
        RadixPart.create(
            label,
            library=TABS_LIBRARY,
            tag="Trigger",
            alias="Tab",
            custom_attrs={"value": name},
            class_name=TAB,
        )
        for name, label in names.items()
    ]
    return RadixPart.create(
        *tabs,
        library=TABS_LIBRARY,
        tag="List",
        alias="TabList",
        custom_attrs={"aria-label": f"Which {screen.plural}"},
        class_name=TAB_LIST,
    )


_EXPORT_SCRIPT = script("portal/lists/export.jsx")
CSV_LIBRARY = "papaparse@5.7.1"


_ExportMenu = react(
    "ExportMenu",
    _EXPORT_SCRIPT,
    dependencies=[MENU_LIBRARY],
    path=str,
    tabs=dict[str, dict[str, str]],
    menu_class_name=str,
    item_class_name=str,
    on_failed=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def export_menu(screen: Screen) -> rx.Component | None:
    """Return the menu that downloads the matching records, if they can be exported.

    In the selection bar, these are the selected ones. If the API asks for the password, the user
    confirms it, and the export continues.
    """
    if not screen.export_path:
        return None
    return _ExportMenu.create(
        rx.icon("download", size=16, aria_hidden="true"),
        path=screen.export_path,
        # The values of the URL's `filter`, with the parameters of the API that they stand for.
        tabs={each.name: {each.key: each.value} for each in screen.filters},
        class_name=button_class("quiet"),
        menu_class_name=MENU_CLASSES,
        item_class_name=ITEM_CLASSES,
        on_failed=export_failed,
    )


def export_failed(reason: rx.Var[str]) -> EventSpec:
    return notify("Export failed", reason, destructive=True)


_ImportButton = react(
    "ImportButton",
    _EXPORT_SCRIPT,
    dependencies=[DIALOG_LIBRARY, CSV_LIBRARY],
    path=str,
    label=str,
    plural=str,
    drafts=bool,
    limits=str,
    zone=str,
    classes=dict[str, str],
    window_classes=dict[str, str],
    disabled=bool,
    on_imported=rx.EventHandler[rx.event.passthrough_event_spec(str, int, int)],
    on_undo=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)


def import_button(
    screen: Screen, *, disabled: rx.Var[bool] | bool, on_imported: Any, on_undo: Any
) -> rx.Component | None:
    """Return the button that imports records from a CSV file, if the entity has imports.

    `on_imported` is called with the token that undoes the import, the number of its records, and
    the number of rows with errors; `on_undo` with the token of an import to undo.
    """
    if not screen.imports:
        return None
    window = window_classes("wide", "portal")
    return _ImportButton.create(
        rx.icon("upload", size=16, aria_hidden="true"),
        path=screen.imports_path,
        label=screen.label,
        plural=screen.plural,
        drafts=bool(screen.publish),
        limits=f"At most {MAX_ROWS:,} rows and {MAX_MEGABYTES} MB at once.",
        zone=Account.time_zone,
        classes={
            **INPUT_CLASSES,
            "foot": FOOTER_CLASSES,
            "heading": "text-sm font-semibold text-ink outline-none",
            "checkbox": "size-5 flex-none cursor-pointer accent-plum focus-visible:outline-plum",
        },
        window_classes={
            "className": f"{window['class_name']} max-sm:h-[calc(94dvh-var(--keyboard,0px))]",
            "backdropClassName": window["backdrop_class_name"],
        },
        disabled=disabled,
        on_imported=on_imported,
        on_undo=on_undo,
        class_name=button_class("quiet"),
    )
