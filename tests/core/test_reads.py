"""What a write means for content that was made from a table before it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import Session, select, update

from awards_site.core import clock
from awards_site.core.database.sessions import reading, writing
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.reads import Reads, State, record_reads
from awards_site.features.nominees.entity import Embargo, Nominee
from awards_site.features.nominees.service import active_embargoes
from awards_site.features.photos.entity import Photo
from tests.factories import nominee_body

pytestmark = pytest.mark.usefixtures("empty_database")

FRESH, OUTDATED, WITHDRAWN = State

Write = Callable[[Session, Nominee], object]


def set_to(**values: object) -> Write:
    """Return a write that changes the nominee."""

    def change(_session: Session, nominee: Nominee) -> None:
        for name, value in values.items():
            setattr(nominee, name, value)

    return change


def embargo(session: Session, _nominee: Nominee) -> None:
    session.add(Embargo(year=2031, reveal_at=clock.now() + timedelta(days=1)))


WRITES: dict[str, tuple[Write, State]] = {
    "nothing": (lambda _session, _nominee: None, FRESH),
    "a photo": (lambda session, _: session.add(Photo(title="Gala", image_url="/a.png")), FRESH),
    "another nominee": (lambda session, _: session.add(Nominee(**nominee_body())), OUTDATED),
    "another name": (set_to(name="Grace"), OUTDATED),
    "publishing": (set_to(is_winner=True), OUTDATED),
    "unpublishing": (set_to(is_published=False), WITHDRAWN),
    "no winner any more": (set_to(is_finalist=False), WITHDRAWN),
    "a schedule": (set_to(unpublish_at=clock.now()), WITHDRAWN),
    "an embargo of her own": (set_to(reveal_at=clock.now()), WITHDRAWN),
    "another year, which may be under embargo": (set_to(year=2031), WITHDRAWN),
    "an embargo": (embargo, WITHDRAWN),
    "deleting": (lambda session, nominee: session.delete(nominee), WITHDRAWN),
    "unknown rows": (lambda session, _: session.execute(update(Nominee).values(bio="")), WITHDRAWN),
}


def read() -> Reads:
    """Read all nominees and embargoes."""
    with record_reads() as reads, reading() as session:
        session.exec(select(Nominee)).all()
        active_embargoes(session)
    return reads


@pytest.mark.parametrize("name", WRITES)
def test_a_write_outdates_or_withdraws_what_was_read_before(name: str) -> None:
    write, expected = WRITES[name]
    with writing() as session:
        session.add(Nominee(**nominee_body(is_published=True, is_finalist=True)))
    before = read()
    with writing() as session:
        write(session, session.exec(select(Nominee)).one())
    assert before.state is expected
    assert read().state is FRESH
    joined = Reads.joined(read(), before, read())
    assert joined.state is expected


def test_deleting_a_draft_withdraws_nothing() -> None:
    with writing() as session:
        session.add(Nominee(**nominee_body(is_published=False)))
    before = read()
    with writing() as session:
        session.delete(session.exec(select(Nominee)).one())
    assert before.state is OUTDATED


def test_a_write_of_unknown_tables_withdraws_everything() -> None:
    before = Reads()
    content_version.bump()
    assert before.state is WITHDRAWN
