"""Tests of the page of a nominee: content, adjacent nominees, head and 404s."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.content import publish_nominee, publish_photo, upload_image
from tests.browser.heads import assert_complete, meta, structured_data
from tests.browser.problems import Problems
from tests.browser.site import Site
from tests.browser.visits import assert_accessible, expect_notice, visit

LONG = "Maximiliana Konstantinopoulou-Wolkensteinberger de la Fuente y Montemayor"


@pytest.fixture(scope="module")
def ada(site: Site) -> dict[str, Any]:
    """Publish Ada with all fields, and two others of her year."""
    ada = publish_nominee(
        site,
        "Ada Lovelace",
        title="Founder and Chair",
        company="Analytical Engines",
        bio="She saw what it could do.\n\nThen she wrote it down.",
        achievements="The first programme.",
        imageUrl=upload_image(site),
        linkedinUrl="https://www.linkedin.com/in/ada",
        websiteUrl="https://engines.example.org",
        isWinner=True,
        isFinalist=True,
    )
    publish_nominee(site, LONG, company="C" * 60, imageUrl="/uploads/missing.png")
    publish_nominee(site, "Aaliyah First")
    publish_nominee(site, "Abigail Hidden", isPublished=False)
    publish_photo(site, "On the stage", imageUrl=upload_image(site), nomineeId=ada["id"])
    publish_photo(site, "Someone else", imageUrl=upload_image(site))
    site.create(
        "/api/blog",
        title="A visit to Ada",
        content="We went to see the engine.",
        nomineeId=ada["id"],
        isPublished=True,
    )
    return ada


@pytest.fixture(autouse=True)
def expect_missing_files(problems: Problems) -> None:
    problems.expect(r"404 \(Not Found\)")


def path(nominee: dict[str, Any], slug: str = "ada-lovelace") -> str:
    return f"/nominees/{nominee['id']}-{slug}"


def test_cards_link_to_the_page_of_the_nominee(page: Page, site: Site, ada: dict[str, Any]) -> None:
    visit(page, "/")
    expect(page.get_by_role("link", name="Ada Lovelace", exact=True)).to_have_attribute(
        "href", path(ada)
    )
    visit(page, "/nominees")
    page.get_by_role("link", name="Ada Lovelace", exact=True).click()
    expect(page).to_have_url(f"{site.url}{path(ada)}")
    nominee = page.get_by_test_id("nominee")
    expect(nominee.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    expect(nominee.get_by_role("img", name="Ada Lovelace")).to_be_visible()
    expect(nominee.get_by_test_id("winner-badge")).to_have_text("Winner")
    expect(nominee.get_by_test_id("finalist-badge")).to_have_count(0)
    expect(nominee.get_by_text("WEA 2025 | Technology")).to_be_visible()
    expect(nominee.get_by_text("Founder and Chair")).to_be_visible()
    expect(nominee.get_by_text("Analytical Engines")).to_be_visible()
    expect(page.get_by_test_id("nominee-bio")).to_contain_text("Then she wrote it down.")
    expect(page.get_by_test_id("nominee-achievements")).to_have_text("The first programme.")
    website = nominee.get_by_role("link", name="Website of Ada Lovelace")
    expect(website).to_have_attribute("href", "https://engines.example.org")
    expect(website).to_have_attribute("target", "_blank")
    expect(nominee.get_by_role("link", name="LinkedIn of Ada Lovelace")).to_be_visible()
    photos = page.get_by_test_id("photos")
    expect(photos.get_by_role("button")).to_have_count(1)
    photos.get_by_role("button", name="View On the stage").click()
    expect(page.get_by_test_id("lightbox")).to_contain_text("On the stage")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="A visit to Ada")).to_have_attribute(
        "href", "/blog/a-visit-to-ada"
    )
    trail = page.get_by_role("navigation", name="Breadcrumb")
    expect(trail.locator("[aria-current=page]")).to_have_text("Ada Lovelace")
    expect(trail.get_by_role("link", name="Nominees")).to_have_attribute("href", "/nominees")
    expect(page.get_by_role("navigation", name="Main").locator("[aria-current=page]")).to_have_text(
        "Nominees"
    )


def test_a_gallery_photo_links_to_the_nominee_page(
    page: Page, site: Site, ada: dict[str, Any]
) -> None:
    visit(page, "/gallery")
    page.get_by_role("button", name="View Someone else").click()
    viewer = page.get_by_test_id("lightbox")
    expect(viewer).to_contain_text("Someone else")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="View On the stage").click()
    viewer.get_by_role("link", name="Ada Lovelace").first.click()
    expect(page).to_have_url(f"{site.url}{path(ada)}")


def test_the_page_links_to_the_previous_and_next_nominee(
    page: Page, site: Site, ada: dict[str, Any]
) -> None:
    visit(page, path(ada))
    beside = page.get_by_test_id("prev-next")
    expect(beside.get_by_role("link", name="Previous honoree Aaliyah First")).to_be_visible()
    expect(beside.get_by_role("link", name="All honorees of 2025")).to_have_attribute(
        "href", "/nominees?year=2025"
    )
    beside.get_by_role("link", name=f"Next honoree {LONG}").click()
    # The tab keeps its State; Ada's data is not shown as another's.
    expect(page.get_by_role("heading", level=1)).to_have_text(LONG)
    expect(page.get_by_test_id("prev-next").get_by_role("link", name="Next honoree")).to_have_count(
        0
    )
    expect(page.get_by_test_id("winner-badge")).to_have_count(0)
    expect(page.get_by_test_id("nominee").get_by_role("link", name="Website of")).to_have_count(0)
    expect(page.get_by_test_id("monogram").get_by_role("img", name=LONG)).to_be_visible()


def test_the_head_of_the_page(page: Page, site: Site, ada: dict[str, Any]) -> None:
    for other in (f"/nominees/{ada['id']}", path(ada, "someone-else")):
        response = page.request.get(other, max_redirects=0)
        assert (response.status, response.headers["location"]) == (308, path(ada))
    visit(page, path(ada, "someone-else"))
    expect(page).to_have_url(f"{site.url}{path(ada)}")
    expect(page).to_have_title("Ada Lovelace | Women Entrepreneur Awards")
    assert_complete(page, site, path(ada))
    assert f"/share/nominees/{ada['id']}-" in meta(page, "og:image")
    json_ld = structured_data(page)
    assert json_ld["Person"]["name"] == "Ada Lovelace"
    assert json_ld["Person"]["url"] == f"{site.url}{path(ada)}"
    assert json_ld["BreadcrumbList"]["itemListElement"][1]["item"] == f"{site.url}/nominees"


def test_the_url_is_copied(page: Page, site: Site, ada: dict[str, Any]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    visit(page, f"{path(ada)}?from=mail")
    page.get_by_role("button", name="Share Ada Lovelace").click()
    expect_notice(page, "Link copied", f"{site.url}{path(ada)}")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}{path(ada)}"


def test_a_notice_without_its_script_keeps_its_kind(
    page: Page, problems: Problems, ada: dict[str, Any]
) -> None:
    problems.expect("ERR_FAILED")
    page.add_init_script("delete Navigator.prototype.share")
    page.route("**/assets/toast-*", lambda route: route.abort())
    for permissions, variant in ((["clipboard-write"], "default"), ([], "destructive")):
        page.context.clear_permissions()
        page.context.grant_permissions(permissions)
        visit(page, path(ada))
        page.get_by_role("button", name="Share Ada Lovelace").click()
        expect(page.get_by_test_id("notice")).to_have_attribute("data-variant", variant)


def test_the_page_is_shared_by_apps_of_the_visitor(
    page: Page, site: Site, ada: dict[str, Any]
) -> None:
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    visit(page, path(ada))
    page.get_by_role("button", name="Share Ada Lovelace").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == {
        "title": "Ada Lovelace",
        "url": f"{site.url}{path(ada)}",
    }


def test_a_nominee_under_embargo_has_a_page_without_what_is_marked(page: Page, site: Site) -> None:
    nominee = publish_nominee(
        site,
        "Esi Quiet",
        title="Astronaut",
        company="Zenith Rockets",
        bio="She went to the moon.",
        revealAt="2099-01-01T00:00:00Z",
        embargoedContent=["portrait", "position", "bio", "achievements", "links"],
    )
    visit(page, path(nominee, "esi-quiet"))
    article = page.get_by_test_id("nominee")
    expect(article.get_by_role("heading")).to_have_text(["Esi Quiet"])
    for hidden in ("Astronaut", "Zenith Rockets", "moon"):
        assert hidden not in page.content()
    description = meta(page, "description")
    assert description.startswith("Esi Quiet: Honoree 2025, Technology")
    assert_accessible(page)
    visit(page, "/nominees")
    expect(page.get_by_role("link", name="Esi Quiet")).to_be_visible()
    expect(page.get_by_text("Zenith Rockets")).to_have_count(0)
