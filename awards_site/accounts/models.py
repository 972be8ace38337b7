"""Users, their sessions and passwords: tables and schemas."""

from dataclasses import dataclass
from datetime import datetime
from secrets import token_urlsafe
from typing import Annotated, Any

from sqlalchemy import ForeignKey, false
from sqlmodel import Field

from awards_site.accounts.permissions import Role
from awards_site.core import clock
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.database.managed_record import ManagedRecord
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import Record, Schema, StoredSchema, response_schema
from awards_site.core.validation import Choice, Email, Rule, Text, validation_error
from awards_site.settings import settings

ALL_REQUIRED = "All fields are required."
MIN_PASSWORD_LENGTH = 8
MIN_CHOSEN_PASSWORD_LENGTH = 12
"""The minimum length of passwords that people choose for themselves."""
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
    """A new password of `min_length` to MAX_PASSWORD_LENGTH characters."""

    min_length: int = MIN_PASSWORD_LENGTH

    def check(self, value: Any, label: str) -> str:
        super().check(value, label)
        if len(value) < self.min_length:
            raise validation_error(too_short(self.min_length))
        if len(value) > MAX_PASSWORD_LENGTH:
            raise validation_error(f"Password must be at most {MAX_PASSWORD_LENGTH:,} characters")
        return str(value)


def too_short(min_length: int) -> str:
    return f"Password must be at least {min_length} characters"


class Credentials(Schema):
    """The body of a sign-in."""

    username: Annotated[str, Text(1)]
    password: Annotated[str, Verbatim()]


class UserBase(Schema):
    """The fields of a user that staff edit and read."""

    username: Annotated[str, Text(1, ALL_REQUIRED, max_length=150)]
    email: Annotated[str, Email(missing=ALL_REQUIRED)]
    name: Annotated[str, Text(1, ALL_REQUIRED)]
    role: Annotated[str, Choice(Role)] = Role.EDITOR.value


class PasswordChange(Schema):
    """A new password that an administrator sets."""

    password: Annotated[str, NewPassword(ALL_REQUIRED)]


class OwnPassword(Schema):
    """The body of a confirmation by the caller's own password."""

    password: Annotated[str, Verbatim()]


class CurrentPassword(Schema):
    """The current password, which every change of one's own credentials needs."""

    current_password: Annotated[str, Verbatim()]


class UserCreate(UserBase, PasswordChange):
    """A new user; the role defaults to editor."""


class RoleChange(Schema):
    """The body of a role change."""

    role: Annotated[str, Choice(Role)]


@response_schema
class UserPublic(StoredSchema, UserBase):
    """A user as the API returns it, without the password hash."""

    has_second_factor: bool


@not_public
class User(ManagedRecord, UserBase, table=True):
    """A member of staff."""

    __tablename__ = "users"
    title_field = "name"
    has_versions = False
    search_fields = ("name", "username", "email", "role")

    username_folded: str = Field(unique=True)
    email_folded: str = Field(unique=True)
    password_hash: str
    """'' for an invited user who has not chosen a password."""
    has_second_factor: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the user has a passkey or an authenticator app, which sign-in then asks for."""
    device_generation: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """A counter that rises when the known browsers are forgotten, as their sessions end."""


@response_schema
class SessionPublic(Schema):
    """A session as its user sees it; `is_current` marks the one of the request."""

    id: str
    device: str
    ip_address: str
    created_at: datetime
    last_used_at: datetime
    is_current: bool


@not_public
class UserSession(Record, table=True):
    """A signed-in browser; only the hash of its token is stored."""

    __tablename__ = "user_sessions"
    # Restoring a deleted user does not restore their sessions.
    __table_args__ = {"info": {"restored": False}}

    public_id: str = Field(default_factory=lambda: token_urlsafe(12), unique=True)
    """A random id, which stays when the token changes."""
    token_hash: str = Field(unique=True)
    user_id: int = Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], index=True)
    device: str = ""
    """The browser and its system, such as 'Firefox on Windows'."""
    ip_address: str = ""
    """The client IP at sign-in."""
    authenticated_at: datetime = Field(default_factory=lambda: clock.now(), sa_type=UtcDateTime)
    """The time of the last authentication by the password and any second factor."""
    last_used_at: datetime = Field(
        default_factory=lambda: clock.now(), sa_type=UtcDateTime, index=True
    )


@not_public
class SignInAttempt(Record, table=True):
    """A sign-in that has failed or, if `is_pending`, is being evaluated."""

    __tablename__ = "sign_in_attempts"

    account: str = Field(index=True)
    """The folded username, which need not exist."""
    ip_address: str = Field(index=True)
    device: str = Field(default="", index=True)
    """The id of the known device; '' for other browsers."""
    is_pending: bool = True


def needs_second_factor(role: str) -> bool:
    return role in settings().second_factor_roles


def lacks_second_factor(user: User) -> bool:
    """Return whether a user must add a second factor before using the portal."""
    return needs_second_factor(user.role) and not user.has_second_factor


class Invitation(UserBase):
    """The body of an invitation: a new user, who chooses the password."""


class OwnPasswordChange(CurrentPassword):
    """The body of a change of one's own password."""

    new_password: Annotated[str, NewPassword(min_length=MIN_CHOSEN_PASSWORD_LENGTH)]


class PasswordCandidate(Schema):
    """The body of an estimate of a password; `personal` are words that it should not contain."""

    password: Annotated[str, NewPassword(min_length=0)]
    personal: list[Annotated[str, Field(max_length=200)]] = Field(default=[], max_length=10)


class PasswordStrength(Schema):
    """The strength of a password: `score` is 0 to 4, `label` its name, `hint` an advice."""

    score: int
    label: str
    hint: str


class PasswordLinkRequest(Schema):
    """The body of a request for a link by email."""

    email: Annotated[str, Email()]


class PasswordChoice(Schema):
    """The body of a choice of a password, with the token of a link."""

    token: Annotated[str, Verbatim()]
    password: Annotated[str, NewPassword(min_length=MIN_CHOSEN_PASSWORD_LENGTH)]


class PasswordChosen(Schema):
    """The response to a choice: whom the password belongs to."""

    username: str


@not_public
class PasswordLink(Record, table=True):
    """A link that has not been used; only the hash of its token is stored."""

    __tablename__ = "password_links"
    # Restoring a deleted user does not restore their links.
    __table_args__ = {"info": {"restored": False}}

    token_hash: str = Field(unique=True)
    user_id: int = Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], index=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
