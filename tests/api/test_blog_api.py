"""Blog posts: slugs, dates, tags, nominees and pages."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from awards_site.core import clock
from tests import factories

NOW = datetime(2030, 5, 15, 12, tzinfo=UTC)
EARLIER = "2020-02-02T10:00:00Z"

Create = Callable[..., dict[str, Any]]


@pytest.fixture
def create(editor: httpx.Client) -> Create:
    """Create a post of these fields."""

    def post(**fields: Any) -> dict[str, Any]:
        answer = editor.post("/api/blog", json=factories.blog_body(**fields))
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    return post


@pytest.fixture
def _at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("Power & Progress: Purpose", "power-progress-purpose"),
        ("  Many   spaces -- and - hyphens  ", "many-spaces-and-hyphens"),
        ("100 Women's Stories (2025)", "100-womens-stories-2025"),
        ("Café São Tomé", "cafe-sao-tome"),
        ("日本語の題名です", "post"),
    ],
)
def test_an_omitted_slug_is_made_from_the_title(title: str, slug: str, create: Create) -> None:
    assert create(title=title)["slug"] == slug
    assert create(title=title, slug="")["slug"] == f"{slug}-2"
    assert create(title=title, slug=None)["slug"] == f"{slug}-3"


def test_long_titles_get_slugs_of_their_own(create: Create) -> None:
    slugs = [create(title="x" * 300)["slug"] for _ in range(12)]
    assert len(set(slugs)) == 12
    assert max(map(len, slugs)) <= 200


def test_a_slug_is_kept_when_the_title_changes_and_made_anew_when_it_is_emptied(
    create: Create, editor: httpx.Client
) -> None:
    post = create(title="First title")
    address = f"/api/blog/{post['id']}"
    assert editor.put(address, json={"title": "Second title"}).json()["slug"] == "first-title"
    assert editor.put(address, json={"slug": ""}).json()["slug"] == "second-title"
    assert editor.put(address, json={"slug": "my-own"}).json()["slug"] == "my-own"
    same = editor.put(address, json={"slug": "my-own"})
    assert same.status_code == 200


def test_a_slug_in_use_is_a_conflict(create: Create, editor: httpx.Client) -> None:
    create(slug="taken")
    other = create(slug="other")
    clash = editor.post("/api/blog", json=factories.blog_body(slug="taken"))
    assert clash.status_code == 409
    assert editor.put(f"/api/blog/{other['id']}", json={"slug": "taken"}).status_code == 409
    assert [each["slug"] for each in editor.get("/api/admin/blog").json()] == ["other", "taken"]


def test_a_post_is_found_by_its_slug(create: Create, nobody: httpx.Client) -> None:
    post = create(slug="a-post", isPublished=True)
    assert post.items() <= nobody.get("/api/blog/slug/a-post").json().items()
    assert nobody.get("/api/blog/slug/A-POST").status_code == 404
    assert nobody.get("/api/blog/slug/a").status_code == 404


def instant(post: dict[str, Any]) -> datetime | None:
    """Return when a post was published."""
    written = post["publishedDate"]
    return None if written is None else datetime.fromisoformat(written)


@pytest.mark.usefixtures("_at_noon")
def test_a_post_created_as_published_is_dated_now_unless_it_has_a_date(create: Create) -> None:
    assert instant(create(isPublished=True)) == NOW
    assert instant(create(isPublished=True, publishedDate=None)) == NOW
    kept = create(isPublished=True, publishedDate=EARLIER)
    assert instant(kept) == datetime.fromisoformat(EARLIER)
    assert instant(create()) is None
    assert instant(create(publishedDate=EARLIER)) == datetime.fromisoformat(EARLIER)


@pytest.mark.usefixtures("_at_noon")
def test_publishing_dates_a_post_once(
    create: Create, editor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/api/blog/{create()['id']}"
    assert instant(editor.put(address, json={"isPublished": True}).json()) == NOW
    monkeypatch.setattr(clock, "now", lambda: NOW.replace(day=16))
    assert instant(editor.put(address, json={"isPublished": False}).json()) == NOW
    assert instant(editor.put(address, json={"isPublished": True}).json()) == NOW
    cleared = editor.put(address, json={"publishedDate": None, "isPublished": False}).json()
    assert instant(cleared) is None
    assert instant(editor.put(address, json={"isPublished": True}).json()) == NOW.replace(day=16)


def test_the_date_of_a_published_post_can_be_cleared(create: Create, editor: httpx.Client) -> None:
    address = f"/api/blog/{create(isPublished=True)['id']}"
    assert instant(editor.put(address, json={"publishedDate": None}).json()) is None
    assert instant(editor.put(address, json={"title": "A new title"}).json()) is None


def test_tags_match_whole_ignoring_case(create: Create, nobody: httpx.Client) -> None:
    create(title="Growth post", tags=["Growth", "West Africa"], isPublished=True)
    create(title="Regrowth post", tags=["regrowth", "growth mindset"], isPublished=True)
    create(title="Draft post", tags=["growth"])
    found = {
        tag: [each["title"] for each in nobody.get(f"/api/blog/tag/{tag}").json()]
        for tag in ("growth", "GROWTH", "west%20africa", "grow", "africa", "%25", "_rowth", "%0A")
    }
    assert found == {
        "growth": ["Growth post"],
        "GROWTH": ["Growth post"],
        "west%20africa": ["Growth post"],
        "grow": [],
        "africa": [],
        "%25": [],
        "_rowth": [],
        "%0A": [],
    }


@pytest.mark.parametrize("tag", ["R&D", "and/or", "100%", "a_b", "ÄRZTE", "c++", "a?b#c"])
def test_any_tag_can_be_asked_for(tag: str, create: Create, nobody: httpx.Client) -> None:
    post = create(tags=[tag], isPublished=True)
    assert nobody.get(quoted(tag)).json() == [post]
    assert nobody.get(quoted(tag.lower())).json() == [post]


def quoted(text: str) -> str:
    """Return where a tag's posts are listed, every byte of it escaped."""
    return "/api/blog/tag/" + "".join(f"%{byte:02X}" for byte in text.encode())


