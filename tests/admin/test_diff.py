"""The changes of two users to one record."""

from typing import Any

from awards_site.features.nominees.admin import NOMINEES
from awards_site.portal.record_form import changed, differences

assert NOMINEES.update
FORM = NOMINEES.update

BEFORE: dict[str, Any] = {each.name: None for each in FORM.fields} | {
    "company": "Sahel Solar",
    "category": "tech",
    "isWinner": False,
}


def test_only_different_values_are_changes() -> None:
    assert changed(BEFORE, BEFORE) == {}
    assert changed(BEFORE, {**BEFORE, "company": "Mine"}) == {"company": "Mine"}


def test_their_changes_are_listed_in_form_order() -> None:
    theirs = {**BEFORE, "isWinner": True, "category": "startup", "company": None}
    assert differences(FORM, BEFORE, theirs, BEFORE) == [
        {"label": "Company", "before": "Sahel Solar", "theirs": "(empty)", "mine": ""},
        {"label": "Category", "before": "Technology", "theirs": "Startup of the Year", "mine": ""},
        {"label": "Winner", "before": "No", "theirs": "Yes", "mine": ""},
    ]


def test_my_value_is_listed_if_both_changed_a_field() -> None:
    theirs = {**BEFORE, "company": "Theirs", "category": "startup"}
    mine = {**BEFORE, "company": "Mine", "category": "startup", "isWinner": True}
    displayed = differences(FORM, BEFORE, theirs, mine)
    assert [(each["label"], each["mine"]) for each in displayed] == [
        ("Company", "Mine"),
        ("Category", ""),
    ]
