"""The edition: one gala date for Home, Timeline and the evening's screens."""

from datetime import UTC, datetime

import pytest
from alembic import command
from httpx import Client
from sqlalchemy import insert
from sqlmodel import select

from awards_site.core import clock
from awards_site.core.database.engine import alembic_config, engine
from awards_site.core.database.sessions import reading
from awards_site.features.content.edition import EDITION, current_edition
from awards_site.features.content.entity import ContentSection
from awards_site.pages import home_content, timeline
from tests.api.entities import SECTION
from tests.factories import Body

BLOCK = "/api/content-blocks?identifier=edition"
OPEN = EDITION.default_content["milestones"][0]
ENDS = "2031-07-01T19:30:00-04:00"
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


def upgraded(hero: Body, timeline: Body) -> dict[str, Body]:
    """Return the contents of all sections after an upgrade, by identifier."""
    command.downgrade(alembic_config(), "0038")
    contents = {"home.hero": hero, "page.timeline": timeline}
    sections = [
        {"name": key, "identifier": key, "content": content, "updated_at": clock.now()}
        for key, content in contents.items()
    ]
    with engine().begin() as connection:
        connection.execute(insert(ContentSection), sections)
    command.upgrade(alembic_config(), "head")
    command.downgrade(alembic_config(), "0038")
    command.upgrade(alembic_config(), "head")
    with reading() as session:
        return {each.identifier: each.content for each in session.exec(select(ContentSection))}


@pytest.mark.usefixtures("empty_database")
def test_texts_of_earlier_versions_are_moved() -> None:
    hero = {"title": "Welcome", "countdownTarget": ENDS}
    dates = {"milestones": [OPEN, GALA | {"location": "The Opera"}]}
    assert upgraded(hero, {"year": "2031", **dates}) == {
        "home.hero": {"title": "Welcome"},
        "page.timeline": {},
        "edition": {"galaAt": ENDS, "galaPlace": "The Opera", "year": 2031, **dates},
    }


@pytest.mark.usefixtures("empty_database")
def test_invalid_texts_of_earlier_versions_stay() -> None:
    hero = {"title": "Welcome", "countdownTarget": "soon", "countdownLead": ""}
    dates = {"year": "MMXXXI", "milestones": [OPEN, {"id": "gala"}]}
    assert upgraded(hero, dates) == {"home.hero": hero, "page.timeline": dates}
    assert home_content.HERO.parse(hero).title == "Welcome"
    assert timeline.TIMELINE.parse(dates) == timeline.TIMELINE.default
