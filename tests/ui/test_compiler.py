"""Tests of the patches of Reflex's compiler output."""

from collections.abc import Callable

import pytest

from awards_site.ui.compiler import (
    connect_to_page_port,
    replace_emotion,
)

CASES = [
    (connect_to_page_port, "    endpoint.hostname = frontend_hostname;\n"),
    (replace_emotion, "    alias: [\n"),
]


@pytest.mark.parametrize(("adjust", "anchor"), CASES)
def test_adjusting_twice_is_adjusting_once(adjust: Callable[[str], str], anchor: str) -> None:
    once = adjust(f"before\n{anchor}after\n")
    assert once != f"before\n{anchor}after\n"
    assert adjust(once) == once


@pytest.mark.parametrize(("adjust", "anchor"), CASES)
def test_a_moved_anchor_stops_the_build(adjust: Callable[[str], str], anchor: str) -> None:
    for text in ("nothing of the kind\n", anchor * 2):
        with pytest.raises(RuntimeError, match="adapt awards_site"):
            adjust(text)
