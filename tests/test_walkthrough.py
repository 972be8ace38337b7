"""The test entity and the test field of docs/architecture.md work as they are printed there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site_server import ROOT, clean_environment


def test_the_documented_changes_add_an_entity_and_a_field(tmp_path: Path) -> None:
    for name in ("alembic", "awards_site"):
        ignored = shutil.ignore_patterns("__pycache__", "image_variants")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for name in ("alembic.ini", "assets", "tests", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    diffs = re.findall(r"```diff\n(.*?)```", (ROOT / "docs" / "architecture.md").read_text(), re.S)
    subprocess.run(["git", "apply"], cwd=tmp_path, input="".join(diffs), text=True, check=True)
    tried = subprocess.run(
        [sys.executable, "-m", "tests.walkthrough"],
        cwd=tmp_path,
        env={**clean_environment(), "AWARDS_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 0, tried.stderr
