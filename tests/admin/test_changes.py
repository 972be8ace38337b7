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


def test_what_they_changed_is_told_in_words_and_in_the_forms_order() -> None:
    theirs = {**BEFORE, "isWinner": True, "category": "startup", "company": None}
    assert differences(FORM, BEFORE, theirs, BEFORE) == [
        {"label": "Company", "before": "Sahel Solar", "theirs": "(empty)", "mine": ""},
        {"label": "Category", "before": "Technology", "theirs": "Startup of the Year", "mine": ""},
        {"label": "Winner", "before": "No", "theirs": "Yes", "mine": ""},
    ]


def test_mine_is_told_where_both_changed_to_something_else() -> None:
    theirs = {**BEFORE, "company": "Theirs", "category": "startup"}
    mine = {**BEFORE, "company": "Mine", "category": "startup", "isWinner": True}
    told = differences(FORM, BEFORE, theirs, mine)
    assert [(each["label"], each["mine"]) for each in told] == [
        ("Company", "Mine"),
        ("Category", ""),
    ]
