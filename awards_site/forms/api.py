"""The endpoints of the contact and newsletter forms for browsers without JavaScript.

They correspond to `POST /api/contact` and `POST /api/newsletter`, but respond with HTML pages.
"""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from awards_site.auth.dependencies import allow
from awards_site.auth.permissions import Permission
from awards_site.core import paths
from awards_site.core.database import writing
from awards_site.core.http.content_policy import content_policy, document_headers
from awards_site.core.http.error_handlers import validation_errors
from awards_site.forms.page import STYLE_SOURCE, invalid_form_page
from awards_site.messages.models import MessageCreate
from awards_site.messages.service import messages
from awards_site.subscribers.models import SubscriberCreate
from awards_site.subscribers.service import subscribers


class FormRoute(APIRoute):
    """A route that responds to invalid input with the filled-in form and its errors."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_form(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                body = error.body or {}
                values = {key: value for key, value in body.items() if isinstance(value, str)}
                html = invalid_form_page(self.path, values, validation_errors(error))
                headers = document_headers(content_policy(styles=[STYLE_SOURCE]))
                return HTMLResponse(html, 422, headers={**headers, "Cache-Control": "no-store"})

        return handle_form


router = APIRouter(
    tags=["forms"], route_class=FormRoute, dependencies=[allow(Permission.READ_PUBLIC)]
)
_RESPONSES: dict[int | str, dict[str, Any]] = {
    303: {"description": "Success; redirects to the confirmation page."},
    422: {"description": "The form with its validation errors.", "content": {"text/html": {}}},
}


@router.post(
    paths.POST_MESSAGE, status_code=303, response_class=RedirectResponse, responses=_RESPONSES
)
def post_message(fields: Annotated[MessageCreate, Form()]) -> str:
    """Send a message to the organisers."""
    with writing() as session:
        messages.receive(session, fields)
    return paths.MESSAGE_SENT


@router.post(
    paths.POST_SUBSCRIPTION, status_code=303, response_class=RedirectResponse, responses=_RESPONSES
)
def post_subscription(fields: Annotated[SubscriberCreate, Form()]) -> str:
    """Subscribe an email address; subscribing again has no effect."""
    with writing() as session:
        subscribers.subscribe(session, fields)
    return paths.SUBSCRIBED
