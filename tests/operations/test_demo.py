"""The content of the demo edition, and the commands that load, remove and restore it."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from sqlalchemy import ColumnElement, true
from sqlmodel import Session, col, select

from awards_site.accounts.models import User
from awards_site.app import make_api
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import DeletedRecord
from awards_site.core.files.file_names import file_url
from awards_site.core.files.storage import storage
from awards_site.core.schemas import Record
from awards_site.features.nominees.entity import Nominee
from awards_site.features.nominees.service import nominees as nominee_repository
from awards_site.features.photos.entity import Photo
from awards_site.operations.demo import content
from awards_site.operations.demo.content import (
    Body,
    MediaPath,
    blog_posts,
    content_sections,
    cover_pages,
    events,
    messages,
    nominees,
    photos,
    running_order,
    sponsors,
    subscribers,
    videos,
)
from awards_site.operations.demo.loading import DemoRecord
from tests import database
from tests.api.client import client_of
from tests.api.entities import PUBLISHED
from tests.command_line import can_sign_in, counts, fail, run, succeed
from tests.factories import PASSWORD, nominee_body

Bodies = Callable[[date], list[Body]]

TODAY = date(2031, 3, 14)

COUNTS: dict[Bodies, int] = {
    nominees: 40,
    running_order: 8,
    sponsors: 12,
    events: 24,
    videos: 30,
    photos: 60,
    blog_posts: 12,
    cover_pages: 9,
    content_sections: 3,
    messages: 14,
    subscribers: 25,
}


def test_events_are_around_the_given_day() -> None:
    noon = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
    spans = [
        (datetime.fromisoformat(body["startDate"]), datetime.fromisoformat(body["endDate"]))
        for body in events(TODAY)
    ]
    assert all(start.tzinfo and end.tzinfo and start < end for start, end in spans)
    assert sum(end < noon for _, end in spans) >= 5
    assert sum(start <= noon <= end for start, end in spans) >= 2
    assert sum(noon < start < noon + timedelta(days=7) for start, _ in spans) >= 2
    assert sum(start > noon + timedelta(days=30) for start, _ in spans) >= 2
    assert sum(start.date() != end.date() for start, end in spans) >= 3
    assert max(Counter(start.date() for start, _ in spans).values()) >= 2
    assert sum(not body.get("isPublished", True) for body in events(TODAY)) == 1


def test_email_addresses_are_fictitious_and_unique() -> None:
    emails = [body["email"] for body in subscribers(TODAY)]
    assert len(set(emails)) == 25
    emails += [body["email"] for body in messages(TODAY)]
    assert [email for email in emails if not email.endswith("@example.com")] == []
    assert 0 < sum(not body["isRead"] for body in messages(TODAY)) < 14


pytestmark = pytest.mark.usefixtures("empty_database", "fast_commands")

DEMO = {bodies.__name__: count for bodies, count in COUNTS.items()}
STORED = DEMO | {"embargoes": 0, "jurors": 0}
"""The number of records by table: the demo edition's results are public."""


