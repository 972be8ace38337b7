"""How a cover page's carousel passes through its form."""

import pytest

from awards_site.cover_pages.media import CAROUSEL_IMAGES

IMAGES = ["/uploads/a.png", "https://example.org/ü.png"]


def test_a_list_of_images_passes_through_the_form_unchanged() -> None:
    assert CAROUSEL_IMAGES.value(CAROUSEL_IMAGES.shown(IMAGES)) == IMAGES


@pytest.mark.parametrize("typed", ["", None, "[]"])
def test_no_images_are_an_empty_list(typed: str | None) -> None:
    assert CAROUSEL_IMAGES.value(typed) == []


def test_what_is_no_list_is_left_to_the_api() -> None:
    assert CAROUSEL_IMAGES.value("[broken") == "[broken"


def test_a_record_without_images_shows_none() -> None:
    assert CAROUSEL_IMAGES.shown(None) == "[]"
