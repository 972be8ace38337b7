"""HTTP endpoints to sign in and out and to change one's own password."""

from fastapi import APIRouter, Request, Response

from awards_site.auth import audit_events, rate_limit, service, sessions
from awards_site.auth.dependencies import SignedIn, allow
from awards_site.auth.models import Credentials, OwnPasswordChange, User, UserPublic
from awards_site.auth.passwords import hash_password, verify_password
from awards_site.auth.permissions import Permission
from awards_site.core.database import reading, writing
from awards_site.core.errors import Invalid, Unauthorized
from awards_site.settings import settings

router = APIRouter(tags=["auth"])

_RULES = [allow(Permission.SIGN_IN)]


@router.post("/auth/login", response_model=UserPublic, dependencies=_RULES)
def sign_in(body: Credentials, request: Request, response: Response) -> User:
    """Sign in: set the session cookie and return the user."""
    client_ip = _client_ip(request)
    with reading() as session:
        user = service.authenticate(session, body.username, body.password, client_ip)
    # Password hashing is slow, so it runs before the write transaction.
    with writing() as session:
        account = service.fold(body.username)
        if user is None:
            rate_limit.record_failure(session, account, client_ip)
            audit_events.sign_in_failed(service.find_by_username(session, body.username))
        else:
            rate_limit.clear_failures(session, account, client_ip)
            token = sessions.open_session(session, user)
            audit_events.signed_in(session, user)
    if user is None:
        raise Unauthorized("Invalid username or password")
    response.set_cookie(
        sessions.COOKIE,
        token,
        max_age=sessions.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=_is_https(request),
    )
    return user


def _client_ip(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_https(request: Request) -> bool:
    return "https" in (request.url.scheme, settings().public_url.partition(":")[0])


@router.get("/auth/me", response_model=UserPublic, dependencies=_RULES)
def read_me(caller: SignedIn) -> User:
    """Return the signed-in user."""
    return caller


@router.post("/auth/password", status_code=204, dependencies=_RULES)
def change_password(body: OwnPasswordChange, caller: SignedIn, request: Request) -> None:
    """Change the caller's own password and end their other sessions."""
    account, client_ip = caller.username_folded, _client_ip(request)
    with reading() as session:
        rate_limit.check_rate_limit(session, account, client_ip)
    # Password hashing is slow, so it runs before the write transaction.
    is_correct = verify_password(body.current_password, caller.password_hash)
    password_hash = hash_password(body.new_password) if is_correct else ""
    with writing() as session:
        if is_correct:
            rate_limit.clear_failures(session, account, client_ip)
            token = request.cookies[sessions.COOKIE]
            service.change_own_password(session, caller, password_hash, token)
        else:
            rate_limit.record_failure(session, account, client_ip)
            audit_events.password_refused(caller)
    if not is_correct:
        raise Invalid({"currentPassword": "The current password is incorrect"})


@router.post("/auth/logout", status_code=204, dependencies=_RULES)
def sign_out(request: Request, response: Response) -> None:
    """End the session, if there is one, and clear its cookie."""
    with writing() as session:
        token = request.cookies.get(sessions.COOKIE)
        found = sessions.find_user(session, token) if token else None
        if token and found:
            sessions.end_session(session, token)
            audit_events.signed_out(session, found[0])
        response.delete_cookie(
            sessions.COOKIE, httponly=True, samesite="lax", secure=_is_https(request)
        )
