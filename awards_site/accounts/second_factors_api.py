"""HTTP endpoints to manage one's own second factors; each change needs the current password."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import own_account
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.mfa_models import (
    NewAppConfirmation,
    NewAppPublic,
    NewPasskeyConfirmation,
    NewPasskeyPublic,
    RecoveryCodesPublic,
    SecondFactorsPublic,
)
from awards_site.accounts.models import CurrentPassword
from awards_site.accounts.permissions import Permission
from awards_site.accounts.sessions_api import RememberBrowser
from awards_site.core.errors import TooManyRequests, raises
from awards_site.core.http.urls import Id

router = APIRouter(tags=["auth"], dependencies=[allow(Permission.MANAGE_ACCOUNT)])

_PATH = "/auth/second-factors"
_APP_PATH = f"{_PATH}/authenticator-app"
_PASSKEYS_PATH = f"{_PATH}/passkeys"


@router.get(_PATH)
def list_own(caller: SignedIn) -> SecondFactorsPublic:
    """List the caller's second factors."""
    return own_account.read_second_factors(caller)


@router.post(_APP_PATH)
@raises(TooManyRequests)
async def start_app(body: CurrentPassword, caller: SignedIn) -> NewAppPublic:
    """Make a secret for a new authenticator app; it replaces the old one when confirmed."""
    return await own_account.start_app(caller, body)


@router.post(f"{_APP_PATH}/confirm", status_code=201)
async def confirm_app(
    body: NewAppConfirmation, caller: SignedIn, remember_browser: RememberBrowser
) -> RecoveryCodesPublic:
    """Add the authenticator app that shows this code."""
    added = await own_account.confirm_app(caller, body)
    await run_in_threadpool(remember_browser)
    return added


@router.post(_PASSKEYS_PATH)
@raises(TooManyRequests)
async def start_passkey(body: CurrentPassword, caller: SignedIn) -> NewPasskeyPublic:
    """Return the browser's options to create a passkey. 409 if the site has no name."""
    return await own_account.start_passkey(caller, body)


@router.post(f"{_PASSKEYS_PATH}/confirm", status_code=201)
async def confirm_passkey(
    body: NewPasskeyConfirmation, caller: SignedIn, remember_browser: RememberBrowser
) -> RecoveryCodesPublic:
    """Add the passkey that the browser has created."""
    added = await own_account.confirm_passkey(caller, body)
    await run_in_threadpool(remember_browser)
    return added


@router.post(f"{_PATH}/recovery-codes", status_code=201)
@raises(TooManyRequests)
async def renew_recovery_codes(body: CurrentPassword, caller: SignedIn) -> RecoveryCodesPublic:
    """Replace the caller's recovery codes. 409 without a second factor."""
    return await own_account.renew_recovery_codes(caller, body)


@router.delete(_APP_PATH, status_code=204)
@raises(TooManyRequests)
async def remove_app(body: CurrentPassword, caller: SignedIn) -> None:
    """Remove the caller's authenticator app."""
    await own_account.remove_app(caller, body)


@router.delete(f"{_PASSKEYS_PATH}/{{record_id}}", status_code=204)
@raises(TooManyRequests)
async def remove_passkey(record_id: Id, body: CurrentPassword, caller: SignedIn) -> None:
    """Remove one of the caller's passkeys."""
    await own_account.remove_passkey(caller, record_id, body)
