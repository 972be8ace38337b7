"""Tests of the command line and of the initial start."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from sqlmodel import Session, col, select
from typer.testing import CliRunner, Result

from awards_site.api import make_api
from awards_site.auth import password_hash
from awards_site.auth.accounts import find_by_username
from awards_site.auth.models import User, UserSession
from awards_site.auth.permissions import Role
from awards_site.auth.sessions.user_sessions import open_session
from awards_site.auth.throttling.rate_limit import MAX_FAILURES, Source, record_failure, reserve
from awards_site.cli import app
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import TooManyRequests
from awards_site.core.records.schemas import Record
from awards_site.core.request_context import COMMAND_LINE
from awards_site.core.storage.file_names import file_url
from awards_site.core.storage.files import storage
from awards_site.demo.models import DemoRecord
from awards_site.messages.models import Message
from awards_site.nominees.models import Nominee
from awards_site.operations.bootstrap import BootstrapFailed, find_user, prepare
from awards_site.photos.models import Photo
from awards_site.settings import settings
from awards_site.tables import CONTENT
from tests import database
from tests.api.client import client_of
from tests.api.entities import PUBLISHED
from tests.demo.test_demo_content import COUNTS
from tests.factories import PASSWORD, nominee_body
from tools.site_server import free_port

GRACE = ("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)


@pytest.fixture(autouse=True)
def _quick(empty_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with a migrated database, use cheap password hashes, and skip fsync."""
    monkeypatch.setattr(password_hash, "ROUNDS", 4)
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture(scope="module")
def loaded_demo(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo content to copy."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("os.fsync", lambda _: None)
        database.copy_into(folder, migrated)
        database.use_data_dir(folder, monkeypatch)
        succeed("load-demo")
        database.save(folder)
    return folder


@pytest.fixture
def demo(loaded_demo: Path, data_dir: Path) -> None:
    """A data folder with the demo content."""
    database.copy_into(data_dir, loaded_demo)


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=typed)


