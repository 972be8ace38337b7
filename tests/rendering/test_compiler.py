"""Tests of the adjustments by which pages are drawn from a snapshot."""

import pytest

from awards_site.rendering.compiler import CHANGES, adjusted


@pytest.mark.parametrize("path", CHANGES)
def test_adjusting_twice_is_adjusting_once(path: str) -> None:
    text = "before\n" + "".join(f"{found}\nbetween\n" for found, _ in CHANGES[path])
    once = adjusted(path, text)
    assert once != text
    assert adjusted(path, once) == once
    for _, wanted in CHANGES[path]:
        assert wanted in once


@pytest.mark.parametrize("path", CHANGES)
def test_a_moved_anchor_stops_the_build(path: str) -> None:
    lines = [f"{found}\n" for found, _ in CHANGES[path]]
    with pytest.raises(RuntimeError, match="adapt awards_site"):
        adjusted(path, "".join(lines * 2))
    for missing in range(len(lines)):
        if not CHANGES[path][missing][1]:
            continue
        with pytest.raises(RuntimeError, match=path):
            adjusted(path, "".join(lines[:missing] + lines[missing + 1 :]))
