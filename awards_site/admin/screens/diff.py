"""The conflicting edits of a record, each relative to the record that the form opened with."""

import json
from collections.abc import Mapping
from typing import Any

from awards_site.admin.screens.screen import Form

Values = Mapping[str, Any]
"""A form's values in the API's format, by field name."""


def changed(before: Values, after: Values) -> dict[str, Any]:
    """Return the values of `after` that differ from `before`, by name."""
    # Compare JSON, because 1 == True in Python.
    return {
        name: value
        for name, value in after.items()
        if json.dumps(value) != json.dumps(before.get(name))
    }


def differences(form: Form, before: Values, theirs: Values, mine: Values) -> list[dict[str, str]]:
    """Return the display values of each field that they changed since `before`.

    The keys are `label`, `before`, `theirs`, and `mine`, which is '' unless my change conflicts
    with theirs.
    """
    conflicting = changed(before, mine).keys() & changed(theirs, mine).keys()
    changes = []
    for field in form.fields:
        if field.name not in changed(before, theirs):
            continue
        old, new, own = (values.get(field.name) for values in (before, theirs, mine))
        old_display, new_display = field.display_change(old, new)
        _, own_display = field.display_change(old, own)
        changes.append(
            {
                "label": field.label,
                "before": old_display,
                "theirs": new_display,
                "mine": own_display if field.name in conflicting else "",
            }
        )
    return changes
