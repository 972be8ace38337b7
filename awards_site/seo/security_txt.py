"""The contact for reports of vulnerabilities, as security.txt (RFC 9116)."""

from datetime import timedelta

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

from awards_site.auth.permissions import Permission
from awards_site.auth.sessions.dependencies import allow
from awards_site.core import clock, paths
from awards_site.core.http.api_docs import file_response
from awards_site.core.links import ensure_scheme
from awards_site.settings import settings
from awards_site.ui.pages.structured_data import absolute

VALIDITY = timedelta(days=180)
"""How long a copy of the file is valid; RFC 9116 recommends less than a year."""

router = APIRouter(tags=["seo"], dependencies=[allow(Permission.READ_PUBLIC)])


@router.get(
    paths.SECURITY_TXT,
    **file_response("text/plain", "The contact for vulnerabilities", PlainTextResponse),
)
def read_security_contact() -> str:
    """Read where to report a vulnerability."""
    contact = ensure_scheme(settings().security_contact) or absolute(paths.CONTACT)
    # The same all day, so that the ETag is, too.
    expires = (clock.now() + VALIDITY).replace(hour=0, minute=0, second=0, microsecond=0)
    return (
        f"Contact: {contact}\n"
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}\n"
        "Preferred-Languages: en\n"
        f"Canonical: {absolute(paths.SECURITY_TXT)}\n"
    )
