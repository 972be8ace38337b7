"""What no command can work with is refused in one sentence, whichever command it is."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from typer.main import get_command

from awards_site.cli import app
from awards_site.core.database.engine import engine
from awards_site.settings import Settings, settings
from tests import database
from tests.command_line import fail, run

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
def test_every_invalid_setting_is_named_in_one_sentence(
    setting: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, value)
    settings.cache_clear()
    message = fail("migrate")
    assert message.startswith(setting)
    assert message.endswith(". The command `settings` lists the valid values. ")
    assert "Value error" not in message


def refusal_of(command: str) -> str:
    """Return the line in which a command says that it cannot work."""
    result = run(command)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit), result.output
    return " ".join((result.stdout + result.stderr).split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_settings_that_do_not_fit_together(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWARDS_WORKERS", "2")
    monkeypatch.delenv("REDIS_URL", raising=False)
    settings.cache_clear()
    message = refusal_of(command)
    assert "AWARDS_WORKERS above 1 requires REDIS_URL, which the processes" in message
    assert "Traceback" not in message


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
