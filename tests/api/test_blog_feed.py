"""The blog's feed conforms to RFC 4287 and has published posts only."""

from datetime import datetime
from xml.etree.ElementTree import Element, fromstring

import pytest
from httpx import Client

from awards_site.features.blog.api import MAX_POSTS
from awards_site.settings import settings
from tests.api.entities import POST

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
        content="## Stories\n\nOf *women* & <script>alert(1)</script> [here](/nominees) \ufffe",
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
    assert 'href="/nominees"' in content
    assert feed(anonymous).attrib["{http://www.w3.org/XML/1998/namespace}base"] == f"{SITE}/"


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
