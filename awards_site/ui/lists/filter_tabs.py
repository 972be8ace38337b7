"""A filter as tabs, built on the unstyled Radix tabs: arrow keys, Home and End work."""

from collections.abc import Mapping
from dataclasses import asdict

import reflex as rx

from awards_site.ui.lists.filters import CHIP, CHIPS, Filter


class FilterTabs(rx.Component):
    """Tabs that choose the value of a filter; the children are the panel of the chosen one."""

    library = rx.asset("filter_tabs.jsx", shared=True).importable_path
    tag = "FilterTabs"
    lib_dependencies: list[str] = ["@radix-ui/react-tabs@1.2.1"]

    filter: rx.Var[dict[str, str]]
    options: rx.Var[list[tuple[str, str]]]
    label: rx.Var[str]
    list_class_name: rx.Var[str]
    tab_class_name: rx.Var[str]


def filter_tabs(
    by: Filter, label: str, options: Mapping[str, str], *panel: rx.Component
) -> rx.Component:
    """Return the tabs of a filter that falls back to "all", and `panel` below them.

    `options` are the tabs' labels by the values that they choose.
    """
    return FilterTabs.create(
        *panel,
        filter=asdict(by),
        options=list(options.items()),
        label=label,
        list_class_name=CHIPS,
        tab_class_name=CHIP,
    )
