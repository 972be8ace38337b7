"""URL paths and anchors of the site, each defined once."""

from awards_site.core.slugs import record_path

HOME = "/"
ABOUT = "/about"
CATEGORIES = "/categories"
NOMINEES = "/nominees"
TIMELINE = "/timeline"
VIDEOS = "/videos"
GALLERY = "/gallery"
PARTNERS = "/partners"
CONTACT = "/contact"
EVENTS = "/events"
BLOG = "/blog"
CALENDAR = "/events.ics"
FEED = "/blog/feed.atom"
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
"""The links by which people without an account see a draft."""
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


def nominee(record_id: int, name: str) -> str:
    return record_path(NOMINEES, record_id, name, "honoree")


def event(record_id: int, title: str) -> str:
    return record_path(EVENTS, record_id, title, "event")


def event_file(record_id: int, title: str) -> str:
    return f"{event(record_id, title)}.ics"


def confirm_subscription(token: str) -> str:
    return f"{NEWSLETTER_LINKS}confirm/{token}"


def preview(token: str) -> str:
    return f"{PREVIEWS}{token}"


def unsubscribe(token: str) -> str:
    return f"{NEWSLETTER_LINKS}unsubscribe/{token}"


def post(slug: str) -> str:
    return f"{BLOG}/{slug}"
