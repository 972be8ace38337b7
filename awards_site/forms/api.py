"""The endpoints of the contact and newsletter forms for browsers without JavaScript.

They correspond to `POST /api/contact` and `POST /api/newsletter`, but respond with HTML pages.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core import paths
from awards_site.core.errors import ApiError
from awards_site.core.http.errors.error_handlers import validation_errors
from awards_site.core.http.plain_page import plain_page_headers
from awards_site.forms.page import invalid_form_page
from awards_site.messages import api as messages
from awards_site.messages.models import MessageCreate
from awards_site.subscribers import api as subscribers
from awards_site.subscribers.models import SubscriberCreate

_FORMS = {paths.POST_MESSAGE: messages.form, paths.POST_SUBSCRIPTION: subscribers.form}


class FormRoute(APIRoute):
    """A route that responds to refused input with the filled-in form and the reasons.

    Each request counts for the form's rate limit, before its body is read.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_form(request: Request) -> Response:
            try:
                await _FORMS[self.path].count(request)
                return await handle(request)
            except RequestValidationError as error:
                return await self._show_again(request, 422, validation_errors(error))
            except ApiError as error:
                errors = error.errors or [{"field": "", "message": error.message}]
                return await self._show_again(request, error.status, errors, error.headers)

        return handle_form

    async def _show_again(
        self,
        request: Request,
        status: int,
        errors: Sequence[Mapping[str, str]],
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        sent = await request.form()
        values = {key: value for key, value in sent.items() if isinstance(value, str)}
        html = invalid_form_page(self.path, values, errors)
        return HTMLResponse(html, status, headers={**(headers or {}), **plain_page_headers()})


router = APIRouter(
    tags=["forms"], route_class=FormRoute, dependencies=[allow(Permission.READ_PUBLIC)]
)
_RESPONSES: dict[int | str, dict[str, Any]] = {
    303: {"description": "Success; redirects to the confirmation page."},
    422: {"description": "The form with its validation errors.", "content": {"text/html": {}}},
    429: {"description": "The form with the time to wait.", "content": {"text/html": {}}},
}


@router.post(
    paths.POST_MESSAGE, status_code=303, response_class=RedirectResponse, responses=_RESPONSES
)
async def post_message(fields: Annotated[MessageCreate, Form()], request: Request) -> str:
    """Send a message to the organisers."""
    await messages.form.receive(request, fields)
    return paths.MESSAGE_SENT


@router.post(
    paths.POST_SUBSCRIPTION, status_code=303, response_class=RedirectResponse, responses=_RESPONSES
)
async def post_subscription(fields: Annotated[SubscriberCreate, Form()], request: Request) -> str:
    """Subscribe an email address; subscribing again has no effect."""
    await subscribers.form.receive(request, fields)
    return paths.SUBSCRIBED
