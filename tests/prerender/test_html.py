"""The HTML document of a public page."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from awards_site.core.http.security import hash_source, inline_scripts
from awards_site.prerender.html import Styles, page_html, page_policy
from awards_site.prerender.ssr_worker import Rendering
from awards_site.ui.pages import Head

FACE = "@font-face{font-family:Serif;font-style:normal;src:url(/assets/serif.woff2)}"
FALLBACK = "@font-face{font-family:Stand-in;src:local(Georgia)}"
RULES = ".card{color:red}"


@pytest.fixture
def styles(tmp_path: Path) -> Styles:
    """A built style sheet."""
    sheet = tmp_path / "styles.css"
    sheet.write_text(FACE + FALLBACK + RULES)
    return Styles.read(sheet)


def document(
    styles: Styles, queries: str = "[]", head: Head | None = None, path: str = "/n"
) -> str:
    rendering = Rendering(
        b'<link rel="preload" as="image" href="/a.avif">', b"<h1>Ada</h1>", queries.encode()
    )
    modules = ["/assets/client.js", "/assets/page.js"]
    page = {"path": path}
    return page_html(
        head or Head("Ada", "Founder"), "/n", page, rendering, modules, styles
    ).decode()


def data_of(html: str) -> object:
    """Return the embedded data of a page."""
    [data] = re.findall(r'<script type="application/json" id="page-data">(.*?)</script>', html)
    return json.loads(data)


def test_the_first_paint_needs_only_the_html(styles: Styles) -> None:
    html = document(styles)
    assert RULES in html.partition("</head>")[0]
    assert not re.search(r'rel="?(stylesheet|modulepreload)|type="?module|<script[^>]+src=', html)
    assert 'data-modules="/assets/client.js /assets/page.js"' in html


def test_the_html_contains_the_rendered_page_and_its_data(styles: Styles) -> None:
    html = document(styles, '[["/api/n",{"name":"Ada"}]]')
    assert '<div id="root"><h1>Ada</h1></div>' in html
    assert '<link rel="preload" as="image" href="/a.avif">' in html.partition("</head>")[0]
    assert data_of(html) == {"path": "/n", "queries": [["/api/n", {"name": "Ada"}]]}


@pytest.mark.parametrize(
    "text",
    ["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b\u2029c", "\"quoted\" 'too'\\"],
)
def test_text_cannot_end_the_script_element(styles: Styles, text: str) -> None:
    html = document(styles, path=text)
    assert html.count("<script") == document(styles).count("<script")
    assert not set("\u2028\u2029") & set(html)
    assert data_of(html) == {"path": text, "queries": []}


def test_text_in_the_head_is_escaped(styles: Styles) -> None:
    text = '"><script>alert(1)</script>'
    head = Head(text, text, keywords=text, image="/share/nominees/1-a.jpg", image_alt=text)
    html = document(styles, head=head)
    assert html.count("<script") == document(styles).count("<script")


def test_the_default_image_is_not_described_as_that_of_a_record(styles: Styles) -> None:
    head = Head("Ada", "Ada", image_alt="Ada, Winner")
    assert "Ada, Winner" not in document(styles, head=head)
    assert "Ada, Winner" in document(styles, head=replace(head, image="/share/nominees/1-a.jpg"))


def sources(policy: str, directive: str) -> list[str]:
    """Return the sources of a directive of a policy."""
    [found] = re.findall(rf"(?:^|; ){directive} ([^;]*)", policy)
    return str(found).split(" ")


def test_only_the_scripts_and_styles_of_the_document_may_run(styles: Styles) -> None:
    html, policy = document(styles), page_policy(styles)
    scripts = inline_scripts(html)
    assert sources(policy, "script-src") == ["'self'", *map(hash_source, scripts)]
    assert len(scripts) == 2
    inlined = re.findall(r"<style[^>]*>(.*?)</style>", html)
    assert sources(policy, "style-src") == ["'self'", *map(hash_source, inlined)]
    assert len(inlined) == 3


def test_nothing_is_loaded_over_http_and_no_base_is_accepted(styles: Styles) -> None:
    policy = page_policy(styles)
    assert "http:" not in policy
    assert sources(policy, "base-uri") == ["'none'"]


def test_a_style_sheet_that_would_end_its_element_is_refused(tmp_path: Path) -> None:
    sheet = tmp_path / "styles.css"
    sheet.write_text('.card::after{content:"</style>"}')
    with pytest.raises(RuntimeError, match="contains </style"):
        Styles.read(sheet)
