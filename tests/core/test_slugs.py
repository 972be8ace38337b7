"""Tests of slugs and record paths."""

import pytest

from awards_site.core.paths import MAX_PATH_LENGTH, record_id, record_path


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("Ada Lovelace", "/nominees/7-ada-lovelace"),
        ("Zoë Müller-Núñez", "/nominees/7-zoe-muller-nunez"),
        ("  O'Neill,  Inc. ", "/nominees/7-oneill-inc"),
        ("Łódź Ørsted Đorđe", "/nominees/7-lodz-orsted-dorde"),
        ("İş\u0131l Þóra Nguyễn", "/nominees/7-isil-thora-nguyen"),
        ("Zoe\u0308 Weiß", "/nominees/7-zoe-weiss"),
        ("Œuvre & Æsop", "/nominees/7-oeuvre-aesop"),
        ("O\u2019Neill \u2013 “Ada”…", "/nominees/7-oneill-ada"),
        ("王芳", "/nominees/7-wangfang"),
        ("نور الهدى", "/nominees/7-nwr-lhda"),
        ("Анна Жукова", "/nominees/7-anna-zhukova"),
        ("Μαρία", "/nominees/7-maria"),
        ("\u200b!?", "/nominees/7-honoree"),
        ("Li", "/nominees/7-honoree-li"),
        ("", "/nominees/7-honoree"),
    ],
)
def test_a_path_always_has_a_readable_slug_in_latin_letters(title: str, path: str) -> None:
    assert record_path("/nominees", 7, title, "honoree") == path


def test_a_long_title_is_cut_between_words() -> None:
    slug = record_path("/events", 7, "a very long title " * 40, "event").removeprefix("/events/7-")
    assert len(slug) <= MAX_PATH_LENGTH
    assert slug.split("-")[-1] in {"a", "very", "long", "title"}
    assert record_path("/events", 7, "x" * 500, "event") == f"/events/7-{'x' * MAX_PATH_LENGTH}"


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("7-ada", 7),
        ("7", 7),
        ("7-", 7),
        ("007-ada", 7),
        ("ada", None),
        ("7ada", None),
        ("-7", None),
        ("", None),
        ("\u0667-ada", None),
        ("9" * 19, None),
    ],
)
def test_the_id_in_a_key_finds_the_record(key: str, number: int | None) -> None:
    assert record_id(key) == number
