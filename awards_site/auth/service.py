"""The users by name: signing in, registering, roles, passwords and deletion."""

from sqlmodel import Session, col, func, select

from awards_site.auth import rate_limit, sessions
from awards_site.auth.models import User, UserCreate
from awards_site.auth.passwords import hash_password, verify_password
from awards_site.auth.permissions import Role
from awards_site.core.errors import Conflict, Forbidden
from awards_site.core.repository import Repository


class Users(Repository[User]):
    """The members of staff."""

    table = User
    label = "User"
    ordering = (func.lower(User.name), col(User.id))
    duplicate = "This username or email address is already in use"


users = Users()


def fold(text: str) -> str:
    """Return the form in which usernames and addresses are compared."""
    return text.strip().casefold()


def authenticate(session: Session, username: str, password: str, address: str) -> User | None:
    """Return the user of these credentials, or None; raise TooManyRequests after too many."""
    account = fold(username)
    rate_limit.check_rate_limit(session, account, address)
    user = find_by_username(session, username)
    return user if verify_password(password, user.password_hash if user else None) else None


def find_by_username(session: Session, username: str) -> User | None:
    """Return the user of this name, ignoring case, or None."""
    return session.exec(select(User).where(User.username_folded == fold(username))).first()


def register(session: Session, fields: UserCreate) -> User:
    """Create a user; raise Conflict when the username or the e-mail address is taken."""
    folded = fold(fields.username), fold(fields.email)
    taken = session.exec(
        select(User).where(
            (col(User.username_folded) == folded[0]) | (col(User.email_folded) == folded[1])
        )
    ).first()
    if taken is not None:
        field = "username" if taken.username_folded == folded[0] else "email address"
        raise Conflict(f"This {field} is already in use")
    user = User(
        **fields.model_dump(exclude={"password"}),
        username_folded=folded[0],
        email_folded=folded[1],
        password_hash=hash_password(fields.password),
    )
    return users.store(session, user, {})


def change_role(session: Session, actor: User, user_id: int, role: str) -> User:
    """Give a user a role and end their sessions; raise Forbidden or Conflict where it may not be.

    Nobody changes their own role, and the last admin stays one (decisions, 'Who may do what').
    """
    user = users.find(session, user_id)
    if user.id == actor.id:
        raise Forbidden("You cannot change your own role")
    if user.role == role:
        return user
    if user.role == Role.ADMIN and _count_admins(session) == 1:
        raise Conflict("The last admin cannot be given another role")
    sessions.end_sessions_of(session, user)
    return users.change(session, user, {"role": role})


def delete_user(session: Session, actor: User, user_id: int) -> User:
    """Delete a user, and return them; for a while they can be brought back, signed out.

    Raises Forbidden for oneself and for admins (spec 2, section 6).
    """
    user = users.find(session, user_id)
    if user.id == actor.id:
        raise Forbidden("You cannot delete your own account")
    if user.role == Role.ADMIN:
        raise Forbidden("Admin accounts cannot be deleted")
    users.delete(session, user)
    return user


def reset_password(session: Session, user: User, password: str) -> User:
    sessions.end_sessions_of(session, user)
    return users.change(session, user, {"password_hash": hash_password(password)})


def change_own_password(session: Session, user: User, password_hash: str, token: str) -> None:
    """Give a user a new password and end their sessions, except for the one of `token`."""
    sessions.end_sessions_of(session, user, but=token)
    users.change(session, users.find(session, user.id), {"password_hash": password_hash})


def _count_admins(session: Session) -> int:
    # The rows are locked where the database can: two admins who demote each other at the same
    # moment must not both succeed.
    statement = select(User.id).where(User.role == Role.ADMIN.value).with_for_update()
    return len(session.exec(statement).all())
