"""The HTTP endpoints of users."""

from typing import Any

from fastapi import APIRouter, Response

from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.models import Invitation, UserCreate, UserPublic
from awards_site.accounts.permissions import Permission
from awards_site.core.http.urls import Id
from awards_site.features.users import service
from awards_site.features.users.entity import USER
from awards_site.records.endpoints import Endpoints
from awards_site.records.responses import respond

_SENSITIVE = [allow(Permission.MANAGE_USERS, recent=True)]

router = APIRouter(tags=["users"])
endpoints = Endpoints(router, USER).add_all()


@router.post("/auth/register", status_code=201, response_model=UserPublic, dependencies=_SENSITIVE)
async def register(body: UserCreate, caller: SignedIn, response: Response) -> Any:
    """Create a user, who is not signed in by that."""
    return respond(response, await service.register(caller, body))


@router.delete("/users/{record_id}/sessions", status_code=204, dependencies=_SENSITIVE)
def sign_out_user(record_id: Id, caller: SignedIn) -> None:
    """End all sessions of a user."""
    service.sign_out(caller, record_id)


@router.delete("/users/{record_id}/second-factors", status_code=204, dependencies=_SENSITIVE)
def remove_second_factors(record_id: Id, caller: SignedIn) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    service.remove_second_factors(caller, record_id)


@router.post(
    "/users/invitations", status_code=201, response_model=UserPublic, dependencies=_SENSITIVE
)
def invite_user(body: Invitation, caller: SignedIn, response: Response) -> Any:
    """Create a user and send an invitation, with a link to choose a password."""
    return respond(response, service.invite(caller, body))


@router.post(f"{USER.item_path}/password-link", response_model=UserPublic, dependencies=_SENSITIVE)
def send_password_link(record_id: Id, caller: SignedIn, response: Response) -> Any:
    """Send a user a link to choose a password, or the invitation again."""
    return respond(response, service.send_link(caller, record_id))
