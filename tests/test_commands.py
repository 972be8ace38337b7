"""The operator's commands, and what a first start prepares."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, col, select
from typer.testing import CliRunner, Result

from awards_site.api import make_api
from awards_site.auth import passwords
from awards_site.auth import service as users
from awards_site.auth.models import User, UserSession
from awards_site.auth.permissions import Role
from awards_site.auth.sessions import open_session
from awards_site.cli import app
from awards_site.core.database import reading, writing
from awards_site.core.files import address_of, storage
from awards_site.core.schemas import Record
from awards_site.demo.models import DemoRecord
from awards_site.nominees.models import Nominee
from awards_site.operations.prepare import CannotPrepare, migrate, prepare
from awards_site.photos.models import Photo
from awards_site.tables import CONTENT
from tests import database
from tests.api.client import client_of, portal

PASSWORD = "a long enough password"


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data folder, cheap hashes of passwords, and no waiting for the disk."""
    database.use_data_dir(tmp_path, monkeypatch)
    monkeypatch.setattr(passwords, "ROUNDS", 4)
    monkeypatch.setattr("os.fsync", lambda _: None)
    yield tmp_path
    database.close()


def run(*arguments: str, answers: str | None = None) -> Result:
    """Run a command as an operator does."""
    return CliRunner().invoke(app, arguments, input=answers)


def succeed(*arguments: str, answers: str | None = None) -> str:
    """Run a command that succeeds, and return what it prints."""
    result = run(*arguments, answers=answers)
    assert result.exit_code == 0, result.output
    return result.output


def fail(*arguments: str) -> str:
    """Run a command that fails with a sentence, and return the sentence."""
    result = run(*arguments)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    return result.stderr


def may_sign_in(username: str, password: str) -> bool:
    """Tell whether these credentials are somebody's."""
    with reading() as session:
        return users.authenticate(session, username, password, "10.0.0.1") is not None


def counts() -> dict[str, int]:
    """Return how many records each table of content has."""
    with reading() as session:
        return {
            str(table.__tablename__): len(session.exec(select(table)).all()) for table in CONTENT
        }


def stored(data_dir: Path) -> set[str]:
    """Return the addresses of all files that are kept."""
    return {address_of(path.name) for path in (data_dir / "uploads").glob("*.*")}


def copied(data_dir: Path) -> set[str]:
    """Return the names of the pictures that have smaller copies, without their extensions."""
    return {path.name.partition(".")[0] for path in (data_dir / "uploads" / "sizes").iterdir()}


def test_the_first_start_makes_the_administrator_of_the_settings(data_dir: Path) -> None:
    assert prepare() is None
    with reading() as session:
        (admin,) = session.exec(select(User)).all()
    assert (admin.username, admin.role) == ("admin", Role.ADMIN)
    assert may_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}


def test_without_a_password_in_the_settings_a_random_one_is_told_once(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_ADMIN_PASSWORD="")
    sign_in = prepare()
    assert sign_in is not None
    assert len(sign_in.password) >= 12
    assert may_sign_in(sign_in.username, sign_in.password)
    assert prepare() is None


def test_a_later_start_changes_nothing(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    changed = {"AWARDS_ADMIN_USERNAME": "other", "AWARDS_ADMIN_PASSWORD": "another password"}
    database.use_data_dir(data_dir, monkeypatch, AWARDS_DEMO="1", **changed)
    assert prepare() is None
    with reading() as session:
        assert [each.username for each in session.exec(select(User)).all()] == ["admin"]
    assert may_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}


@pytest.mark.parametrize(
    ("setting", "value"),
    [("AWARDS_ADMIN_PASSWORD", "short"), ("AWARDS_ADMIN_EMAIL", "nobody")],
)
def test_settings_that_make_no_administrator_are_told_and_leave_nothing(
    setting: str, value: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, **{setting: value})
    with pytest.raises(CannotPrepare, match="admin"):
        prepare()
    with reading() as session:
        assert session.exec(select(User)).all() == []


