"""Second factors, recovery codes, and the challenges that ask for them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import JSON, ForeignKey
from sqlmodel import Field

from awards_site.accounts.models import Verbatim
from awards_site.core.database.engine import UtcDateTime
from awards_site.core.invalidation.content_version import not_public
from awards_site.core.schemas import Record, Schema, response_schema
from awards_site.core.validation import LabeledEnum, Text


class Method(LabeledEnum):
    """The kinds of second factors."""

    PASSKEY = "passkey", "Passkey"
    AUTHENTICATOR_APP = "authenticator-app", "Authenticator app"
    RECOVERY_CODE = "recovery-code", "Recovery code"


class Purpose(StrEnum):
    """The purpose of a challenge."""

    SIGN_IN = "sign-in"
    REAUTHENTICATE = "reauthenticate"
    ADD_APP = "add-app"
    ADD_PASSKEY = "add-passkey"


def _user_key(**options: Any) -> Any:
    return Field(sa_column_args=[ForeignKey("users.id", ondelete="CASCADE")], **options)


@not_public
class AuthenticatorApp(Record, table=True):
    """A user's app that shows one-time passwords (RFC 6238)."""

    __tablename__ = "authenticator_apps"

    user_id: int = _user_key(unique=True)
    encrypted_secret: str
    last_step: int = 0
    """The time step of the last code that was used: it and older ones are refused."""
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


@not_public
class Passkey(Record, table=True):
    """A user's WebAuthn credential, with its id and public key in base64url."""

    __tablename__ = "passkeys"

    user_id: int = _user_key(index=True)
    name: str
    credential_id: str = Field(unique=True)
    public_key: str
    sign_count: int
    transports: list[str] = Field(default_factory=list, sa_type=JSON)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


@not_public
class RecoveryCode(Record, table=True):
    """A code that replaces the second factor once; only its hash and its beginning are stored."""

    __tablename__ = "recovery_codes"

    user_id: int = _user_key(index=True)
    prefix: str
    code_hash: str


@not_public
class Challenge(Record, table=True):
    """A request for a second factor, or for a new one; only the hash of its token is stored."""

    __tablename__ = "mfa_challenges"
    __table_args__ = {"info": {"restored": False}}

    token_hash: str = Field(unique=True)
    user_id: int = _user_key(index=True)
    purpose: str
    session_id: str = ""
    """The public id of the session that it belongs to; '' for a sign-in."""
    nonce: str = ""
    """The WebAuthn challenge, in base64url."""
    encrypted_secret: str = ""
    failures: int = 0
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)


@response_schema
class ChallengePublic(Schema):
    """The response that asks for a second factor.

    `challenge` is the token to send back with the response, `methods` are those of the user, and
    `passkey` has the arguments of `navigator.credentials.get`, if the user has passkeys.
    """

    challenge: str
    methods: list[str]
    passkey: dict[str, Any] | None


class ChallengeResponse(Schema):
    """The response to a challenge: a passkey's credential as JSON, or a code of another method."""

    challenge: Annotated[str, Verbatim()]
    code: Annotated[str, Verbatim()] = ""
    credential: dict[str, Any] | None = None


@response_schema
class NewAppPublic(Schema):
    """A new authenticator app, which a code confirms; `qr_code` is a data URL of `uri`."""

    challenge: str
    secret: str
    uri: str
    qr_code: str


class NewAppConfirmation(Schema):
    """The code that a new authenticator app shows."""

    challenge: Annotated[str, Verbatim()]
    code: Annotated[str, Text(1)]


@response_schema
class NewPasskeyPublic(Schema):
    """The arguments of the browser's `navigator.credentials.create`."""

    challenge: str
    options: dict[str, Any]


class NewPasskeyConfirmation(Schema):
    """The credential that the browser has created, as JSON, and a name for it."""

    challenge: Annotated[str, Verbatim()]
    name: Annotated[str, Text(1, max_length=60)]
    credential: dict[str, Any]


@response_schema
class RecoveryCodesPublic(Schema):
    """New recovery codes, which are shown once; none if the user keeps the old ones."""

    recovery_codes: list[str]


@response_schema
class PasskeyPublic(Schema):
    """A passkey as its user sees it."""

    id: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


@response_schema
class AuthenticatorAppPublic(Schema):
    """An authenticator app as its user sees it."""

    created_at: datetime
    last_used_at: datetime | None


@response_schema
class SecondFactorsPublic(Schema):
    """The caller's second factors; `is_required` is whether the role needs one."""

    is_required: bool
    authenticator_app: AuthenticatorAppPublic | None
    passkeys: list[PasskeyPublic]
    recovery_codes_left: int
