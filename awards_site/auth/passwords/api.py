"""HTTP endpoints to change one's own password, and to estimate a new one."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from awards_site.auth import accounts, hashing
from awards_site.auth.models import User
from awards_site.auth.passwords import policy, service
from awards_site.auth.passwords.models import OwnPasswordChange, PasswordCandidate, PasswordStrength
from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import OwnSession, SignedInSession, allow
from awards_site.auth.sessions.own_password import OwnSource, confirm_password
from awards_site.core.database.sessions import writing

router = APIRouter(tags=["auth"])


@router.post("/auth/password", status_code=204, dependencies=[allow(Permission.SIGN_IN)])
async def change_password(body: OwnPasswordChange, caller: OwnSession, source: OwnSource) -> None:
    """Change the caller's own password and end their other sessions."""
    words = accounts.personal_words(caller.user)
    await run_in_threadpool(policy.check_chosen, "newPassword", body.new_password, words)
    await confirm_password(body, caller.user, source)
    password_hash = await hashing.hash_new_password(body.new_password)
    await run_in_threadpool(_set_own_password, caller, password_hash)


def _set_own_password(caller: SignedInSession, password_hash: str) -> None:
    with writing() as session:
        user = session.get_one(User, caller.user.id)
        own = caller.user_session.public_id
        service.replace_password(session, user, password_hash, except_session=own)


@router.post("/auth/password-strength", dependencies=[allow(Permission.MANAGE_ACCOUNT)])
def estimate_password(body: PasswordCandidate) -> PasswordStrength:
    """Estimate how hard a new password is to guess; nothing is stored."""
    strength = policy.estimate(body.password, body.personal)
    return PasswordStrength(score=strength.score, label=strength.label, hint=strength.hint)
