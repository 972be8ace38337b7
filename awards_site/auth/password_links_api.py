"""HTTP endpoints to ask for a link by e-mail, and to choose a password with it."""

from fastapi import APIRouter, BackgroundTasks, Depends

from awards_site.auth import password_links
from awards_site.auth.dependencies import allow
from awards_site.auth.password_link_models import (
    PasswordChoice,
    PasswordChosen,
    PasswordLinkRequest,
)
from awards_site.auth.passwords import hash_password
from awards_site.auth.permissions import Permission
from awards_site.core.database import reading, writing
from awards_site.core.rate_limits import FORM_RATES, RateLimit

_REQUESTS = RateLimit("forgot-password", *FORM_RATES)
router = APIRouter(tags=["auth"], dependencies=[allow(Permission.SIGN_IN)])


@router.post("/auth/forgot-password", status_code=202, dependencies=[Depends(_REQUESTS)])
async def request_password_link(body: PasswordLinkRequest, tasks: BackgroundTasks) -> None:
    """Send a link to the user with this address, if there is one.

    The user is looked up after the response, so neither it nor its time tells whether there is one.
    """
    tasks.add_task(_send_link, body.email)


def _send_link(address: str) -> None:
    with reading() as session:
        user = password_links.find_by_email(session, address)
    if user is not None:
        with writing() as session:
            password_links.send_requested_link(session, user)


@router.post("/auth/choose-password")
def choose_password(body: PasswordChoice) -> PasswordChosen:
    """Set the password of a link's user, which ends the user's sessions."""
    with reading() as session:
        user = password_links.find_user(session, body.token)
    # Password hashing is slow, so it runs before the write transaction, and only for valid links.
    password_hash = hash_password(body.password)
    with writing() as session:
        password_links.use_link(session, body.token, password_hash)
    return PasswordChosen(username=user.username)
