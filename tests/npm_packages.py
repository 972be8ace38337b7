"""The npm packages that only tests use: pinned by a lock file, installed at first use."""

import fcntl
import shutil
import subprocess
from functools import cache
from pathlib import Path

from awards_site.operations.build import build_environment
from tools.site_server import ROOT

NPM_FOLDER = ROOT / "tests" / "npm"
LOCK = NPM_FOLDER / "package-lock.json"
_INSTALLED = NPM_FOLDER / "node_modules"


@cache
def npm_package(name: str) -> Path:
    """Return the folder of a package that tests/npm/package.json names."""
    with LOCK.open() as lock:
        # Tests run in several processes; one of them installs.
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install()
    return _INSTALLED / name


def _install() -> None:
    done = _INSTALLED / ".package-lock.json"
    # npm writes this file last.
    if not done.exists() or done.stat().st_mtime < LOCK.stat().st_mtime:
        environment = build_environment()
        npm = shutil.which("npm", path=environment["PATH"])
        assert npm, "npm is missing; run: pip install -r requirements.txt"
        outcome = subprocess.run(
            [npm, "ci", "--ignore-scripts"],
            cwd=NPM_FOLDER,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert outcome.returncode == 0, f"npm ci in {NPM_FOLDER}:\n{outcome.stderr}"
