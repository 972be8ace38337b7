"""Tests of the adjustments by which pages are drawn from a snapshot."""

from pathlib import Path

import pytest

from awards_site.prerender import compiler
from awards_site.prerender.compiler import CHANGES, SnapshotPlugin, adjusted


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


def test_what_an_earlier_version_has_changed_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "get_web_dir", lambda: tmp_path)
    changed = tmp_path / "utils" / "state.js"
    changed.parent.mkdir()
    changed.write_text("adjusted in another way")
    later: list[str] = []
    SnapshotPlugin().pre_compile(
        add_save_task=lambda _task: None,
        add_modify_task=lambda path, _task: later.append(path),
    )
    assert changed.read_text().count(CHANGES["utils/state.js"][0][0]) == 1
    assert later == list(CHANGES)
