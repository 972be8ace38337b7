"""The HTTP endpoints of newsletter subscribers (spec 2, section 7; decisions, details)."""

from typing import Any

from fastapi import APIRouter, Response

from awards_site.auth.access import allow
from awards_site.auth.activity import Action, Noting
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, writing
from awards_site.core.http.paths import Id
from awards_site.core.listing import ListAsked
from awards_site.subscribers import service
from awards_site.subscribers.models import Subscriber, SubscriberCreate, SubscriberPublic

router = APIRouter(tags=["subscribers"])
_NOUN = service.NOUN.lower()
_inbox = [allow(Permission.READ_INBOX)]


@router.post(
    "/newsletter",
    status_code=201,
    response_model=SubscriberPublic | None,
    dependencies=[allow(Permission.READ_PUBLIC)],
    responses={202: {"description": "Taken, and not stored: AWARDS_STORE_FORMS is 0."}},
)
def subscribe(body: SubscriberCreate, response: Response) -> Subscriber | None:
    """Subscribe an address; one that is subscribed already stays so."""
    with writing() as session:
        subscriber = service.subscribe(session, body)
        if subscriber is None:
            response.status_code = 202
        return subscriber


@router.get("/admin/subscriptions", response_model=service.listing.answers, dependencies=_inbox)
def list_subscribers(session: ReadSession, asked: ListAsked) -> Any:
    """List the subscribers, newest first."""
    return service.listing.read(session, asked)


@router.delete("/admin/subscriptions/{subscriber_id}", status_code=204, dependencies=_inbox)
def delete_subscriber(subscriber_id: Id, note: Noting) -> None:
    """Delete a subscriber."""
    with writing() as session:
        subscriber = service.delete(session, subscriber_id)
        note(session, Permission.READ_INBOX, Action.DELETED, _NOUN, subscriber)


@router.post(
    "/admin/subscriptions/{subscriber_id}/restore",
    response_model=SubscriberPublic,
    dependencies=_inbox,
)
def restore_subscriber(subscriber_id: Id, note: Noting) -> Subscriber:
    """Bring a deleted subscriber back, within an hour."""
    with writing() as session:
        subscriber = service.restore(session, subscriber_id)
        note(session, Permission.READ_INBOX, Action.RESTORED, _NOUN, subscriber)
        return subscriber
