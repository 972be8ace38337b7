"""The controls of the public pages, each with a use of it and what then appears."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from playwright.sync_api import Locator, Page

from awards_site.core import clock
from tests import factories
from tests.browser.content import publish_nominee, upload_image, upload_video
from tests.browser.site import Site

PHONE_WIDTH, DESKTOP_WIDTH = 375, 1280
YEAR = 2023
NEXT_MONTH = clock.today().replace(day=1) + timedelta(days=31)


@dataclass(frozen=True)
class Control:
    """A control of the page at `path`; `use` operates it, and `outcome` becomes visible then.

    `is_prerendered` is whether it can be used before the page's scripts have run.
    """

    path: str
    use: Callable[[Page], None]
    outcome: Callable[[Page], Locator]
    width: int = DESKTOP_WIDTH
    is_prerendered: bool = True


def click(name: str, role: str = "button") -> Callable[[Page], None]:
    return lambda page: page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]


def choose(label: str, value: str) -> Callable[[Page], None]:
    def use(page: Page) -> None:
        page.get_by_role("main").get_by_label(label).select_option(value)

    return use


def send(form: str, button: str, **fields: str) -> Callable[[Page], None]:
    """Fill in the fields of a form by their labels and click its button."""

    def use(page: Page) -> None:
        box = page.get_by_test_id(form)
        for label, text in fields.items():
            box.get_by_label(label).fill(text)
        box.get_by_role("button", name=button).click()

    return use


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def notice(title: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_test_id("notice").filter(has_text=title)


def pressed(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("button", name=name, pressed=True)


def tab(name: str) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_role("tab", name=name, selected=True)


CONTROLS = {
    "the menu": Control(
        "/about",
        click("Open menu"),
        lambda page: page.get_by_role("navigation", name="Menu"),
        PHONE_WIDTH,
    ),
    "Home's message form": Control(
        "/",
        send("contact-form", "Send Message", Name="A"),
        lambda page: page.get_by_text("Name must be at least 2 characters"),
    ),
    "Home's newsletter": Control(
        "/",
        send("home-newsletter", "Subscribe", **{"Your email": "reader"}),
        notice("Invalid email"),
    ),
    "the footer's newsletter": Control(
        "/partners",
        send("footer-newsletter", "Subscribe", **{"Email address": "reader@example.org"}),
        notice("Subscribed to newsletter!"),
    ),
    "the message form": Control(
        "/contact",
        send("contact-form", "Send Message", Name="A", Email="ada@example.org"),
        lambda page: page.get_by_text("Name must be at least 2 characters"),
    ),
    "the contact page's newsletter": Control(
        "/contact",
        send("contact-newsletter", "Subscribe", **{"Your email": "reader@example.org"}),
        lambda page: page.get_by_test_id("newsletter-thanks"),
    ),
    "the nominees' years": Control(
        "/nominees",
        choose("Year", str(YEAR)),
        lambda page: page.get_by_role("heading", name="Ada Before"),
    ),
    "the videos' years": Control("/videos", click(str(YEAR)), pressed(str(YEAR))),
    "a video": Control("/videos", click("Play A talk"), dialog),
    "a video's details": Control("/videos", click("Details"), dialog),
    "the gallery's years": Control("/gallery", click(str(YEAR)), pressed(str(YEAR))),
    "the gallery's tabs": Control("/gallery", click("Winners", "tab"), tab("Winners")),
    "a photo": Control("/gallery", click("View Arrival"), dialog),
    "the events' months": Control(
        "/events",
        click("Next month"),
        lambda page: page.get_by_role("grid", name=f"{NEXT_MONTH:%B %Y}"),
    ),
    "the events' views": Control(
        "/events",
        click("List View", "tab"),
        lambda page: page.get_by_role("heading", name="Upcoming Events"),
    ),
    "a day": Control(
        "/events?month=2030-05",
        click("May 7, 2030"),
        lambda page: page.get_by_role("heading", name="Tuesday, May 7, 2030"),
        is_prerendered=False,
    ),
    "an event": Control(
        "/events?view=list", click("Gala of the century"), dialog, is_prerendered=False
    ),
}


def publish_content(site: Site) -> None:
    """Publish what the controls choose from."""
    image = upload_image(site)
    publish_nominee(site, "Ada Now", imageUrl=image)
    publish_nominee(site, "Ada Before", year=YEAR)
    site.create(
        "/api/photos",
        **factories.photo_body(title="Arrival", imageUrl=image, year=YEAR, category="winners"),
    )
    site.create("/api/photos", **factories.photo_body(title="Applause", imageUrl=image, year=2024))
    talk = {"title": "A talk", "description": "What she said.", "videoUrl": upload_video(site)}
    site.create("/api/videos", **factories.video_body(**talk, year=YEAR))
    site.create("/api/videos", **factories.video_body(title="Another", year=2024))
    site.create("/api/events", **factories.event_body(title="Gala of the century"))


def open_page(page: Page, control: Control) -> None:
    """Open the page of a control without waiting for its scripts."""
    page.set_viewport_size({"width": control.width, "height": 800})
    page.goto(control.path)
