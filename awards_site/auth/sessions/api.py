"""HTTP endpoints of one's own sessions."""

from fastapi import APIRouter

from awards_site.auth import audit_events
from awards_site.auth.models import SessionPublic
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions import user_sessions
from awards_site.auth.sessions.dependencies import OwnSession, allow
from awards_site.core.database.sessions import ReadSession, writing
from awards_site.core.errors import NotFound

router = APIRouter(
    prefix="/auth/sessions", tags=["auth"], dependencies=[allow(Permission.MANAGE_ACCOUNT)]
)


@router.get("")
def list_own(caller: OwnSession, session: ReadSession) -> list[SessionPublic]:
    """List the caller's sessions, the last used one first."""
    return [
        SessionPublic(
            id=each.public_id,
            device=each.device,
            ip_address=each.ip_address,
            created_at=each.created_at,
            last_used_at=each.last_used_at,
            is_current=each.id == caller.user_session.id,
        )
        for each in user_sessions.list_sessions(session, caller.user)
    ]


@router.delete("/{session_id}", status_code=204)
def end_own(session_id: str, caller: OwnSession) -> None:
    """End one of the caller's sessions."""
    with writing() as session:
        if not user_sessions.end_session_of(session, caller.user, session_id):
            raise NotFound.of("Session")
        audit_events.sessions_ended(session, caller.user)


@router.delete("", status_code=204)
def end_others(caller: OwnSession) -> None:
    """End all of the caller's sessions except the one of the request."""
    with writing() as session:
        own = caller.user_session.public_id
        user_sessions.end_user_sessions(session, caller.user, except_id=own)
        audit_events.sessions_ended(session, caller.user)
