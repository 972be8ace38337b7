"""Prepares the database: migrations, the first administrator and the demo content."""

import secrets
from dataclasses import dataclass

from alembic import command
from pydantic import ValidationError
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, delete, select

from awards_site.accounts import audit_events, passwords
from awards_site.accounts.audit_events import find_by_username
from awards_site.accounts.hashing import hash_password
from awards_site.accounts.models import PasswordChange, User, UserCreate
from awards_site.accounts.passwords import replace_password
from awards_site.accounts.permissions import Permission, Role
from awards_site.core.audit.log import record_changes
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.engine import alembic_config
from awards_site.core.database.managed_record import ManagedRecord, SearchableRecord, index_missing
from awards_site.core.database.sessions import reading, writing
from awards_site.core.database.soft_delete import DeletedRecord, table_of
from awards_site.core.errors import ApiError
from awards_site.core.invalidation import content_version
from awards_site.core.progress import step
from awards_site.features.media.unused_files import used_names
from awards_site.features.subscribers.entity import add_missing_tokens
from awards_site.features.users.entity import users
from awards_site.operations import CommandFailed
from awards_site.operations.data_folder import protect
from awards_site.operations.demo import loading
from awards_site.operations.tables import metadata
from awards_site.settings import settings


@dataclass(frozen=True)
class SignIn:
    """Credentials that are printed once for the operator."""

    username: str
    password: str


def migrate() -> None:
    """Migrate the database; raise CommandFailed if it cannot be reached."""
    protect(settings().data_dir)
    try:
        command.upgrade(alembic_config(), "head")
    except OperationalError as error:
        url = make_url(settings().database_url).render_as_string()
        raise CommandFailed(f"Cannot use the database {url}: {error.orig}") from error


def prepare() -> SignIn | None:
    """Migrate the database; on the first start, create the administrator and load the demo content.

    Returns the administrator's credentials if the password was generated. Raises CommandFailed if
    the settings for the administrator are invalid.
    """
    with step("Preparing the database"):
        migrate()
        # Invalidate caches of other processes, which may stem from an older schema.
        content_version.bump()
        complete_rows()
    with reading() as session:
        if _has_users(session):
            return None
    return _start_first()


def _start_first() -> SignIn | None:
    # Hashing takes long, so it runs before the write transaction.
    admin = _first_admin(settings().admin_password or secrets.token_urlsafe(12))
    password_hash = hash_password(admin.password)
    with writing() as session:
        if _has_users(session):
            # Another server has started for the first time, too.
            return None
        sign_in = create_user(session, admin, password_hash)
        if settings().demo and loading.is_empty(session):
            with step("Loading the demo edition"):
                loading.load_demo(session, loading.today())
    return None if settings().admin_password else sign_in


def _has_users(session: Session) -> bool:
    return session.exec(select(User.id).limit(1)).first() is not None


def complete_rows() -> None:
    """Fill in search texts and tokens that older versions did not have."""
    tables: list[type[SearchableRecord]] = [*ManagedRecord.__subclasses__(), DeletedRecord]
    with writing() as session:
        for table in tables:
            index_missing(session, table)
        add_missing_tokens(session)


def validate_user(username: str, password: str, email: str, role: Role) -> UserCreate:
    """Return the fields of a user; raise CommandFailed for invalid ones."""
    body = {
        "username": username,
        "password": password,
        "email": email,
        "name": "Administrator" if role is Role.ADMIN else role.label,
        "role": role.value,
    }
    try:
        user = UserCreate.model_validate(body)
        passwords.check_assigned("password", password, [username, email])
    except (ValidationError, ApiError) as error:
        raise CommandFailed(f"Cannot create user {username!r}: {_message(error)}") from error
    return user


def create_user(session: Session, user: UserCreate, password_hash: str) -> SignIn:
    """Store a user that `validate_user` has returned; raise CommandFailed for a taken name."""
    try:
        stored = users.register(session, user, password_hash)
        permission = Permission.MANAGE_USERS.name
        record_changes(session, Action.CREATED, audit_events.USER, [stored], permission=permission)
    except ApiError as error:
        raise CommandFailed(f"Cannot create user {user.username!r}: {error.message}") from error
    return SignIn(user.username, user.password)


def _first_admin(password: str) -> UserCreate:
    return validate_user(settings().admin_username, password, settings().admin_email, Role.ADMIN)


def _message(error: ValidationError | ApiError) -> str:
    return error.message if isinstance(error, ApiError) else error.errors()[0]["msg"]


def reset_demo() -> list[SignIn]:
    """Replace all data by the demo content and one user per role; return their credentials."""
    migrate()
    password = settings().admin_password or secrets.token_urlsafe(12)
    password_hash = hash_password(password)
    accounts = [
        _first_admin(password),
        *(
            validate_user(role.value, password, f"{role.value}@example.org", role)
            for role in (Role.EDITOR, Role.USER)
        ),
    ]
    with writing() as session:
        names = used_names(session)
        # Nobody empties the audit log.
        for table in reversed(metadata.sorted_tables):
            if table is not table_of(AuditEntry):
                session.execute(delete(table))
        sign_ins = [create_user(session, each, password_hash) for each in accounts]
        loading.load_demo(session, loading.today())
        loading.delete_unused_demo_files(session, names)
    return sign_ins


def set_password(username: str, password: str) -> None:
    """Set a user's password; raise CommandFailed for an unknown user or an invalid password."""
    try:
        PasswordChange.model_validate({"password": password})
        passwords.check_assigned("password", password, [username])
    except (ValidationError, ApiError) as error:
        raise CommandFailed(_message(error)) from error
    password_hash = hash_password(password)
    with writing() as session:
        replace_password(session, find_user(session, username), password_hash)


def find_user(session: Session, username: str) -> User:
    """Return the user with this username; raise CommandFailed if there is none."""
    user = find_by_username(session, username)
    if user is None:
        raise CommandFailed(f"User {username!r} not found")
    return user
