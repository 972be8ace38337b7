"""Users, their sessions, and the failed sign-ins that rate limits count."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import ForeignKey, Index
from sqlmodel import Field

from awards_site.auth.permissions import Role
from awards_site.core import clock
from awards_site.core.content_version import not_public
from awards_site.core.database import UtcDateTime
from awards_site.core.managed_record import ManagedRecord
from awards_site.core.schemas import Record, Schema, StoredSchema, response_schema
from awards_site.core.validators import Choice, Email, Rule, Text, validation_error

ALL_REQUIRED = "All fields are required."
MIN_PASSWORD_LENGTH = 8
MAX_PASSWORD_LENGTH = 1024


@dataclass(frozen=True)
class Verbatim(Rule):
    """Text as typed, including leading and trailing white space."""

    missing: str = ""

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str):
            raise validation_error(f"{label} must be text")
        return value

    def missing_message(self, label: str) -> str:
        return self.missing or super().missing_message(label)


@dataclass(frozen=True)
class NewPassword(Verbatim):
    """A new password of MIN_PASSWORD_LENGTH to MAX_PASSWORD_LENGTH characters."""

    def check(self, value: Any, label: str) -> str:
        super().check(value, label)
        if len(value) < MIN_PASSWORD_LENGTH:
            raise validation_error(f"Password must be at least {MIN_PASSWORD_LENGTH} characters")
        if len(value) > MAX_PASSWORD_LENGTH:
            raise validation_error(f"Password must be at most {MAX_PASSWORD_LENGTH:,} characters")
        return str(value)


class Credentials(Schema):
    """The body of a sign-in."""

    username: Annotated[str, Text(1)]
    password: Annotated[str, Verbatim()]


class UserBase(Schema):
    """The fields of a user that staff edit and read."""

    username: Annotated[str, Text(1, ALL_REQUIRED, maximum=150)]
    email: Annotated[str, Email(missing=ALL_REQUIRED)]
    name: Annotated[str, Text(1, ALL_REQUIRED)]
    role: Annotated[str, Choice(Role)] = Role.EDITOR.value


class PasswordChange(Schema):
    """A new password that an administrator sets."""

    password: Annotated[str, NewPassword(ALL_REQUIRED)]


class OwnPasswordChange(Schema):
    """The body of a change of one's own password."""

    current_password: Annotated[str, Verbatim()]
    new_password: Annotated[str, NewPassword()]


class UserCreate(UserBase, PasswordChange):
    """A new user; the role defaults to editor."""


class RoleChange(Schema):
    """The body of a role change."""

    role: Annotated[str, Choice(Role)]


@response_schema
class UserPublic(StoredSchema, UserBase):
    """A user as the API returns it, without the password hash."""


@not_public
class User(ManagedRecord, UserBase, table=True):
    """A member of staff."""

    __tablename__ = "users"
    title_field = "name"
    search_fields = ("name", "username", "email", "role")

    username_folded: str = Field(unique=True)
    email_folded: str = Field(unique=True)
    password_hash: str
    """'' for an invited user who has not chosen a password."""


@not_public
class UserSession(Record, table=True):
    """A signed-in browser; only the hash of its token is stored."""

    __tablename__ = "user_sessions"
    # Restoring a deleted user does not restore their sessions.
    __table_args__ = {"info": {"restored": False}}

    token_hash: str = Field(unique=True)
    user_id: int = Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], index=True)
    last_used_at: datetime = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )


@not_public
class SignInFailure(Record, table=True):
    """A failed sign-in, with the folded username and the client IP."""

    __tablename__ = "sign_in_failures"
    __table_args__ = (
        Index("ix_sign_in_failures_account_created_at", "account", "created_at"),
        Index("ix_sign_in_failures_address_created_at", "address", "created_at"),
    )

    account: str
    address: str
