"""Tests of what becomes of a drawn page before it is sent."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from awards_site.core.http.headers import content_policy
from awards_site.prerender.document import finished, in_script

DRAWN = (
    '<!DOCTYPE html><html lang="en"><head><link rel="modulepreload" href="/assets/a.js"/>'
    "<script>\n// Only run in browser environment\nlocalStorage;</script>"
    '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/></head><body><h1>Ada</h1>'
    '<script>window.__reactRouterContext = {"ssr":false};</script>'
    '<script type="module" async="">import "/assets/a.js";</script></body></html>'
)
FACE = "@font-face{font-family:Serif;font-style:normal;src:url(/assets/serif.woff2)}"
FALLBACK = "@font-face{font-family:Stand-in;src:local(Georgia)}"
STYLES = ".card{color:red}"


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A folder of built pages with a style sheet."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "all-1.css").write_text(FACE + FALLBACK + STYLES)
    return tmp_path


def test_nothing_but_the_page_is_fetched_for_the_first_paint(client: Path) -> None:
    html = finished(DRAWN, "{}", client)
    assert STYLES in html.partition("</head>")[0]
    assert '<link rel="modulepreload"' not in html
    assert 'type="module"' not in html
    assert re.search(r'<link href="/assets/all-1.css" rel="stylesheet"[^>]* disabled=""/>', html)


def test_typefaces_wait_for_the_first_paint_and_their_stand_ins_do_not(client: Path) -> None:
    html = finished(DRAWN, "{}", client)
    assert f"<style>{FALLBACK}{STYLES}" in html
    assert f'<style media="not all">{FACE}</style><script>' in html


def test_typefaces_and_sections_need_no_scripts(client: Path) -> None:
    shown = "main>section~section{content-visibility:visible!important}"
    page = finished(DRAWN, "{}", client)
    assert f"<noscript><style>{FACE}{shown}</style></noscript>" in page


def test_the_snapshot_comes_before_the_router_s_own_data(client: Path) -> None:
    html = finished(DRAWN, '{"page":{"name":"Ada"}}', client)
    script = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)[-1]
    assert script.startswith('window.__SNAPSHOT__ = {"page":{"name":"Ada"}};\n')
    assert 'window.__reactRouterContext = {"ssr":false};' in script


@pytest.mark.parametrize(
    "text",
    ["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b\u2029c", "\"quoted\" 'too'\\"],
)
def test_no_text_leaves_the_script_it_stands_in(client: Path, text: str) -> None:
    values = json.dumps({"page": {"name": text}}, ensure_ascii=False)
    html = finished(DRAWN, values, client)
    assert html.count("<script") == finished(DRAWN, "{}", client).count("<script")
    assert not set("\u2028\u2029") & set(in_script(values))
    assert json.loads(in_script(values)) == json.loads(values)


def test_just_the_scripts_of_the_page_may_run(client: Path) -> None:
    policy = content_policy(finished(DRAWN, '{"page":{"name":"Ada"}}', client))
    module = b64encode(sha256(b'import "/assets/a.js";').digest()).decode()
    assert f"'sha256-{module}'" in policy
    assert policy.count("'sha256-") == 4


@pytest.mark.parametrize(
    "part",
    [
        "<script>window.__reactRouterContext = ",
        '<script type="module" async="">',
        "stylesheet",
        "// Only run in browser environment",
    ],
)
def test_a_page_of_another_kind_is_refused(client: Path, part: str) -> None:
    with pytest.raises(RuntimeError, match="adapt awards_site"):
        finished(DRAWN.replace(part, "elsewhere"), "{}", client)
