"""Challenges: requests for a second factor after the password, or for a new one."""

from collections.abc import Collection
from datetime import timedelta

from sqlmodel import Session, col, delete, select, update

from awards_site.accounts import passkeys, second_factors
from awards_site.accounts.mfa_models import Challenge, ChallengePublic, Method, Purpose
from awards_site.accounts.models import User
from awards_site.core import clock
from awards_site.core.crypto import hash_token, new_token
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Invalid

LIFETIME = timedelta(minutes=10)
MAX_FAILURES = 5
"""After how many wrong answers the password is needed again."""

INVALID = "This took too long, or there were too many wrong codes. Please start again."


def issue(
    session: Session, user: User, purpose: Purpose, session_id: str = "", secret: str = ""
) -> tuple[str, Challenge]:
    """Store a challenge, and return its token, which is not stored, with it.

    `secret` is the encrypted secret of a new authenticator app.
    """
    purge_expired(session)
    token = new_token()
    challenge = Challenge(
        token_hash=hash_token(token),
        user_id=user.id,
        purpose=purpose,
        session_id=session_id,
        nonce=passkeys.new_nonce(),
        encrypted_secret=secret,
        expires_at=clock.now() + LIFETIME,
    )
    session.add(challenge)
    return token, challenge


def ask(user: User, purpose: Purpose, session_id: str = "") -> ChallengePublic:
    """Store a challenge that asks for one of the user's second factors."""
    with writing() as session:
        token, challenge = issue(session, user, purpose, session_id)
        known = passkeys.list_of(session, user)
        methods = [
            method.value
            for method, is_available in (
                (Method.PASSKEY, known),
                (Method.AUTHENTICATOR_APP, second_factors.find(session, user)),
                (Method.RECOVERY_CODE, second_factors.count(session, user)),
            )
            if is_available
        ]
        options = passkeys.request_options(challenge.nonce, known) if known else None
        return ChallengePublic(challenge=token, methods=methods, passkey=options)


def read(token: str, purposes: Collection[Purpose]) -> tuple[Challenge, User]:
    """Return a challenge and its user. Raises Invalid if it is unknown, used or expired."""
    statement = (
        select(Challenge, User)
        .join(User, col(User.id) == Challenge.user_id)
        .where(
            Challenge.token_hash == hash_token(token),
            col(Challenge.purpose).in_(purposes),
            Challenge.expires_at > clock.now(),
        )
    )
    with reading() as session:
        found = session.exec(statement).first()
    if found is None:
        raise Invalid({"challenge": INVALID})
    return found


def consume(session: Session, challenge: Challenge) -> None:
    """Delete a challenge. Raises Invalid if a parallel request has done so."""
    statement = delete(Challenge).where(col(Challenge.id) == challenge.id)
    if session.scalars(statement.returning(col(Challenge.id))).first() is None:
        raise Invalid({"challenge": INVALID})


def record_failure(challenge: Challenge) -> None:
    """Count a wrong answer; after MAX_FAILURES the challenge ends."""
    same = col(Challenge.id) == challenge.id
    with writing() as session:
        session.execute(update(Challenge).where(same).values(failures=Challenge.failures + 1))
        session.execute(delete(Challenge).where(same, col(Challenge.failures) >= MAX_FAILURES))


def revoke(session: Session, user: User) -> None:
    """Delete the challenges of a user, whose password is another one now."""
    session.execute(delete(Challenge).where(col(Challenge.user_id) == user.id))


def purge_expired(session: Session) -> None:
    session.execute(delete(Challenge).where(col(Challenge.expires_at) <= clock.now()))
