"""The emails about accounts, and the notices of what happened to one."""

from datetime import datetime

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Role
from awards_site.core import paths
from awards_site.core.mail.message import Block, Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.settings import settings


def invitation(user: User, url: str, sender: str) -> TemplatedEmail:
    programme = settings().programme
    inviter = sender or "An administrator"
    return TemplatedEmail(
        "invitation",
        f"Your account at the {programme}",
        "You are invited",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph(f"{inviter} has created an account for you in the {programme} admin portal."),
            Facts((("Username", user.username), ("Role", Role(user.role).label))),
            Button("Choose your password", url),
            Note("The link works once and expires after 7 days."),
        ),
        "You are receiving this because an administrator entered your email address.",
    )


def password_reset(user: User, url: str, sender: str) -> TemplatedEmail:
    cause = (
        f"{sender} has sent you a link to choose a new password."
        if sender
        else "Someone requested a new password for your account."
    )
    return TemplatedEmail(
        "password-reset",
        "Choose a new password",
        "Choose a new password",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph(cause),
            Facts((("Username", user.username),)),
            Button("Choose a new password", url),
            Note(
                "The link works once and expires after an hour. If you do not want a new"
                " password, you can ignore this email."
            ),
        ),
        "You are receiving this because your account uses this email address.",
    )


def password_changed(user: User) -> TemplatedEmail:
    change = "The password of your account was changed, and other sessions have ended."
    kind, title = "password-changed", "Your password was changed"
    return _notice(kind, title, user, Paragraph(change), *_if_not_you())


def second_factor_changed(user: User, change: str) -> TemplatedEmail:
    kind, title = "second-factor-changed", "Your second factor was changed"
    return _notice(kind, title, user, Paragraph(change), *_if_not_you())


def role_changed(user: User) -> TemplatedEmail:
    return _notice(
        "role-changed",
        "Your role was changed",
        user,
        Paragraph("An administrator changed your role in the admin portal."),
        Facts((("Username", user.username), ("Role", Role(user.role).label))),
        Note("Please sign in again."),
    )


def new_device(user: User, device: str, ip_address: str, at: datetime) -> TemplatedEmail:
    """Return the notice of a sign-in from a new device, such as 'Firefox on Windows'."""
    time = f"{at.astimezone(settings().zone):%d %B %Y, %H:%M %Z}"
    return _notice(
        "new-device",
        "A new device has signed in to your account",
        user,
        Paragraph("Someone signed in to your account from a new device."),
        Facts((("Device", device), ("IP address", ip_address), ("Time", time))),
        *_if_not_you(),
        heading="A new device has signed in",
    )


def _notice(
    kind: str, subject: str, user: User, *blocks: Block, heading: str = ""
) -> TemplatedEmail:
    reason = "You are receiving this because it concerns the security of your account."
    greeting = Paragraph(f"Dear {user.name},")
    return TemplatedEmail(kind, subject, heading or subject, (greeting, *blocks), reason)


def _if_not_you() -> tuple[Block, Block]:
    advice = "If this was not you, choose a new password at once and tell an administrator."
    url = f"{settings().public_url}{paths.ACCOUNT_RECOVERY}"
    return Paragraph(advice), Button("Choose a new password", url)
