"""Runs the site's scripts in Node.js, without a browser or a build."""

import json
import subprocess
from collections.abc import Sequence
from typing import Any

from awards_site.prerender.ssr_worker import node_program
from tools.site_server import ROOT

_IMPORTS = ROOT / "tests" / "javascript_imports.mjs"


def run(program: str, data: Any) -> Any:
    """Run a module with the variable `data`; return the JSON that it writes."""
    beginning = "import { text } from 'node:stream/consumers';"
    reading = "const data = JSON.parse(await text(process.stdin));"
    outcome = subprocess.run(
        [
            str(node_program()),
            "--import",
            str(_IMPORTS),
            "--input-type=module",
            "--eval",
            f"{beginning}\n{reading}\n{program}",
        ],
        cwd=ROOT,
        input=json.dumps(data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


def call(script: str, function: str, *arguments: Any) -> Any:
    """Return the result of a function of a script, such as `frontend/events/views.js`."""
    [result] = call_each(script, function, [arguments])
    return result


def call_each(script: str, function: str, calls: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the results of a function of a script for the arguments of each call."""
    path = json.dumps(str(ROOT / "awards_site" / script))
    results: list[Any] = run(
        f"const found = await import({path});"
        f"const results = data.map((each) => found[{json.dumps(function)}](...each) ?? null);"
        "process.stdout.write(JSON.stringify(results));",
        calls,
    )
    return results