def succeed(*arguments: str, typed: str | None = None) -> str:
    """Run a command that succeeds and return its output."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def fail(*arguments: str) -> str:
    """Run a command that fails and return its error message."""
    result = run(*arguments)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    return result.stderr


def can_sign_in(username: str, password: str) -> bool:
    with reading() as session:
        user = find_by_username(session, username)
    return user is not None and password_hash.verify_password(password, user.password_hash)


def counts() -> dict[str, int]:
    """Return the number of records per content table."""
    with reading() as session:
        return {
            str(table.__tablename__): len(session.exec(select(table)).all()) for table in CONTENT
        }


def stored(data_dir: Path) -> set[str]:
    """Return the URLs of all stored files."""
    return {file_url(path.name) for path in (data_dir / "uploads").glob("*.*")}


def copied(data_dir: Path) -> set[str]:
    """Return the stems of the images with variants."""
    return {path.name.partition(".")[0] for path in (data_dir / "uploads" / "sizes").iterdir()}


def test_the_first_start_creates_the_configured_administrator(data_dir: Path) -> None:
    database.remove(data_dir)
    assert prepare() is None
    with reading() as session:
        (admin,) = session.exec(select(User)).all()
    assert (admin.username, admin.role) == ("admin", Role.ADMIN)
    assert can_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}


def test_two_servers_that_start_for_the_first_time_create_one_administrator(
    data_dir: Path,
) -> None:
    database.remove(data_dir)
    code = "from awards_site.operations.bootstrap import prepare; prepare()"
    servers = [subprocess.Popen([sys.executable, "-c", code], cwd=database.ROOT) for _ in range(2)]
    assert [each.wait() for each in servers] == [0, 0]
    with reading() as session:
        assert len(session.exec(select(User)).all()) == 1


def test_a_database_that_cannot_be_reached_is_reported_without_its_password(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"postgresql://awards:hunter2@127.0.0.1:{free_port()}/awards"
    database.use_data_dir(data_dir, monkeypatch, DATABASE_URL=url)
    message = fail("migrate")
    assert "Cannot use the database postgresql+psycopg://awards:***@127.0.0.1" in message
    assert "hunter2" not in message


def test_without_a_configured_password_a_random_one_is_printed_once(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_ADMIN_PASSWORD="")
    sign_in = prepare()
    assert sign_in is not None
    assert len(sign_in.password) >= 12
    assert can_sign_in(sign_in.username, sign_in.password)
    assert prepare() is None


def test_a_later_start_changes_nothing(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    changed = {"AWARDS_ADMIN_USERNAME": "other", "AWARDS_ADMIN_PASSWORD": "another password"}
    database.use_data_dir(data_dir, monkeypatch, AWARDS_DEMO="1", **changed)
    assert prepare() is None
    with reading() as session:
        assert [each.username for each in session.exec(select(User)).all()] == ["admin"]
    assert can_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}


@pytest.mark.parametrize(
    ("setting", "value"),
    [("AWARDS_ADMIN_PASSWORD", "short"), ("AWARDS_ADMIN_EMAIL", "nobody")],
)
def test_invalid_administrator_settings_are_reported_and_change_nothing(
    setting: str, value: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, **{setting: value})
    with pytest.raises(BootstrapFailed, match="admin"):
        prepare()
    with reading() as session:
        assert session.exec(select(User)).all() == []


def test_create_admin_creates_another_administrator() -> None:
    output = succeed(*GRACE)
    assert "Grace" in output
    assert PASSWORD not in output
    with reading() as session:
        [grace] = session.exec(select(User)).all()
    assert grace.role == Role.ADMIN
    assert can_sign_in("grace", PASSWORD)


def test_create_admin_prompts_for_missing_values() -> None:
    typed = f"g@example.org\n{PASSWORD}\n{PASSWORD}\n"
    assert PASSWORD not in succeed("create-admin", "Grace", typed=typed)
    assert can_sign_in("grace", PASSWORD)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["Grace", "--email", "x@example.org", "--password", PASSWORD], "already in use"),
        (["Other", "--email", "G@example.org", "--password", PASSWORD], "already in use"),
        (["Other", "--email", "x@example.org", "--password", "short"], "at least 8 characters"),
        (["Other", "--email", "nobody", "--password", PASSWORD], "valid email address"),
    ],
)
def test_create_admin_reports_why_it_failed(arguments: list[str], reason: str) -> None:
    succeed(*GRACE)
    assert reason in fail("create-admin", *arguments)
    with reading() as session:
        assert len(session.exec(select(User)).all()) == 1


def test_reset_password_changes_it_and_ends_the_sessions() -> None:
    succeed(*GRACE)
    with writing() as session:
        [grace] = session.exec(select(User)).all()
        open_session(session, grace)
    new = "another long password"
    assert new not in succeed("reset-password", "grace", "--password", new)
    assert [can_sign_in("Grace", each) for each in (new, PASSWORD)] == [True, False]
    with reading() as session:
        assert session.exec(select(UserSession)).all() == []


def test_the_strict_policy_applies_to_passwords_of_the_command_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    succeed(*GRACE)
    monkeypatch.setenv("AWARDS_PASSWORD_POLICY", "strict")
    settings.cache_clear()
    for command in (
        ("create-admin", "Ada", "--email", "a@example.org"),
        ("reset-password", "Grace"),
    ):
        assert "at least 12" in fail(*command, "--password", "password")
        assert "easy to guess" in fail(*command, "--password", "password1234")
    assert can_sign_in("Grace", PASSWORD)


def test_clear_failed_sign_ins_lets_everybody_sign_in_at_once() -> None:
    succeed(*GRACE)
    source = Source("grace", "10.0.0.1")
    for _ in range(MAX_FAILURES):
        with writing() as session:
            attempt_id = reserve(session, source)
            assert attempt_id is not None
            record_failure(session, attempt_id)
    with writing() as session, pytest.raises(TooManyRequests):
        reserve(session, source)
    succeed("clear-failed-sign-ins")
    with writing() as session:
        assert reserve(session, source) is not None


def test_remove_second_factors_lets_a_user_in_by_the_password_alone() -> None:
    succeed(*GRACE)
    with writing() as session:
        user = find_user(session, "Grace")
        user.has_second_factor = True
    assert "Removed the second factors of grace" in succeed("remove-second-factors", "grace")
    with reading() as session:
        assert not find_user(session, "Grace").has_second_factor
    assert "nobody" in fail("remove-second-factors", "nobody")


def test_reset_password_reports_why_it_failed() -> None:
    prepare()
    assert "nobody" in fail("reset-password", "nobody", "--password", PASSWORD)
    assert "at least 8" in fail("reset-password", "admin", "--password", "short")
    assert can_sign_in("admin", "correct horse battery staple")


def test_migrate_can_be_run_at_any_time(data_dir: Path) -> None:
    database.remove(data_dir)
    for _ in range(2):
        succeed("migrate")
    assert set(counts().values()) == {0}


DEMO = {bodies.__name__: count for bodies, count in COUNTS.items()}


def test_load_demo_fills_an_empty_database_once(data_dir: Path) -> None:
    output = succeed("load-demo")
    assert counts() == DEMO
    assert all(name in output for name in DEMO)
    files = stored(data_dir)
    with reading() as session:
        assert len(session.exec(select(DemoRecord)).all()) == sum(DEMO.values())
        photos = session.exec(select(Photo)).all()
    assert all(photo.image_url in files for photo in photos)
    assert any(photo.nominee_id is not None for photo in photos)
    fail("load-demo")
    assert (counts(), stored(data_dir)) == (DEMO, files)
    with start_blocking_portal() as opened, client_of(make_api(), opened) as client:
        for entity in PUBLISHED:
            assert client.get(entity.shown).json(), entity
        cover = client.get("/api/cover-pages/active").json()
        assert client.get(cover["image_url"]).status_code == 200
        assert client.get("/api/events/upcoming").json()


def test_the_first_start_loads_the_demo_content_if_enabled(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_DEMO="1")
    prepare()
    assert counts() == DEMO


def own_nominee(**fields: Any) -> Nominee:
    """Return a nominee that staff added."""
    return Nominee(**nominee_body(name="Own Nominee"), **fields)


def add(*added: Record) -> None:
    with writing() as session:
        session.add_all(added)


def nominee_names(session: Session) -> list[str]:
    return list(session.exec(select(Nominee.name)).all())


def test_load_demo_refuses_a_database_that_is_not_empty() -> None:
    add(own_nominee())
    assert "not empty" in fail("load-demo")
    assert sum(counts().values()) == 1
    with reading() as session:
        assert session.exec(select(DemoRecord)).all() == []


def test_a_failed_load_of_the_demo_content_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("awards_site.demo.loading.PICTURES", Path("/nowhere"))
    assert run("load-demo").exit_code != 0
    assert set(counts().values()) == {0}


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


def test_remove_demo_without_demo_content_removes_nothing() -> None:
    add(own_nominee())
    assert "Removed 0 demo records" in succeed("remove-demo")
    assert counts()["nominees"] == 1


def test_reset_demo_restores_the_known_state_and_deletes_other_content_only_with_yes(
    data_dir: Path,
) -> None:
    add(own_nominee())
    assert "--yes" in fail("reset-demo")
    assert counts()["nominees"] == 1
    output = succeed("reset-demo", "--yes")
    files = len(stored(data_dir))
    for username in ("admin", "editor", "user"):
        assert f"{username}: correct horse battery staple" in output
        assert can_sign_in(username, "correct horse battery staple")
    add(own_nominee())
    succeed(*GRACE)
    succeed("reset-demo", "--yes")
    assert counts() == DEMO
    assert len(stored(data_dir)) == files
    with reading() as session:
        roles = {each.username: each.role for each in session.exec(select(User)).all()}
    assert roles == {"admin": "admin", "editor": "editor", "user": "user"}


def test_reset_demo_generates_a_password_if_none_is_configured(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_ADMIN_PASSWORD="")
    printed = succeed("reset-demo")
    lines = dict(line.split(": ") for line in printed.splitlines() if ": " in line)
    assert set(lines) == {"admin", "editor", "user"}
    assert can_sign_in("editor", lines["editor"])


def test_a_person_is_exported_and_erased_only_after_confirmation() -> None:
    text = "A question from Grace"
    add(Message(email="grace@example.org", name="Grace", inquiry_type="media", message=text))
    exported = json.loads(succeed("export-person", "Grace@example.org"))
    assert [each["message"] for each in exported["contact message"]] == [text]
    assert "contact message of" in succeed("erase-person", "grace@example.org", typed="n\n")
    assert counts()["messages"] == 1
    assert "1 x contact message" in succeed("erase-person", "grace@example.org", typed="y\n")
    assert counts()["messages"] == 0
    assert "Nothing is stored" in succeed("erase-person", "grace@example.org")
    with reading() as session:
        entries = session.exec(select(AuditEntry).order_by(col(AuditEntry.id))).all()
    assert [(each.action, each.user_name, each.name) for each in entries] == [
        (Action.EXPORTED.value, COMMAND_LINE, ""),
        (Action.ERASED.value, COMMAND_LINE, "1 x contact message"),
    ]
