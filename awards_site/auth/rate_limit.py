"""Throttling of failed sign-ins, by account and address (decisions, contract and details)."""

import math
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, delete, select

from awards_site.auth.models import SignInFailure
from awards_site.core import clock
from awards_site.core.errors import TooManyRequests

WINDOW = timedelta(minutes=5)
"""How long a failure counts."""


def check_rate_limit(session: Session, account: str, address: str) -> None:
    """Raise TooManyRequests, with the seconds to wait, when too many attempts have failed."""
    now = clock.now()
    of_account = col(SignInFailure.account) == account
    of_address = col(SignInFailure.address) == address
    limits = [
        (10, [of_account, of_address]),
        # One address that tries many accounts, and many addresses that try one account.
        (60, [of_address]),
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


def record_failure(session: Session, account: str, address: str) -> None:
    """Count a failed sign-in, and forget those that no longer count."""
    session.execute(
        delete(SignInFailure).where(col(SignInFailure.created_at) <= clock.now() - WINDOW)
    )
    session.add(SignInFailure(account=account, address=address))


def clear_failures(session: Session, account: str, address: str) -> None:
    """Forget an account's failures from an address, after a sign-in there succeeded."""
    session.execute(
        delete(SignInFailure).where(
            col(SignInFailure.account) == account, col(SignInFailure.address) == address
        )
    )
