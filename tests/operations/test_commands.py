"""Commands of the operator, what the first start does, and who can read the data folder."""

import json
import stat
from pathlib import Path

import pytest
from sqlmodel import col, select

from awards_site.accounts.models import User, UserSession
from awards_site.accounts.permissions import Role
from awards_site.accounts.throttling import MAX_FAILURES, SignInSource, record_failure, reserve
from awards_site.accounts.user_sessions import open_session
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import TooManyRequests
from awards_site.core.request_context import COMMAND_LINE
from awards_site.features.messages.entity import Message
from awards_site.operations import CommandFailed
from awards_site.operations.bootstrap import find_user, prepare
from awards_site.settings import Settings, settings
from tests import database, forked
from tests.command_line import can_sign_in, counts, fail, succeed
from tests.factories import PASSWORD
from tests.operations.sites import Sites
from tools.site_server import free_port

pytestmark = pytest.mark.usefixtures("empty_database", "fast_commands")

GRACE = ("create-admin", "Grace", "--email", "g@example.org", "--password", PASSWORD)


def test_the_first_start_creates_the_configured_administrator(data_dir: Path) -> None:
    database.remove(data_dir)
    assert prepare() is None
    with reading() as session:
        (admin,) = session.exec(select(User)).all()
    assert (admin.username, admin.role) == ("admin", Role.ADMIN)
    assert can_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}


def test_two_servers_that_start_for_the_first_time_create_one_administrator(data_dir: Path) -> None:
    database.remove(data_dir)
    servers = [forked.start(prepare) for _ in range(2)]
    for each in servers:
        each.join()
    assert [each.exitcode for each in servers] == [0, 0]
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


@pytest.mark.parametrize(
    ("setting", "value"), [("AWARDS_ADMIN_PASSWORD", "short"), ("AWARDS_ADMIN_EMAIL", "nobody")]
)
def test_invalid_administrator_settings_are_reported_and_change_nothing(
    setting: str, value: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, **{setting: value})
    with pytest.raises(CommandFailed, match="admin"):
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
    source = SignInSource("grace", "10.0.0.1")
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


def test_a_person_is_exported_and_erased_only_after_confirmation() -> None:
    text = "A question from Grace"
    with writing() as session:
        session.add(
            Message(email="grace@example.org", name="Grace", inquiry_type="media", message=text)
        )
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


def test_settings_lists_every_setting_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "many")
    listed = succeed("settings")
    for field in Settings.model_fields.values():
        assert f"{field.validation_alias}=" in listed
        assert field.description
    for line in ("PORT=3000", "AWARDS_DEMO=1", "AWARDS_SECRET_KEY=", "AWARDS_AUDIT_DAYS=365"):
        assert f"{line}\n" in listed
    assert "The programme's short name. Part of the built pages." in listed


def open_to_others(folder: Path) -> list[str]:
    return [
        f"{stat.filemode(path.stat().st_mode)} {path.name}"
        for path in (folder, *folder.rglob("*"))
        # Files of the demo edition are links to those of the checkout, which are not secret.
        if path.stat().st_mode & 0o077 and (path.is_dir() or path.stat().st_nlink == 1)
    ]


def test_a_start_leaves_private_files(sites: Sites) -> None:
    data_dir = sites.new("sqlite").data_dir
    succeed("reset-demo", "--yes")
    assert (data_dir / "awards.db").is_file()
    assert list((data_dir / "uploads").iterdir())
    assert open_to_others(data_dir) == []


def test_an_existing_folder_is_made_private(sites: Sites) -> None:
    data_dir = sites.new("sqlite").data_dir
    (data_dir / "uploads").mkdir(parents=True)
    (data_dir / "uploads" / "a.png").write_bytes(b"x")
    (data_dir / "link").symlink_to("/etc/hostname")
    assert len(open_to_others(data_dir)) >= 3
    output = succeed("migrate")
    assert "permissions of other users removed" in output
    assert "count=3" in output
    (data_dir / "link").unlink()
    assert open_to_others(data_dir) == []
    assert "permissions of other users" not in succeed("migrate")


def test_migrate_can_be_run_at_any_time(data_dir: Path) -> None:
    database.remove(data_dir)
    for _ in range(2):
        succeed("migrate")
    assert set(counts().values()) == {0}


def test_a_later_start_changes_nothing(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    changed = {"AWARDS_ADMIN_USERNAME": "other", "AWARDS_ADMIN_PASSWORD": "another password"}
    database.use_data_dir(data_dir, monkeypatch, AWARDS_DEMO="1", **changed)
    assert prepare() is None
    with reading() as session:
        assert [each.username for each in session.exec(select(User)).all()] == ["admin"]
    assert can_sign_in("admin", "correct horse battery staple")
    assert set(counts().values()) == {0}
