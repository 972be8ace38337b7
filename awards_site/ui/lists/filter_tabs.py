"""A filter as tabs, based on Radix Tabs, which handles arrow keys, Home and End."""

from collections.abc import Mapping

import reflex as rx

from awards_site.frontend import react, script
from awards_site.ui.lists.filters import CHIP, CHIPS, FieldFilter

FilterTabs = react(
    "FilterTabs",
    script("lists/filter_tabs.jsx"),
    dependencies=["@radix-ui/react-tabs@1.2.1"],
    filter=FieldFilter,
    options=list[tuple[str, str]],
    label=str,
    list_class_name=str,
    tab_class_name=str,
)
"""Tabs that set a filter's value; the children are the panel of the selected tab."""


def filter_tabs(
    by: FieldFilter, label: str, options: Mapping[str, str], *panel: rx.Component
) -> rx.Component:
    """Return the tabs of a filter whose fallback is "all", with `panel` below them.

    `options` maps values to labels.
    """
    return FilterTabs.create(
        *panel,
        filter=by,
        options=list(options.items()),
        label=label,
        list_class_name=CHIPS,
        tab_class_name=CHIP,
    )
