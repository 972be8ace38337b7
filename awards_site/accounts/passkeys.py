"""Passkeys: registering and verifying WebAuthn credentials."""

import json
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import webauthn
from sqlmodel import Session, col, select, update
from webauthn.helpers import bytes_to_base64url, generate_challenge
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from awards_site.accounts.mfa_models import Passkey
from awards_site.accounts.models import User
from awards_site.core import clock
from awards_site.settings import settings

_TRANSPORTS = frozenset(each.value for each in AuthenticatorTransport)

REFUSED = "This passkey could not be verified"
NEED_NAME = (
    "Passkeys need a site with a name, such as awards.example.org; they do not work with an IP"
    " address."
)


class InvalidPasskey(Exception):
    """The browser's credential is malformed, or not an answer to the challenge."""


def new_nonce() -> str:
    """Return a WebAuthn challenge, in base64url."""
    return bytes_to_base64url(generate_challenge())


def creation_options(user: User, nonce: str, known: Sequence[Passkey]) -> dict[str, Any]:
    """Return the browser's options to create a passkey, which must be none of `known`."""
    return _as_json(
        webauthn.generate_registration_options(
            rp_id=_relying_party(),
            rp_name=settings().programme,
            user_id=str(user.id).encode(),
            user_name=user.username,
            user_display_name=user.name,
            challenge=webauthn.base64url_to_bytes(nonce),
            exclude_credentials=_descriptors(known),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.PREFERRED
            ),
        )
    )


def request_options(nonce: str, known: Sequence[Passkey]) -> dict[str, Any]:
    """Return the browser's options to use one of the passkeys."""
    return _as_json(
        webauthn.generate_authentication_options(
            rp_id=_relying_party(),
            challenge=webauthn.base64url_to_bytes(nonce),
            allow_credentials=_descriptors(known),
        )
    )


def verify_creation(user: User, nonce: str, name: str, credential: Mapping[str, Any]) -> Passkey:
    """Return the passkey that the browser has created. Raises InvalidPasskey."""
    try:
        verified = webauthn.verify_registration_response(
            credential=dict(credential),
            expected_challenge=webauthn.base64url_to_bytes(nonce),
            expected_rp_id=_relying_party(),
            expected_origin=settings().public_url,
        )
    except WebAuthnException as error:
        raise InvalidPasskey(str(error)) from error
    return Passkey(
        user_id=user.id,
        name=name,
        credential_id=bytes_to_base64url(verified.credential_id),
        public_key=bytes_to_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        transports=_transports(credential),
    )


def use(session: Session, user: User, nonce: str, credential: Mapping[str, Any]) -> bool:
    """Return whether a browser's credential is an answer by one of the user's passkeys."""
    is_own = Passkey.user_id == user.id, Passkey.credential_id == str(credential.get("id"))
    passkey = session.exec(select(Passkey).where(*is_own)).first()
    if passkey is None:
        return False
    try:
        verified = webauthn.verify_authentication_response(
            credential=dict(credential),
            expected_challenge=webauthn.base64url_to_bytes(nonce),
            expected_rp_id=_relying_party(),
            expected_origin=settings().public_url,
            credential_public_key=webauthn.base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except WebAuthnException:
        return False
    values = {"sign_count": verified.new_sign_count, "last_used_at": clock.now()}
    session.execute(update(Passkey).where(col(Passkey.id) == passkey.id).values(values))
    return True


def list_of(session: Session, user: User) -> Sequence[Passkey]:
    """Return the user's passkeys, the oldest first."""
    statement = select(Passkey).where(Passkey.user_id == user.id).order_by(col(Passkey.id))
    return session.exec(statement).all()


def is_known(session: Session, credential_id: str) -> bool:
    statement = select(Passkey.id).where(Passkey.credential_id == credential_id)
    return session.exec(statement).first() is not None


def has_name() -> bool:
    """Return whether the site's host is a name, to which alone browsers bind passkeys."""
    try:
        ip_address(_relying_party())
    except ValueError:
        return True
    return False


def _relying_party() -> str:
    """Return the host to which browsers bind passkeys."""
    return urlsplit(settings().public_url).hostname or ""


def _descriptors(passkeys: Sequence[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(
            id=webauthn.base64url_to_bytes(each.credential_id),
            transports=[AuthenticatorTransport(name) for name in each.transports],
        )
        for each in passkeys
    ]


def _transports(credential: Mapping[str, Any]) -> list[str]:
    """Return how browsers reach the passkey, as far as the standard has a name for it."""
    response = credential.get("response")
    found = response.get("transports") if isinstance(response, Mapping) else None
    return [each for each in found or () if each in _TRANSPORTS]


def _as_json(options: Any) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return parsed
