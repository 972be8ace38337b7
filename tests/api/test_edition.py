"""The edition: one gala date for Home, Timeline and the evening's screens."""

from datetime import UTC, datetime

import pytest
from alembic import command
from httpx import Client
from sqlalchemy import insert, select

from awards_site.core import clock
from awards_site.core.database.engine import alembic_config, engine
from awards_site.core.database.sessions import reading
from awards_site.features.content.edition import EDITION, current_edition
from awards_site.features.content.entity import ContentSection
from awards_site.pages import home_content, timeline
from tests.api.entities import SECTION

BLOCK = "/api/content-blocks?identifier=edition"
OPEN = EDITION.default_content["milestones"][0]
GALA = EDITION.default_content["milestones"][-1]


def test_without_a_section_the_edition_has_the_specified_dates(anonymous: Client) -> None:
    assert anonymous.get(BLOCK).json() == []
    with reading() as session:
        edition = current_edition(session)
    assert (edition.name, edition.number) == ("The Homecoming Edition", "5.0")
    assert (edition.year, edition.gala_at, edition.gala_place) == (2025, None, "The Grand Hall")
    assert edition.countdown_ends == datetime(2025, 1, 1, tzinfo=UTC)
    assert (OPEN["date"], GALA["date"]) == ("March 1, 2025", "September 15, 2025")


def test_the_gala_is_the_end_of_the_countdown_and_a_milestone(
    editor: Client, anonymous: Client
) -> None:
    content = {"galaAt": "2030-12-19T20:00:05Z", "galaPlace": "The Opera", "year": 2030}
    assert SECTION.create(editor, identifier="edition", content=content)["problem"] is None
    [block] = anonymous.get(BLOCK).json()
    assert block["texts"]["countdownEnds"] == "2030-12-19T20:00:05+00:00"
    first, *_, last = block["texts"]["milestones"]
    assert first == OPEN
    assert last == GALA | {"date": "December 19, 2030", "location": "The Opera"}
    with reading() as session:
        edition = current_edition(session)
    assert (edition.year, edition.gala_at) == (2030, datetime(2030, 12, 19, 20, 0, 5, tzinfo=UTC))


def test_former_keys_of_a_section_are_ignored() -> None:
    for block in (home_content.HERO, timeline.TIMELINE):
        assert block.former_keys
        former = dict.fromkeys(block.former_keys, "x")
        assert block.parse(former) == block.default
        assert block.problem({**former, "tite": ""}) == "tite: Unknown key."


@pytest.mark.usefixtures("empty_database")
def test_texts_of_earlier_versions_are_moved() -> None:
    command.downgrade(alembic_config(), "0038")
    ends = "2031-07-01T19:30:00+00:00"
    milestones = [OPEN, GALA | {"location": "The Opera"}]
    contents = {
        "home.hero": {"title": "Welcome", "countdownTarget": ends},
        "page.timeline": {"year": "2031", "milestones": milestones},
    }
    sections = [
        {"name": key, "identifier": key, "content": content, "updated_at": clock.now()}
        for key, content in contents.items()
    ]
    with engine().begin() as connection:
        connection.execute(insert(ContentSection), sections)
    command.upgrade(alembic_config(), "head")
    with engine().connect() as connection:
        statement = select(ContentSection.identifier, ContentSection.content)  # type: ignore[call-overload]
        found = dict(connection.execute(statement).all())
    moved = {"galaAt": ends, "year": "2031", "milestones": milestones, "galaPlace": "The Opera"}
    assert found == {"home.hero": {"title": "Welcome"}, "page.timeline": {}, "edition": moved}
    with reading() as session:
        assert current_edition(session).year == 2031
