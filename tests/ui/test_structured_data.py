"""Structured data is valid JSON that cannot end its script element."""

import json
from typing import Any

from awards_site.core.presentation.texts import summary
from awards_site.ui.pages import Head, absolute, as_json_ld, breadcrumbs


def structured_data(head: Head) -> dict[str, dict[str, Any]]:
    """Return the schema.org items of a head by type."""
    return {each["@type"]: each for each in json.loads(head.json_ld)["@graph"]}


def test_text_cannot_end_the_data_block() -> None:
    hostile = "</script><script>alert(1)</script><!-- & \u2028"
    text = as_json_ld({"@type": "Person", "name": hostile})
    assert "<" not in text
    assert ">" not in text
    assert json.loads(text)["@graph"][0]["name"] == hostile


def test_empty_values_are_left_out() -> None:
    text = as_json_ld({"name": "Ada", "image": "", "sameAs": [], "offers": None, "year": 0})
    assert json.loads(text)["@graph"] == [{"name": "Ada", "year": 0}]


def test_breadcrumb_positions_start_at_the_home_page() -> None:
    [home, nominees] = breadcrumbs(("Nominees", "/nominees"))["itemListElement"]
    assert (home["position"], home["name"], home["item"]) == (1, "Home", absolute("/"))
    assert (nominees["position"], nominees["item"]) == (2, absolute("/nominees"))
    assert absolute("/nominees").startswith("http")


def test_a_summary_is_one_line_cut_between_words() -> None:
    assert summary("two\n lines") == "two lines"
    cut = summary("word, " * 100)
    assert len(cut) <= 160
    assert cut.endswith("word\u2026")
    assert len(summary("x" * 500)) <= 160