def test_changed_tags_are_found_and_old_ones_are_not(
    create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    post = create(tags=["old"], isPublished=True)
    editor.put(f"/api/blog/{post['id']}", json={"tags": ["new"]})
    assert nobody.get("/api/blog/tag/old").json() == []
    assert len(nobody.get("/api/blog/tag/new").json()) == 1


def test_posts_are_found_by_category_and_nominee(
    create: Create, editor: httpx.Client, nobody: httpx.Client
) -> None:
    nominee = editor.post("/api/nominees", json=factories.nominee_body()).json()["id"]
    about = create(category="profile", nomineeId=nominee, isPublished=True)
    create(category="profile", nomineeId=nominee)
    create(category="news", isPublished=True)
    assert nobody.get(f"/api/blog/nominee/{nominee}").json() == [about]
    assert nobody.get("/api/blog/category/profile").json() == [about]
    assert nobody.get("/api/blog/category/interview").json() == []


def test_a_page_of_posts_has_ten_unless_asked_for_another_number(
    create: Create, nobody: httpx.Client
) -> None:
    days = [f"2024-01-{day:02}T00:00:00Z" for day in range(1, 13)]
    slugs = [create(isPublished=True, publishedDate=day)["slug"] for day in days]
    newest = slugs[::-1]

    def page(query: str) -> list[str]:
        return [each["slug"] for each in nobody.get(f"/api/blog{query}").json()]

    assert page("") == newest[:10]
    assert page("?limit=5") == newest[:5]
    assert page("?limit=5&offset=10") == newest[10:]
    assert page("?offset=10") == newest[10:]
    assert page("?limit=100") == newest
    assert page("?offset=50") == []


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "offset=-1", "offset=x"])
def test_a_page_has_bounds(query: str, nobody: httpx.Client) -> None:
    answer = nobody.get(f"/api/blog?{query}")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_deleting_a_nominee_empties_the_references(create: Create, editor: httpx.Client) -> None:
    nominee = editor.post("/api/nominees", json=factories.nominee_body()).json()
    post = create(nomineeId=nominee["id"])
    photo = editor.post("/api/photos", json=factories.photo_body(nomineeId=nominee["id"])).json()
    assert (photo["nomineeName"], photo["nomineeTitle"]) == (nominee["name"], nominee["title"])
    assert editor.delete(f"/api/nominees/{nominee['id']}").status_code == 204
    assert editor.get(f"/api/blog/{post['id']}").json()["nomineeId"] is None
    emptied = editor.get(f"/api/photos/{photo['id']}").json()
    keys = ("nomineeId", "nomineeName", "nomineeTitle")
    assert [emptied[key] for key in keys] == [None, None, None]


def test_related_posts_share_tags_above_all(create: Create, nobody: httpx.Client) -> None:
    shared = {"isPublished": True, "category": "case-study"}
    post = create(title="The post", tags=["Jury", "Gala"], **shared)
    create(title="Of its category", tags=[], **shared)
    create(title="With one tag", isPublished=True, category="news", tags=["jury"])
    create(title="With both tags", isPublished=True, category="news", tags=["GALA", "jury"])
    create(title="With nothing", isPublished=True, category="news", tags=["other"])
    create(title="A draft", isPublished=False, category="case-study", tags=["Jury", "Gala"])
    related = nobody.get(f"/api/blog/{post['id']}/related").json()["related"]
    assert [each["title"] for each in related] == [
        "With both tags",
        "With one tag",
        "Of its category",
    ]
