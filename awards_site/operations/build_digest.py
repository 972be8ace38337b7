"""Which build of the pages belongs to the sources as they are now.

Every build is kept in a folder of its own under `build/`, named for a digest of all that went into
it. Starting the site is then a question of whether that folder exists; a build never disturbs a
server that still runs from another one.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from awards_site.prerender import PAGES
from awards_site.settings import Settings, settings

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder, where rxconfig.py is."""

RELEASES = ROOT / "build"
"""The folder of the builds."""

SOURCES = (
    "awards_site",
    "assets",
    "reflex.lock",
    "rxconfig.py",
    "requirements.txt",
)
"""The files and folders that pages are made from, relative to the project's folder."""

NO_SOURCES = (
    "awards_site/cli.py",
    "awards_site/__main__.py",
    "awards_site/demo/",
    "__pycache__",
    # Links that the compiler makes to the components' own scripts.
    "assets/external/",
)
"""What of them no page is made from."""

RUN_TIME_SETTINGS = frozenset(
    {
        "host",
        "port",
        "data_dir",
        "database_address",
        "database_url",
        "redis_url",
        "public_address",
        "public_url",
        "timezone",
        "store_forms",
        "prerender",
        "revalidate_seconds",
        "demo",
        "image_variants",
        "admin_email",
        "admin_username",
        "admin_password",
        "trusted_proxies",
    }
)
"""The settings that no page depends on; a change of any other one asks for another build."""


def source_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield the files that pages are made from, in a fixed order."""
    for source in SOURCES:
        start = root / source
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.is_file() and not any(part in relative for part in NO_SOURCES):
                yield path


def source_digest(root: Path = ROOT, values: Settings | None = None) -> str:
    """Return a digest of the sources under `root` and of the settings that pages depend on."""
    digest = hashlib.sha256()
    for path in source_files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update(json.dumps(build_settings(values or settings()), sort_keys=True).encode())
    return digest.hexdigest()[:16]


def build_settings(values: Settings) -> dict[str, object]:
    """Return the settings that pages depend on, as JSON knows them."""
    return values.model_dump(mode="json", exclude=set(RUN_TIME_SETTINGS))


def current_release() -> Path:
    return RELEASES / source_digest()


def is_built(release: Path) -> bool:
    return (release / PAGES).is_file()
