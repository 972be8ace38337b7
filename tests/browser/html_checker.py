"""Validates the HTML of pages by html-validate, in one run."""

import json
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from awards_site.prerender.ssr_worker import node_program
from tests.npm_packages import NPM_FOLDER, npm_package

Problems = Mapping[str, list[str]]
"""Names of pages by error: the rule, the message, and the place on the first page."""


def html_problems(pages: Mapping[str, str], folder: Path) -> Problems:
    """Return the errors in HTML, which is given by name and written to `folder`."""
    names = {}
    for number, (name, html) in enumerate(pages.items()):
        file = folder / f"{number}.html"
        file.write_text(html)
        names[str(file)] = name
    program = npm_package("html-validate") / "bin" / "html-validate.mjs"
    configuration = NPM_FOLDER / "html-validate.config.mjs"
    report = folder / "report.json"
    options = ["--config", str(configuration), "--formatter", f"json={report}"]
    outcome = subprocess.run(
        [str(node_program()), str(program), *options, *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert report.exists(), f"html-validate failed:\n{outcome.stderr}"
    problems = defaultdict(list)
    for file in json.loads(report.read_text()):
        for each in file["messages"]:
            problem = f"{each['ruleId']}: {each['message']} ({each['selector']})"
            problems[problem].append(names[file["filePath"]])
    return problems
