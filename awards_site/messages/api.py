"""The HTTP endpoints of contact messages."""

from fastapi import APIRouter

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core.audit.log import record_change
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import writing
from awards_site.core.http.path_parameters import Id
from awards_site.messages.models import Message, MessageCreate, MessagePublic, MessageUpdate
from awards_site.messages.service import messages
from awards_site.resources.bulk import add_bulk
from awards_site.resources.endpoints import Endpoints
from awards_site.resources.public_form import PublicForm

form = PublicForm("contact", messages)
router = APIRouter(tags=["messages"])
_endpoints = Endpoints(
    router, messages, "/admin/contact", MessagePublic, Permission.READ_INBOX, reads_are_audited=True
)
_endpoints.add_form("/contact", MessageCreate, form, "Send a message to the organisers")
_endpoints.add_list("/admin/contact")
_endpoints.add_export("/admin/contact/export", "messages")
_endpoints.add_staff_read()
_endpoints.add_delete()
add_bulk(_endpoints)


@router.patch(
    _endpoints.item_path, response_model=MessagePublic, dependencies=[allow(Permission.READ_INBOX)]
)
def update_message(record_id: Id, body: MessageUpdate) -> Message:
    """Mark a message as read or unread, which is not among the recent changes."""
    with writing() as session:
        message = messages.update(session, messages.find(session, record_id), body)
        record_change(session, Action.UPDATED, _endpoints.label, message)
        return message
