"""Which users need a second factor, by the setting `second_factor_roles`."""

from awards_site.auth.models import User
from awards_site.settings import settings


def needs_second_factor(role: str) -> bool:
    return role in settings().second_factor_roles


def lacks_second_factor(user: User) -> bool:
    """Return whether a user must add a second factor before using the portal."""
    return needs_second_factor(user.role) and not user.has_second_factor
