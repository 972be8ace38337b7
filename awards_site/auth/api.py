"""The HTTP endpoints of sign-in, sign-out and users."""

from fastapi import APIRouter, Request, Response

from awards_site.auth import rate_limit, service, sessions
from awards_site.auth.dependencies import SignedIn, allow
from awards_site.auth.models import (
    Credentials,
    OwnPasswordChange,
    RoleChange,
    User,
    UserCreate,
    UserPublic,
)
from awards_site.auth.passwords import hash_password, verify_password
from awards_site.auth.permissions import Permission
from awards_site.core.database import reading, writing
from awards_site.core.errors import Invalid, Unauthorized
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.resources.audit import Action, Audit
from awards_site.resources.endpoints import Endpoints
from awards_site.settings import settings

router = APIRouter(tags=["users"])

_signing_in = [allow(Permission.SIGN_IN)]
_managing = [allow(Permission.MANAGE_USERS)]


@router.post("/auth/login", response_model=UserPublic, dependencies=_signing_in)
def sign_in(body: Credentials, request: Request, response: Response) -> User:
    """Sign in: set the session cookie and return the user."""
    address = _address(request)
    with reading() as session:
        user = service.authenticate(session, body.username, body.password, address)
    # Checking a password takes long, so the transaction that writes begins after it.
    with writing() as session:
        account = service.fold(body.username)
        if user is None:
            rate_limit.record_failure(session, account, address)
        else:
            rate_limit.clear_failures(session, account, address)
            token = sessions.open_session(session, user)
    if user is None:
        raise Unauthorized("Invalid username or password")
    response.set_cookie(
        sessions.COOKIE,
        token,
        max_age=sessions.COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=_over_https(request),
    )
    return user


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _over_https(request: Request) -> bool:
    return "https" in (request.url.scheme, settings().public_url.partition(":")[0])


@router.get("/auth/me", response_model=UserPublic, dependencies=_signing_in)
def read_me(caller: SignedIn) -> User:
    """Return who is signed in."""
    return caller


@router.post("/auth/password", status_code=204, dependencies=_signing_in)
def change_password(body: OwnPasswordChange, caller: SignedIn, request: Request) -> None:
    """Change the caller's own password, which ends the caller's sessions elsewhere."""
    account, address = caller.username_folded, _address(request)
    with reading() as session:
        rate_limit.check_rate_limit(session, account, address)
    # As above: passwords are checked and hashed before the transaction that writes.
    right = verify_password(body.current_password, caller.password_hash)
    password_hash = hash_password(body.new_password) if right else ""
    with writing() as session:
        if right:
            rate_limit.clear_failures(session, account, address)
            token = request.cookies[sessions.COOKIE]
            service.change_own_password(session, caller, password_hash, token)
        else:
            rate_limit.record_failure(session, account, address)
    if not right:
        raise Invalid({"currentPassword": "The current password is not right"})


@router.post("/auth/logout", status_code=204, dependencies=_signing_in)
def sign_out(request: Request, response: Response) -> None:
    """End the session and clear its cookie; without one there is nothing to end."""
    with writing() as session:
        token = request.cookies.get(sessions.COOKIE)
        if token:
            sessions.end_session(session, token)
        response.delete_cookie(
            sessions.COOKIE, httponly=True, samesite="lax", secure=_over_https(request)
        )


_endpoints = Endpoints(router, service.users, "/users", UserPublic, Permission.MANAGE_USERS)
_endpoints.add_list("/users")
_endpoints.add_managers_reading()
_endpoints.add_restoring()


@router.post("/auth/register", status_code=201, response_model=UserPublic, dependencies=_managing)
def register_user(body: UserCreate, audit: Audit) -> User:
    """Create a user."""
    with writing() as session:
        user = service.register(session, body)
        audit(session, Permission.MANAGE_USERS, Action.CREATED, _endpoints.label, user)
        return user


@router.patch(f"{_endpoints.one}/role", response_model=UserPublic, dependencies=_managing)
def change_role(
    record_id: Id, body: RoleChange, caller: SignedIn, state: IfMatch, audit: Audit
) -> User:
    """Change a user's role, which ends their sessions; 412 when `If-Match` does not fit."""
    with writing() as session:
        user = service.users.find(session, record_id, for_update=True)
        state.check_precondition(UserPublic, user)
        service.change_role(session, caller, record_id, body.role)
        audit(session, Permission.MANAGE_USERS, Action.UPDATED, _endpoints.label, user)
        state.set_etag(UserPublic, user)
        return user


@router.delete(_endpoints.one, status_code=204, dependencies=_managing)
def delete_user(record_id: Id, caller: SignedIn, audit: Audit) -> None:
    """Delete a user."""
    with writing() as session:
        user = service.delete_user(session, caller, record_id)
        audit(session, Permission.MANAGE_USERS, Action.DELETED, _endpoints.label, user)
