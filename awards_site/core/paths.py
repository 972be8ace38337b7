"""URL paths and anchors of the site, each defined once; an entity declares its own."""

import re
from functools import lru_cache
from unicodedata import normalize
from urllib.parse import quote

from anyascii import anyascii

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""The schemes of the links that visitors may follow."""
_COMPLETE = re.compile(r"[a-z][a-z0-9+-]*:(?!\d)|(?:tel|sms):|[/#?]", re.IGNORECASE)
_MAILBOX = re.compile(r"[^\s/@]+@[^\s/@]+")


def ensure_scheme(text: str) -> str:
    """Return a link with a scheme, so that browsers do not resolve it as a relative path.

    `example.org/join` gets `https://` and `desk@example.org` gets `mailto:`. Paths of this site and
    links with a scheme are returned unchanged.
    """
    if not text or _COMPLETE.match(text):
        return text
    return mailto(text) if _MAILBOX.fullmatch(text) else f"https://{text}"


def mailto(email: str, subject: str = "") -> str:
    """Return the link that opens a new message; its parts cannot add header fields."""
    query = f"?subject={quote(subject, safe='')}" if subject else ""
    return f"mailto:{quote(email, safe='@')}{query}"


MIN_LENGTH = 3
MAX_LENGTH = 200
"""The length of stored slugs, in characters."""

MAX_PATH_LENGTH = 80
"""The maximum length of the slug that follows the id in a record's path."""

_FRACTION = re.compile(r"[\u00bc-\u00be\u2150-\u215f\u2189]")
_JOINED = re.compile(r"\u2044|(?<=\d)(?=[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089])")
"""Matches between two numbers: at the slash of a fraction, and before a power or an index."""


_KEY = re.compile(r"(\d{1,18})(?:-.*)?", re.ASCII)


def slugify(title: str, fallback: str = "post") -> str:
    """Return the slug of a title: lowercase, in Latin letters, without punctuation, hyphenated.

    If the result is shorter than MIN_LENGTH, it is prefixed with `fallback`.
    """
    # Without spaces, "10\u00b2" and "1\u00bd" would become 102 and 112.
    fractions = _FRACTION.sub(lambda each: f" {normalize('NFKD', each[0])} ", title)
    spaced = _JOINED.sub(" ", fractions)
    words = re.sub(r"[^a-z0-9\s-]", "", anyascii(spaced).lower())
    slug = re.sub(r"[\s-]+", "-", words).strip("-")[:MAX_LENGTH].strip("-")
    return slug if len(slug) >= MIN_LENGTH else f"{fallback}-{slug}".strip("-")


def add_number(slug: str, number: int) -> str:
    """Return the slug with a number appended, within MAX_LENGTH."""
    ending = f"-{number}"
    return slug[: MAX_LENGTH - len(ending)] + ending


# Each write computes lists again whose other records have not changed.
@lru_cache(maxsize=8192)
def record_path(folder: str, record_id: int, title: str, fallback: str) -> str:
    """Return the path of a record's page in `folder`, such as `/nominees/12-ada-lovelace`.

    `fallback` is used for a title without a slug.
    """
    slug = slugify(title, fallback)
    if len(slug) > MAX_PATH_LENGTH:
        # Cut at a word unless the first one is too long.
        slug = slug[: MAX_PATH_LENGTH + 1].rpartition("-")[0] or slug[:MAX_PATH_LENGTH]
    return f"{folder}/{record_id}-{slug}"


def record_id(key: str) -> int | None:
    """Return the id at the start of the last path segment, with or without a slug, or None."""
    found = _KEY.fullmatch(key)
    return int(found[1]) if found else None


HOME = "/"
ABOUT = "/about"
CATEGORIES = "/categories"
TIMELINE = "/timeline"
PARTNERS = "/partners"
CONTACT = "/contact"
SITEMAP = "/sitemap.xml"
ROBOTS = "/robots.txt"
SECURITY_TXT = "/.well-known/security.txt"
METRICS = "/metrics"
MILESTONES = "/timeline.ics"
NOMINATION_FORM = "/nomination-form.pdf"
PRIVACY = "/privacy"
TERMS = "/terms"
COOKIES = "/cookies"
SIGN_IN = "/auth"
ACCOUNT_RECOVERY = "/auth/forgot-password"
NEW_CREDENTIALS = "/auth/choose-password"
ADMIN = "/admin"
ACCOUNT = "/admin/account"
MESSAGES = "/admin/messages"
TO_DO = "/admin/to-do"
NOT_FOUND = "/404"
"""The page for unknown URLs, sent with status 404."""
CONTACT_NOMINATION = "/contact/nomination"
CONTACT_SPONSORSHIP = "/contact/sponsorship"
CONTACT_PROPOSAL = "/contact/proposal"
"""The contact page with its form prefilled."""
MESSAGE_SENT = "/contact/sent"
SUBSCRIBED = "/newsletter/subscribed"
"""The confirmation pages for browsers without JavaScript."""
NEWSLETTER_LINKS = "/newsletter/"
PREVIEWS = "/preview/"
"""The links by which people without an account see what is not published yet."""
JURY = "/jury/"
"""The links by which jurors score nominees."""
FORMS = "/forms/"
POST_MESSAGE = f"{FORMS}contact"
POST_SUBSCRIPTION = f"{FORMS}newsletter"
"""The targets of form posts from browsers without JavaScript."""
CSP_REPORTS = "/api/reports/csp"
"""Where browsers report violations of the content security policy."""

ICON = "/icon.svg"
APPLE_ICON = "/apple-touch-icon.png"
DEFAULT_SHARE_IMAGE = "/share.jpg"
DEFAULT_HERO_IMAGE = "/hero.svg"

MAIN_ANCHOR = "main"
HERO_ANCHOR = "hero"
ABOUT_ANCHOR = "about"
EDITION_ANCHOR = "edition"
CATEGORIES_ANCHOR = "categories"
NOMINATE_ANCHOR = "nominate"
PARTNERS_ANCHOR = "partners"
GALLERY_ANCHOR = "gallery"
TESTIMONIALS_ANCHOR = "testimonials"
CONTACT_ANCHOR = "contact"


def anchor(anchor: str) -> str:
    return f"#{anchor}"


def confirm_subscription(token: str) -> str:
    return f"{NEWSLETTER_LINKS}confirm/{token}"


def preview(token: str) -> str:
    return f"{PREVIEWS}{token}"


def jury(token: str) -> str:
    return f"{JURY}{token}"


def unsubscribe(token: str) -> str:
    return f"{NEWSLETTER_LINKS}unsubscribe/{token}"
