"""Client-side filters of a loaded list, with their values in the URL's query."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.buttons import button_classes

CHIPS = "-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
"""Classes of a row of chips."""

CHIP = (
    "min-h-11 flex-none rounded-xs border border-ink/30 px-4 text-[0.9375rem] transition-colors"
    " hover:border-ink aria-pressed:border-plum aria-pressed:bg-plum aria-pressed:text-on-plum"
    " aria-selected:border-plum aria-selected:bg-plum aria-selected:text-on-plum"
)
"""Classes of a chip, which is a toggle button or a tab."""

FILTERS_SCRIPT = script("lists/filters.jsx")
"""Exports the hooks of filters."""
_LIBRARY = FILTERS_SCRIPT


@dataclass(frozen=True)
class FieldFilter:
    """A filter by a field of the records; the field is also the query parameter's name.

    Without the parameter, the filter matches "all" records, or those with the "latest" (largest)
    value.
    """

    field: str
    fallback: Literal["all", "latest"] = "all"


def document_part(filters: Sequence[FieldFilter], *fields: str) -> dict[str, Any]:
    """Return the option of a view that limits what a document holds of a long list.

    It holds the first records that match `filters`, and counts the others by `fields`, which are
    those that filters choose by or show.
    """
    return {"filters": [asdict(each) for each in filters], "fields": fields}


FilterSelect = react(
    "FilterSelect",
    _LIBRARY,
    records=list[Any],
    filter=FieldFilter,
    label=str,
    all_label=str,
    label_field=str,
)
"""A select with the values in the records, and an option for all."""


FilterButton = react("FilterButton", _LIBRARY, filter=FieldFilter, value=str)
"""A toggle button that sets a filter to `value`."""


FilterReset = react("FilterReset", _LIBRARY, filter=FieldFilter)
"""A button that clears a filter."""


def filter_select(
    records: Any, by: FieldFilter, label: str, all_label: str, label_field: str = ""
) -> rx.Component:
    """Return the select of a filter; `label_field` is the records' field with the value's label.

    Both fields may be lists of the same length.
    """
    return FilterSelect.create(
        records=records,
        filter=by,
        label=label,
        all_label=all_label,
        label_field=label_field or by.field,
        class_name="choice min-h-12 w-full rounded-xs border border-ink/45 bg-surface px-4 sm:w-64",
    )


def filter_button(
    by: FieldFilter, value: str | rx.Var[str], label: str | rx.Var[str]
) -> rx.Component:
    """Return the toggle button of one value of a filter whose fallback is "all"."""
    return FilterButton.create(label, filter=by, value=value, class_name=CHIP)


def filter_buttons(label: str, *buttons: rx.Component) -> rx.Component:
    """Return a labelled row of filter buttons, which scrolls horizontally on narrow screens."""
    return rx.el.div(*buttons, role="group", aria_label=label, class_name=CHIPS)


def filter_reset(by: FieldFilter, label: str) -> rx.Component:
    return FilterReset.create(label, filter=by, class_name=button_classes("outline"))
