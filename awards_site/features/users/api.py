"""The HTTP endpoints of users."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import second_factors
from awards_site.accounts.dependencies import SignedIn, allow
from awards_site.accounts.hashing import hash_new_password
from awards_site.accounts.models import Invitation, User, UserCreate, UserPublic
from awards_site.accounts.passwords import check_assigned
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import writing
from awards_site.core.http.caching import IfMatch
from awards_site.core.http.path_parameters import Id
from awards_site.features.users import entity
from awards_site.features.users.entity import USER, users
from awards_site.records.endpoints import Endpoints

_SENSITIVE = [allow(Permission.MANAGE_USERS, recent=True)]

router = APIRouter(tags=["users"])
endpoints = Endpoints(router, USER).add_all()


@router.post("/auth/register", status_code=201, response_model=UserPublic, dependencies=_SENSITIVE)
async def register(body: UserCreate, state: IfMatch) -> User:
    """Create a user, who is not signed in by that."""
    personal = [body.username, body.name, body.email]
    await run_in_threadpool(check_assigned, "password", body.password, personal)
    password_hash = await hash_new_password(body.password)

    def store() -> User:
        with writing() as session:
            user = users.register(session, body, password_hash)
            USER.audit(session, Action.CREATED, user)
            state.set_etag(UserPublic, user)
            return user

    return await run_in_threadpool(store)


@router.delete("/users/{record_id}/sessions", status_code=204, dependencies=_SENSITIVE)
def sign_out_user(record_id: Id) -> None:
    """End all sessions of a user."""
    with writing() as session:
        users.sign_out(session, record_id)


@router.delete("/users/{record_id}/second-factors", status_code=204, dependencies=_SENSITIVE)
def remove_second_factors(record_id: Id) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    with writing() as session:
        second_factors.remove_all(session, users.find(session, record_id))


@router.post(
    "/users/invitations", status_code=201, response_model=UserPublic, dependencies=_SENSITIVE
)
def invite_user(body: Invitation, caller: SignedIn) -> User:
    """Create a user and send an invitation, with a link to choose a password."""
    with writing() as session:
        user = entity.invite(session, body, caller.name)
        USER.audit(session, Action.CREATED, user)
        return user


@router.post(f"{USER.item_path}/password-link", response_model=UserPublic, dependencies=_SENSITIVE)
def send_password_link(record_id: Id, caller: SignedIn) -> User:
    """Send a user a link to choose a password, or the invitation again."""
    with writing() as session:
        user = entity.send_link(session, record_id, caller.name)
        USER.audit(session, Action.PASSWORD_LINK_SENT, user)
        return user
