"""The inlined styles of public pages: small, complete, and without those of the portal."""

import gzip
import re
from pathlib import Path

import pytest

from awards_site.operations.build import current_build
from awards_site.prerender.build import Bundle

LIMIT_BYTES = 15_000
"""The maximum size of a public page's styles, gzipped."""
CLASS = re.compile(r"\.((?:\\.|[a-zA-Z_-])(?:\\.|[\w-])*)")
WORD_ENDS = re.compile(r"[\s\"'`\\]+")


@pytest.fixture(scope="module")
def bundle(built: None) -> Bundle:
    return Bundle(current_build())


@pytest.fixture(scope="module")
def words(bundle: Bundle) -> set[str]:
    """Return all words in the public pages' scripts, which include their classes."""
    scripts = bundle.server.parent.rglob("*.js")
    return {word for script in scripts for word in WORD_ENDS.split(script.read_text())}


def classes_in(styles: str) -> set[str]:
    return {re.sub(r"\\(.)", r"\1", found) for found in CLASS.findall(styles)}


def portal_sheets(client: Path) -> str:
    """Return the style sheets that the portal's page loads."""
    html = (client / "admin" / "index.html").read_text()
    links = dict.fromkeys(re.findall(r'<link[^>]*href="/([^"]+\.css)"[^>]*>', html))
    return "".join((client / link).read_text() for link in links)


def test_the_styles_of_a_public_page_stay_within_their_limit(bundle: Bundle) -> None:
    styles = bundle.styles.rules + bundle.styles.faces
    assert len(gzip.compress(styles.encode())) <= LIMIT_BYTES


def test_public_pages_contain_no_unused_classes(bundle: Bundle, words: set[str]) -> None:
    styled = classes_in(bundle.styles.rules)
    assert styled
    unused = styled - words
    # Parts of URLs and of `content` look like classes, and Tailwind takes any word for one.
    assert {each for each in unused if re.search(r"[-:[]", each) and "content" not in each} == set()


def test_public_pages_contain_every_class_they_use(bundle: Bundle, words: set[str]) -> None:
    # A class that is a plain word may be any word of a script.
    used = {word for word in words if re.search(r"[-:[]", word)}
    used &= classes_in(portal_sheets(bundle.client))
    assert used
    assert used - classes_in(bundle.styles.rules) == set()