def test_create_admin_makes_a_further_administrator() -> None:
    told = succeed("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)
    assert "Grace" in told
    assert PASSWORD not in told
    with reading() as session:
        grace = users.find_by_username(session, "grace")
    assert grace is not None
    assert grace.role == Role.ADMIN
    assert may_sign_in("grace", PASSWORD)


def test_create_admin_asks_for_what_is_not_given() -> None:
    answers = f"g@example.org\n{PASSWORD}\n{PASSWORD}\n"
    told = succeed("create-admin", "Grace", answers=answers)
    assert PASSWORD not in told
    assert may_sign_in("grace", PASSWORD)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["Grace", "--email", "x@example.org", "--password", PASSWORD], "already in use"),
        (["Other", "--email", "G@example.org", "--password", PASSWORD], "already in use"),
        (["Other", "--email", "x@example.org", "--password", "short"], "at least 8 characters"),
        (["Other", "--email", "nobody", "--password", PASSWORD], "valid email address"),
    ],
)
def test_create_admin_tells_why_it_cannot(arguments: list[str], reason: str) -> None:
    succeed("create-admin", "grace", "--email", "g@example.org", "--password", PASSWORD)
    assert reason in fail("create-admin", *arguments)
    with reading() as session:
        assert len(session.exec(select(User)).all()) == 1


