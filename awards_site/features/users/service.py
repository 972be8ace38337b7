"""Use cases of users that other records do not have."""

from starlette.concurrency import run_in_threadpool

from awards_site.accounts import password_links, second_factors
from awards_site.accounts.callers import Caller, use_case
from awards_site.accounts.hashing import hash_new_password
from awards_site.accounts.models import Invitation, UserCreate, UserPublic
from awards_site.accounts.passwords import check_assigned
from awards_site.accounts.permissions import Permission
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import writing
from awards_site.features.users.entity import USER, users
from awards_site.records.written import Written


@use_case(Permission.MANAGE_USERS, recent=True)
async def register(_caller: Caller, fields: UserCreate) -> Written[UserPublic]:
    """Create a user, who is not signed in by that. Raises Invalid, and Conflict for a duplicate."""
    personal = [fields.username, fields.name, fields.email]
    await run_in_threadpool(check_assigned, "password", fields.password, personal)
    # Before the transaction, because it takes long.
    password_hash = await hash_new_password(fields.password)

    def store() -> Written[UserPublic]:
        with writing() as session:
            user = users.register(session, fields, password_hash)
            return USER.written(session, Action.CREATED, user)

    return await run_in_threadpool(store)


@use_case(Permission.MANAGE_USERS, recent=True)
def invite(caller: Caller, fields: Invitation) -> Written[UserPublic]:
    """Create a user without a password and send an invitation; raise Conflict for a duplicate."""
    with writing() as session:
        user = users.register_values(session, fields.model_dump(), password_hash="")
        password_links.send_link(session, user, caller.user.name)
        return USER.written(session, Action.CREATED, user)


@use_case(Permission.MANAGE_USERS, recent=True)
def send_link(caller: Caller, user_id: int) -> Written[UserPublic]:
    """Send a user a link to choose a password, or the invitation again."""
    with writing() as session:
        user = users.find(session, user_id)
        password_links.send_link(session, user, caller.user.name)
        return USER.written(session, Action.PASSWORD_LINK_SENT, user)


@use_case(Permission.MANAGE_USERS, recent=True)
def sign_out(_caller: Caller, user_id: int) -> None:
    """End all sessions of a user."""
    with writing() as session:
        users.sign_out(session, user_id)


@use_case(Permission.MANAGE_USERS, recent=True)
def remove_second_factors(_caller: Caller, user_id: int) -> None:
    """Remove all second factors of a user who has lost them, and end the user's sessions."""
    with writing() as session:
        second_factors.remove_all(session, users.find(session, user_id))
