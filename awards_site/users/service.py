"""Users: registration, role changes, password resets and deletion."""

from sqlmodel import Session, col, func, select

from awards_site.auth import sessions
from awards_site.auth.models import User, UserCreate
from awards_site.auth.passwords import hash_password
from awards_site.auth.permissions import Role
from awards_site.auth.service import fold
from awards_site.core.errors import Conflict, Forbidden
from awards_site.core.repository import Repository


class Users(Repository[User]):
    """The members of staff."""

    table = User
    label = "User"
    ordering = (func.lower(User.name), col(User.id))
    duplicate = "This username or email address is already in use"


users = Users()


def register(session: Session, fields: UserCreate) -> User:
    """Create a user; raise Conflict if the username or the email address is taken."""
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
    """Change a user's role and end their sessions.

    Raises Forbidden for one's own role and Conflict for the role of the last admin.
    """
    user = users.find(session, user_id)
    if user.id == actor.id:
        raise Forbidden("You cannot change your own role")
    if user.role == role:
        return user
    if user.role == Role.ADMIN and _count_admins(session) == 1:
        raise Conflict("The role of the last admin cannot be changed")
    sessions.end_user_sessions(session, user)
    return users.change(session, user, {"role": role})


def delete_user(session: Session, actor: User, user_id: int) -> User:
    """Delete a user and return it; it can be restored, without its sessions, within an hour.

    Raises Forbidden for one's own account and for admins.
    """
    user = users.find(session, user_id)
    if user.id == actor.id:
        raise Forbidden("You cannot delete your own account")
    if user.role == Role.ADMIN:
        raise Forbidden("Admin accounts cannot be deleted")
    users.delete(session, user)
    return user


def reset_password(session: Session, user: User, password: str) -> User:
    sessions.end_user_sessions(session, user)
    return users.change(session, user, {"password_hash": hash_password(password)})


def _count_admins(session: Session) -> int:
    # Lock the rows, so that two admins who demote each other concurrently cannot both succeed.
    statement = select(User.id).where(User.role == Role.ADMIN.value).with_for_update()
    return len(session.exec(statement).all())
