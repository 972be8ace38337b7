"""What two people changed about one record."""

from typing import Any

from awards_site.admin.forms.diff import changed, differences
from awards_site.nominees.admin import NOMINEES

assert NOMINEES.update
FORM = NOMINEES.update

BEFORE: dict[str, Any] = {each.name: None for each in FORM.fields} | {
    "company": "Sahel Solar",
    "category": "tech",
    "isWinner": False,
}


def test_only_what_differs_has_changed() -> None:
    assert changed(BEFORE, BEFORE) == {}
    assert changed(BEFORE, {**BEFORE, "company": "Mine"}) == {"company": "Mine"}


def test_what_they_changed_is_displayed_in_the_order_of_the_form() -> None:
    theirs = {**BEFORE, "isWinner": True, "category": "startup", "company": None}
    assert differences(FORM, BEFORE, theirs, BEFORE) == [
        {"label": "Company", "before": "Sahel Solar", "theirs": "(empty)", "mine": ""},
        {"label": "Category", "before": "Technology", "theirs": "Startup of the Year", "mine": ""},
        {"label": "Winner", "before": "No", "theirs": "Yes", "mine": ""},
    ]


def test_mine_is_displayed_where_both_changed_a_field() -> None:
    theirs = {**BEFORE, "company": "Theirs", "category": "startup"}
    mine = {**BEFORE, "company": "Mine", "category": "startup", "isWinner": True}
    displayed = differences(FORM, BEFORE, theirs, mine)
    assert [(each["label"], each["mine"]) for each in displayed] == [
        ("Company", "Mine"),
        ("Category", ""),
    ]
