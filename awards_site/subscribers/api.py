"""The HTTP endpoints of newsletter subscribers."""

from fastapi import APIRouter, Response

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import writing
from awards_site.core.http.api_docs import NOT_STORED
from awards_site.resources.endpoints import Endpoints
from awards_site.subscribers.models import Subscriber, SubscriberCreate, SubscriberPublic
from awards_site.subscribers.service import subscribers

router = APIRouter(tags=["subscribers"])


@router.post(
    "/newsletter",
    status_code=201,
    response_model=SubscriberPublic | None,
    dependencies=[allow(Permission.READ_PUBLIC)],
    responses=NOT_STORED,
)
def subscribe(body: SubscriberCreate, response: Response) -> Subscriber | None:
    """Subscribe an address; repeating a subscription has no effect."""
    with writing() as session:
        subscriber = subscribers.subscribe(session, body)
        if subscriber is None:
            response.status_code = 202
        return subscriber


_endpoints = Endpoints(
    router, subscribers, "/admin/subscriptions", SubscriberPublic, Permission.READ_INBOX
)
_endpoints.add_list("/admin/subscriptions")
_endpoints.add_delete()
