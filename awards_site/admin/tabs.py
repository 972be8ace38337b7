"""Tabs, built on the unstyled Radix tabs: arrow keys, Home and End work."""

import reflex as rx
from reflex_base.event import passthrough_event_spec


class _Part(rx.Component):
    """A part of the Radix tabs."""

    library = "@radix-ui/react-tabs@1.2.1"


class Tabs(_Part):
    """Holds the tabs and their panel; `value` is the chosen tab's."""

    tag = "Root"
    alias = "Tabs"
    value: rx.Var[str]
    on_value_change: rx.EventHandler[passthrough_event_spec(str)]


class TabList(_Part):
    """The row of tabs."""

    tag = "List"
    alias = "TabList"


class Tab(_Part):
    """One tab."""

    tag = "Trigger"
    alias = "Tab"
    value: rx.Var[str]


class TabPanel(_Part):
    """What a tab shows; one panel may serve all tabs, with the chosen one's value."""

    tag = "Content"
    alias = "TabPanel"
    value: rx.Var[str]
