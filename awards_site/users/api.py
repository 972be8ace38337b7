"""The HTTP endpoints of users."""

from fastapi import APIRouter

from awards_site.auth.dependencies import SignedIn, allow
from awards_site.auth.models import RoleChange, User, UserCreate, UserPublic
from awards_site.auth.password_link_models import Invitation
from awards_site.auth.permissions import Permission
from awards_site.core.database import writing
from awards_site.core.http.paths import Id
from awards_site.resources.audit import Action, Audit
from awards_site.resources.endpoints import Endpoints
from awards_site.users import invitations
from awards_site.users.service import users

router = APIRouter(tags=["users"])
_endpoints = Endpoints(router, users, "/users", UserPublic, Permission.MANAGE_USERS)
_endpoints.add_list("/users")
_endpoints.add_staff_read()
_endpoints.add_create(UserCreate, path="/auth/register")
_endpoints.add_update("PATCH", RoleChange, suffix="/role")
_endpoints.add_delete()

_RULES = [allow(Permission.MANAGE_USERS)]


@router.post("/users/invitations", status_code=201, response_model=UserPublic, dependencies=_RULES)
def invite_user(body: Invitation, caller: SignedIn, audit: Audit) -> User:
    """Create a user and send an invitation, with a link to choose a password."""
    with writing() as session:
        user = invitations.invite(session, body, caller.name)
        audit(session, Permission.MANAGE_USERS, Action.CREATED, _endpoints.label, user)
        return user


@router.post(
    f"{_endpoints.item_path}/password-link", response_model=UserPublic, dependencies=_RULES
)
def send_password_link(record_id: Id, caller: SignedIn) -> User:
    """Send a user a link to choose a password, or the invitation again."""
    with writing() as session:
        return invitations.send_link(session, record_id, caller.name)
