"""Throttling of sign-ins: rate limits, and devices that are known.

A browser is known to an account if its user has signed in there, or has chosen the password by a
link from an email. The cookie that says so grants nothing, and ends with the sessions of the
account. Failures of such a browser are counted for it alone, so that strangers who guess at an
account do not lock its user out.

An attempt is stored before its password is hashed, so that parallel attempts cannot evaluate more
guesses than the limits allow. It counts as a failure unless its password proves correct.
"""

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from itsdangerous import BadData, Signer, URLSafeSerializer
from sqlmodel import Session, col, delete, or_, select
from starlette.concurrency import run_in_threadpool

from awards_site.accounts import hashing
from awards_site.accounts.audit_events import fold
from awards_site.accounts.hashing import verify_password
from awards_site.accounts.models import SignInAttempt, User
from awards_site.core import clock
from awards_site.core.crypto import secret_key
from awards_site.core.database.sessions import in_transaction, writing
from awards_site.core.errors import TooManyRequests
from awards_site.core.http.rate_limits import SIGN_INS, client_at
from awards_site.core.request_context import current_request

COOKIE = "awards_device"
LIFETIME = timedelta(days=180)
MAX_ACCOUNTS = 5
"""The most accounts that a cookie lists; older ones are dropped."""

_SALT = "known-device.entries"
"""A fixed text, so that cookies stay valid wherever this module is."""


class Device(NamedTuple):
    """The entry of a cookie about the browser and one account."""

    account: str
    """A signature of the account's id, which only the server can make."""
    id: str
    """The id of the browser for this account."""
    added_at: int
    """In seconds of Unix time."""
    has_signed_in: bool
    generation: int = 0
    """The account's `device_generation` of that time."""


def find_device(cookie: str | None, user: User | None) -> Device | None:
    """Return the cookie's entry of the user's account, or None for an unknown browser."""
    if user is None:
        return None
    own = _account(user), user.device_generation
    return next((each for each in _entries(cookie) if (each.account, each.generation) == own), None)


def has_signed_in(cookie: str | None, user: User) -> bool:
    """Return whether the user has signed in to the browser before."""
    device = find_device(cookie, user)
    return device is not None and device.has_signed_in


def add_account(cookie: str | None, user: User, *, signs_in: bool) -> str:
    """Return the cookie with an account first; a browser that is new to it gets an id."""
    known = find_device(cookie, user)
    added = Device(
        _account(user),
        known.id if known else secrets.token_urlsafe(12),
        _now(),
        signs_in or has_signed_in(cookie, user),
        user.device_generation,
    )
    others = [each for each in _entries(cookie) if each.account != added.account]
    return str(_serializer().dumps([added, *others][:MAX_ACCOUNTS]))


def _entries(cookie: str | None) -> list[Device]:
    """Return the entries of a cookie that are still valid, the last one first."""
    try:
        entries = [Device(*each) for each in _serializer().loads(cookie or "")]
    except BadData:
        return []
    now, lifetime = _now(), LIFETIME.total_seconds()
    return [each for each in entries if 0 <= now - each.added_at <= lifetime]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt=_SALT)


def _account(user: User) -> str:
    return Signer(secret_key(), salt=f"{_SALT}.id").get_signature(str(user.id)).decode()


def _now() -> int:
    return int(clock.now().timestamp())


WINDOW = timedelta(minutes=15)
"""The time for which a failure counts."""
FIRST_WAIT = timedelta(seconds=30)
"""The wait after the last failure without one; it doubles with every further failure."""
MAX_FAILURES = 10
"""The failures without a wait: of a known device, or of one account from one IP address."""
MAX_FAILURES_IN_TOTAL = 60
"""The failures without a wait of one IP address with all accounts, and of one account from all."""
SECOND_FACTOR_WINDOW = timedelta(hours=1)
"""The time for which a wrong second factor counts; it accepts MAX_FAILURES of them."""
MAX_EVALUATION = timedelta(seconds=30)
"""The duration after which an attempt without a result has failed: its server has stopped."""

_SECOND_FACTOR = " (SECOND FACTOR)"
"""The suffix of the account of attempts at a second factor: no folded username has capitals."""


@dataclass(frozen=True)
class SignInSource:
    """The source of a sign-in: the folded username, the client, and the known device.

    `ip_address` is the client's IPv4 address or IPv6 network.
    `device` is '' for an unknown browser; `has_signed_in` is False if it is known by a link alone.
    """

    account: str
    ip_address: str
    device: str = ""
    has_signed_in: bool = False
    is_second_factor: bool = False

    def for_second_factor(self) -> "SignInSource":
        """Return the source of a second factor, whose failures are counted apart.

        Only who knows the password can cause them, so the account has few of them in total, and
        codes of six digits stay hard to guess. A link proves no second factor, so a browser that
        is known by a link alone is unknown here.
        """
        return replace(
            self,
            account=self.account + _SECOND_FACTOR,
            device=self.device if self.has_signed_in else "",
            is_second_factor=True,
        )

    def owns(self, attempt: SignInAttempt) -> bool:
        """Return whether a success from this source proves the attempt to be the user's own."""
        if self.device:
            # The right password must not forget wrong codes: each has an account of its own.
            return (attempt.device, attempt.account) == (self.device, self.account)
        return (attempt.account, attempt.ip_address) == (self.account, self.ip_address)

    @classmethod
    def of(cls, username: str, user: User | None, known_device: str | None) -> "SignInSource":
        """Return the source of the current request; `user` is the one with the username, if any."""
        request, device = current_request(), find_device(known_device, user)
        return cls(
            fold(username),
            client_at(request.ip_address if request else ""),
            device.id if device else "",
            has_signed_in=device is not None and device.has_signed_in,
        )

    def counters(self) -> Iterator[tuple[int, Callable[[SignInAttempt], bool]]]:
        """Yield each limit with the condition of the attempts that count for it."""
        if self.is_second_factor:
            # All known browsers of the account together, so that no other one locks them out, and
            # all others together.
            yield MAX_FAILURES, lambda each: bool(each.device) == bool(self.device)
            return
        yield MAX_FAILURES, self.owns
        if not self.device:
            # One client that tries many accounts, and many clients that try one account.
            yield MAX_FAILURES_IN_TOTAL, lambda each: each.ip_address == self.ip_address
            yield MAX_FAILURES_IN_TOTAL, lambda each: each.account == self.account


