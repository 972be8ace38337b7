"""The cache of rendered pages keeps those that are visited."""

import secrets
from pathlib import Path

import pytest

from awards_site.core.invalidation import content_version
from awards_site.prerender.page_cache import CachedPage, PageCache
from awards_site.prerender.page_response import PageResponse
from tests import database


def test_the_page_visited_least_recently_is_evicted(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.use_data_dir(data_dir, monkeypatch, AWARDS_PAGE_CACHE_MB="1")
    cache = PageCache()
    # Hexadecimal digits compress to half of their length, in each of two codings.
    html = secrets.token_hex(150_000).encode()
    for path in ("/a", "/b", "/c"):
        cache.put(path, content_version.current(), CachedPage(PageResponse(html, ""), b"", ()))
        assert cache.visit("/a"), path
    cache.put("/d", content_version.current(), CachedPage(PageResponse(html, ""), b"", ()))
    cache.close()
    assert [path for path in ("/a", "/b", "/c", "/d") if cache.page(path)] == ["/a", "/c", "/d"]
    page = cache.page("/a")
    assert page is not None
    assert page.response.document == html
