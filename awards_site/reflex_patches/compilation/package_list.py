"""Keeps Reflex's list of npm packages as it was when a build has only reordered it."""

import json
from pathlib import Path

from reflex_base.constants import Bun

from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex writes its list of npm packages at every build, in varying order, which would"
    " leave each checkout changed.",
    obsolete_when="Reflex writes the list in a fixed order",
)

FOLDER = "reflex.lock"
"""The folder of a project in which Reflex keeps the exact npm packages."""


def read_packages(folder: Path) -> dict[Path, bytes]:
    """Return the files of the list by their paths."""
    return {path: path.read_bytes() for path in folder.glob("*.json")}


def restore_packages(folder: Path, before: dict[Path, bytes]) -> bool:
    """Return whether the packages are those of `before`; put back each file that says the same."""
    same = set(before) == set(folder.glob("*.json"))
    for path, content in before.items():
        if path.exists() and json.loads(path.read_bytes()) == json.loads(content):
            path.write_bytes(content)
        else:
            same = False
    return same


def verify() -> None:
    PATCH.require(Bun.ROOT_LOCKFILE_DIR == FOLDER, f"the folder {FOLDER}")
