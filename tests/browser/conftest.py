"""Fixtures of browser tests: the built site served as in production, and a page to visit it."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.problems import Problems
from tests.browser.site import SharedSite, Site, serve
from tests.browser.visits import sign_in_as
from tools.chromium import launch
from tools.site_server import build

_FORGET_OTHER_TESTS = """
    try {
        if (!sessionStorage.getItem("opened")) localStorage.clear();
        sessionStorage.setItem("opened", "1");
    } catch { /* A page without storage. */ }
"""
"""Clears what other tests have left in the storage of their common profile."""

EXPECT_MS = 20_000
"""The timeout of Playwright's expectations, long enough for a busy machine."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the recent output of the site to the report of a failed test."""
    report = yield
    site = item.funcargs.get("site")
    if report.failed and isinstance(site, Site):
        report.sections.append(("Recent output of the site", site.running.recent_output()))
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser that all tests share."""
    expect.set_options(timeout=EXPECT_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built() -> None:
    """Build the pages once, if their sources have changed."""
    build()


@pytest.fixture(scope="session")
def shared_site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedSite]:
    """Return the site, which is reset for each test module."""
    with serve(tmp_path_factory.mktemp("data")) as site:
        yield SharedSite(site)


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Site:
    """Return the site of a test module, with an administrator and no content."""
    return shared_site.reset()


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Return a fresh browser profile: no cookies, nothing cached."""
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    yield context
    context.close()


@pytest.fixture
def problems(site: Site) -> Problems:
    """Return the problems of the page; `problems.expect(pattern)` ignores some of them."""
    return Problems(site.url)


@pytest.fixture
def page(context: BrowserContext, problems: Problems) -> Iterator[Page]:
    """Return a page; an error or a request to another site on it fails the test."""
    page = context.new_page()
    problems.watch(page)
    yield page
    assert not problems.unexpected(), "\n".join(problems.unexpected())


@pytest.fixture
def sign_in(site: Site) -> Callable[[Page, str], None]:
    """Return `sign_in(page, role)`, which signs a page's browser in as admin, editor or user."""
    return lambda page, role: sign_in_as(page.context, site.account(role))


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Iterator[Callable[[str, str], BrowserContext]]:
    """Return `profiles(url, role)`, the browser profile in which a role uses a site.

    All modules share it, so the scripts of the portal are loaded only once.
    """
    with ExitStack() as stack:

        @cache
        def opened(url: str, role: str) -> BrowserContext:
            return stack.enter_context(
                browser.new_context(base_url=url, viewport={"width": 1280, "height": 800})
            )

        yield opened


@pytest.fixture(scope="module")
def profile(
    profiles: Callable[[str, str], BrowserContext], site: Site
) -> Callable[[str], BrowserContext]:
    """Return `profile(role)`, the browser profile in which admin, editor or user is signed in."""

    @cache
    def signed_in(role: str) -> BrowserContext:
        context = profiles(site.url, role)
        context.clear_cookies()
        sign_in_as(context, site.account(role))
        return context

    return signed_in


@pytest.fixture
def open_page(
    profile: Callable[[str], BrowserContext], problems: Problems
) -> Iterator[Callable[[str], Page]]:
    """Return `open_page(role)`, which opens a page in a role's profile; problems fail the test."""
    with ExitStack() as stack:

        def watched(role: str) -> Page:
            page = profile(role).new_page()
            page.add_init_script(_FORGET_OTHER_TESTS)
            stack.callback(page.close)
            problems.watch(page)
            return page

        yield watched
        assert not problems.unexpected(), "\n".join(problems.unexpected())


@pytest.fixture
def editor_page(open_page: Callable[[str], Page]) -> Page:
    """Return a page whose visitor is signed in as an editor."""
    return open_page("editor")


@pytest.fixture
def admin_page(open_page: Callable[[str], Page]) -> Page:
    """Return a page whose visitor is signed in as an administrator."""
    return open_page("admin")
