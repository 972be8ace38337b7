"""Recovery codes, each of which replaces the second factor once."""

import secrets
from collections.abc import Mapping

from sqlmodel import Session, col, delete, func, select

from awards_site.auth import audit_events, hashing
from awards_site.auth.mfa.models import RecoveryCode
from awards_site.auth.models import User
from awards_site.auth.password_hash import verify_password
from awards_site.core.database.sessions import reading, writing

COUNT = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other."""
_GROUPS, _GROUP_LENGTH = 4, 4


def new_codes() -> list[str]:
    """Return new codes with different beginnings, such as 'abcd-efgh-jkmn-pqrs'."""
    codes: dict[str, str] = {}
    while len(codes) < COUNT:
        groups = [_random_group() for _ in range(_GROUPS)]
        codes[groups[0]] = "-".join(groups)
    return list(codes.values())


def _random_group() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH))


def normalize(code: str) -> str:
    """Return a code as it is hashed: without spaces and hyphens, in lowercase."""
    return "".join(each for each in code.casefold() if each.isalnum())


def replace(session: Session, user: User, codes: Mapping[str, str]) -> None:
    """Store new codes by their hashes, which `codes` has; the old ones no longer work."""
    delete_all(session, user)
    for code, code_hash in codes.items():
        session.add(RecoveryCode(user_id=user.id, prefix=_prefix(code), code_hash=code_hash))


def delete_all(session: Session, user: User) -> None:
    session.execute(delete(RecoveryCode).where(col(RecoveryCode.user_id) == user.id))


def count(session: Session, user: User) -> int:
    statement = select(func.count()).where(RecoveryCode.user_id == user.id)
    return session.exec(statement).one()


async def use(user: User, code: str) -> bool:
    """Return whether a code is one of the user's, and delete it; the caller holds a `slot`."""
    found = await hashing.run(_find, user, normalize(code))
    return found is not None and await hashing.run(_delete, user, found)


def _find(user: User, code: str) -> int | None:
    """Return the id of a code. The prefix leaves one hash to compute, which takes long."""
    with reading() as session:
        is_alike = RecoveryCode.user_id == user.id, RecoveryCode.prefix == _prefix(code)
        found = session.exec(select(RecoveryCode).where(*is_alike)).first()
    is_correct = verify_password(code, found.code_hash if found else None)
    return found.id if found and is_correct else None


def _delete(user: User, code_id: int) -> bool:
    """Delete a code that was used; return False if a parallel request has used it."""
    statement = delete(RecoveryCode).where(col(RecoveryCode.id) == code_id)
    with writing() as session:
        if session.scalars(statement.returning(col(RecoveryCode.id))).first() is None:
            return False
        audit_events.recovery_code_used(session, user)
        return True


def _prefix(code: str) -> str:
    return normalize(code)[:_GROUP_LENGTH]
