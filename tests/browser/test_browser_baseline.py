"""The shipped scripts use only what the oldest supported browsers have."""

import json
import subprocess
from pathlib import Path
from shutil import copytree

from awards_site.operations.build import current_build
from awards_site.prerender.html import script
from awards_site.prerender.ssr_worker import node_program
from tests.npm_packages import NPM_FOLDER, npm_package

INLINED = ("kit.js", "loader.js", "typefaces.js")
NEWER = {
    "newer1.js": "URL.parse('')",
    "newer2.js": "Promise.withResolvers()",
    "newer3.js": "Object.groupBy([])",
}
"""Scripts with APIs that those browsers lack."""


def test_scripts_use_only_what_the_oldest_supported_browsers_have(
    built: None, tmp_path: Path
) -> None:
    copytree(current_build() / "build" / "client" / "assets", tmp_path / "built")
    for name in INLINED:
        (tmp_path / name).write_text(script(name))
    for name, use in NEWER.items():
        (tmp_path / name).write_text(f"{use};")
    program = npm_package("eslint") / "bin" / "eslint.js"
    options = ["--config", str(NPM_FOLDER / "eslint.config.mjs"), "--format", "json", "."]
    outcome = subprocess.run(
        [str(node_program()), str(program), *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not outcome.stderr, outcome.stderr
    found = {
        Path(each["filePath"]).name: each["messages"]
        for each in json.loads(outcome.stdout)
        if each["messages"]
    }
    assert found.keys() == NEWER.keys(), found
