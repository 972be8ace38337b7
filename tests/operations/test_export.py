"""Tests of failures of the export."""

from pathlib import Path

import pytest

from awards_site.operations.export import ExportFailed, export


def test_a_folder_that_is_not_empty_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ExportFailed, match="is not empty"):
        export(tmp_path / "build", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
