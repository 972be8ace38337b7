"""The site's own addresses, each written once: pages, pictures, the home page's anchors."""

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
FEEDS = (CALENDAR, FEED, SITEMAP, ROBOTS)
"""What programs read of the site."""
MILESTONES = "/timeline.ics"
NOMINATION_FORM = "/nomination-form.pdf"
DOWNLOADS = (MILESTONES, NOMINATION_FORM)
"""What visitors download."""
PRIVACY = "/privacy"
TERMS = "/terms"
COOKIES = "/cookies"
SIGN_IN = "/auth"
ADMIN = "/admin"
NOT_FOUND = "/404"
"""The page of unknown addresses, which is answered with this status."""
CONTACT_NOMINATION = "/contact/nomination"
CONTACT_SPONSORSHIP = "/contact/sponsorship"
CONTACT_PROPOSAL = "/contact/proposal"
"""The contact page with its form begun."""
MESSAGE_SENT = "/contact/sent"
SUBSCRIBED = "/newsletter/subscribed"
"""What a browser without scripts is shown after it has sent a form."""
FORMS = "/forms/"
POST_MESSAGE = f"{FORMS}contact"
POST_SUBSCRIPTION = f"{FORMS}newsletter"
"""Where such a browser posts the forms."""

ICON = "/icon.svg"
SHARED_PICTURE = "/share.jpg"
STOCK_PICTURE = "/hero.svg"

MAIN_ANCHOR = "main"
HERO_ANCHOR = "hero"
ABOUT_ANCHOR = "about"
EDITION_ANCHOR = "edition"
CATEGORIES_ANCHOR = "categories"
NOMINATE_ANCHOR = "nominate"
PARTNERS_ANCHOR = "partners"
GALLERY_ANCHOR = "gallery"
CONTACT_ANCHOR = "contact"


def to(anchor: str) -> str:
    return f"#{anchor}"


def nominee(record_id: int, name: str) -> str:
    return record_path(NOMINEES, record_id, name, "honoree")


def event(record_id: int, title: str) -> str:
    return record_path(EVENTS, record_id, title, "event")


def event_file(record_id: int, title: str) -> str:
    return f"{event(record_id, title)}.ics"


def post(slug: str) -> str:
    return f"{BLOG}/{slug}"
