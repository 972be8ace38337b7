"""`python -m awards_site doctor` finds what is wrong, and says what to do about it."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from alembic import command
from PIL import features
from typer.testing import CliRunner

from awards_site.cli import app
from awards_site.core import clock
from awards_site.core.audit.models import AuditEntry
from awards_site.core.database.engine import alembic_config, engine
from awards_site.core.database.sessions import writing
from awards_site.core.files.disk import MEGABYTE
from awards_site.core.files.storage import storage
from awards_site.core.invalidation.broadcast import broadcast
from awards_site.features.photos.entity import Photo
from awards_site.operations.doctor import CHECKS
from tests import database
from tests.smtp_server import SmtpServer, smtp_server
from tools.site_server import clean_environment

HTTPS = "https://awards.example.org"
POSTGRESQL = "postgresql+psycopg://awards@127.0.0.1:1/awards"
KEY = "0123456789abcdef"
UNREACHABLE_BUCKET = {
    "AWARDS_STORAGE_URL": "s3://awards",
    "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "key",
}

pytestmark = pytest.mark.sqlite_only


@pytest.fixture(scope="module")
def smtp() -> Iterator[SmtpServer]:
    with smtp_server() as server:
        yield server


@pytest.fixture(autouse=True)
def private_data(
    empty_database: None, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A private data folder with an empty database; drop the engine that a test has made."""
    monkeypatch.delenv("AWARDS_TEST_REDIS_URL", raising=False)
    data_dir.chmod(0o700)
    (data_dir / database.FILE).chmod(0o600)
    yield
    database.close()
    engine.cache_clear()
    broadcast.cache_clear()


def remove_folder(data_dir: Path) -> None:
    shutil.rmtree(data_dir)


def replace_folder_by_file(data_dir: Path) -> None:
    shutil.rmtree(data_dir)
    data_dir.touch()


def open_folder(data_dir: Path) -> None:
    data_dir.chmod(0o750)


def remove_database(data_dir: Path) -> None:
    (data_dir / database.FILE).unlink()


def damage_database(data_dir: Path) -> None:
    (data_dir / database.FILE).write_bytes(b"This is no database. " * 100)


def downgrade_database(_data_dir: Path) -> None:
    command.downgrade(alembic_config(), "-1")


