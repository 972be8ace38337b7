"""The edition: one gala date for Home, Timeline and the evening's screens."""

from datetime import UTC, datetime

from httpx import Client

from awards_site.core.database.sessions import reading
from awards_site.features.content.edition import EDITION, current_edition
from awards_site.pages import home_content, timeline
from tests.api.entities import SECTION

BLOCK = "/api/content-blocks?identifier=edition"
OPEN = EDITION.default_content["milestones"][0]
GALA = EDITION.default_content["milestones"][-1]


def test_the_gala_is_the_end_of_the_countdown_and_a_milestone(
    editor: Client, anonymous: Client
) -> None:
    with reading() as session:
        default = current_edition(session)
    assert (default.gala_at, default.countdown_ends) == (None, datetime(2025, 1, 1, tzinfo=UTC))
    content = {"galaAt": "2030-12-19T20:00:05Z", "galaPlace": "The Opera", "year": 2030}
    assert SECTION.create(editor, identifier="edition", content=content)["problem"] is None
    [block] = anonymous.get(BLOCK).json()
    assert block["texts"]["countdownEnds"] == "2030-12-19T20:00:05+00:00"
    first, *_, last = block["texts"]["milestones"]
    assert first == OPEN
    assert last == GALA | {"date": "December 19, 2030", "location": "The Opera"}


def test_the_keys_that_sections_had_before_the_edition_are_ignored() -> None:
    assert (
        home_content.HERO.parse({"title": "Welcome", "countdownTarget": "soon"}).title == "Welcome"
    )
    assert (
        timeline.TIMELINE.parse({"year": "MMXXXI", "milestones": []}) == timeline.TIMELINE.default
    )
