"""Texts on social images are wrapped or truncated to their width."""

import pytest

from awards_site.core import paths
from awards_site.ui.share_images.drawing import SocialCard
from awards_site.ui.share_images.typesetting import DISPLAY, SANS, TextStyle, fit_text, is_supported


def test_other_writing_systems_use_the_default_image() -> None:
    assert is_supported("Łucja Żółć, \u201cZoë\u201d \u2013 50 % Zoe\u0308 so\u00adft Ĝis ½")
    assert not is_supported("王芳")
    assert not is_supported("Ada \U0001f600")
    assert SocialCard("nominees", 1, "WEA", "王芳").url == paths.DEFAULT_SHARE_IMAGE
    assert SocialCard("nominees", 1, "WEA", "Ada").url.startswith("/share/nominees/1-")


@pytest.mark.parametrize(
    "text",
    ["Ada", "two words", "a " * 300, "x" * 400, "Konstantinopoulou-Wolkenstein " * 5, "", "   "],
)
@pytest.mark.parametrize("max_lines", [1, 3])
def test_lines_stay_within_their_width(text: str, max_lines: int) -> None:
    setting = fit_text(DISPLAY, text, 500, max_lines, range(80, 40, -8))
    lines = setting.wrap(text, 500, max_lines)
    assert 1 <= len(lines) <= max_lines
    assert all(setting.width(line) <= 500 for line in lines)


def test_a_short_text_is_large_and_not_truncated() -> None:
    assert fit_text(DISPLAY, "Ada", 500, 2, range(80, 40, -8)).size == 80
    assert TextStyle(SANS, 20).wrap("so much", 1000, 1) == ["so much"]
    assert TextStyle(SANS, 20).wrap("so much that it is cut", 100, 1)[0].endswith("\u2026")
