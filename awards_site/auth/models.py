"""Users, their sessions, and the failed sign-ins that throttling counts."""

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
    """Text as it was typed, outer white space included."""

    missing: str = ""

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str):
            raise validation_error(f"{label} must be text")
        return value

    def missing_message(self, label: str) -> str:
        return self.missing or super().missing_message(label)


@dataclass(frozen=True)
class NewPassword(Verbatim):
    """A new password, of a bounded length."""

    def check(self, value: Any, label: str) -> str:
        super().check(value, label)
        if len(value) < MIN_PASSWORD_LENGTH:
            raise validation_error(f"Password must be at least {MIN_PASSWORD_LENGTH} characters")
        if len(value) > MAX_PASSWORD_LENGTH:
            raise validation_error(f"Password must be at most {MAX_PASSWORD_LENGTH:,} characters")
        return str(value)


class Credentials(Schema):
    """A sign-in (spec 2, section 5)."""

    username: Annotated[str, Text(1)]
    password: Annotated[str, Verbatim()]


class UserBase(Schema):
    """What is known of a user (spec 2, section 3)."""

    username: Annotated[str, Text(1, ALL_REQUIRED, maximum=150)]
    email: Annotated[str, Email(missing=ALL_REQUIRED)]
    name: Annotated[str, Text(1, ALL_REQUIRED)]
    role: Annotated[str, Choice(Role)] = Role.EDITOR.value


class PasswordChange(Schema):
    """A password that a user is given."""

    password: Annotated[str, NewPassword(ALL_REQUIRED)]


class OwnPasswordChange(Schema):
    """The password that users give themselves, and the one that they had."""

    current_password: Annotated[str, Verbatim()]
    new_password: Annotated[str, NewPassword()]


class UserCreate(UserBase, PasswordChange):
    """A new user; the role defaults to editor (spec 2, section 9)."""


class RoleChange(Schema):
    """The role that a user is given."""

    role: Annotated[str, Choice(Role)]


@response_schema
class UserPublic(StoredSchema, UserBase):
    """A user as everyone may see them: never with a password or its hash."""


@not_public
class User(ManagedRecord, UserBase, table=True):
    """A member of staff."""

    __tablename__ = "users"
    title_field = "name"
    search_fields = ("name", "username", "email", "role")

    username_folded: str = Field(unique=True)
    email_folded: str = Field(unique=True)
    password_hash: str


@not_public
class UserSession(Record, table=True):
    """A signed-in browser; only a hash of its token is kept."""

    __tablename__ = "user_sessions"
    # An account that is brought back after its deletion is signed out.
    __table_args__ = {"info": {"restored": False}}

    token_hash: str = Field(unique=True)
    user_id: int = Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], index=True)
    last_used_at: datetime = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )


@not_public
class SignInFailure(Record, table=True):
    """A sign-in that failed: of which account (folded), from which address."""

    __tablename__ = "sign_in_failures"
    __table_args__ = (
        Index("ix_sign_in_failures_account_created_at", "account", "created_at"),
        Index("ix_sign_in_failures_address_created_at", "address", "created_at"),
    )

    account: str
    address: str
