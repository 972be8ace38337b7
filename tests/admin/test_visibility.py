"""What visitors see of the record in a form, in one sentence."""

from typing import Any

import pytest

from tests.javascript import call, call_each

SCRIPT = "frontend/portal/forms/visibility.js"
ZONE = "America/New_York"
NOW = 1797440400000
"""Wed, Dec 16, 2026, 12:00 PM EST."""
PAST, FRIDAY = "2026-12-01T10:00", "2026-12-18T09:00"
GALA, LAST = "2026-12-19T20:00", "2027-06-01T08:30"
AT_GALA = "Sat, Dec 19, 8:00 PM EST"
ON = {"isPublished": True}
WINNER = {**ON, "isWinner": True, "isFinalist": True, "year": "2026", "category": "tech"}
EMBARGO: dict[str, Any] = {"year": 2026, "category": None, "revealAt": "2026-12-20T01:00:00Z"}


def sentence(values: dict[str, Any], *embargoes: dict[str, Any], is_draft: bool = False) -> Any:
    flag = "is_active" if "is_active" in values else "isPublished"
    options = {"flag": flag, "embargoes": embargoes, "isDraft": is_draft, "timeZone": ZONE}
    return call(SCRIPT, "sentence", values, options, NOW)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"isPublished": False, "publishAt": GALA}, "do not see it."),
        ({**ON, "publishAt": PAST}, "see it."),
        ({**ON, "publishAt": GALA}, f"see it from {AT_GALA} on."),
        ({**ON, "unpublishAt": f"{GALA}:05"}, "see it until Sat, Dec 19, 8:00:05 PM EST."),
        (
            {**ON, "publishAt": GALA, "unpublishAt": LAST},
            f"see it from {AT_GALA} until Tue, Jun 1, 2027, 8:30 AM EDT.",
        ),
        ({**ON, "unpublishAt": PAST}, "no longer see it."),
        (WINNER, "see her as Winner."),
        ({**WINNER, "revealAt": GALA}, f"see her without a result until {AT_GALA}; then Winner."),
        (
            {**WINNER, "revealAt": GALA, "publishAt": FRIDAY, "unpublishAt": LAST},
            f"see her from Fri, Dec 18, 9:00 AM EST without a result until {AT_GALA}; then Winner,"
            " until Tue, Jun 1, 2027, 8:30 AM EDT.",
        ),
        (
            {**WINNER, "revealAt": LAST, "unpublishAt": GALA},
            f"see her without a result until {AT_GALA}.",
        ),
        (
            {**ON, "isWinner": False, "revealAt": GALA, "embargoedContent": '["bio"]'},
            f"see her without what is marked until {AT_GALA}; then all of it.",
        ),
        ({"is_active": False, "publish_at": GALA}, f"see it from {AT_GALA} on."),
        ({"is_active": False, "publish_at": ""}, "do not see it."),
        ({"is_active": True, "publish_at": GALA}, "see it."),
    ],
)
def test_the_sentence_follows_the_form(values: dict[str, Any], text: str) -> None:
    assert sentence(values) == f"Visitors {text}"
    draft = f"Once these changes are published, visitors {text}"
    assert sentence(values, is_draft=True) == draft


def test_the_last_embargo_about_her_counts() -> None:
    later: dict[str, Any] = {"year": 2026, "category": "tech", "revealAt": "2026-12-20T02:00:00Z"}
    of_others = [{**later, "year": 2025}, {**later, "category": "startup"}]
    for embargoes, time in (([EMBARGO, *of_others], "8:00"), ([EMBARGO, later], "9:00")):
        until = f"until Sat, Dec 19, {time} PM EST; then Winner."
        text = sentence({**WINNER, "revealAt": FRIDAY}, *embargoes)
        assert text == f"Visitors see her without a result {until}"


def test_an_embargo_tells_how_much_it_hides() -> None:
    calls = [(2, GALA, ZONE, NOW), (1, "", ZONE, NOW), (3, PAST, ZONE, NOW)]
    assert call_each(SCRIPT, "reach", calls) == [
        f"It hides 2 published results until {AT_GALA}.",
        "It hides 1 published result.",
        "This time is past: it hides nothing.",
    ]
