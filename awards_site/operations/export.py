"""Exports the public site as static files."""

import asyncio
import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import httpx

from awards_site.core import paths
from awards_site.core.storage.file_names import UPLOADS_URL, is_original, is_public_file, stem_of
from awards_site.core.storage.files import storage
from awards_site.operations.serve import serving_environment
from awards_site.settings import settings
from awards_site.uploads.local_copies import refresh

_LINKED_FILES = re.compile(r"/(?:uploads|share)/[\w./-]+\.\w+|/events/[\w-]+\.ics")
"""Matches URLs in pages that are served by the site and are not files of the build."""
_NOT_PUBLIC = shutil.ignore_patterns("*.html", "*.br", "*.gz", "admin", "auth")


class ExportFailed(Exception):
    """The export failed; the message says what to change."""


def export(build_dir: Path, folder: Path) -> int:
    """Write the public site to a new or empty folder and return the number of pages.

    Pages are written as `path/index.html`, and the page for unknown URLs as `404.html`. Forms do
    not work without the server. Raises ExportFailed if the folder is not empty or a page fails.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ExportFailed(f"{folder} is not empty; choose a new folder")
    os.environ.update(serving_environment(build_dir))
    return asyncio.run(_export(folder))


async def _export(folder: Path) -> int:
    # Import after the environment is set: Reflex reads it on import.
    from awards_site.awards_site import api, app, make_prerendering
    from awards_site.prerender.lookup import LookupFailed
    from awards_site.prerender.ssr_worker import RenderFailed

    app()
    refresh()
    prerendering = make_prerendering(is_static=True)
    shutil.copytree(prerendering.bundle.client, folder, ignore=_NOT_PUBLIC, dirs_exist_ok=True)
    urls: set[str] = set()
    count = 0
    path = ""
    try:
        for path in await prerendering.paths():
            await prerendering.renderer.render(path)
            page = prerendering.cache.page(path)
            if page is None:
                continue  # The record was unpublished meanwhile.
            document = page.response.document
            urls |= set(_LINKED_FILES.findall(document.decode()))
            name = "404.html" if path == paths.NOT_FOUND else f"{path.strip('/')}/index.html"
            _write(folder / name.lstrip("/"), document)
            count += 1
    except (LookupFailed, RenderFailed) as error:
        raise ExportFailed(f"{path} could not be rendered: {error}") from error
    finally:
        await prerendering.worker.close()
    _copy_variants(urls, folder)
    transport = httpx.ASGITransport(api)
    async with httpx.AsyncClient(transport=transport, base_url=settings().public_url) as client:
        for url in sorted(urls | {*paths.FEEDS, *paths.DOWNLOADS}):
            response = await client.get(url)
            # A page may refer to a deleted image, and shows a placeholder.
            if response.is_success:
                _write(folder / url.lstrip("/"), response.content)
    return count


def _copy_variants(urls: Iterable[str], folder: Path) -> None:
    """Copy all variants of the images in pages; browsers choose among them."""
    stems = {stem_of(url) for url in urls}
    for file in storage().files():
        if file.stem in stems and is_public_file(file.name) and not is_original(file.name):
            _write(folder / UPLOADS_URL.lstrip("/") / file.name, storage().read(file.name))


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
