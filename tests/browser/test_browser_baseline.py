"""The shipped scripts use only what the oldest supported browsers have."""

import subprocess
from pathlib import Path

import pytest

from awards_site.operations.build import current_build
from awards_site.prerender.html import script
from awards_site.prerender.ssr_worker import node_program
from tests.npm_packages import NPM_FOLDER, npm_package

INLINED = ("loader.js", "typefaces.js")


def findings(folder: Path) -> str:
    """Return what the scripts of a folder use that some supported browser lacks."""
    program = npm_package("eslint") / "bin" / "eslint.js"
    options = ["--config", str(NPM_FOLDER / "eslint.config.mjs"), "."]
    outcome = subprocess.run(
        [str(node_program()), str(program), *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not outcome.stderr, outcome.stderr
    return outcome.stdout


def test_the_built_scripts_run_in_the_oldest_supported_browsers(built: None) -> None:
    assert findings(current_build() / "build" / "client" / "assets") == ""


def test_the_inlined_scripts_run_in_the_oldest_supported_browsers(tmp_path: Path) -> None:
    for name in INLINED:
        (tmp_path / name).write_text(script(name))
    assert findings(tmp_path) == ""


@pytest.mark.parametrize("use", ["URL.parse('')", "Promise.withResolvers()", "Object.groupBy([])"])
def test_a_newer_api_is_found(tmp_path: Path, use: str) -> None:
    (tmp_path / "newer.js").write_text(f"{use};")
    assert "error" in findings(tmp_path)