@pytest.fixture(scope="module")
def loaded_demo(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("os.fsync", lambda _: None)
        database.copy_into(folder, migrated)
        database.use_data_dir(folder, monkeypatch)
        succeed("load-demo")
        database.save(folder)
    return folder


@pytest.fixture
def demo(loaded_demo: Path, empty_database: None, data_dir: Path) -> None:
    """The demo content, in place of the empty database."""
    database.copy_into(data_dir, loaded_demo)


def stored(data_dir: Path) -> set[str]:
    """Return the URLs of all stored files."""
    return {file_url(path.name) for path in (data_dir / "uploads").glob("*.*")}


def copied(data_dir: Path) -> set[str]:
    return {path.name.partition(".")[0] for path in (data_dir / "uploads" / "sizes").iterdir()}


def own_nominee(**fields: Any) -> Nominee:
    """Return a nominee that staff added."""
    return Nominee(**nominee_body(name="Own Nominee"), **fields)


def add(*added: Record) -> None:
    with writing() as session:
        session.add_all(added)


def delete_nominees(condition: ColumnElement[bool]) -> None:
    with writing() as session:
        for nominee in session.exec(select(Nominee).where(condition)):
            nominee_repository.delete(session, nominee)


def test_load_demo_fills_an_empty_database_once(data_dir: Path) -> None:
    output = succeed("load-demo")
    assert counts() == STORED
    assert all(name in output for name in DEMO)
    files = stored(data_dir)
    with reading() as session:
        assert len(session.exec(select(DemoRecord)).all()) == sum(DEMO.values())
        photos = session.exec(select(Photo)).all()
    assert all(photo.image_url in files for photo in photos)
    assert any(photo.nominee_id is not None for photo in photos)
    fail("load-demo")
    assert (counts(), stored(data_dir)) == (STORED, files)
    with start_blocking_portal() as opened, client_of(make_api(), opened) as client:
        for entity in PUBLISHED:
            assert client.get(entity.shown).json(), entity
        cover = client.get("/api/cover-pages/active").json()
        assert client.get(cover["image_url"]).status_code == 200
        assert client.get("/api/events/upcoming").json()


def nominee_names(session: Session) -> list[str]:
    return list(session.exec(select(Nominee.name)).all())


def test_load_demo_refuses_a_database_that_is_not_empty() -> None:
    add(own_nominee())
    assert "not empty" in fail("load-demo")
    assert sum(counts().values()) == 1
    with reading() as session:
        assert session.exec(select(DemoRecord)).all() == []


@pytest.mark.usefixtures("demo")
def test_remove_demo_leaves_own_content_and_own_files(data_dir: Path) -> None:
    own_file = file_url(storage().save(BytesIO(b"own"), "png"))
    with reading() as session:
        portrait = session.exec(select(Nominee.image_url)).first()
        demo_nominee = session.exec(select(Nominee.id)).first()
    own_photo = Photo(title="Own photo", image_url=own_file, nominee_id=demo_nominee)
    add(own_nominee(image_url=own_file), own_nominee(image_url=portrait), own_photo)
    assert "Removed" in succeed("remove-demo")
    assert counts() == dict.fromkeys(counts(), 0) | {"nominees": 2, "photos": 1}
    assert stored(data_dir) == {own_file, portrait}
    assert portrait is not None
    assert copied(data_dir) == {Path(portrait).stem}
    with reading() as session:
        assert nominee_names(session) == ["Own Nominee", "Own Nominee"]
        assert session.exec(select(Photo.nominee_id)).one() is None
        assert session.exec(select(DemoRecord)).all() == []


@pytest.mark.usefixtures("demo")
def test_reset_demo_restores_the_known_state_and_deletes_other_content_only_with_yes(
    data_dir: Path,
) -> None:
    files = len(stored(data_dir))
    add(own_nominee())
    succeed("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)
    assert "--yes" in fail("reset-demo")
    assert counts() == STORED | {"nominees": STORED["nominees"] + 1}
    output = succeed("reset-demo", "--yes")
    for username in ("admin", "editor", "user"):
        assert f"{username}: correct horse battery staple" in output
        assert can_sign_in(username, "correct horse battery staple")
    assert counts() == STORED
    assert len(stored(data_dir)) == files
    with reading() as session:
        roles = {each.username: each.role for each in session.exec(select(User)).all()}
    assert roles == {"admin": "admin", "editor": "editor", "user": "user"}


@pytest.mark.usefixtures("demo")
def test_reset_demo_asks_nothing_if_all_content_is_of_the_demo() -> None:
    delete_nominees(col(Nominee.is_winner).is_(True))
    succeed("reset-demo")
    assert counts() == STORED


@pytest.mark.usefixtures("demo")
def test_remove_demo_keeps_a_record_that_reuses_a_demo_id() -> None:
    with writing() as session:
        last = session.exec(select(Nominee).order_by(col(Nominee.id).desc())).first()
        assert last is not None
        freed = last.id
        session.delete(last)
    add(own_nominee(id=freed))
    succeed("remove-demo")
    with reading() as session:
        assert nominee_names(session) == ["Own Nominee"]


def test_reset_demo_deletes_content_without_the_demo_only_with_yes() -> None:
    add(own_nominee())
    assert "--yes" in fail("reset-demo")
    assert counts()["nominees"] == 1


def test_a_failed_load_of_the_demo_content_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("awards_site.operations.demo.loading.MEDIA_DIR", Path("/nowhere"))
    assert run("load-demo").exit_code != 0
    assert set(counts().values()) == {0}


@pytest.mark.usefixtures("demo")
def test_reset_demo_deletes_own_content_in_the_trash_only_with_yes() -> None:
    add(own_nominee())
    delete_nominees(col(Nominee.name) == "Own Nominee")
    assert "--yes" in fail("reset-demo")
    with reading() as session:
        assert session.exec(select(DeletedRecord.name)).all() == ["Own Nominee"]


@pytest.mark.usefixtures("demo")
def test_remove_demo_leaves_only_own_content_in_the_trash(data_dir: Path) -> None:
    add(own_nominee())
    delete_nominees(true())
    succeed("remove-demo")
    assert stored(data_dir) == set()
    with reading() as session:
        assert session.exec(select(DeletedRecord.name)).all() == ["Own Nominee"]


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def test_every_image_exists_and_none_is_unused() -> None:
    folder = Path(content.__file__).parent / "media"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    texts = [text for bodies in COUNTS for text in strings(bodies(TODAY))]
    used = {text for text in texts if isinstance(text, MediaPath)}
    assert used == files
