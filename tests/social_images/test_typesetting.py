"""Texts on the pictures of shared links are set in full or cut, never over the edge."""

import pytest

from awards_site.core import paths
from awards_site.social_images.card import ShareCard
from awards_site.social_images.typesetting import DISPLAY, SANS, Setting, can_be_set, largest


def test_other_scripts_are_left_to_the_general_picture() -> None:
    assert can_be_set("Łucja Żółć, \u201cZoë\u201d \u2013 50 % Zoe\u0308 so\u00adft Ĝis ½")
    assert not can_be_set("王芳")
    assert not can_be_set("Ada \U0001f600")
    assert ShareCard("nominees", 1, "WEA", "王芳").address == paths.SHARED_PICTURE
    assert ShareCard("nominees", 1, "WEA", "Ada").address.startswith("/share/nominees/1-")


@pytest.mark.parametrize(
    "text",
    ["Ada", "two words", "a " * 300, "x" * 400, "Konstantinopoulou-Wolkenstein " * 5, "", "   "],
)
@pytest.mark.parametrize("max_lines", [1, 3])
def test_lines_stay_within_their_width(text: str, max_lines: int) -> None:
    setting = largest(DISPLAY, text, 500, max_lines, range(80, 40, -8))
    lines = setting.wrap(text, 500, max_lines)
    assert 1 <= len(lines) <= max_lines
    assert all(setting.width(line) <= 500 for line in lines)


def test_a_short_text_is_set_large_and_whole() -> None:
    assert largest(DISPLAY, "Ada", 500, 2, range(80, 40, -8)).size == 80
    assert Setting(SANS, 20).wrap("so much", 1000, 1) == ["so much"]
    assert Setting(SANS, 20).wrap("so much that it is cut", 100, 1)[0].endswith("\u2026")
