"""Tests of how rendered pages are kept in memory and in files."""

from pathlib import Path

from awards_site.core.http.coding import Coding
from awards_site.prerender.kept import NOT_FOUND, KeptPages
from tests.prerender.coded import coded


def kept(folder: Path) -> KeptPages:
    return KeptPages(folder, https=False)


def body(pages: KeptPages, path: str, encoding: Coding = "identity") -> bytes:
    content: bytes = pages.pages[path].variants[encoding].body["body"]
    return content


def test_what_is_saved_is_there_after_a_start(tmp_path: Path) -> None:
    before = kept(tmp_path)
    before.put("/about", 7, "shown", coded("<p>About</p>"))
    before.save()
    after = kept(tmp_path)
    after.load()
    assert body(after, "/about") == b"<p>About</p>"
    assert body(after, "/about", "br") == b"br <p>About</p>"
    assert after.pages["/about"].version == 7
    assert after.pages["/about"].shown == "shown"


def test_another_process_sees_what_has_changed(tmp_path: Path) -> None:
    renders, reads = kept(tmp_path), kept(tmp_path)
    renders.put("/", 1, "a", coded("one"))
    renders.save()
    reads.load()
    first = reads.pages["/"]
    renders.pages["/"].version = 2
    renders.save()
    reads.load()
    assert reads.pages["/"] is first, "a page that is the same is not read again"
    assert first.version == 2
    renders.put("/", 3, "b", coded("two"))
    renders.drop("/about")
    renders.save()
    reads.load()
    assert body(reads, "/") == b"two"


def test_files_of_no_page_are_removed(tmp_path: Path) -> None:
    pages = kept(tmp_path)
    pages.put("/", 1, "a", coded("a withdrawn name"))
    pages.save()
    pages.put("/", 2, "b", coded("none"))
    pages.save()
    contents = [file.read_bytes() for file in tmp_path.iterdir()]
    assert not any(b"a withdrawn name" in content for content in contents)
    assert not list(tmp_path.glob(".*")), "no unfinished file stays"


def test_an_unreadable_list_is_as_none(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    pages = kept(tmp_path)
    pages.load()
    assert pages.pages == {}


def test_a_listed_page_whose_file_has_gone_is_not_kept(tmp_path: Path) -> None:
    before = kept(tmp_path)
    before.put("/", 1, "a", coded("one"))
    before.save()
    for file in tmp_path.glob("*.br"):
        file.unlink()
    after = kept(tmp_path)
    after.load()
    assert after.pages == {}


def test_addresses_without_a_page_are_forgotten_in_the_end(tmp_path: Path) -> None:
    pages = kept(tmp_path)
    for number in range(3_000):
        pages.miss(f"/nominees/{number}", 1)
    assert len(pages.misses) == 1_000
    assert "/nominees/2999" in pages.misses


def test_a_page_that_is_withdrawn_is_no_page(tmp_path: Path) -> None:
    pages = kept(tmp_path)
    pages.put("/nominees/1-ada", 1, "a", coded("Ada"))
    pages.miss("/nominees/1-ada", 2)
    assert "/nominees/1-ada" not in pages.pages
    pages.put("/nominees/1-ada", 3, "a", coded("Ada"))
    assert "/nominees/1-ada" not in pages.misses


def test_the_page_of_unknown_addresses_says_so(tmp_path: Path) -> None:
    pages = kept(tmp_path)
    pages.put(NOT_FOUND, 1, "a", coded("404"))
    assert pages.pages[NOT_FOUND].variants["br"].start["status"] == 404
