"""Runs commands in this process, and reads what they have done."""

import re
from pathlib import Path

from sqlmodel import select
from typer.testing import CliRunner, Result

from awards_site.accounts import hashing
from awards_site.accounts.audit_events import find_by_username
from awards_site.accounts.models import User
from awards_site.cli import app
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.database.sessions import reading
from awards_site.features.media.entity import MediaItem


def run(*arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=typed)


def succeed(*arguments: str | Path, typed: str | None = None) -> str:
    """Run a command that succeeds and return its output."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def fail(*arguments: str | Path) -> str:
    """Run a command that fails and return its error message, on one line."""
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    return re.sub(r"\s+", " ", result.stderr)


def can_sign_in(username: str, password: str) -> bool:
    with reading() as session:
        user = find_by_username(session, username)
    return user is not None and hashing.verify_password(password, user.password_hash)


def counts() -> dict[str, int]:
    """Return the number of records per table, without users and media."""
    tables = set(ManagedRecord.__subclasses__()) - {User, MediaItem}
    with reading() as session:
        return {str(each.__tablename__): len(session.exec(select(each)).all()) for each in tables}
