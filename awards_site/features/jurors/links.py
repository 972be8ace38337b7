"""The private links of jurors, and the codes that a link needs on a new device.

Whoever has a forwarded link reads nothing: the code goes to the juror's address.
"""

import secrets
from contextlib import suppress
from datetime import timedelta
from hmac import compare_digest

from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core import clock, paths
from awards_site.core.audit.log import record_action
from awards_site.core.audit.models import Action
from awards_site.core.crypto import Undecryptable, decrypt, encrypt, hash_token, new_token
from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, Gone, Invalid, TooManyRequests
from awards_site.core.mail import outbox
from awards_site.core.mail.message import Block, Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.core.presentation.texts import format_datetime
from awards_site.features.content.edition import current_edition
from awards_site.features.jurors.criteria import Jury, current_jury
from awards_site.features.jurors.entity import JUROR, Juror, progress_of, scores_of
from awards_site.settings import settings

CODE_LIFETIME = timedelta(minutes=10)
CODE_INTERVAL = timedelta(minutes=1)
"""The shortest time between two codes to one juror."""
MAX_WRONG_CODES = 5
"""After how many wrong codes a new one is needed."""

_FIRST = "You are on the jury"
"""The heading of the first email with a link."""
ENDED = "This link no longer works. Please ask the organisers for a new one."
OVER = "Scoring has ended. Thank you for your work."
WRONG_CODE = "This code is wrong or too old. Please check it, or ask for a new one."


@use_case(JUROR.edited_by)
def send_link(_caller: Caller, juror_id: int) -> None:
    """Send a juror her link, the same as before if she has one. Raises Conflict; see `_mail`."""
    with writing() as session:
        juror = JUROR.repository.find(session, juror_id, for_update=True)
        _mail(session, juror, current_jury(session))


@use_case(JUROR.edited_by)
def revoke_link(_caller: Caller, juror_id: int) -> None:
    """End the link of a juror at once, on all of her devices."""
    with writing() as session:
        juror = JUROR.repository.find(session, juror_id, for_update=True)
        juror.link_hash, juror.encrypted_link, juror.link_sent_at = None, "", None
        audit(session, Action.JURY_LINK_REVOKED, juror)


@use_case(JUROR.edited_by)
def remind(_caller: Caller) -> int:
    """Send all active jurors who are not done their links; return how many. Raises Conflict.

    For those who have got one before it is a reminder.
    """
    with writing() as session:
        jury, year = current_jury(session), current_edition(session).year
        active = select(Juror).where(Juror.year == year, Juror.is_active)
        jurors = session.exec(active.order_by(col(Juror.id)).with_for_update()).all()
        progress = progress_of(session, jury, jurors, scores_of(session, jurors))
        late = [
            juror
            for juror in jurors
            if any(
                part.scored < part.nominees and key not in juror.done
                for key, part in progress[juror.id].items()
            )
        ]
        for juror in late:
            heading = "Some nominees still need your score" if juror.link_sent_at else _FIRST
            _mail(session, juror, jury, heading)
    return len(late)


def audit(session: Session, action: Action, juror: Juror) -> None:
    permission = JUROR.managed_by.name
    record_action(session, action, JUROR.label, juror.id, permission=permission)


def _mail(session: Session, juror: Juror, jury: Jury, heading: str = _FIRST) -> None:
    """Send a juror her link. Raises Conflict if there is nothing to score for her."""
    if jury.deadline is None:
        raise Conflict("Scoring has no deadline yet: set it in Content, under Jury.")
    if jury.is_closed:
        raise Conflict(jury.phase)
    if not juror.is_active or juror.year != current_edition(session).year:
        raise Conflict("Only active jurors of the current edition get links.")
    token = _token_of(juror)
    juror.link_sent_at = clock.now()
    facts = [("Deadline", format_datetime(jury.deadline))]
    if jury.opens_at and jury.opens_at > clock.now():
        facts.insert(0, ("Scoring begins", format_datetime(jury.opens_at)))
    blocks = (
        Paragraph(f"Dear {juror.name},"),
        Paragraph("Please score the nominees of your categories, each on your own."),
        Facts(tuple(facts)),
        Button("Score the nominees", f"{settings().public_url}{paths.jury(token)}"),
        Note("The link is yours alone. On a new device it asks for a code that we send you."),
    )
    outbox.add(session, _email("jury-link", heading, *blocks), juror.email)
    audit(session, Action.JURY_LINK_SENT, juror)


