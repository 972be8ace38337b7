"""The digest of the sources, which identifies a build of the pages.

Each build has its own folder in `build/`, named by the digest of its sources. A build exists if its
folder does, and a new build does not affect a server that runs from another one.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from awards_site.prerender import PAGES_MANIFEST
from awards_site.settings import Settings, settings

ROOT = Path(__file__).resolve().parents[2]
"""The project folder, which has rxconfig.py."""

BUILDS_DIR = ROOT / "build"
"""The folder of the builds."""

SOURCES = (
    "awards_site",
    "assets",
    "reflex.lock",
    "rxconfig.py",
    "requirements.txt",
)
"""The files and folders that builds depend on, relative to the project folder."""

EXCLUDED_SOURCES = (
    "awards_site/cli.py",
    "awards_site/__main__.py",
    "awards_site/demo/",
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
