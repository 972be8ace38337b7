"""What two people changed about one record: each relative to the record as the form showed it."""

import json
from collections.abc import Mapping
from typing import Any

from awards_site.admin.screen import Form

Values = Mapping[str, Any]
"""A form's values as the API takes them, by the fields' names."""


def changed(before: Values, after: Values) -> dict[str, Any]:
    """Return those values of `after`, by name, that are not those of `before`."""
    # As JSON, because to Python 1 and True are the same.
    return {
        name: value
        for name, value in after.items()
        if json.dumps(value) != json.dumps(before.get(name))
    }


def differences(form: Form, before: Values, theirs: Values, mine: Values) -> list[dict[str, str]]:
    """Return what they changed since `before`, a field each, in words for people.

    The keys are `label`, `before`, `theirs`, and `mine`, which is '' unless I changed the field
    to something else than they did.
    """
    clashing = changed(before, mine).keys() & changed(theirs, mine).keys()
    told = []
    for field in form.fields:
        if field.name not in changed(before, theirs):
            continue
        was, now, ours = (values.get(field.name) for values in (before, theirs, mine))
        then, their_words = field.display_change(was, now)
        _, my_words = field.display_change(was, ours)
        told.append(
            {
                "label": field.label,
                "before": then,
                "theirs": their_words,
                "mine": my_words if field.name in clashing else "",
            }
        )
    return told