def test_reset_password_gives_a_new_one_and_ends_the_sessions() -> None:
    succeed("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)
    with writing() as session:
        grace = users.find_by_username(session, "Grace")
        assert grace is not None
        open_session(session, grace)
    told = succeed("reset-password", "grace", "--password", "another long password")
    assert "another long password" not in told
    assert may_sign_in("Grace", "another long password")
    assert not may_sign_in("Grace", PASSWORD)
    with reading() as session:
        assert session.exec(select(UserSession)).all() == []


def test_reset_password_tells_why_it_cannot() -> None:
    prepare()
    assert "nobody" in fail("reset-password", "nobody", "--password", PASSWORD)
    assert "at least 8" in fail("reset-password", "admin", "--password", "short")
    assert may_sign_in("admin", "correct horse battery staple")


def test_migrate_can_be_run_at_any_time() -> None:
    succeed("migrate")
    succeed("migrate")
    assert set(counts().values()) == {0}


DEMO = {
    "nominees": 40,
    "sponsors": 12,
    "events": 24,
    "videos": 30,
    "photos": 60,
    "blog_posts": 12,
    "cover_pages": 9,
}


def test_load_demo_fills_an_empty_database(data_dir: Path) -> None:
    told = succeed("load-demo")
    loaded = counts()
    assert loaded | DEMO == loaded
    assert min(loaded.values()) > 0
    for name in DEMO:
        assert name in told
    with reading() as session:
        assert len(session.exec(select(DemoRecord)).all()) == sum(loaded.values())
        photos = session.exec(select(Photo)).all()
    assert all(photo.image_url in stored(data_dir) for photo in photos)
    assert any(photo.nominee_id is not None for photo in photos)


def test_the_first_start_loads_the_demo_edition_where_it_is_wanted(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_DEMO="1")
    prepare()
    assert counts() | DEMO == counts()


def own_nominee(image: str | None = None) -> Nominee:
    """Return a nominee that staff added."""
    return Nominee(
        name="Own Nominee",
        title="Founder",
        company="Own",
        bio="Added by staff.",
        achievements="Added by staff.",
        year=2024,
        image_url=image,
    )


def add(record: Record) -> None:
    """Store a record."""
    with writing() as session:
        session.add(record)


def nominee_names(session: Session) -> list[str]:
    """Return the names of all nominees."""
    return list(session.exec(select(Nominee.name).order_by(col(Nominee.name))).all())


def test_load_demo_loads_nothing_beside_other_content() -> None:
    migrate()
    add(own_nominee())
    assert "content already" in fail("load-demo")
    assert sum(counts().values()) == 1
    with reading() as session:
        assert session.exec(select(DemoRecord)).all() == []


def test_load_demo_twice_is_refused(data_dir: Path) -> None:
    succeed("load-demo")
    before = counts(), stored(data_dir)
    fail("load-demo")
    assert (counts(), stored(data_dir)) == before


def test_a_demo_edition_that_cannot_be_loaded_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("awards_site.demo.loading.PICTURES", Path("/nowhere"))
    result = run("load-demo")
    assert result.exit_code != 0
    assert set(counts().values()) == {0}


def test_remove_demo_leaves_own_content_and_own_files(data_dir: Path) -> None:
    succeed("load-demo")
    with (data_dir / "own.png").open("wb+") as file:
        file.write(b"own")
        file.seek(0)
        own_file = address_of(storage().save(file, "png"))
    with reading() as session:
        portrait = session.exec(select(Nominee.image_url)).first()
        demo_nominee = session.exec(select(Nominee.id)).first()
    add(own_nominee(own_file))
    add(own_nominee(portrait))
    add(Photo(title="Own photo", image_url=own_file, nominee_id=demo_nominee))
    told = succeed("remove-demo")
    assert "Removed" in told
    assert counts() == dict.fromkeys(counts(), 0) | {"nominees": 2, "photos": 1}
    assert stored(data_dir) == {own_file, portrait}
    assert portrait is not None
    assert copied(data_dir) == {Path(portrait).stem}
    with reading() as session:
        assert nominee_names(session) == ["Own Nominee", "Own Nominee"]
        assert session.exec(select(Photo.nominee_id)).one() is None
        assert session.exec(select(DemoRecord)).all() == []


def test_remove_demo_keeps_what_took_the_place_of_a_deleted_demo_record() -> None:
    succeed("load-demo")
    with writing() as session:
        last = session.exec(select(Nominee).order_by(col(Nominee.id).desc())).first()
        assert last is not None
        freed = last.id
        session.delete(last)
    own = own_nominee()
    own.id = freed
    add(own)
    succeed("remove-demo")
    with reading() as session:
        assert nominee_names(session) == ["Own Nominee"]


def test_remove_demo_without_a_demo_edition_removes_nothing() -> None:
    migrate()
    add(own_nominee())
    assert "Removed 0 records" in succeed("remove-demo")
    assert counts()["nominees"] == 1


def test_reset_demo_brings_the_known_state_back(data_dir: Path) -> None:
    first = succeed("reset-demo")
    loaded, files = counts(), len(stored(data_dir))
    for username in ("admin", "editor", "user"):
        assert f"{username}: correct horse battery staple" in first
        assert may_sign_in(username, "correct horse battery staple")
    add(own_nominee())
    succeed("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)
    succeed("reset-demo", "--yes")
    assert counts() == loaded
    assert len(stored(data_dir)) == files
    with reading() as session:
        roles = {each.username: each.role for each in session.exec(select(User)).all()}
    assert roles == {"admin": "admin", "editor": "editor", "user": "user"}


def test_reset_demo_deletes_no_other_content_unless_told_to() -> None:
    migrate()
    add(own_nominee())
    assert "--yes" in fail("reset-demo")
    assert counts()["nominees"] == 1
    succeed("reset-demo", "--yes")
    assert counts()["nominees"] == DEMO["nominees"]


def test_reset_demo_makes_up_a_password_where_none_is_set(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_ADMIN_PASSWORD="")
    printed = succeed("reset-demo")
    lines = dict(line.split(": ") for line in printed.splitlines() if ": " in line)
    assert set(lines) == {"admin", "editor", "user"}
    assert may_sign_in("editor", lines["editor"])


def test_the_loaded_site_answers(data_dir: Path) -> None:
    succeed("load-demo")
    with portal() as opened, client_of(make_api(), opened) as client:
        for path in (
            "events",
            "nominees/published",
            "photos",
            "videos",
            "blog",
            "sponsors/published",
        ):
            assert client.get(f"/api/{path}").json(), path
        cover = client.get("/api/cover-pages/active").json()
        assert cover is not None
        assert client.get(cover["image_url"]).status_code == 200
        assert client.get("/api/events/upcoming").json()