def purge_expired(session: Session) -> None:
    """Delete the attempts that no longer count.

    Those of the future show that the clock was set back, and nobody shall wait until it comes.
    """
    now, created_at = clock.now(), col(SignInAttempt.created_at)
    is_second_factor = col(SignInAttempt.account).endswith(_SECOND_FACTOR)
    for window, is_counted_so in (
        (WINDOW, ~is_second_factor),
        (SECOND_FACTOR_WINDOW, is_second_factor),
    ):
        is_over = or_(created_at <= now - window, created_at > now + window)
        session.execute(delete(SignInAttempt).where(is_counted_so, is_over))


def reserve(session: Session, source: SignInSource) -> int | None:
    """Store an attempt and return its id, or None while others must be evaluated first.

    Raises TooManyRequests with the seconds to wait after too many failures.
    """
    purge_expired(session)
    attempts = _attempts_near(session, source)
    for limit, counts in source.counters():
        pending = [each for each in attempts if counts(each) and _is_pending(each)]
        failed = [each for each in attempts if counts(each) and not _is_pending(each)]
        _check_wait(failed, limit, source)
        if len(pending) >= max(1, limit - len(failed)):
            return None
    attempt = SignInAttempt(
        account=source.account, ip_address=source.ip_address, device=source.device
    )
    session.add(attempt)
    session.flush()
    return attempt.id


def record_failure(session: Session, attempt_id: int) -> None:
    """Store that the password of an attempt was wrong."""
    attempt = session.get(SignInAttempt, attempt_id)
    if attempt is not None:
        attempt.is_pending = False


def record_success(session: Session, attempt_id: int, source: SignInSource) -> None:
    """Forget an attempt with the correct password, and the failures of its source."""
    for attempt in _attempts_near(session, source):
        if attempt.id == attempt_id or (source.owns(attempt) and not attempt.is_pending):
            session.delete(attempt)


def clear(session: Session) -> None:
    """Forget all attempts, so that everybody can sign in at once."""
    session.execute(delete(SignInAttempt))


def clear_account(session: Session, account: str) -> None:
    """Forget the attempts of one account, given by its folded username, from any IP address."""
    session.execute(delete(SignInAttempt).where(col(SignInAttempt.account) == account))


def _attempts_near(session: Session, source: SignInSource) -> Sequence[SignInAttempt]:
    """Return the attempts of the known device, or those of the account or the IP address.

    For a second factor they are those of the account.
    """
    column = col(SignInAttempt.device)
    of_account = col(SignInAttempt.account) == source.account
    if source.is_second_factor:
        condition = of_account
    elif source.device:
        condition = column == source.device
    else:
        of_address = col(SignInAttempt.ip_address) == source.ip_address
        condition = (column == "") & or_(of_account, of_address)
    ordered = select(SignInAttempt).where(condition).order_by(col(SignInAttempt.id))
    return session.exec(ordered).all()


def _is_pending(attempt: SignInAttempt) -> bool:
    return attempt.is_pending and clock.now() - attempt.created_at < MAX_EVALUATION


def _check_wait(failed: Sequence[SignInAttempt], limit: int, source: SignInSource) -> None:
    """Raise TooManyRequests before the wait after the last failure is over.

    For a second factor the wait lasts until one failure less counts.
    """
    if len(failed) < limit:
        return
    if source.is_second_factor:
        ends_at = failed[-limit].created_at + SECOND_FACTOR_WINDOW
    else:
        doublings = min(len(failed) - limit, 10)
        ends_at = failed[-1].created_at + min(FIRST_WAIT * 2**doublings, WINDOW)
    seconds = math.ceil((ends_at - clock.now()).total_seconds())
    if seconds > 0:
        minutes = math.ceil(seconds / 60)
        when = f"{minutes} minutes" if minutes > 1 else f"{seconds} seconds"
        raise TooManyRequests(
            f"Too many failed sign-ins. Please try again in {when}.", retry_after=seconds
        )


_POLL_SECONDS = 0.25
"""The interval at which an attempt that waits for others of its source is tried again."""
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
        attempt_id = await run_in_threadpool(in_transaction, reserve, source)
        if attempt_id is not None:
            return attempt_id
        await asyncio.sleep(_POLL_SECONDS)
    raise hashing.busy()


def _record(attempt_id: int, source: SignInSource, is_correct: bool) -> None:
    with writing() as session:
        if is_correct:
            record_success(session, attempt_id, source)
        else:
            record_failure(session, attempt_id)
