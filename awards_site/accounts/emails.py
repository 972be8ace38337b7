"""The emails about accounts, and the notices of what happened to one."""

from datetime import datetime

from awards_site.accounts.models import User
from awards_site.accounts.permissions import Role
from awards_site.core import paths
from awards_site.core.mail.message import Button, Facts, Note, Paragraph, TemplatedEmail
from awards_site.settings import settings

_NOTICE_REASON = "You are receiving this because it concerns the security of your account."
_NOT_YOU = "If this was not you, choose a new password at once and tell an administrator."


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
    return TemplatedEmail(
        "password-changed",
        "Your password was changed",
        "Your password was changed",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph("The password of your account was changed, and other sessions have ended."),
            Paragraph(_NOT_YOU),
            _forgot_password_button(),
        ),
        _NOTICE_REASON,
    )


def second_factor_added(user: User, factor: str) -> TemplatedEmail:
    """Return the notice of a new second factor, such as 'authenticator app'."""
    return _second_factor_changed(user, f"Added to your account: {factor}.")


def second_factor_removed(user: User, factor: str) -> TemplatedEmail:
    """Return the notice that a second factor was removed, such as 'authenticator app'."""
    return _second_factor_changed(user, f"Removed from your account: {factor}.")


def _second_factor_changed(user: User, change: str) -> TemplatedEmail:
    return TemplatedEmail(
        "second-factor-changed",
        "Your second factor was changed",
        "Your second factor was changed",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph(change),
            Paragraph(_NOT_YOU),
            _forgot_password_button(),
        ),
        _NOTICE_REASON,
    )


def role_changed(user: User) -> TemplatedEmail:
    return TemplatedEmail(
        "role-changed",
        "Your role was changed",
        "Your role was changed",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph("An administrator changed your role in the admin portal."),
            Facts((("Username", user.username), ("Role", Role(user.role).label))),
            Note("Please sign in again."),
        ),
        _NOTICE_REASON,
    )


def new_device(user: User, device: str, ip_address: str, at: datetime) -> TemplatedEmail:
    """Return the notice of a sign-in from a new device, such as 'Firefox on Windows'."""
    local_time = at.astimezone(settings().zone)
    return TemplatedEmail(
        "new-device",
        "A new device has signed in to your account",
        "A new device has signed in",
        (
            Paragraph(f"Dear {user.name},"),
            Paragraph("Someone signed in to your account from a new device."),
            Facts(
                (
                    ("Device", device),
                    ("IP address", ip_address),
                    ("Time", f"{local_time:%d %B %Y, %H:%M %Z}"),
                )
            ),
            Paragraph(_NOT_YOU),
            _forgot_password_button(),
        ),
        _NOTICE_REASON,
    )


def _forgot_password_button() -> Button:
    return Button("Choose a new password", f"{settings().public_url}{paths.ACCOUNT_RECOVERY}")
