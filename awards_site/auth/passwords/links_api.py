"""HTTP endpoints to ask for a link by email, and to choose a password with it."""

from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from awards_site.auth import accounts, hashing
from awards_site.auth.models import User
from awards_site.auth.passwords import links, policy
from awards_site.auth.passwords.models import PasswordChoice, PasswordChosen, PasswordLinkRequest
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions import cookies
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.database.sessions import reading, writing
from awards_site.core.http.limits.rate_limits import FORM_RATES, RateLimit

_REQUESTS = RateLimit("forgot-password", *FORM_RATES)
router = APIRouter(tags=["auth"], dependencies=[allow(Permission.SIGN_IN)])


@router.post("/auth/forgot-password", status_code=202, dependencies=[Depends(_REQUESTS)])
async def request_password_link(body: PasswordLinkRequest, tasks: BackgroundTasks) -> None:
    """Send a link to the user with this email address, if there is one.

    The user is looked up after the response, so neither it nor its time tells whether there is one.
    """
    tasks.add_task(_send_link, body.email)


def _send_link(email: str) -> None:
    with reading() as session:
        user = accounts.find_by_email(session, email)
    if user is not None:
        with writing() as session:
            links.send_requested_link(session, user)


@router.post("/auth/choose-password")
async def choose_password(
    body: PasswordChoice, request: Request, response: Response
) -> PasswordChosen:
    """Set the password of a link's user, which ends the user's sessions.

    The browser is known to the account from then on, so that a link lets its user in while
    strangers use up the limits of sign-ins.
    """
    user = await run_in_threadpool(_find_user, body.token)
    words = accounts.personal_words(user)
    await run_in_threadpool(policy.check_chosen, "password", body.password, words)
    # Hashing is slow, so it comes before the write transaction, and only for valid links.
    password_hash = await hashing.hash_new_password(body.password)
    user = await run_in_threadpool(_use_link, body.token, password_hash)
    cookies.remember_device(request, response, user, signs_in=False)
    return PasswordChosen(username=user.username)


def _find_user(token: str) -> User:
    with reading() as session:
        return links.find_user(session, token)


def _use_link(token: str, password_hash: str) -> User:
    with writing() as session:
        return links.use_link(session, token, password_hash)
