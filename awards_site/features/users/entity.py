"""Users: registration, role changes, password resets and deletion."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, col, select

from awards_site.accounts import audit_events, emails, user_sessions
from awards_site.accounts.audit_events import fold
from awards_site.accounts.models import RoleChange, User, UserCreate, UserPublic
from awards_site.accounts.permissions import Permission, Role
from awards_site.core.audit.models import Action
from awards_site.core.database.engine import sort_key
from awards_site.core.database.repository import Repository
from awards_site.core.errors import Conflict, Forbidden
from awards_site.core.mail import outbox
from awards_site.core.schemas import Schema
from awards_site.records.entity import Entity


class Users(Repository[User]):
    """The members of staff; a deleted one can be restored, without their sessions."""

    table = User
    label = "User"
    ordering = (sort_key(User.name), col(User.id))
    duplicate_message = "This username or email address is already in use"

    def register(self, session: Session, fields: UserCreate, password_hash: str) -> User:
        """Create a user; raise Conflict if the username or the email address is taken.

        The password is hashed before the transaction, because that takes long.
        """
        return self.register_values(session, fields.model_dump(exclude={"password"}), password_hash)

    def register_values(
        self, session: Session, values: Mapping[str, Any], password_hash: str
    ) -> User:
        """Create a user by values and a password's hash; see `register`."""
        username, email = fold(values["username"]), fold(values["email"])
        is_same = (col(User.username_folded) == username) | (col(User.email_folded) == email)
        taken = session.exec(select(User).where(is_same)).first()
        if taken is not None:
            field = "username" if taken.username_folded == username else "email address"
            raise Conflict(f"This {field} is already in use")
        user = User(
            **values, username_folded=username, email_folded=email, password_hash=password_hash
        )
        return self.store(session, user, {})

    def update(
        self, session: Session, record: User, fields: Schema, editor_id: int | None = None
    ) -> User:
        """Change a user's role and end their sessions.

        Raises Forbidden for one's own role and Conflict for the role of the last admin.
        """
        if record.id == editor_id:
            raise Forbidden("You cannot change your own role")
        if record.role == fields.provided_fields()["role"]:
            return record
        if record.role == Role.ADMIN and _count_admins(session) == 1:
            raise Conflict("The role of the last admin cannot be changed")
        user_sessions.end_user_sessions(session, record)
        user = super().update(session, record, fields)
        outbox.add(session, emails.role_changed(user), user.email)
        return user

    def delete(self, session: Session, record: User, editor_id: int | None = None) -> None:
        """Delete a user. Raises Forbidden for one's own account and for admins."""
        if record.id == editor_id:
            raise Forbidden("You cannot delete your own account")
        if record.role == Role.ADMIN:
            raise Forbidden("Admin accounts cannot be deleted")
        user_sessions.end_user_sessions(session, record)
        super().delete(session, record)

    def sign_out(self, session: Session, key: int) -> None:
        """End all sessions of a user."""
        user = self.find(session, key)
        user_sessions.end_user_sessions(session, user)
        audit_events.record(session, Action.SESSIONS_ENDED, user)


users = Users()

USER = Entity(
    repository=users,
    view=UserPublic,
    update=RoleChange,
    update_method="PATCH",
    update_suffix="/role",
    path="/users",
    screen_path="/admin/users",
    managed_by=Permission.MANAGE_USERS,
    recent_writes=True,
    reads_are_audited=True,
    search_details=("username", "role"),
    bulk="",
)


def _count_admins(session: Session) -> int:
    # Lock the rows, so that two admins who demote each other concurrently cannot both succeed.
    statement = select(User.id).where(User.role == Role.ADMIN.value).with_for_update()
    return len(session.exec(statement).all())
