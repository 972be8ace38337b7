"""Builds the pages: Reflex compiles them in `.web`, and the result is copied to `build/`.

Each build has its own folder in `build/`, named by the digest of its sources. A build exists if its
folder does, and a new build does not affect a server that runs from another one.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import typer
from filelock import FileLock, Timeout
from reflex_base.constants import Bun, Dirs

from awards_site.core.http.static_pages import write_script_sources
from awards_site.core.process import tool_environment
from awards_site.core.progress import step
from awards_site.operations import CommandFailed
from awards_site.prerender import PAGES_MANIFEST
from awards_site.settings import Settings, settings

ROOT = Path(__file__).resolve().parents[2]
"""The project folder, which has rxconfig.py."""

BUILDS_DIR = ROOT / "build"

SOURCES = ("awards_site", "assets", "reflex.lock", "rxconfig.py", "requirements.txt")
"""The files and folders that builds depend on, relative to the project folder."""

EXCLUDED_SOURCES = (
    "awards_site/cli.py",
    "awards_site/__main__.py",
    "awards_site/operations/demo/",
    "__pycache__",
    # Links to the components' scripts, created by the compiler.
    "assets/external/",
)
"""The parts of SOURCES that builds do not depend on."""

BUILD_SETTINGS = frozenset(
    {"edition_number", "edition_title", "password_policy", "programme", "short_name"}
)
"""The settings that are part of the pages: the compiler knows no others."""


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield the files that builds depend on, in a fixed order."""
    for source in SOURCES:
        start = root / source
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.is_file() and not any(part in relative for part in EXCLUDED_SOURCES):
                yield path


def source_digest(root: Path = ROOT, values: Settings | None = None) -> str:
    """Return a digest of the sources under `root` and of the build settings."""
    digest = hashlib.sha256()
    for path in source_files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update(json.dumps(build_settings(values or settings()), sort_keys=True).encode())
    return digest.hexdigest()[:16]


def build_settings(values: Settings) -> dict[str, object]:
    """Return the settings that builds depend on, as JSON values."""
    return values.model_dump(mode="json", include=set(BUILD_SETTINGS))


def current_build() -> Path:
    return BUILDS_DIR / source_digest()


def is_built(build_dir: Path) -> bool:
    return (build_dir / PAGES_MANIFEST).is_file()


WEB_DIR = ROOT / ".web"

LOCK_DIR = ROOT / Bun.ROOT_LOCKFILE_DIR
"""The folder of the npm manifest and lock file that Reflex maintains."""

BUILD_VARIABLES = {str(Settings.model_fields[name].validation_alias) for name in BUILD_SETTINGS}
"""The environment variables of the settings that are part of the pages."""

MAX_BUILDS = 5
"""The number of builds that are kept, for servers that still run from an older one."""

NPM_TRACE_LINE = re.compile(
    r"npm (silly|verbose|http|info|timing)|\S+:https?://|cache-miss|\d{13}$"
)
"""Matches lines of npm's trace output, including those wrapped at the terminal width."""


_COMPILER = "import gc, runpy; gc.disable(); runpy.run_module('reflex', run_name='__main__')"
"""Runs Reflex without garbage collections, which find nothing, also of all that it leaves."""


def ensure_built() -> Path:
    """Return the folder of the build of the current sources, after building it if necessary.

    Raises CommandFailed if Reflex or npm fails.
    """
    build_dir = current_build()
    if not is_built(build_dir):
        with _build_lock():
            # Another process may have built it while this one waited for the lock.
            if not is_built(build_dir):
                with step("Building the pages"):
                    build_dir = _build(build_dir)
    with suppress(OSError):  # The checkout may be read-only.
        os.utime(build_dir)
    return build_dir


def _build(build_dir: Path) -> Path:
    """Compile the pages into `build_dir`, which is created atomically, and return it.

    If Reflex changes the npm lock files, which are part of the sources, the returned folder has
    another name.
    """
    packages = _read_packages()
    run_tool([sys.executable, "-c", _COMPILER, "export", "--frontend-only", "--no-zip"])
    for path, before in packages.items():
        # Reflex writes them at every build, in varying order.
        if path.exists() and json.loads(path.read_bytes()) == json.loads(before):
            path.write_bytes(before)
    if _read_packages() != packages:
        build_dir = current_build()
    write_script_sources(WEB_DIR / Dirs.STATIC)
    temporary = BUILDS_DIR / f"{build_dir.name}.temporary"
    shutil.rmtree(temporary, ignore_errors=True)
    shutil.copytree(
        WEB_DIR,
        temporary,
        symlinks=True,
        ignore=lambda folder, _names: {"node_modules"} if Path(folder) == WEB_DIR else set(),
    )
    temporary.rename(build_dir)
    _remove_old_builds()
    return build_dir


def _read_packages() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in LOCK_DIR.glob("*.json")}


def _remove_old_builds() -> None:
    builds = [path for path in BUILDS_DIR.iterdir() if path.is_dir()]
    builds.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in builds[MAX_BUILDS:]:
        shutil.rmtree(old, ignore_errors=True)


def _build_lock() -> AbstractContextManager[object]:
    """Acquire the build lock: Reflex compiles in one folder, so builds cannot run in parallel.

    Raises CommandFailed if this user cannot write the builds, as in a container.
    """
    lock = FileLock(BUILDS_DIR / "lock")
    try:
        BUILDS_DIR.mkdir(exist_ok=True)
        return lock.acquire(blocking=False)
    except Timeout:
        typer.echo("Waiting for another build to finish")
        return lock.acquire()
    except OSError as error:
        raise CommandFailed(
            f"There are no pages for this version and these settings, and none can be built:"
            f" {error}. Build them with the same values of {', '.join(sorted(BUILD_VARIABLES))}"
        ) from error


def run_tool(command: list[str]) -> None:
    """Run a build command in the project folder; raise CommandFailed with its output on failure."""
    result = subprocess.run(  # noqa: S603
        command,
        cwd=ROOT,
        env=build_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        raise CommandFailed(
            f"{_relevant_output(result.stdout)}\nBuild failed; see the output above"
        )


def _relevant_output(output: str) -> str:
    """Return the last lines of a build's output without npm's trace lines."""
    lines = [line for line in output.splitlines() if not NPM_TRACE_LINE.match(line)]
    return "\n".join(lines[-60:])


def build_environment() -> dict[str, str]:
    """Return the environment of Reflex's compiler.

    It has the settings that builds depend on and no secrets, uses Node.js and npm of the virtual
    environment, and disables Reflex's registry probing and version check.
    """
    environment = tool_environment()
    for variable in BUILD_VARIABLES & os.environ.keys():
        environment[variable] = os.environ[variable]
    environment["PATH"] = os.pathsep.join(
        [str(Path(sys.executable).parent), environment.get("PATH", os.defpath)]
    )
    environment |= {
        "REFLEX_USE_NPM": "true",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_WEB_WORKDIR": WEB_DIR.name,
        # Use the system's certificates, and retry after network failures.
        "NODE_USE_SYSTEM_CA": "1",
        "NPM_CONFIG_FETCH_RETRIES": "3",
        # No locked package needs its install script.
        "NPM_CONFIG_IGNORE_SCRIPTS": "true",
        # Keep registry URLs out of the lock file; checksums identify the packages.
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
        raise CommandFailed("npm is missing; run: pip install -r requirements.txt")
    result = subprocess.run(  # noqa: S603
        [npm, "config", "get", "registry"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return result.stdout.strip()
