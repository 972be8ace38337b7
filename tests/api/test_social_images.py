"""Social images of published records, at a URL with a digest of their content."""

import io
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from PIL import Image

from awards_site.core.schemas import StoredSchema
from awards_site.features.blog.entity import BlogPostPublic
from awards_site.features.blog.entity import social_card as post_card
from awards_site.features.events.entity import EventView
from awards_site.features.events.entity import social_card as event_card
from awards_site.features.nominees.entity import NomineeView
from awards_site.features.nominees.entity import social_card as nominee_card
from awards_site.ui.share_images.drawing import SocialCard, render_card
from tests.api.entities import EVENT, NOMINEE, POST, Entity
from tests.image_files import image_bytes


@pytest.mark.parametrize(
    ("entity", "schema", "card_of"),
    [
        (NOMINEE, NomineeView, nominee_card),
        (EVENT, EventView, event_card),
        (POST, BlogPostPublic, post_card),
    ],
    ids=["nominee", "event", "post"],
)
def test_a_social_image_is_served_while_its_record_is_published(
    entity: Entity, schema: type[StoredSchema], card_of: Any, editor: Client
) -> None:
    record = entity.create(editor, isPublished=True)
    url = card_of(schema.from_json(record)).url
    response = editor.get(url)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    assert editor.head(url).status_code == 200
    entity.change(editor, record, isPublished=False)
    # Staff see drafts in the portal only.
    assert editor.get(url).status_code == 404


def test_a_changed_text_changes_the_url_and_the_old_one_redirects(
    editor: Client, data_dir: Path
) -> None:
    def address_of(record: dict[str, Any]) -> str:
        return nominee_card(NomineeView.from_json(record)).url

    record = NOMINEE.create(editor)
    old = address_of(record)
    assert editor.get(old).status_code == 200
    new = address_of(NOMINEE.change(editor, record, name="Ada Lovelace"))
    assert new != old
    moved = editor.get(old)
    assert (moved.status_code, moved.headers["location"]) == (307, new)
    assert editor.get(new).status_code == 200
    # Outdated images are deleted.
    files = [file.name for file in (data_dir / "share" / "nominees").iterdir()]
    assert files == [new.rpartition("/")[2]]


@pytest.mark.parametrize("name", ["999999-abc.jpg", "abc.jpg", "1", "..%2f..%2fawards.db", "1.jpg"])
def test_unknown_social_images_return_404(name: str, anonymous: Client) -> None:
    for folder in ("nominees", "events", "blog"):
        assert anonymous.get(f"/share/{folder}/{name}").status_code == 404


def test_a_portrait_is_drawn_and_a_broken_one_is_left_out(editor: Client) -> None:
    uploaded = editor.post(
        "/api/upload/image", files={"file": ("a.png", image_bytes(size=(80, 100)), "image/png")}
    ).json()["url"]
    shown = Image.open(io.BytesIO(render_card(card(uploaded)))).convert("RGB")
    red, green, blue = shown.getpixel((1000, 300))  # type: ignore[misc]
    assert red > 200
    assert max(green, blue) < 60
    for broken in ("", "/uploads/missing.png", "https://example.org/a.jpg", "/uploads/../x.png"):
        plain = Image.open(io.BytesIO(render_card(card(broken))))
        assert plain.size == (1200, 630)


def card(portrait: str) -> SocialCard:
    return SocialCard("nominees", 1, "WEA 2025", "Ada", ("Founder",), portrait, "A", "Winner")
