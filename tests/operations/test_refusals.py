"""Every command refuses in one sentence a site that no command can work with."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path
from unittest.mock import Mock

import pytest
from typer.main import get_command

from awards_site.cli import app
from awards_site.core.database.engine import engine
from awards_site.settings import Settings, refusal, settings
from tests import database
from tests.command_line import fail, run
from tools.site_server import clean_environment

pytestmark = [pytest.mark.usefixtures("empty_database", "fast_commands"), pytest.mark.sqlite_only]

COMMANDS = sorted(vars(get_command(app))["commands"].keys() - {"settings"})
WITHOUT_DATABASE = {"build", "verify-backup"}

FLAGS = ("maybe", "2", "")
COUNTS = ("many", "", "-1", "1.5")
PERIODS = (*COUNTS, "99999999999")
SECONDS = ("long", "", "-1", "nan", "inf")
RATES = ("60", "60/fortnight", "x/minute", "60/minute,")
EMAILS = ("nobody", "@example.org", "a@example.org, b")
INVALID: dict[str, tuple[str, ...]] = {
    "HOST": ("localhost", "awards.example.org", "127.0.0.1:80", ""),
    "PORT": ("0", "65536", "http", ""),
    "DATABASE_URL": (
        *("awards.db", "mysql://localhost/awards", "postgresql+asyncpg://localhost/awards"),
        *("sqlite://", "sqlite+aiosqlite:////tmp/awards.db", "postgresql://a:b@c@d:x/e"),
    ),
    "REDIS_URL": ("localhost:6379", "http://localhost", "redis://localhost:port/0"),
    "AWARDS_DATABASE_CONNECTIONS": (*COUNTS, "1"),
    "AWARDS_WORKERS": (*COUNTS, "0", "100000"),
    "AWARDS_STORAGE_URL": ("bucket", "s3://", "https://bucket.example.org"),
    "AWARDS_PUBLIC_URL": (
        *("awards.example.org", "awards.example.org:443", "//awards.example.org", "https:", "x"),
        *("ftp://awards.example.org", "https://", "https://a/path", "https://u:p@a", "https://a b"),
        "https://a:99999",
    ),
    "AWARDS_TIMEZONE": ("Mars/Base", "", "../UTC", "Europe"),
    "AWARDS_TRUSTED_PROXIES": ("proxy", "10.0.0.1/8", "10.0.0.0/33", "127.0.0.1;10.0.0.1"),
    "AWARDS_SECOND_FACTOR_ROLES": ("admins", "admin;editor"),
    "AWARDS_SMTP_URL": ("mail.example.org", "http://mail.example.org", "smtp://", "smtp://a:x"),
    "AWARDS_MAIL_FROM": EMAILS,
    "AWARDS_MAIL_CONTACT_RECIPIENTS": EMAILS,
    "AWARDS_MEDIA_RULES": ("strict", ""),
    "AWARDS_PASSWORD_POLICY": ("lax", ""),
    "AWARDS_LOG_FORMAT": ("xml", ""),
    "AWARDS_LOG_LEVEL": ("LOUD", ""),
    "AWARDS_FORM_FILL_SECONDS": (*SECONDS, "61"),
    "AWARDS_REVALIDATE_SECONDS": COUNTS,
    "AWARDS_FORM_RATE_LIMIT": RATES,
    "AWARDS_FORM_TOTAL_RATE_LIMIT": RATES,
}
ANY_TEXT = {
    *("AWARDS_DATA_DIR", "AWARDS_BACKUP_DIR", "AWARDS_PROGRAMME", "AWARDS_SHORT_NAME"),
    *("AWARDS_EDITION_TITLE", "AWARDS_EDITION_NUMBER", "AWARDS_SECURITY_CONTACT"),
    *("AWARDS_SECRET_KEY", "AWARDS_METRICS_TOKEN", "AWARDS_MAIL_FROM_NAME"),
    # The first start checks them, see test_commands.py.
    *("AWARDS_ADMIN_USERNAME", "AWARDS_ADMIN_PASSWORD", "AWARDS_ADMIN_EMAIL"),
}
OF_KINDS = {bool: FLAGS, "days": PERIODS, "hours": PERIODS, "minutes": PERIODS, int: COUNTS}


def invalid_values() -> list[tuple[str, str]]:
    """Return invalid values of every setting, by its name."""
    found: list[tuple[str, str]] = []
    for name, field in Settings.model_fields.items():
        setting = str(field.validation_alias)
        unit = name.rpartition("_")[2]
        values = INVALID.get(setting) or OF_KINDS.get(unit) or OF_KINDS.get(field.annotation, ())
        assert bool(values) != (setting in ANY_TEXT), setting
        found += [(setting, value) for value in values]
    return found


@pytest.mark.parametrize(("setting", "value"), invalid_values())
def test_every_invalid_setting_is_named_with_its_value_and_what_is_right(
    setting: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, value)
    settings.cache_clear()
    said = refusal()
    assert re.match(rf"{setting} (must|requires) .*, not '", said), said
    assert setting.endswith("_URL") or repr(value.partition(",")[0])[:-1] in said
    assert not re.search(r"Value error|Input|unable|\n", said)


@pytest.mark.parametrize(
    "url",
    [
        *("http://awards:secret@host:x", "http://awards:secret", "mail:secret@w/secret@host"),
        *("http://:secret@localhost:port", "http://localhost?password=secret"),
    ],
)
@pytest.mark.parametrize("setting", ["AWARDS_SMTP_URL", "REDIS_URL", "DATABASE_URL"])
def test_the_password_in_a_refused_url_is_not_shown(
    setting: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, url)
    settings.cache_clear()
    assert "***" in refusal()
    assert "secret" not in refusal()


def output_of(environment: dict[str, str], *arguments: str, status: int = 1) -> str:
    """Return what a process says with these settings; it ends with `status`."""
    done = subprocess.run(
        [sys.executable, "-m", "awards_site", *arguments],
        cwd=database.ROOT,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done
    return done.stdout + done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_names_all_refused_settings_in_one_line(command: str) -> None:
    invalid = dict(invalid_values())
    [line] = output_of(invalid, command).splitlines()
    assert line.startswith("error   settings: " if command == "doctor" else "HOST must be")
    assert [each for each in invalid if f"{each} must " not in line] == []
    if command in {"doctor", "serve"}:
        [line] = output_of({"AWARDS_WORKERS": "2"}, command).splitlines()
        assert "AWARDS_WORKERS=2 requires REDIS_URL, which the processes" in line


@pytest.mark.parametrize("arguments", ["settings", "serve --help", "--help"])
def test_help_and_the_list_of_settings_need_no_valid_ones(arguments: str) -> None:
    output_of({"PORT": "http", "awards_workers": "0"}, *arguments.split(), status=0)


def test_a_mistyped_setting_is_named_when_the_site_is_served(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_WRKERS", "2")
    stop = Mock(side_effect=OSError("stopped"))
    monkeypatch.setattr("awards_site.operations.serve.ensure_built", stop)
    assert "AWARDS_WRKERS is no setting (did you mean AWARDS_WORKERS?)" in fail("serve")


def refusal_of(command: str) -> str:
    """Return the line in which a command says that it cannot work."""
    result = run(command)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit), result.output
    return " ".join((result.stdout + result.stderr).split())


def write_garbage(file: Path) -> None:
    file.write_bytes(b"This is no database. " * 1000)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def keep_the_header(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:100] + bytes(file.stat().st_size - 100))


def overwrite_the_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    middle = len(content) // 8192 * 4096
    content[middle : middle + 65536] = b"\xff" * len(content[middle : middle + 65536])
    file.write_bytes(content)


DAMAGES = (write_garbage, truncate, keep_the_header, overwrite_the_middle)


@pytest.mark.parametrize(
    ("command", "damage"),
    list(zip(sorted({*COMMANDS} - WITHOUT_DATABASE), cycle(DAMAGES), strict=False)),
)
def test_every_command_names_a_damaged_database_and_how_to_restore_a_backup(
    command: str, damage: Callable[[Path], None], data_dir: Path
) -> None:
    file = data_dir / database.FILE
    database.close()
    damage(file)
    before = file.read_bytes()
    message = refusal_of(command)
    assert f"the database file {file} is damaged (" in message
    assert "restore a backup: python -m awards_site restore FOLDER_OF_THE_BACKUP" in message
    assert "Traceback" not in message
    assert file.read_bytes() == before


OTHER_VERSIONS = {
    "9999": "the database's migration 9999 is of another version of the site."
    " Install that version, or restore the backup of this one.",
    "0042": "the database is at migration 0042, from before version 1.0:"
    " first run version 0.1 (commit 9ab1ee144cb9), which migrates it",
}


@pytest.mark.parametrize("revision", OTHER_VERSIONS)
@pytest.mark.parametrize("command", sorted({*COMMANDS} - WITHOUT_DATABASE))
def test_every_command_refuses_a_database_of_another_version(
    command: str, revision: str, data_dir: Path
) -> None:
    with closing(sqlite3.connect(data_dir / database.FILE)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", [revision])
        opened.commit()
    assert OTHER_VERSIONS[revision] in refusal_of(command)


@pytest.mark.parametrize("command", ["migrate", "mail-status", "load-demo", "make-image-variants"])
def test_a_data_folder_that_is_a_file_is_named(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    database.close()
    engine.cache_clear()
    monkeypatch.setenv("AWARDS_DATA_DIR", str(file))
    assert str(file) in refusal_of(command)
    engine.cache_clear()
