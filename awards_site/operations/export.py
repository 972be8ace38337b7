"""The public site as plain files, for any server of files: its pages, and what they show."""

import asyncio
import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import httpx

from awards_site.core.files import ADDRESS, SIZES
from awards_site.operations.serve import serving_environment
from awards_site.settings import settings
from awards_site.ui import paths

_PARTS = re.compile(r"/(?:uploads|share)/[\w./-]+\.\w+|/events/[\w-]+\.ics")
"""Addresses of what pages show or offer that is no file of the build."""
_NOT_PUBLIC = shutil.ignore_patterns("*.html", "*.br", "*.gz", "admin", "auth")


class CannotExport(Exception):
    """The site could not be written; the message tells what to change."""


def export(release: Path, folder: Path) -> int:
    """Write the public site of `release` to a new or empty folder; return how many pages it has.

    A page is `path/index.html`, and that of unknown addresses `404.html`. Forms need the site
    itself. Raises CannotExport.
    """
    if folder.exists() and any(folder.iterdir()):
        raise CannotExport(f"{folder} is not empty; name a new folder")
    os.environ.update(serving_environment(release))
    return asyncio.run(_export(folder))


async def _export(folder: Path) -> int:
    # Reflex reads that environment when the site is imported.
    from awards_site.awards_site import api, rendering, site
    from awards_site.prerender.kept import NOT_FOUND
    from awards_site.prerender.renderer import RenderFailed

    site()
    shutil.copytree(rendering.client, folder, ignore=_NOT_PUBLIC, dirs_exist_ok=True)
    named: set[str] = set()
    addresses = await rendering.renderer.addresses()
    try:
        for path in addresses:
            await rendering.renderer.refresh(path)
            html = rendering.kept.html(path)
            if html is None:
                continue  # It was withdrawn meanwhile.
            named |= set(_PARTS.findall(html))
            name = "404.html" if path == NOT_FOUND else f"{path.strip('/')}/index.html"
            _write(folder / name.lstrip("/"), html.encode())
    except RenderFailed as error:
        raise CannotExport(f"{error} could not be rendered; the log above tells why") from error
    finally:
        await rendering.renderer.close()
    _copy_sizes(named, folder)
    transport = httpx.ASGITransport(api)
    async with httpx.AsyncClient(transport=transport, base_url=settings().public_url) as client:
        for address in sorted(named | set(paths.FEEDS)):
            answer = await client.get(address)
            # A page may name a picture that is gone, and shows something in its place.
            if answer.is_success:
                _write(folder / address.lstrip("/"), answer.content)
    return len(addresses)


def _copy_sizes(named: Iterable[str], folder: Path) -> None:
    """Copy all smaller copies of the pictures that pages name: browsers choose among them."""
    source = settings().uploads_dir / SIZES
    target = folder / ADDRESS.lstrip("/") / SIZES
    for address in named:
        stem = Path(address).name.partition(".")[0]
        for copy in source.glob(f"{stem}.*.*"):
            _write(target / copy.name, copy.read_bytes())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
