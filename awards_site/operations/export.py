"""The public site as plain files, for any server of files: its pages, and what they show."""

import asyncio
import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import httpx

from awards_site.core import paths
from awards_site.core.files import ADDRESS, SIZES
from awards_site.operations.serve import serving_environment
from awards_site.settings import settings

_PARTS = re.compile(r"/(?:uploads|share)/[\w./-]+\.\w+|/events/[\w-]+\.ics")
"""Addresses of what pages show or offer that is no file of the build."""
_NOT_PUBLIC = shutil.ignore_patterns("*.html", "*.br", "*.gz", "admin", "auth")


class ExportFailed(Exception):
    """The site could not be written; the message tells what to change."""


def export(release: Path, folder: Path) -> int:
    """Write the public site of `release` to a new or empty folder; return how many pages it has.

    A page is `path/index.html`, and that of unknown addresses `404.html`. Forms need the site
    itself. Raises CannotExport.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ExportFailed(f"{folder} is not empty; name a new folder")
    os.environ.update(serving_environment(release))
    return asyncio.run(_export(folder))


async def _export(folder: Path) -> int:
    # Reflex reads that environment when the site is imported.
    from awards_site.awards_site import api, app, make_prerendering
    from awards_site.prerender.lookup import LookupFailed
    from awards_site.prerender.ssr_worker import RenderFailed

    app()
    prerendering = make_prerendering(is_static=True)
    shutil.copytree(prerendering.bundle.client, folder, ignore=_NOT_PUBLIC, dirs_exist_ok=True)
    named: set[str] = set()
    count = 0
    path = ""
    try:
        for path in await prerendering.paths():
            await prerendering.renderer.render(path)
            page = prerendering.cache.page(path)
            if page is None:
                continue  # It was withdrawn meanwhile.
            html = page.response.html
            named |= set(_PARTS.findall(html))
            name = "404.html" if path == paths.NOT_FOUND else f"{path.strip('/')}/index.html"
            _write(folder / name.lstrip("/"), html.encode())
            count += 1
    except (LookupFailed, RenderFailed) as error:
        raise ExportFailed(f"{path} could not be rendered: {error}") from error
    finally:
        await prerendering.worker.close()
    _copy_sizes(named, folder)
    transport = httpx.ASGITransport(api)
    async with httpx.AsyncClient(transport=transport, base_url=settings().public_url) as client:
        for address in sorted(named | {*paths.FEEDS, *paths.DOWNLOADS}):
            answer = await client.get(address)
            # A page may name a picture that is gone, and shows something in its place.
            if answer.is_success:
                _write(folder / address.lstrip("/"), answer.content)
    return count


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
