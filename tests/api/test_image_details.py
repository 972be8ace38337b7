"""Pages show the details of images, and published images without some are reported."""

from datetime import timedelta
from typing import Any

from httpx import Client

from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import (
    NOMINEE,
    PHOTO,
    POST,
    SPONSOR,
)
from tests.api.media import describe, items, upload


def test_pages_get_the_details_of_images_that_have_some(admin: Client, anonymous: Client) -> None:
    url = upload(admin)
    NOMINEE.create(admin, imageUrl=url)
    keys = {"src", "width", "height", "avif", "webp", "tint"}

    def image() -> dict[str, Any]:
        found: dict[str, Any] = anonymous.get("/api/nominees").json()[0]["image"]
        return found

    assert image().keys() == keys
    describe(admin, url, altText="Ada on stage", credit="Jane Roe", focalX=30, focalY=10)
    assert (image()["alt"], image()["credit"], image()["position"]) == (
        "Ada on stage",
        "Jane Roe",
        "30% 10%",
    )
    describe(admin, url, focalX=50, focalY=50)
    # Without a focal point, some crops keep what is above the centre.
    assert image()["position"] == "50% 50%"
    describe(admin, url, altText=None, credit=None, focalX=None, focalY=None)
    assert image().keys() == keys
    describe(admin, url, consentNote="Ada, by email")
    assert "by email" not in anonymous.get("/api/nominees").text


def test_a_photos_own_alternative_text_overrides_that_of_the_library(
    admin: Client, anonymous: Client
) -> None:
    url = upload(admin)
    PHOTO.create(admin, imageUrl=url, altText="The stage")
    assert "alt" not in anonymous.get("/api/photos").json()[0]["image"]
    describe(admin, url, altText="A red square")
    assert anonymous.get("/api/photos").json()[0]["image"]["alt"] == "The stage"


def test_consents_that_expire_are_found(frozen_clock: FrozenClock, admin: Client) -> None:
    days = {"past": -1, "today": 0, "soon": 30, "later": 31}
    urls = {name: upload(admin, f"{name}.png") for name in (*days, "never")}
    for name, number in days.items():
        day = (frozen_clock.now + timedelta(days=number)).date().isoformat()
        describe(admin, urls[name], consentExpiresOn=day)
    due = {each["title"] for each in items(admin, consent="due")}
    assert due == {"past", "today", "soon"}
    assert {each["title"] for each in items(admin, consent="expired")} == {"past"}


def test_a_published_image_without_details_is_reported(admin: Client) -> None:
    url = upload(admin)
    header = "Lacking-Image-Details"
    created = admin.post("/api/nominees", json=NOMINEE.body(imageUrl=url))
    assert created.status_code == 201
    assert created.headers[header] == "alternative text, credit"
    path = NOMINEE.path(created.json()["id"])
    # What is published already is not reported again.
    assert header not in admin.patch(path, json={"title": "Director"}).headers
    describe(admin, url, altText="Ada on stage")
    admin.patch(path, json={"isPublished": False})
    assert admin.patch(path, json={"isPublished": True}).headers[header] == "credit"
    describe(admin, url, credit="Jane Roe")
    admin.patch(path, json={"isPublished": False})
    assert header not in admin.patch(path, json={"isPublished": True}).headers


def test_the_image_of_a_draft_is_checked_as_that_of_an_update(
    configure: Configure, admin: Client
) -> None:
    url = upload(admin)
    path = NOMINEE.path(NOMINEE.create(admin)["id"])
    assert admin.put(f"{path}/draft", json={"imageUrl": url}).status_code == 200
    published = admin.post(f"{path}/draft/publish")
    assert published.headers["Lacking-Image-Details"] == "alternative text, credit"
    configure(AWARDS_MEDIA_RULES="off")
    other = {"imageUrl": upload(admin, "other.png", "blue")}
    assert admin.put(f"{path}/draft", json=other).status_code == 200
    configure(AWARDS_MEDIA_RULES="block")
    for refused in (
        admin.put(f"{path}/draft", json=other),
        admin.post(f"{path}/draft/publish"),
    ):
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == "imageUrl"
    assert admin.get(path).json()["imageUrl"] == url


def test_nothing_is_reported_of_logos_external_images_or_if_the_setting_says_so(
    admin: Client, configure: Configure
) -> None:
    url = upload(admin)
    for response in (
        admin.post("/api/sponsors", json=SPONSOR.body(logo_url=url)),
        admin.post("/api/nominees", json=NOMINEE.body(imageUrl="https://example.org/a.png")),
        admin.post("/api/blog", json=POST.body(featuredImageUrl=url, isPublished=False)),
    ):
        assert response.status_code == 201
        assert "Lacking-Image-Details" not in response.headers
    configure(AWARDS_MEDIA_RULES="off", AWARDS_SESSION_IDLE_HOURS="100")
    response = admin.post("/api/nominees", json=NOMINEE.body(imageUrl=upload(admin)))
    assert "Lacking-Image-Details" not in response.headers


def test_images_without_details_are_not_published_if_the_setting_says_so(
    configure: Configure, admin: Client
) -> None:
    configure(AWARDS_MEDIA_RULES="block", AWARDS_SESSION_IDLE_HOURS="100")
    url = upload(admin)
    draft = NOMINEE.create(admin, imageUrl=url, isPublished=False)
    response = admin.patch(NOMINEE.path(draft["id"]), json={"isPublished": True})
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {
            "field": "imageUrl",
            "message": "Before this is published, its image needs an alternative text and a credit."
            " Add what is missing in Media.",
        }
    ]
    bulk = admin.post("/api/nominees/bulk", json={"action": "publish", "ids": [draft["id"]]})
    assert bulk.status_code == 422
    describe(admin, url, altText="Ada on stage", credit="Jane Roe")
    assert NOMINEE.change(admin, draft, isPublished=True)["isPublished"]
