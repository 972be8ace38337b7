"""Building the pages: Reflex compiles them in `.web`, and the result is kept as a release."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import typer

from awards_site.operations.build_digest import RELEASES, ROOT, current_release, is_built
from awards_site.settings import Settings

WORKSHOP = ROOT / ".web"
"""The folder in which Reflex compiles."""

PACKAGES = ROOT / "reflex.lock"
"""The folder in which Reflex keeps the exact npm packages."""

MAX_BUILDS = 5
"""How many builds are kept, so that servers which run from an older one are not disturbed."""

NPM_TRACING = re.compile(r"npm (silly|verbose|http|info|timing)|\S+:https?://|cache-miss|\d{13}$")
"""How lines of npm's tracing begin, those broken by the width of the terminal included."""

SHOWN_LINES = 60
"""How much of a failed build's output is shown."""

PLACE_SETTINGS = ("host", "port", "data_dir", "database_address", "redis_url", "public_address")
"""The settings that tell where a server stands; a build must not know them."""


class BuildFailed(Exception):
    """The pages could not be built; the message ends with what the tool that failed has said."""


def ensure_built() -> Path:
    """Return the folder of the build that belongs to the sources, building it when missing.

    Raises BuildFailed when Reflex or npm fails; builds of earlier sources stay as they were.
    """
    release = current_release()
    if not is_built(release):
        with _build_lock():
            # Another process may have built it while this one waited for the lock.
            if not is_built(release):
                typer.echo("Building the pages, which takes a minute the first time")
                release = _build(release)
    with suppress(OSError):  # A checkout that may only be read is served as well.
        os.utime(release)
    return release


def _build(release: Path) -> Path:
    """Compile the pages, and keep and return them as `release`, which appears whole or not at all.

    The name becomes another one when Reflex had to change the list of npm packages, because that
    list is a source, too.
    """
    packages = {path: path.read_bytes() for path in PACKAGES.glob("*.json")}
    _run([sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"])
    if not _restore_packages(packages):
        release = current_release()
    unfinished = RELEASES / f"{release.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(
        WORKSHOP,
        unfinished,
        symlinks=True,
        ignore=lambda folder, _names: {"node_modules"} if Path(folder) == WORKSHOP else set(),
    )
    unfinished.rename(release)
    _remove_old_releases()
    return release


def _restore_packages(before: dict[Path, bytes]) -> bool:
    """Return whether the npm packages are those of `before`, the files by their paths.

    Reflex writes its list again at every build, in varying order; a list that says the same is put
    back as it was, so that a build leaves the checkout clean.
    """
    same = set(before) == set(PACKAGES.glob("*.json"))
    for path, content in before.items():
        if path.exists() and json.loads(path.read_bytes()) == json.loads(content):
            path.write_bytes(content)
        else:
            same = False
    return same


def _remove_old_releases() -> None:
    releases = [path for path in RELEASES.iterdir() if path.is_dir()]
    releases.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in releases[MAX_BUILDS:]:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _build_lock() -> Iterator[None]:
    """Hold the right to build: Reflex compiles in one folder, so one build runs at a time."""
    RELEASES.mkdir(exist_ok=True)
    with (RELEASES / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            typer.echo("Another build is running; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(command: list[str]) -> None:
    """Run a build command in the project's folder; its output is shown when it fails."""
    outcome = subprocess.run(  # noqa: S603
        command,
        cwd=ROOT,
        env=build_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if outcome.returncode:
        raise BuildFailed(f"{_telling(outcome.stdout)}\nThe pages could not be built: see above")


def _telling(output: str) -> str:
    """Return the end of a build's output without npm's tracing, which hides what went wrong."""
    lines = [line for line in output.splitlines() if not NPM_TRACING.match(line)]
    return "\n".join(lines[-SHOWN_LINES:])


def build_environment() -> dict[str, str]:
    """Return the environment of Reflex's compiler.

    Node.js and npm are those of the virtual environment, whatever the machine has of its own.
    Reflex is kept from measuring registries, from asking for newer versions of itself, and from
    all settings that differ between servers of one build.
    """
    environment = dict(os.environ)
    for name in PLACE_SETTINGS:
        environment.pop(str(Settings.model_fields[name].validation_alias), None)
    environment["PATH"] = os.pathsep.join(
        [str(Path(sys.executable).parent), environment.get("PATH", os.defpath)]
    )
    environment |= {
        "REFLEX_USE_NPM": "true",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_WEB_WORKDIR": WORKSHOP.name,
        # Trust the certificates that the machine trusts, and bear a short loss of the network.
        "NODE_USE_SYSTEM_CA": "1",
        "NPM_CONFIG_FETCH_RETRIES": "3",
        # The lock names packages by their checksums, not by the registry they came from.
        "NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED": "true",
        "NPM_CONFIG_AUDIT": "false",
        "NPM_CONFIG_FUND": "false",
        "NPM_CONFIG_UPDATE_NOTIFIER": "false",
    }
    environment.setdefault("NPM_CONFIG_REGISTRY", _npm_registry(environment["PATH"]))
    return environment


def _npm_registry(path: str) -> str:
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise BuildFailed("npm is missing; run: pip install -r requirements.txt")
    answer = subprocess.run(  # noqa: S603
        [npm, "config", "get", "registry"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return answer.stdout.strip()