def _token_of(juror: Juror) -> str:
    """Return the token of a juror's link, a new one if she has none that can be repeated."""
    # The site may have got another secret key since.
    with suppress(Undecryptable):
        if juror.link_hash:
            return decrypt(juror.encrypted_link)
    token = new_token()
    juror.link_hash, juror.encrypted_link = hash_token(token), encrypt(token)
    return token


def _email(kind: str, heading: str, *blocks: Block) -> TemplatedEmail:
    reason = f"You are receiving this because you are on the jury of the {settings().programme}."
    return TemplatedEmail(kind, heading, heading, blocks, reason)


def find_juror(session: Session, token: str, *, for_update: bool = False) -> tuple[Juror, Jury]:
    """Return the juror of a link. Raises Gone if it was revoked, or nothing can be scored now."""
    of_link = select(Juror).where(Juror.link_hash == hash_token(token))
    juror = session.exec(of_link.with_for_update() if for_update else of_link).first()
    if juror is None or not juror.is_active:
        raise Gone(ENDED)
    jury = current_jury(session)
    if jury.is_closed or juror.year != current_edition(session).year:
        raise Gone(OVER)
    if not jury.is_open:
        raise Gone(jury.phase)
    return juror, jury


def send_code(token: str) -> None:
    """Send the code for a new device. Raises Gone, and TooManyRequests shortly after the last."""
    with writing() as session:
        juror, _ = find_juror(session, token, for_update=True)
        now = clock.now()
        if juror.code_sent_at and now - juror.code_sent_at < CODE_INTERVAL:
            wait = CODE_INTERVAL - (now - juror.code_sent_at)
            text = "A code was sent a moment ago. Please wait a minute before you ask again."
            raise TooManyRequests(text, retry_after=1 + int(wait.total_seconds()))
        code = f"{secrets.randbelow(10**8):08}"
        juror.code_hash, juror.code_sent_at, juror.wrong_codes = hash_token(code), now, 0
        blocks = (
            Paragraph(f"Dear {juror.name},"),
            Facts((("Code", f"{code[:4]} {code[4:]}"),)),
            Note("It works for 10 minutes. If you did not ask for it, somebody has your link."),
        )
        outbox.add(session, _email("jury-code", "Your code", *blocks), juror.email)


def use_code(token: str, code: str) -> tuple[str, timedelta]:
    """Return the cookie by which a device is known, and its lifetime. Raises Gone and Invalid."""
    with writing() as session:
        juror, jury = find_juror(session, token, for_update=True)
        is_recent = juror.code_sent_at and clock.now() - juror.code_sent_at < CODE_LIFETIME
        is_usable = juror.code_hash and is_recent and juror.wrong_codes < MAX_WRONG_CODES
        given = hash_token("".join(filter(str.isdecimal, code)))
        is_right = is_usable and compare_digest(given, juror.code_hash)
        if is_right:
            juror.code_hash = ""
            audit(session, Action.JURY_LINK_USED, juror)
        else:
            juror.wrong_codes += 1
    if not is_right:
        raise Invalid({"code": WRONG_CODE})
    assert jury.deadline is not None
    return encrypt(_device_text(juror)), jury.deadline - clock.now()


def knows_device(juror: Juror, cookie: str | None) -> bool:
    """Return whether a device has given the code for the juror's link, which works still."""
    try:
        return cookie is not None and decrypt(cookie) == _device_text(juror)
    except Undecryptable:
        return False


def _device_text(juror: Juror) -> str:
    return f"jury device of {juror.id} {juror.link_hash}"


def find_link_holder(token: str) -> Juror:
    """Return the juror of a link, for a device that may be new. Raises Gone."""
    with reading() as session:
        return find_juror(session, token)[0]