def set_revision(data_dir: Path, revision: str) -> None:
    with closing(sqlite3.connect(data_dir / database.FILE)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", [revision])
        opened.commit()


def write_entry_in_an_hour(_data_dir: Path) -> None:
    with writing() as session:
        in_an_hour = clock.now() + timedelta(hours=1)
        session.add(
            AuditEntry(user_name="", action="", record_type="", name="", created_at=in_an_hour)
        )


def write_entry_now(_data_dir: Path) -> None:
    with writing() as session:
        session.add(AuditEntry(user_name="", action="", record_type="", name=""))


def store_file(_data_dir: Path) -> None:
    storage().save(BytesIO(b"content"), "png")


def store_old_file(data_dir: Path) -> None:
    store_file(data_dir)
    [path] = (data_dir / "uploads").iterdir()
    os.utime(path, (0, 0))


def replace_uploads_by_file(data_dir: Path) -> None:
    (data_dir / "uploads").touch()


def name_missing_file(_data_dir: Path) -> None:
    with writing() as session:
        session.add(Photo(title="Photo", image_url="/uploads/gone.png"))


@dataclass(frozen=True)
class Case:
    """A state of the site, and what the line of a check begins with and contains then."""

    status: str
    words: str
    prepare: Callable[[Path], None] = lambda _: None
    settings: dict[str, str] = field(default_factory=dict)
    free_mb: int = 100
    """The free space on the disk."""


CASES: dict[str, list[Case]] = {
    "settings": [
        Case("ok", "times are in Africa/Lagos", settings={"AWARDS_TIMEZONE": "Africa/Lagos"}),
        Case("warning", "did you mean AWARDS_SMTP_URL?", settings={"AWARDS_SMPT_URL": ""}),
        Case("warning", "AWARDS_X is no setting. The", settings={"AWARDS_X": "1"}),
    ],
    "data folder": [
        Case("ok", "is writable, and private"),
        Case("warning", "first start creates it", remove_folder),
        Case("error", "Not a directory", replace_folder_by_file),
        Case("error", "chmod -R go=", open_folder),
    ],
    "database": [
        Case("ok", "newest migration"),
        Case("warning", "there is none yet", remove_database),
        Case("warning", "python -m awards_site migrate", downgrade_database),
        Case("error", "9999 is of another version", partial(set_revision, revision="9999")),
        Case("error", "first run version 0.1 (commit", partial(set_revision, revision="0042")),
        Case("error", "file is not a database", damage_database),
        Case("error", "Check DATABASE_URL", settings={"DATABASE_URL": POSTGRESQL}),
    ],
    "storage": [
        Case("ok", "the first upload creates"),
        Case("ok", "uploads is writable", store_file),
        Case("error", "cannot write into", replace_uploads_by_file),
        Case("error", "Check AWARDS_STORAGE_URL", settings=UNREACHABLE_BUCKET),
    ],
    "uploads": [
        Case("ok", "0 files, and no record lacks one"),
        Case("ok", "no records to compare them with", remove_database),
        Case("ok", "1 files, and no record lacks one", store_file),
        Case("warning", "no record uses 1 of 1 files", store_old_file),
        Case("warning", "Repair what is named above", settings=UNREACHABLE_BUCKET),
        Case("warning", "Repair what is named above", damage_database),
        Case("error", "1 files that are missing (gone.png)", name_missing_file),
    ],
    "disk space": [
        Case("ok", "more than 100 MB"),
        Case("ok", "more than 100 MB", remove_folder),
        Case("error", "Free some space", free_mb=99),
    ],
    "password policy": [
        Case("ok", "hard to guess", settings={"AWARDS_PASSWORD_POLICY": "strict"}),
        Case("warning", "Set AWARDS_PASSWORD_POLICY=strict"),
    ],
    "second factor": [
        Case("ok", "need one", settings={"AWARDS_SECOND_FACTOR_ROLES": "admin,editor"}),
        Case("warning", "Set AWARDS_SECOND_FACTOR_ROLES=admin"),
    ],
    "public URL": [
        Case("ok", "http://localhost:3000"),
        *(
            Case("warning", "Passkeys need a site with a name", settings={"AWARDS_PUBLIC_URL": url})
            for url in ("http://127.0.0.1:80", "http://[::1]:80", "https://203.0.113.5")
        ),
        Case("ok", HTTPS, settings={"AWARDS_PUBLIC_URL": HTTPS}),
        Case(
            "error",
            "set AWARDS_PUBLIC_URL",
            settings={"AWARDS_PUBLIC_URL": "http://awards.example.org"},
        ),
    ],
    "secret key": [
        Case("ok", "in the data folder"),
        Case("ok", "set", settings={"DATABASE_URL": POSTGRESQL, "AWARDS_SECRET_KEY": KEY}),
        Case("warning", "Set AWARDS_SECRET_KEY", settings={"DATABASE_URL": POSTGRESQL}),
    ],
    "Redis": [
        Case("ok", "one process"),
        Case("error", "Check REDIS_URL", settings={"REDIS_URL": "redis://127.0.0.1:1"}),
    ],
    "mail server": [
        Case(
            "ok", "reachable", settings={"AWARDS_SMTP_URL": "smtp+unencrypted://127.0.0.1:{port}"}
        ),
        Case("warning", "Set AWARDS_SMTP_URL"),
        Case("error", "STARTTLS", settings={"AWARDS_SMTP_URL": "smtp://127.0.0.1:{port}"}),
        Case("error", "Check scheme", settings={"AWARDS_SMTP_URL": "smtps://127.0.0.1:{port}"}),
        Case(
            "error", "not available", settings={"AWARDS_SMTP_URL": "smtp+unencrypted://127.0.0.1:1"}
        ),
    ],
    "trusted proxies": [
        Case("ok", "none"),
        Case(
            "ok",
            "10.0.0.1",
            settings={"AWARDS_PUBLIC_URL": HTTPS, "AWARDS_TRUSTED_PROXIES": "10.0.0.1"},
        ),
        Case("error", "Set AWARDS_TRUSTED_PROXIES", settings={"AWARDS_PUBLIC_URL": HTTPS}),
        Case(
            "error",
            "Set AWARDS_TRUSTED_PROXIES",
            settings={"AWARDS_PUBLIC_URL": HTTPS, "HOST": "0.0.0.0"},
        ),
    ],
    "demo content": [
        Case("ok", "off", settings={"AWARDS_DEMO": "0", "AWARDS_ADMIN_PASSWORD": "password1234"}),
        Case("ok", "on, without", settings={"AWARDS_DEMO": "1", "AWARDS_ADMIN_PASSWORD": ""}),
        Case(
            "error",
            "Set AWARDS_DEMO=0",
            settings={"AWARDS_DEMO": "1", "AWARDS_ADMIN_PASSWORD": "password1234"},
        ),
    ],
    "clock": [
        Case("ok", "not behind", write_entry_now),
        Case("ok", "there is no audit log", remove_database),
        Case("warning", "Repair the database", damage_database),
        Case("error", "Set the clock", write_entry_in_an_hour),
    ],
}


def lines_of_doctor() -> list[str]:
    """Run the command and return its lines; its status is 1 if one of them is an error."""
    result = CliRunner().invoke(app, "doctor")
    lines = result.stdout.splitlines()
    assert result.exit_code == any(line.startswith("error ") for line in lines), result.output
    return lines


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, cases in CASES.items() for case in cases]
)
def test_a_check_tells_what_is_fine_from_what_is_not(
    name: str, case: Case, data_dir: Path, smtp: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    case.prepare(data_dir)
    database.close()
    engine.cache_clear()
    broadcast.cache_clear()
    disk = Mock(free=case.free_mb * MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: disk)
    for setting, value in case.settings.items():
        monkeypatch.setenv(setting, value.format(port=smtp.port))
    [line] = [line for line in lines_of_doctor() if line[8:].startswith(f"{name}: ")]
    assert line.split()[0] == case.status, line
    assert case.words in line


@pytest.mark.parametrize(
    ("is_installed", "expected"),
    [
        (True, "ok +typesetting: images and certificates show names in all scripts"),
        (False, "warning +typesetting: .* Install FriBidi .*"),
    ],
)
def test_a_missing_library_for_names_in_other_scripts_is_told(
    is_installed: bool, expected: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "check", lambda _feature: is_installed)
    [line] = [line for line in lines_of_doctor() if "typesetting: " in line]
    assert re.fullmatch(expected, line)


@pytest.mark.usefixtures("bucket_url")
def test_a_bucket_is_checked_by_a_file_that_is_deleted_again() -> None:
    [line] = [line for line in lines_of_doctor() if line[8:].startswith("storage: ")]
    assert re.fullmatch(r"ok +storage: s3://awards/\w+ is writable", line)
    assert list(storage().files()) == []


def test_each_check_has_one_line() -> None:
    assert len(lines_of_doctor()) == len(CHECKS)


def test_the_command_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    done = subprocess.run(
        [sys.executable, "-m", "awards_site", "doctor"],
        cwd=database.ROOT,
        env=clean_environment() | {"AWARDS_DATA_DIR": str(folder), "AWARDS_DEMO": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("ok      settings: ")
    assert not folder.exists()
