"""Tests of Markdown rendering and sanitizing."""

import pytest

from awards_site.core.presentation.texts import safe_html, sanitized


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("## Ours", "<h2>Ours</h2>"),
        ("# First", "<h2>First</h2>"),
        ("*so* and **so**", "<p><em>so</em> and <strong>so</strong></p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("3. three", '<ol start="3">\n<li>three</li>\n</ol>'),
        ("[us](/contact)", '<p><a href="/contact" rel="noopener noreferrer">us</a></p>'),
        (
            "[mail](mailto:us@example.org)",
            '<p><a href="mailto:us@example.org" rel="noopener noreferrer">mail</a></p>',
        ),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
    ],
)
def test_markdown_is_rendered(written: str, shown: str) -> None:
    assert safe_html(written).strip() == shown


HARMFUL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "<a href='vbscript:x'>x</a>",
    "![x](https://example.org/tracking.png)",
    "<iframe src='https://example.org'></iframe>",
    "<style>body{display:none}</style>",
    "<svg/onload=alert(1)>",
    "<javascript:alert(1)>",
]

HARMFUL_LINKS = [
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
]
"""What Markdown would make of such links if it let them pass."""


@pytest.mark.parametrize("written", HARMFUL)
def test_unsafe_html_is_removed(written: str) -> None:
    html = safe_html(written)
    assert "<" not in html.replace("<p>", "").replace("</p>", "").replace(
        '<a rel="noopener noreferrer">x</a>', ""
    )


@pytest.mark.parametrize("written", [*HARMFUL, *HARMFUL_LINKS])
def test_any_rendered_html_is_sanitized(written: str) -> None:
    html = sanitized(written).lower()
    for trace in ("<script", "<img", "<svg", "<iframe", "<style", "onerror=", "href="):
        assert trace not in html
