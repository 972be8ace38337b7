"""Links that set a password, and the endpoints of passwords."""

from datetime import timedelta

from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, select, update
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import (
    audit_events,
    emails,
    hashing,
    own_account,
    passwords,
    user_sessions,
)
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.models import (
    OwnPasswordChange,
    PasswordCandidate,
    PasswordChoice,
    PasswordChosen,
    PasswordLink,
    PasswordLinkRequest,
    PasswordStrength,
    User,
)
from awards_site.accounts.permissions import Permission
from awards_site.accounts.sessions_api import RememberBrowser
from awards_site.core import clock, paths
from awards_site.core.crypto import hash_token, new_token
from awards_site.core.database.sessions import in_transaction, reading, writing
from awards_site.core.errors import Invalid, TooManyRequests, raises
from awards_site.core.http.rate_limits import FORM_RATES, RateLimit
from awards_site.core.mail import outbox
from awards_site.settings import settings

INVITATION_LIFETIME = timedelta(days=7)
RESET_LIFETIME = timedelta(hours=1)
MAX_REQUESTED_PER_HOUR = 3
"""The number of links that anybody can have sent to an email address, used ones included."""

INVALID = "This link has expired or has already been used. Please request a new one."


def send_link(session: Session, user: User, sender: str = "") -> None:
    """Send a link to a user: an invitation if the user has no password yet.

    `sender` is the name of the administrator who sends it; '' for a link that the user asked for.
    """
    is_invitation = not user.password_hash
    lifetime = INVITATION_LIFETIME if is_invitation else RESET_LIFETIME
    token = new_token()
    _purge(session)
    session.add(
        PasswordLink(
            token_hash=hash_token(token), user_id=user.id, expires_at=clock.now() + lifetime
        )
    )
    # Browsers send no fragment, so the token is in no log and no Referer header.
    url = f"{settings().public_url}{paths.NEW_CREDENTIALS}#{token}"
    email = (
        emails.invitation(user, url, sender)
        if is_invitation
        else emails.password_reset(user, url, sender)
    )
    outbox.add(session, email, user.email)


def find_user(session: Session, token: str) -> User:
    """Return the user of a link. Raises Invalid if it is unknown, used or expired."""
    statement = (
        select(User)
        .join(PasswordLink, col(PasswordLink.user_id) == User.id)
        .where(*_is_valid(token))
    )
    user = session.exec(statement).first()
    if user is None:
        raise Invalid({"token": INVALID})
    return user


def use_link(session: Session, token: str, password_hash: str) -> User:
    """Set the password of a link's user, and end the user's links and sessions; return the user.

    Raises Invalid if the link has been used or has expired meanwhile.
    """
    # The link is ended and read in one statement, so that parallel requests cannot both use it.
    used = update(PasswordLink).where(*_is_valid(token)).values(expires_at=clock.now())
    user_id = session.execute(used.returning(col(PasswordLink.user_id))).scalar()
    if user_id is None:
        raise Invalid({"token": INVALID})
    user = session.get_one(User, user_id)
    passwords.replace_password(session, user, password_hash)
    return user


def _purge(session: Session) -> None:
    """Delete the links that have expired and no longer count for MAX_REQUESTED_PER_HOUR."""
    now, created_at = clock.now(), col(PasswordLink.created_at)
    is_over = col(PasswordLink.expires_at) <= now, created_at <= now - RESET_LIFETIME
    session.execute(delete(PasswordLink).where(*is_over))


def _is_valid(token: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    expires_at = col(PasswordLink.expires_at)
    return col(PasswordLink.token_hash) == hash_token(token), expires_at > clock.now()


def _count_recent(session: Session, user: User) -> int:
    recent = col(PasswordLink.created_at) > clock.now() - RESET_LIFETIME
    statement = select(func.count()).where(PasswordLink.user_id == user.id, recent)
    return session.exec(statement).one()


_REQUESTS = RateLimit("forgot-password", *FORM_RATES)
links_router = APIRouter(tags=["auth"], dependencies=[allow(Permission.SIGN_IN)])


@links_router.post("/auth/forgot-password", status_code=202, dependencies=[Depends(_REQUESTS)])
async def request_password_link(body: PasswordLinkRequest, tasks: BackgroundTasks) -> None:
    """Send a link to the user with this email address, if there is one.

    The user is looked up after the response, so neither it nor its time tells whether there is one.
    """
    tasks.add_task(_send_link, body.email)


def _send_link(email: str) -> None:
    with reading() as session:
        user = audit_events.find_by_email(session, email)
    if user is not None:
        with writing() as session:
            # Whatever is sent at anybody's request has a limit.
            if _count_recent(session, user) < MAX_REQUESTED_PER_HOUR:
                send_link(session, user)


@links_router.post("/auth/choose-password")
async def choose_password(
    body: PasswordChoice, request: Request, response: Response
) -> PasswordChosen:
    """Set the password of a link's user, which ends the user's sessions.

    The browser is known to the account from then on, so that a link lets its user in while
    strangers use up the limits of sign-ins.
    """
    user = await run_in_threadpool(_find_user, body.token)
    words = audit_events.personal_words(user)
    await run_in_threadpool(passwords.check_chosen, "password", body.password, words)
    # Hashing is slow, so it comes before the write transaction, and only for valid links.
    password_hash = await hashing.hash_new_password(body.password)
    user = await run_in_threadpool(in_transaction, use_link, body.token, password_hash)
    user_sessions.remember_device(request, response, user, signs_in=False)
    return PasswordChosen(username=user.username)


def _find_user(token: str) -> User:
    with reading() as session:
        return find_user(session, token)


router = APIRouter(tags=["auth"])


@router.post("/auth/password", status_code=204, dependencies=[allow(Permission.SIGN_IN)])
@raises(TooManyRequests)
async def change_password(
    body: OwnPasswordChange, caller: SignedIn, remember_browser: RememberBrowser
) -> None:
    """Change the caller's own password and end their other sessions."""
    await own_account.change_password(caller, body)
    await run_in_threadpool(remember_browser)


@router.post("/auth/password-strength", dependencies=[allow(Permission.MANAGE_ACCOUNT)])
def estimate_password(body: PasswordCandidate) -> PasswordStrength:
    """Estimate how hard a new password is to guess; nothing is stored."""
    strength = passwords.estimate(body.password, body.personal)
    return PasswordStrength(score=strength.score, label=strength.label, hint=strength.hint)
