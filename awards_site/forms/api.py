"""The endpoints to which a browser without scripts posts the contact and newsletter forms.

They do what `POST /api/contact` and `POST /api/newsletter` do, and answer with pages.
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
from awards_site.core.http.error_handlers import validation_errors
from awards_site.forms.page import invalid_form_page
from awards_site.messages.models import MessageCreate
from awards_site.messages.service import messages
from awards_site.subscribers.models import SubscriberCreate
from awards_site.subscribers.service import subscribers


class FormRoute(APIRoute):
    """A route that answers invalid input with the form as it was filled in, and what is wrong."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_form(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                values = error.body or {}
                texts = {key: value for key, value in values.items() if isinstance(value, str)}
                html = invalid_form_page(self.path, texts, validation_errors(error))
                return HTMLResponse(html, 422, headers={"Cache-Control": "no-store"})

        return handle_form


router = APIRouter(
    tags=["forms"], route_class=FormRoute, dependencies=[allow(Permission.READ_PUBLIC)]
)
_PAGES: dict[int | str, dict[str, Any]] = {
    303: {"description": "Taken; the page that says so."},
    422: {"description": "The form with what is wrong.", "content": {"text/html": {}}},
}


@router.post(paths.POST_MESSAGE, status_code=303, response_class=RedirectResponse, responses=_PAGES)
def post_message(fields: Annotated[MessageCreate, Form()]) -> str:
    """Send a message to the organisers."""
    with writing() as session:
        messages.receive(session, fields)
    return paths.MESSAGE_SENT


@router.post(
    paths.POST_SUBSCRIPTION, status_code=303, response_class=RedirectResponse, responses=_PAGES
)
def post_subscription(fields: Annotated[SubscriberCreate, Form()]) -> str:
    """Subscribe an address; one that is subscribed already stays so."""
    with writing() as session:
        subscribers.subscribe(session, fields)
    return paths.SUBSCRIBED
