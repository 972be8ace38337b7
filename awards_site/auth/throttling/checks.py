"""Checks of passwords and codes, whose failures are counted and whose number is limited."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from starlette.concurrency import run_in_threadpool

from awards_site.auth import hashing
from awards_site.auth.models import User
from awards_site.auth.password_hash import verify_password
from awards_site.auth.throttling import rate_limit
from awards_site.auth.throttling.rate_limit import SignInSource
from awards_site.core.database.sessions import writing
from awards_site.core.errors import TooManyRequests
from awards_site.core.http.limits.rate_limits import SIGN_INS

_POLL_SECONDS = 0.25
"""How often an attempt that waits for others of its source is tried again."""
_MAX_POLLS = 60


async def check_password(user: User | None, password: str, source: SignInSource) -> bool:
    """Return whether the password is the user's; without a user, False in the same time.

    A wrong one counts as a failed sign-in; see `throttle`.
    """
    password_hash = user.password_hash if user else None
    return await throttle(source, partial(hashing.run, verify_password, password, password_hash))


async def throttle(source: SignInSource, check: Callable[[], Awaitable[bool]]) -> bool:
    """Return what `check` returns; False counts as a failed sign-in.

    Raises TooManyRequests after too many failures, and ServiceUnavailable if too many attempts are
    being checked.
    """
    # Only who knows the password is asked for a second factor, and has few guesses.
    is_known = bool(source.device) or source.is_second_factor
    if not is_known:
        await SIGN_INS.check_total()
    with hashing.slot(source.ip_address, is_known=is_known):
        attempt_id = await _reserve(source)
        is_correct = await check()
        await run_in_threadpool(_record, attempt_id, source, is_correct)
    if not is_correct and not is_known:
        with suppress(TooManyRequests):
            await SIGN_INS.hit_total()
    return is_correct


async def _reserve(source: SignInSource) -> int:
    for _ in range(_MAX_POLLS):
        attempt_id = await run_in_threadpool(_try_to_reserve, source)
        if attempt_id is not None:
            return attempt_id
        await asyncio.sleep(_POLL_SECONDS)
    raise hashing.busy()


def _try_to_reserve(source: SignInSource) -> int | None:
    with writing() as session:
        return rate_limit.reserve(session, source)


def _record(attempt_id: int, source: SignInSource, is_correct: bool) -> None:
    with writing() as session:
        if is_correct:
            rate_limit.record_success(session, attempt_id, source)
        else:
            rate_limit.record_failure(session, attempt_id)
