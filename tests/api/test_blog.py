"""Blog posts: slugs, dates, tags, pages, and the feed, which conforms to RFC 4287."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from xml.etree.ElementTree import Element, fromstring

import pytest
from httpx import Client

from awards_site.features.blog.api import MAX_POSTS
from awards_site.settings import settings
from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE, POST
from tests.api.media import describe, upload
from tests.factories import Body

EARLIER = "2020-02-02T10:00:00Z"

Create = Callable[..., Body]


@pytest.fixture
def create(editor: Client) -> Create:
    return partial(POST.create, editor)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("Power & Progress: Purpose", "power-progress-purpose"),
        ("  Many   spaces -- and - hyphens  ", "many-spaces-and-hyphens"),
        ("100 Women's Stories (2025)", "100-womens-stories-2025"),
        ("Café São Tomé", "cafe-sao-tome"),
        ("Łódź Ørsted Đorđe", "lodz-orsted-dorde"),
        ("??? !!!", "post"),
    ],
)
def test_an_omitted_slug_is_generated_from_the_title(title: str, slug: str, create: Create) -> None:
    assert create(title=title)["slug"] == slug
    assert create(title=title, slug="")["slug"] == f"{slug}-2"
    assert create(title=title, slug=None)["slug"] == f"{slug}-3"


def test_long_titles_get_unique_slugs(create: Create) -> None:
    slugs = [create(title="x" * 300)["slug"] for _ in range(12)]
    assert len(set(slugs)) == 12
    assert max(map(len, slugs)) <= 200


def test_a_slug_survives_a_new_title_and_is_regenerated_when_cleared(
    create: Create, editor: Client
) -> None:
    post = create(title="First title")
    for change, slug in (
        ({"title": "Second title"}, "first-title"),
        ({"slug": ""}, "second-title"),
        ({"slug": "my-own"}, "my-own"),
        ({"slug": "my-own"}, "my-own"),
    ):
        assert POST.change(editor, post, **change)["slug"] == slug


def test_a_slug_in_use_is_a_conflict(create: Create, editor: Client) -> None:
    create(slug="taken")
    other = create(slug="other")
    assert editor.post("/api/blog", json=POST.body(slug="taken")).status_code == 409
    assert editor.put(POST.path(other["id"]), json={"slug": "taken"}).status_code == 409
    assert [each["slug"] for each in POST.records(editor)] == ["other", "taken"]


def test_a_post_is_found_by_its_slug(create: Create, anonymous: Client) -> None:
    post = create(slug="a-post", isPublished=True)
    assert post.items() <= anonymous.get("/api/blog/slug/a-post").json().items()
    assert anonymous.get("/api/blog/slug/A-POST").status_code == 404
    assert anonymous.get("/api/blog/slug/a").status_code == 404


def published_at(post: Body) -> datetime | None:
    written = post["publishedDate"]
    return None if written is None else datetime.fromisoformat(written)


def test_a_post_created_as_published_is_dated_now_by_default(
    frozen_clock: FrozenClock, create: Create
) -> None:
    assert published_at(create(isPublished=True)) == frozen_clock.now
    assert published_at(create(isPublished=True, publishedDate=None)) == frozen_clock.now
    for is_published in (True, False):
        record = create(isPublished=is_published, publishedDate=EARLIER)
        assert published_at(record) == datetime.fromisoformat(EARLIER)
    assert published_at(create()) is None


def test_publishing_dates_a_post_once_until_its_date_is_cleared(
    frozen_clock: FrozenClock, create: Create, editor: Client
) -> None:
    post, first = create(), frozen_clock.now
    later = first + timedelta(hours=1)
    assert published_at(POST.change(editor, post, isPublished=True)) == first
    frozen_clock.now = later
    for change, expected in (
        ({"isPublished": False}, first),
        ({"isPublished": True}, first),
        ({"publishedDate": None}, None),
        ({"title": "A new title"}, None),
        ({"isPublished": False}, None),
        ({"isPublished": True}, later),
    ):
        assert published_at(POST.change(editor, post, **change)) == expected


def test_current_tags_match_as_a_whole_ignoring_case(
    create: Create, anonymous: Client, editor: Client
) -> None:
    create(title="Growth post", tags=["Growth", "West Africa"], isPublished=True)
    create(title="Regrowth post", tags=["regrowth", "growth mindset"], isPublished=True)
    create(title="Draft post", tags=["growth"])
    for tag in ("growth", "GROWTH", "west%20africa", "grow", "africa", "%25", "_rowth"):
        found = [each["title"] for each in anonymous.get(f"/api/blog/tag/{tag}").json()]
        whole = tag.lower() in {"growth", "west%20africa"}
        assert found == (["Growth post"] if whole else []), tag
    POST.change(editor, create(tags=["old"], isPublished=True), tags=["new"])
    assert anonymous.get("/api/blog/tag/old").json() == []
    assert len(anonymous.get("/api/blog/tag/new").json()) == 1


@pytest.mark.parametrize("tag", ["R&D", "and/or", "100%", "a_b", "ÄRZTE", "c++", "a?b#c"])
def test_posts_are_filtered_by_any_tag(tag: str, create: Create, anonymous: Client) -> None:
    post = create(tags=[tag], isPublished=True)
    assert anonymous.get(quoted(tag)).json() == [post]
    assert anonymous.get(quoted(tag.lower())).json() == [post]


def quoted(text: str) -> str:
    """Return the URL of a tag's posts, with every byte percent-encoded."""
    return "/api/blog/tag/" + "".join(f"%{byte:02X}" for byte in text.encode())


