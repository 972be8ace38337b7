"""The pages of the links in emails about the newsletter: to confirm, and to unsubscribe.

A GET request changes nothing, because mail servers follow links to check them. The button of the
page posts to the same URL. Mail programs post there directly to unsubscribe with one click
(RFC 8058).
"""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core import paths
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.http.plain_page import plain_page_headers
from awards_site.forms.page import action_page, notice_page
from awards_site.subscribers import service

router = APIRouter(
    tags=["newsletter"],
    dependencies=[allow(Permission.READ_PUBLIC)],
    default_response_class=HTMLResponse,
)
_CONFIRM = paths.confirm_subscription("{token}")
_UNSUBSCRIBE = paths.unsubscribe("{token}")

_HEADERS = {
    **plain_page_headers(),
    # The origin alone, because the path has a token. Without any referrer, browsers would post with
    # an unknown origin.
    "Referrer-Policy": "strict-origin",
}


@router.get(_CONFIRM)
def show_confirmation(token: str, session: ReadSession) -> Response:
    """Show a button that confirms the subscription."""
    if not service.can_confirm(session, token):
        return _expired()
    return _page(
        action_page(
            "Newsletter",
            "Please confirm your subscription",
            "You will receive the newsletter once you have confirmed.",
            "Confirm subscription",
        )
    )


@router.post(_CONFIRM, status_code=303)
def confirm_subscription(token: str) -> Response:
    """Begin the subscription."""
    with writing() as session:
        is_confirmed = service.confirm(session, token)
    if not is_confirmed:
        return _expired()
    return RedirectResponse(paths.SUBSCRIBED, 303, headers=_HEADERS)


@router.get(_UNSUBSCRIBE)
def show_unsubscription(token: str) -> Response:
    """Show a button that ends the subscription, whether there is one or not."""
    return _page(
        action_page(
            "Newsletter",
            "Unsubscribe from the newsletter?",
            "We will delete your email address.",
            "Unsubscribe",
        )
    )


@router.post(_UNSUBSCRIBE)
def unsubscribe(token: str) -> Response:
    """End the subscription, if there still is one."""
    with writing() as session:
        service.unsubscribe(session, token)
    text = "You will no longer receive the newsletter. Your email address has been deleted."
    return _page(notice_page("Newsletter", "You have been unsubscribed", text))


def _expired() -> Response:
    text = "The link has expired or has already been used. You can subscribe again on our website."
    return _page(notice_page("Newsletter", "This link no longer works", text), 410)


def _page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, headers=_HEADERS)
