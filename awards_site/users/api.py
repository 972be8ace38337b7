"""HTTP endpoints of users."""

from fastapi import APIRouter

from awards_site.auth.dependencies import SignedIn, allow
from awards_site.auth.models import RoleChange, User, UserCreate, UserPublic
from awards_site.auth.permissions import Permission
from awards_site.core.database import writing
from awards_site.core.http.paths import Id
from awards_site.core.http.preconditions import IfMatch
from awards_site.resources.audit import Action, Audit
from awards_site.resources.endpoints import Endpoints
from awards_site.users import service

router = APIRouter(tags=["users"])

_RULES = [allow(Permission.MANAGE_USERS)]

_endpoints = Endpoints(router, service.users, "/users", UserPublic, Permission.MANAGE_USERS)
_endpoints.add_list("/users")
_endpoints.add_staff_read()
_endpoints.add_restore()


@router.post("/auth/register", status_code=201, response_model=UserPublic, dependencies=_RULES)
def register_user(body: UserCreate, audit: Audit) -> User:
    """Create a user."""
    with writing() as session:
        user = service.register(session, body)
        audit(session, Permission.MANAGE_USERS, Action.CREATED, _endpoints.label, user)
        return user


@router.patch(f"{_endpoints.item_path}/role", response_model=UserPublic, dependencies=_RULES)
def change_role(
    record_id: Id, body: RoleChange, caller: SignedIn, state: IfMatch, audit: Audit
) -> User:
    """Change a user's role and end their sessions; 412 if `If-Match` does not match."""
    with writing() as session:
        user = service.users.find(session, record_id, for_update=True)
        state.check_precondition(UserPublic, user)
        service.change_role(session, caller, record_id, body.role)
        audit(session, Permission.MANAGE_USERS, Action.UPDATED, _endpoints.label, user)
        state.set_etag(UserPublic, user)
        return user


@router.delete(_endpoints.item_path, status_code=204, dependencies=_RULES)
def delete_user(record_id: Id, caller: SignedIn, audit: Audit) -> None:
    """Delete a user."""
    with writing() as session:
        user = service.delete_user(session, caller, record_id)
        audit(session, Permission.MANAGE_USERS, Action.DELETED, _endpoints.label, user)
