"""The HTTP endpoints of contact messages."""

from fastapi import APIRouter, Response

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.core.database import writing
from awards_site.core.http.api_docs import NOT_STORED
from awards_site.core.http.paths import Id
from awards_site.messages.models import Message, MessageCreate, MessagePublic, MessageUpdate
from awards_site.messages.service import messages
from awards_site.resources.endpoints import Endpoints

router = APIRouter(tags=["messages"])


@router.post(
    "/contact",
    status_code=201,
    response_model=MessagePublic | None,
    dependencies=[allow(Permission.READ_PUBLIC)],
    responses=NOT_STORED,
)
def send_message(body: MessageCreate, response: Response) -> Message | None:
    """Send a message to the organisers."""
    with writing() as session:
        message = messages.receive(session, body)
        if message is None:
            response.status_code = 202
        return message


_endpoints = Endpoints(router, messages, "/admin/contact", MessagePublic, Permission.READ_INBOX)
_endpoints.add_list("/admin/contact")
_endpoints.add_staff_read()
_endpoints.add_delete()


@router.patch(
    _endpoints.item_path, response_model=MessagePublic, dependencies=[allow(Permission.READ_INBOX)]
)
def update_message(record_id: Id, body: MessageUpdate) -> Message:
    """Mark a message as read or unread."""
    with writing() as session:
        return messages.update(session, messages.find(session, record_id), body)