def test_posts_are_found_by_category_and_nominee(
    create: Create, editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor)["id"]
    about = create(category="profile", nomineeId=nominee, isPublished=True)
    create(category="profile", nomineeId=nominee)
    create(category="news", isPublished=True)
    assert anonymous.get(f"/api/blog/nominee/{nominee}").json() == [about]
    assert anonymous.get("/api/blog/category/profile").json() == [about]
    assert anonymous.get("/api/blog/category/interview").json() == []


def test_a_page_of_posts_has_ten_by_default(create: Create, anonymous: Client) -> None:
    days = [f"2024-01-{day:02}T00:00:00Z" for day in range(1, 13)]
    slugs = [create(isPublished=True, publishedDate=day)["slug"] for day in days]
    newest = slugs[::-1]

    def page(query: str) -> list[str]:
        return [each["slug"] for each in anonymous.get(f"/api/blog{query}").json()]

    assert page("") == newest[:10]
    assert page("?limit=5") == newest[:5]
    assert page("?limit=5&offset=10") == newest[10:]
    assert page("?offset=10") == newest[10:]
    assert page("?limit=100") == newest
    assert page("?offset=50") == []


def test_related_posts_are_ranked_by_shared_tags(create: Create, anonymous: Client) -> None:
    shared = {"isPublished": True, "category": "case-study"}
    post = create(title="The post", tags=["Jury", "Gala"], **shared)
    create(title="Of its category", tags=[], **shared)
    create(title="With one tag", isPublished=True, category="news", tags=["jury"])
    create(title="With both tags", isPublished=True, category="news", tags=["GALA", "jury"])
    create(title="With nothing", isPublished=True, category="news", tags=["other"])
    create(title="A draft", isPublished=False, category="case-study", tags=["Jury", "Gala"])
    related = anonymous.get(f"/api/blog/{post['id']}/related").json()["related"]
    assert [each["title"] for each in related] == [
        "With both tags",
        "With one tag",
        "Of its category",
    ]


FEED = "/blog/feed.atom"
NAMES = {"": "http://www.w3.org/2005/Atom"}
SITE = "https://awards.example.org"

pytestmark = pytest.mark.usefixtures("public_url")


def feed(client: Client) -> Element:
    response = client.get(FEED)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return fromstring(response.content)


def text(element: Element, path: str) -> str:
    """Return the text of the one element at a path."""
    (found,) = element.findall(path, NAMES)
    return found.text or ""


def links(element: Element) -> dict[str, str]:
    """Return the URLs of an element's links by relation."""
    return {each.attrib["rel"]: each.attrib["href"] for each in element.findall("link", NAMES)}


