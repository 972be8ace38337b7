"""Passwords: policy and change."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from sqlmodel import Session, col, update

from awards_site.accounts import audit_events, challenges, emails, throttling, user_sessions
from awards_site.accounts.models import (
    MIN_CHOSEN_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
    PasswordLink,
    User,
    too_short,
)
from awards_site.core import clock
from awards_site.core.audit.log import record_changes
from awards_site.core.audit.models import Action
from awards_site.core.database.managed_record import normalize_for_search
from awards_site.core.errors import Invalid
from awards_site.core.mail import outbox
from awards_site.settings import settings

MIN_SCORE = 3
"""The minimum of zxcvbn's scores, 0 to 4: about 100 million guesses, offline or not."""
_READ_LENGTH = 72
"""The number of characters that are estimated; zxcvbn takes no more."""
_MIN_GUESSES = 1_000_000
"""The number of guesses that a password takes without personal words and their separators."""
_MIN_WORD = 3
"""The length from which words are personal; initials occur in any password."""
_ADVICE = "Use several unrelated words."
_PERSONAL = f"Avoid your own name and email address, and those of this site. {_ADVICE}"

LABELS = ("Very weak", "Weak", "Fair", "Good", "Strong")
"""The names of the scores."""

# zxcvbn keeps the personal words of an estimate in a global variable.
_lock = Lock()


@dataclass(frozen=True)
class Strength:
    """The strength of a password: a score from 0 to 4, and a hint that would improve it."""

    score: int
    hint: str

    @property
    def label(self) -> str:
        return LABELS[self.score]


def estimate(password: str, personal: Iterable[str] = ()) -> Strength:
    """Return the strength of a password; `personal` are texts that attackers would try first.

    It is computed in Python, in up to 40 ms, so async callers use a thread.
    """
    # Its lists of words take 14 MB and 0.2 s, which most runs of the site's commands do not need.
    from zxcvbn import zxcvbn

    site = settings()
    texts = [*personal, site.programme, site.short_name, site.edition_title, site.public_url]
    words = [word for text in texts for word in (text, *re.split(r"\W+", text)) if word]
    read = password[:_READ_LENGTH]
    rest = _impersonal_part(read, words)
    with _lock:
        result = zxcvbn(read, user_inputs=words)
        # It takes such words for as strong as any others once a separator is between them, and
        # fails for an empty text.
        is_personal = rest is not None and zxcvbn(rest or " ")["guesses"] < _MIN_GUESSES
    if is_personal:
        return Strength(min(result["score"], 1), _PERSONAL)
    feedback = result["feedback"]
    return Strength(
        result["score"], " ".join(filter(None, (feedback["warning"], *feedback["suggestions"])))
    )


def _impersonal_part(password: str, words: Iterable[str]) -> str | None:
    """Return a password without these words and the separators around them; None without any."""
    folded = {normalize_for_search(word) for word in words if len(word) >= _MIN_WORD}
    any_word = "|".join(map(re.escape, sorted(folded, key=len, reverse=True)))
    rest, found = re.subn(rf"[\W_]?(?:{any_word})[\W_]?", "", normalize_for_search(password))
    return rest if found else None


def check_chosen(field: str, password: str, personal: Iterable[str] = ()) -> None:
    """Check a password that someone chose for themselves; raise Invalid for the field."""
    if len(password) < MIN_CHOSEN_PASSWORD_LENGTH:
        raise Invalid({field: too_short(MIN_CHOSEN_PASSWORD_LENGTH)})
    strength = estimate(password, personal)
    if strength.score < MIN_SCORE:
        raise Invalid({field: f"This password is easy to guess. {strength.hint or _ADVICE}"})


def min_assigned_length() -> int:
    """Return the minimum length of passwords that someone sets for another."""
    return MIN_CHOSEN_PASSWORD_LENGTH if _is_strict() else MIN_PASSWORD_LENGTH


def check_assigned(field: str, password: str, personal: Iterable[str] = ()) -> None:
    """Check a password that someone set for another, as strictly as the settings want it."""
    if _is_strict():
        check_chosen(field, password, personal)


def _is_strict() -> bool:
    return settings().password_policy == "strict"  # noqa: S105 # Not a password.


def replace_password(
    session: Session, user: User, password_hash: str, *, except_session: str = ""
) -> None:
    """Set a user's password, tell the user, and end the links and the sessions.

    The session with the public id `except_session` stays. Failed sign-ins with the old password are
    forgotten, so that the user can sign in with the new one at once.
    """
    is_first = not user.password_hash
    user.password_hash = password_hash
    # They stay in the count of an hour, so that nobody gets new ones without end.
    own_links = update(PasswordLink).where(col(PasswordLink.user_id) == user.id)
    session.execute(own_links.values(expires_at=clock.now()))
    challenges.revoke(session, user)
    user_sessions.end_user_sessions(session, user, except_id=except_session)
    throttling.clear_account(session, user.username_folded)
    record_changes(session, Action.PASSWORD_CHANGED, audit_events.USER, [user])
    if not is_first:
        outbox.add(session, emails.password_changed(user), user.email)
