"""The HTTP endpoints of newsletter subscribers (spec 2, section 7; decisions, details)."""

from collections.abc import Sequence

from fastapi import APIRouter, Response

from awards_site.auth.access import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import ReadSession, WriteSession
from awards_site.core.http.paths import Id
from awards_site.subscribers import service
from awards_site.subscribers.models import Subscriber, SubscriberCreate, SubscriberPublic

router = APIRouter(tags=["subscribers"])
_inbox = [allow(Permission.READ_INBOX)]


@router.post(
    "/newsletter",
    status_code=201,
    response_model=SubscriberPublic | None,
    dependencies=[allow(Permission.READ_PUBLIC)],
    responses={202: {"description": "Taken, and not stored: AWARDS_STORE_FORMS is 0."}},
)
def subscribe(
    body: SubscriberCreate, response: Response, session: WriteSession
) -> Subscriber | None:
    """Subscribe an address; one that is subscribed already stays so."""
    subscriber = service.subscribe(session, body)
    if subscriber is None:
        response.status_code = 202
    return subscriber


@router.get("/admin/subscriptions", response_model=list[SubscriberPublic], dependencies=_inbox)
def list_subscribers(session: ReadSession) -> Sequence[Subscriber]:
    """List the subscribers, newest first."""
    return service.list_all(session)


@router.delete("/admin/subscriptions/{subscriber_id}", status_code=204, dependencies=_inbox)
def delete_subscriber(subscriber_id: Id, session: WriteSession) -> None:
    """Delete a subscriber."""
    service.delete(session, subscriber_id)
