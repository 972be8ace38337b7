"""A form says in one sentence what visitors see of its record."""

from typing import Any

from tests.javascript import call_each

SCRIPT = "frontend/portal/forms/visibility.js"
ZONE = "America/New_York"
NOW = 1797440400000
"""Wed, Dec 16, 2026, 12:00 PM EST."""
PAST, FRIDAY = "2026-12-01T10:00", "2026-12-18T09:00"
GALA, LAST = "2026-12-19T20:00", "2027-06-01T08:30"
AT_FRIDAY, AT_LAST = "Fri, Dec 18, 9:00 AM EST", "Tue, Jun 1, 2027, 8:30 AM EDT"
AT_GALA = "Sat, Dec 19, 8:00 PM EST"
HIDDEN = f"without a result until {AT_GALA}"
ON = {"isPublished": True}
WINNER = {**ON, "isWinner": True, "isFinalist": True, "year": "2026", "category": "tech"}
AWAITED = {**WINNER, "revealAt": GALA}
PLANNED = {"publishAt": FRIDAY, "unpublishAt": LAST}
MARKED = {**AWAITED, "isWinner": False, "isFinalist": False, "embargoedContent": '["bio"]'}


CASES: list[tuple[dict[str, Any], str]] = [
    ({"isPublished": False, "publishAt": GALA}, "do not see it."),
    ({**ON, "publishAt": PAST}, "see it."),
    ({**ON, "publishAt": GALA}, f"see it from {AT_GALA} on."),
    ({**ON, "unpublishAt": f"{GALA}:05"}, "see it until Sat, Dec 19, 8:00:05 PM EST."),
    ({**ON, **PLANNED}, f"see it from {AT_FRIDAY} until {AT_LAST}."),
    ({**ON, "unpublishAt": PAST}, "no longer see it."),
    (WINNER, "see her as Winner."),
    ({**WINNER, "isWinner": False}, "see her as Finalist."),
    (AWAITED, f"see her {HIDDEN}; then Winner."),
    ({**AWAITED, "isWinner": False}, f"see her {HIDDEN}; then Finalist."),
    ({**AWAITED, "revealAt": PAST}, "see her as Winner."),
    (
        {**AWAITED, **PLANNED},
        f"see her from {AT_FRIDAY} {HIDDEN}; then Winner, until {AT_LAST}.",
    ),
    ({**WINNER, "revealAt": LAST, "unpublishAt": GALA}, f"see her {HIDDEN}."),
    (MARKED, f"see her without what is marked until {AT_GALA}; then all of it."),
    ({"is_active": False, "publish_at": GALA}, f"see it from {AT_GALA} on."),
    ({"is_active": False, "publish_at": ""}, "do not see it."),
    ({"is_active": True, "publish_at": GALA}, "see it."),
]


def sentences(*values: dict[str, Any], found: Any = (), is_draft: bool = False) -> Any:
    options = {"isDraft": is_draft, "timeZone": ZONE}
    return call_each(SCRIPT, "sentence", [(each, found, options, NOW) for each in values])


def test_the_sentence_follows_the_form() -> None:
    values, texts = zip(*CASES, strict=True)
    assert sentences(*values) == [f"Visitors {text}" for text in texts]
    drafts = [f"Once these changes are published, visitors {text}" for text in texts]
    assert sentences(*values, is_draft=True) == drafts


def test_the_last_embargo_about_her_counts() -> None:
    first: dict[str, Any] = {"year": 2026, "category": None}
    first["revealAt"] = "2026-12-20T01:00:00Z"
    last = {**first, "category": "tech", "revealAt": "2026-12-20T02:00:00Z"}
    of_others = [{**last, "year": 2025}, {**last, "category": "startup"}]
    for embargoes, time in (([first, *of_others], "8:00"), ([first, last], "9:00")):
        values = {**WINNER, "revealAt": FRIDAY, "recordId": "7"}
        [text] = sentences(values, found=[embargoes])
        assert f"until Sat, Dec 19, {time} PM EST; then Winner." in text


def test_what_was_revealed_by_hand_is_not_hidden() -> None:
    late = {**WINNER, "revealAt": GALA, "embargoedContent": '["bio"]'}
    for revealed, text in (
        (["finalist"], f"as Finalist without what is marked until {AT_GALA}; then Winner."),
        (["finalist", "bio"], f"as Finalist until {AT_GALA}; then Winner."),
        (
            ["finalist", "winner"],
            f"as Winner without what is marked until {AT_GALA}; then all of it.",
        ),
        (["bio", "finalist", "winner"], "as Winner."),
    ):
        assert sentences(late, found=[[], {"revealed": revealed}]) == [f"Visitors see her {text}"]


def test_an_embargo_tells_how_much_it_hides() -> None:
    at_gala, untimed, past = [{"revealAt": time, "year": "2026"} for time in (GALA, "", PAST)]
    assert sentences(at_gala, past, found=[{"hides": 2, "revealed": 0}]) == [
        f"It hides 2 published results until {AT_GALA}.",
        "This time is past: it hides nothing.",
    ]
    assert sentences(untimed, found=[{"hides": 1, "revealed": 1}]) == [
        "It hides 1 published result. 1 was revealed by hand."
    ]
    assert sentences(untimed, found=[{"hides": 0, "revealed": 7}]) == [
        "It hides no published results. 7 were revealed by hand."
    ]
