"""The two style sheets: public pages load nothing of the portal's (awards_site/ui/compiler.py)."""

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from awards_site.operations.release import current_release
from bench.page_weight import LIMITS

COMPILED = ("app", "app_components", "public/external", "utils/components")
IMPORT = re.compile(r'(?:from|import) ?\(?"(\$/|\./)([^"]+)"')
CLASS = re.compile(r"\.((?:\\.|[a-zA-Z_-])(?:\\.|[\w-])*)")
WORD_ENDS = re.compile(r"[\s\"'`\\]+")


@pytest.fixture(scope="module")
def release(built: None) -> Path:
    """Return the folder of the build that the tests run on."""
    return current_release()


def with_imports(release: Path, files: Iterable[Path]) -> Iterator[str]:
    """Return the texts of compiled modules and of all compiled modules that they import."""
    waiting, seen = list(files), set[Path]()
    while waiting:
        file = waiting.pop()
        if file in seen or not any(file.is_relative_to(release / part) for part in COMPILED):
            continue
        seen.add(file)
        text = file.read_text()
        yield text
        for start, name in IMPORT.findall(text):
            target = (release if start == "$/" else file.parent) / name
            waiting += [
                each for each in (target, target.with_name(f"{target.name}.jsx")) if each.is_file()
            ]


def used_by(release: Path, *, portal: bool) -> set[str]:
    """Return the words of the pages' scripts among which their classes are."""
    routes = (release / "app" / "routes").glob("*.jsx")
    pages = [each for each in routes if portal == each.name.startswith(("[admin]", "[auth]"))]
    shared = (release / "app").glob("*.js*")
    texts = with_imports(release, [*pages, *([] if portal else shared)])
    return {word for text in texts for word in WORD_ENDS.split(text)}


def style_sheets(release: Path, page: str) -> list[Path]:
    """Return the style sheets that a page's HTML asks for, in their order."""
    html = (release / "build" / "client" / page).read_text()
    links = re.findall(r'<link[^>]*href="/([^"]+\.css)"[^>]*>', html)
    return [release / "build" / "client" / each for each in dict.fromkeys(links)]


def classes_in(sheet: Path) -> set[str]:
    """Return the classes that a style sheet has rules for."""
    return {re.sub(r"\\(.)", r"\1", found) for found in CLASS.findall(sheet.read_text())}


def test_home_keeps_its_limit_of_style(release: Path) -> None:
    [sheet] = style_sheets(release, "index.html")
    assert len(gzip.compress(sheet.read_bytes())) <= LIMITS["stylesheet"]


def test_public_pages_load_no_class_of_the_portal_alone(release: Path) -> None:
    [sheet] = style_sheets(release, "index.html")
    portal_alone = used_by(release, portal=True) - used_by(release, portal=False)
    assert portal_alone & classes_in(sheet) == set()


def test_public_pages_load_every_class_that_they_use(release: Path) -> None:
    [home] = style_sheets(release, "index.html")
    all_classes = classes_in(style_sheets(release, "admin/index.html")[1])
    assert (used_by(release, portal=False) & all_classes) - classes_in(home) == set()


def test_the_portal_s_sheet_comes_last_and_holds_all_that_the_portal_uses(release: Path) -> None:
    [home] = style_sheets(release, "index.html")
    for page in ("auth/index.html", "admin/index.html", "admin/users/index.html"):
        everybody_s, portal = style_sheets(release, page)
        assert everybody_s == home
        used = used_by(release, portal=True) & classes_in(home)
        # A shared utility that only the first sheet had would come before others of its element.
        assert used - classes_in(portal) == set()
