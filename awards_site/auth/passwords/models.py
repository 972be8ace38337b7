"""New passwords, and the links by which people choose one: invited, or having forgotten theirs."""

from datetime import datetime
from typing import Annotated

from sqlalchemy import ForeignKey
from sqlmodel import Field

from awards_site.auth.models import (
    MIN_CHOSEN_PASSWORD_LENGTH,
    CurrentPassword,
    NewPassword,
    UserBase,
    Verbatim,
)
from awards_site.core.database.column_types import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.records.schemas import Record, Schema
from awards_site.core.validation.text_validators import Email


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
