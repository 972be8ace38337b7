"""Pictures of shared links: of published records alone, at an address that names what is drawn."""

import io
from pathlib import Path
from typing import Any

import pytest
from httpx import Client
from PIL import Image

from awards_site.social_images.card import ShareCard
from awards_site.social_images.cards import event_card, nominee_card, post_card
from awards_site.social_images.drawing import draw
from tests.api.entities import EVENT, NOMINEE, POST, Entity
from tests.pictures import picture


@pytest.mark.parametrize(
    ("entity", "card_of"),
    [(NOMINEE, nominee_card), (EVENT, event_card), (POST, post_card)],
    ids=str,
)
def test_a_picture_is_served_while_its_record_is_published(
    entity: Entity, card_of: Any, editor: Client
) -> None:
    record = entity.create(editor, isPublished=True)
    address = card_of(record).address
    response = editor.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)
    assert editor.head(address).status_code == 200
    entity.change(editor, record, isPublished=False)
    # Staff see drafts in the portal, and not at addresses for visitors.
    assert editor.get(address).status_code == 404


def test_another_text_is_another_address_and_the_old_one_leads_there(
    editor: Client, data_dir: Path
) -> None:
    record = NOMINEE.create(editor)
    old = nominee_card(record).address
    assert editor.get(old).status_code == 200
    new = nominee_card(NOMINEE.change(editor, record, name="Ada Lovelace")).address
    assert new != old
    moved = editor.get(old)
    assert (moved.status_code, moved.headers["location"]) == (307, new)
    assert editor.get(new).status_code == 200
    # What is not asked for any more is not kept.
    kept = [file.name for file in (data_dir / "share" / "nominees").iterdir()]
    assert kept == [new.rpartition("/")[2]]


@pytest.mark.parametrize("name", ["999999-abc.jpg", "abc.jpg", "1", "..%2f..%2fawards.db", "1.jpg"])
def test_unknown_pictures_are_not_found(name: str, anonymous: Client) -> None:
    for folder in ("nominees", "events", "blog"):
        assert anonymous.get(f"/share/{folder}/{name}").status_code == 404


def test_a_portrait_is_drawn_and_a_broken_one_is_not_missed(editor: Client) -> None:
    uploaded = editor.post(
        "/api/upload/image", files={"file": ("a.png", picture(size=(80, 100)), "image/png")}
    ).json()["url"]
    shown = Image.open(io.BytesIO(draw(card(uploaded)))).convert("RGB")
    red, green, blue = shown.getpixel((1000, 300))  # type: ignore[misc]
    assert red > 200
    assert max(green, blue) < 60
    for broken in ("", "/uploads/missing.png", "https://example.org/a.jpg", "/uploads/../x.png"):
        plain = Image.open(io.BytesIO(draw(card(broken))))
        assert plain.size == (1200, 630)


def card(portrait: str) -> ShareCard:
    return ShareCard("nominees", 1, "WEA 2025", "Ada", ("Founder",), portrait, "A", "Winner")
