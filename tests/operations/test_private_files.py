"""Other users of the machine cannot read the data folder."""

import stat
from pathlib import Path

import pytest

from tests.command_line import succeed
from tests.operations.sites import Sites

pytestmark = pytest.mark.usefixtures("fast_commands")


def open_to_others(folder: Path) -> list[str]:
    return [
        f"{stat.filemode(path.stat().st_mode)} {path.name}"
        for path in (folder, *folder.rglob("*"))
        # Files of the demo edition are links to those of the checkout, which are not secret.
        if path.stat().st_mode & 0o077 and (path.is_dir() or path.stat().st_nlink == 1)
    ]


def test_a_start_leaves_private_files(sites: Sites) -> None:
    data_dir = sites.new("sqlite").data_dir
    succeed("reset-demo", "--yes")
    assert (data_dir / "awards.db").is_file()
    assert list((data_dir / "uploads").iterdir())
    assert open_to_others(data_dir) == []


def test_an_existing_folder_is_made_private(sites: Sites) -> None:
    data_dir = sites.new("sqlite").data_dir
    (data_dir / "uploads").mkdir(parents=True)
    (data_dir / "uploads" / "a.png").write_bytes(b"x")
    (data_dir / "link").symlink_to("/etc/hostname")
    assert len(open_to_others(data_dir)) >= 3
    output = succeed("migrate")
    assert "permissions of other users removed" in output
    assert "count=3" in output
    (data_dir / "link").unlink()
    assert open_to_others(data_dir) == []
    assert "permissions of other users" not in succeed("migrate")
