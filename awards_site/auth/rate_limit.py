"""Rate limits for failed sign-ins, by account and client IP."""

import math
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, delete, select

from awards_site.auth.models import SignInFailure
from awards_site.core import clock
from awards_site.core.errors import TooManyRequests

WINDOW = timedelta(minutes=5)
"""How long a failure counts."""


def check_rate_limit(session: Session, account: str, client_ip: str) -> None:
    """Raise TooManyRequests with the seconds to wait after too many failures."""
    now = clock.now()
    of_account = col(SignInFailure.account) == account
    from_client = col(SignInFailure.address) == client_ip
    limits = [
        (10, [of_account, from_client]),
        # One client that tries many accounts, and many clients that try one account.
        (60, [from_client]),
        (60, [of_account]),
    ]
    for max_failures, conditions in limits:
        statement = select(func.count(), func.min(SignInFailure.created_at)).where(
            col(SignInFailure.created_at) > now - WINDOW, *conditions
        )
        failures, first = session.exec(statement).one()
        if failures >= max_failures:
            wait = math.ceil((first + WINDOW - now).total_seconds())
            raise TooManyRequests(
                f"Too many failed sign-ins. Please try again in {max(1, wait // 60)} minutes.",
                retry_after=max(1, wait),
            )


def record_failure(session: Session, account: str, client_ip: str) -> None:
    """Record a failed sign-in and delete expired ones."""
    purge_expired(session)
    session.add(SignInFailure(account=account, address=client_ip))


def purge_expired(session: Session) -> None:
    """Delete the failures that no longer count."""
    session.execute(
        delete(SignInFailure).where(col(SignInFailure.created_at) <= clock.now() - WINDOW)
    )


def clear_failures(session: Session, account: str, client_ip: str) -> None:
    """Delete the failures of an account from a client IP, after a successful sign-in."""
    session.execute(
        delete(SignInFailure).where(
            col(SignInFailure.account) == account, col(SignInFailure.address) == client_ip
        )
    )
