"""Preparing the database for a start: its shape, the first administrator, the demo edition."""

import secrets
from dataclasses import dataclass

from alembic import command
from alembic.config import Config
from pydantic import ValidationError
from sqlmodel import Session, delete, select

from awards_site.auth import service as users
from awards_site.auth.models import PasswordChange, User, UserCreate
from awards_site.auth.permissions import Role
from awards_site.core import content_version, soft_delete
from awards_site.core.database import reading, writing
from awards_site.core.errors import ApiError
from awards_site.core.managed_record import index
from awards_site.demo import loading
from awards_site.demo.models import DemoRecord
from awards_site.operations.build_digest import ROOT
from awards_site.resources import audit
from awards_site.settings import settings
from awards_site.tables import CONTENT, STAFF


class BootstrapFailed(Exception):
    """The database could not be prepared; the message says what to change."""


@dataclass(frozen=True)
class SignIn:
    """A sign-in to tell the operator, once."""

    username: str
    password: str


def migrate() -> None:
    settings().data_dir.mkdir(parents=True, exist_ok=True)
    command.upgrade(Config(str(ROOT / "alembic.ini")), "head")


def prepare() -> SignIn | None:
    """Migrate; on the first start of all, make the administrator and load the demo edition.

    Returns the administrator's sign-in when its password was made up here. Raises CannotPrepare
    when the settings do not make an administrator.
    """
    migrate()
    # What was kept of the content may be of another shape of the database.
    content_version.bump()
    with writing() as session:
        tidy(session)
    with reading() as session:
        is_first_start = session.exec(select(User.id).limit(1)).first() is None
    if not is_first_start:
        return None
    with writing() as session:
        password = settings().admin_password or secrets.token_urlsafe(12)
        sign_in = _create_first_admin(session, password)
        if settings().demo and loading.is_empty(session):
            loading.load_demo(session, loading.today())
    return None if settings().admin_password else sign_in


def tidy(session: Session) -> None:
    """Make the search texts that a migration left out, and forget what is kept for a while."""
    for table in (*CONTENT, User):
        index(session, table)
    soft_delete.empty(session)
    audit.purge_old(session)


def create_user(session: Session, username: str, password: str, email: str, role: Role) -> SignIn:
    """Create a user from the command line; raise CannotPrepare when a rule forbids it."""
    body = {
        "username": username,
        "password": password,
        "email": email,
        "name": "Administrator" if role is Role.ADMIN else role.label,
        "role": role.value,
    }
    try:
        users.register(session, UserCreate.model_validate(body))
    except ValidationError as error:
        raise BootstrapFailed(
            f"{username!r} cannot be created: {error.errors()[0]['msg']}"
        ) from error
    except ApiError as error:
        raise BootstrapFailed(f"{username!r} cannot be created: {error.message}") from error
    return SignIn(username, password)


def _create_first_admin(session: Session, password: str) -> SignIn:
    return create_user(
        session, settings().admin_username, password, settings().admin_email, Role.ADMIN
    )


def has_content_of_its_own() -> bool:
    """Tell whether the database holds content, none of which came with the demo edition."""
    with reading() as session:
        has_demo = session.exec(select(DemoRecord.id).limit(1)).first() is not None
        return not has_demo and not loading.is_empty(session)


def reset_demo() -> list[SignIn]:
    """Replace everything by the demo edition and one account per role; return their sign-ins."""
    migrate()
    password = settings().admin_password or secrets.token_urlsafe(12)
    with writing() as session:
        addresses = loading.addresses_used(session)
        for table in (DemoRecord, *reversed(STAFF), *reversed(CONTENT)):
            session.execute(delete(table))
        sign_ins = [
            _create_first_admin(session, password),
            *(
                create_user(session, role.value, password, f"{role.value}@example.org", role)
                for role in (Role.EDITOR, Role.USER)
            ),
        ]
        loading.load_demo(session, loading.today())
        loading.discard_files(session, addresses)
    return sign_ins


def set_password(session: Session, username: str, password: str) -> None:
    """Give a user a new password; raise CannotPrepare when there is no such user."""
    user = users.find_by_username(session, username)
    if user is None:
        raise BootstrapFailed(f"There is no user {username!r}")
    try:
        PasswordChange.model_validate({"password": password})
    except ValidationError as error:
        raise BootstrapFailed(error.errors()[0]["msg"]) from error
    users.reset_password(session, user, password)
