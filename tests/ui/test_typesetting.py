"""Texts on social images are wrapped or truncated to their width, in every writing system."""

import pytest

from awards_site.core import paths
from awards_site.ui.share_images.drawing import SocialCard
from awards_site.ui.share_images.typesetting import (
    DISPLAY,
    SANS,
    TextStyle,
    fit_text,
    is_supported,
    runs_of,
)

LATIN = ["Łucja Żółć, \u201cZoë\u201d \u2013 50 % Zoe\u0308 so\u00adft Ĝis ½", "Nguyễn Thị Hằng"]
SHAPED = "فاطمة الزهراء بنت محمد|پریسا گلچین|श्रीमती प्रियंका शर्मा|শ্রেয়া চট্টোপাধ্যায়|பிரியா கிருஷ்ணன்"
OTHERS = "Ελένη|Їжакевич|Հակոբյան|ბერიძე|שירה כהן־לוי|สุภาพร|歐陽詩婷, 王芳|さくら, ジェーン|김서연"


@pytest.mark.parametrize("name", [*LATIN, *f"{SHAPED}|{OTHERS}".split("|")])
def test_each_script_is_drawn_in_a_font_that_has_it(name: str) -> None:
    assert is_supported(name)
    assert SocialCard("nominees", 1, "WEA", name).url.startswith("/share/nominees/1-")
    assert 200 < fit_text(DISPLAY, name, 1100, 2, range(80, 40, -8)).width(name) < 2200


def test_a_name_has_a_card_without_its_emoji_but_not_without_letters() -> None:
    for name in ("Ada \U0001f600", "\U0001f469\u200d\U0001f52c Ada", "Ada \u2764\ufe0f"):
        assert SocialCard("nominees", 1, "WEA", name).url.startswith("/share/nominees/1-")
        assert "".join(part for _, part, _ in runs_of(DISPLAY, name)).strip() == "Ada"
    for name in ("\U0001f600", "\u2764\ufe0f", "Ada \u1208"):
        assert SocialCard("nominees", 1, "WEA", name).url == paths.DEFAULT_SHARE_IMAGE


def test_words_of_other_fonts_and_directions_stay_in_order() -> None:
    assert [part for _, part, _ in runs_of(DISPLAY, "Mei (王芳) Li")] == ["Mei (", "王芳) ", "Li"]
    assert [part for _, part, _ in runs_of(DISPLAY, "نور 王芳 5")] == ["王芳 5", "نور "]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("שירה (a) [b] כהן", "<כהן> <] >b<) [>a<שירה (>"),
        ("נור (Mei 王芳) 5", "5 <) >Mei  王芳 <נור (>"),
        ("Ada (שירה) & [b]", "Ada ( <שירה> ) & [b]"),
        ("a (ב) ג", "a ( <ב> )  <ג>"),
        ("(שירה)", "<שירה)> <(>"),
    ],
)
def test_brackets_stay_with_what_they_enclose_from_right_to_left(written: str, shown: str) -> None:
    runs = [f"<{part}>" if is_rtl else part for _, part, is_rtl in runs_of(DISPLAY, written)]
    assert "".join(runs).replace(" ", "") == shown.replace(" ", "")


def test_each_line_has_the_direction_of_the_whole_text() -> None:
    first, second = TextStyle(DISPLAY, 40).wrap("שירה כהן (Ada Lovelace) כהן", 330, 3)
    assert [part.strip() for _, part, _ in runs_of(DISPLAY, first)] == ["Ada", "שירה כהן ("]
    assert [part.strip() for _, part, _ in runs_of(DISPLAY, second)] == ["כהן", ")", "Lovelace"]


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