def entries(client: Client) -> list[Element]:
    return feed(client).findall("entry", NAMES)


def test_a_feed_without_posts_is_valid(anonymous: Client) -> None:
    root = feed(anonymous)
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    assert text(root, "id") == f"{SITE}{FEED}"
    assert settings().programme in text(root, "title")
    assert datetime.fromisoformat(text(root, "updated"))
    assert text(root, "author/name") == settings().programme
    assert links(root) == {"self": f"{SITE}{FEED}", "alternate": f"{SITE}/blog"}


def test_an_entry_holds_the_whole_post(editor: Client, anonymous: Client) -> None:
    post = POST.create(
        editor,
        isPublished=True,
        title="Stories & <tales>",
        slug="stories",
        excerpt="In short: <b>stories</b>",
        content="## Stories\n\n*women* & <script>alert(1)</script> [a](/a) [b](b) [c](#c) \ufffe",
        category="case-study",
        tags=["Lagos", "Finance"],
        publishedDate="2026-03-04T05:06:07Z",
    )
    (entry,) = entries(anonymous)
    assert text(entry, "id") == f"tag:awards.example.org,{post['createdAt'][:10]}:blog/{post['id']}"
    assert text(entry, "title") == "Stories & <tales>"
    assert text(entry, "summary") == "In short: <b>stories</b>"
    assert links(entry) == {"alternate": f"{SITE}/blog/stories"}
    assert text(entry, "published") == "2026-03-04T05:06:07+00:00"
    assert datetime.fromisoformat(text(entry, "updated")) == datetime.fromisoformat(
        text(feed(anonymous), "updated")
    )
    terms = [each.attrib["term"] for each in entry.findall("category", NAMES)]
    assert terms == ["Case Study", "Lagos", "Finance"]
    content = text(entry, "content")
    assert "<h2>Stories</h2>" in content
    assert "<em>women</em>" in content
    assert "<script" not in content
    for url in ("a", "blog/b", "blog/stories#c"):
        assert f'href="{SITE}/{url}"' in content


def test_every_markdown_text_shows_pictures(editor: Client, anonymous: Client) -> None:
    url = upload(editor)
    describe(editor, url, altText="Our stage")
    written = f"Look at our stage: ![]({url})"
    POST.create(editor, isPublished=True, slug="stage", content=written)
    content = {"title": "Terms", "markdown": written}
    body = {"name": "Terms", "identifier": "legal.terms", "content": content}
    assert editor.post("/api/admin/content", json=body).is_success
    (section,) = anonymous.get("/api/content-blocks?identifier=legal.terms").json()
    (entry,) = entries(anonymous)
    for html, start in (
        (anonymous.get("/api/blog/slug/stage").json()["html"], ""),
        (section["texts"]["html"], ""),
        (text(entry, "content"), SITE),
    ):
        assert f'<img src="{start}{url}" alt="Our stage"' in html
        assert 'width="' in html


def test_the_newest_posts_come_first(editor: Client, anonymous: Client) -> None:
    for number in range(MAX_POSTS + 3):
        day = f"2026-01-{number + 1:02}"
        POST.create(editor, title=f"Post no. {number}", publishedDate=day, isPublished=True)
    titles = [text(entry, "title") for entry in entries(anonymous)]
    assert titles == [f"Post no. {number}" for number in range(MAX_POSTS + 2, 2, -1)]
    ids = [text(entry, "id") for entry in entries(anonymous)]
    assert len(set(ids)) == MAX_POSTS


def test_an_id_is_stable_and_updated_changes(editor: Client, anonymous: Client) -> None:
    post = POST.create(editor, isPublished=True, slug="first-slug")
    (before,) = entries(anonymous)
    POST.change(editor, post, slug="second-slug", title="Another title")
    (after,) = entries(anonymous)
    assert text(after, "id") == text(before, "id")
    assert text(after, "updated") > text(before, "updated")
    assert text(after, "published") == text(before, "published")
    assert links(after)["alternate"].endswith("/second-slug")
