"""Texts: Markdown, inline code, links, slugs, and content blocks."""

from typing import Annotated, Any

import pytest
from pydantic import Field

from awards_site.core.http.security import UnknownCodeFound, check_code, inline_scripts
from awards_site.core.paths import MAX_PATH_LENGTH, ensure_scheme, mailto, record_id, record_path
from awards_site.core.presentation import content_blocks
from awards_site.core.presentation.content_blocks import (
    BlockSchema,
    ContentBlock,
    Line,
    Paragraph,
    problem_of,
)
from awards_site.core.presentation.texts import monogram
from awards_site.records.markdown import links, plain_text, safe_html, sanitized
from awards_site.settings import settings
from awards_site.ui.share_images.typesetting import is_legible
from tests.javascript import call_each


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


NAMES = {
    "Ada Lovelace": "AL", "Ada B. King [C] & 1.": "AK", "Ada (Countess)": "A", "“Ada”": "A", "": "",
    "élise œdipe": "ÉŒ", "e\u0301lise": "É", "ნინო ბერიძე": "ნბ", "😀": "", "😀 Ada": "A",
}  # fmt: skip


def test_pages_share_images_and_kits_have_one_monogram_of_a_name() -> None:
    assert {name: monogram(name) for name in NAMES} == NAMES
    shown = call_each("frontend/images/images.js", "monogram", [[name] for name in NAMES])
    assert dict(zip(NAMES, shown, strict=True)) == NAMES
    assert all(is_legible(letters) for letters in NAMES.values() if letters)


LINK = '<a href="{}" rel="noopener noreferrer">{}</a>'
PICTURE = '<img src="/uploads/a.png" alt="{}" loading="lazy">'
PICTURES = {
    '![A *red* "hat"](/uploads/a.png)': PICTURE.format("A red &quot;hat&quot;"),
    f"![A]({settings().public_url}/uploads/a.png)": PICTURE.format("A"),
    "![](/uploads/a.png)": PICTURE.format(""),
    "[![A](/uploads/a.png)](/b)": LINK.format("/b", PICTURE.format("A")),
    "![A](https://x.org/uploads/a.png)": LINK.format("https://x.org/uploads/a.png", "A"),
    "![](//x.org/a.png)": LINK.format("//x.org/a.png", "//x.org/a.png"),
    "![A](/uploads/a.mp4)": LINK.format("/uploads/a.mp4", "A"),
    "![A](/uploads/../a.png)": LINK.format("/uploads/../a.png", "A"),
    "[![A](https://x.org/a.png)](/b)": LINK.format("/b", "A"),
    "![A](javascript:alert)": "![A](javascript:alert)",
}


def test_pictures_of_this_site_are_shown_and_others_are_links() -> None:
    assert {each: safe_html(each).strip() for each in PICTURES} == {
        each: f"<p>{shown}</p>" for each, shown in PICTURES.items()
    }


def test_pictures_are_no_text_of_an_excerpt_and_their_urls_are_checked() -> None:
    written = "![A hat](/uploads/a.png) Hats off. ![Caps](https://x.org/a.png)"
    assert plain_text(written).split() == ["Hats", "off.", "Caps"]
    assert links(written) == ["/uploads/a.png", "https://x.org/a.png"]


HARMFUL = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "<a href='vbscript:x'>x</a>",
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
"""The HTML of such links if Markdown let them pass."""


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


KNOWN = "start();"
PAGE = (
    f"<script>{KNOWN}</script>"
    '<script type="application/ld+json">{"onload=": "javascript:"}</script>'
    '<script type="application/json" id="page-data">{"a": 1}</script>'
    '<p title="on sale = now; <script>">The lesson = on time = <a href="/javascript:">it</a></p>'
    '<script src="/assets/page.js"></script>'
)


def test_known_scripts_data_and_texts_are_accepted() -> None:
    check_code(PAGE, [KNOWN])
    assert inline_scripts(PAGE) == [KNOWN]


@pytest.mark.parametrize(
    "code",
    [
        "<script>alert(1)</script>",
        "<SCRIPT type=module>alert(1)</SCRIPT >",
        '<script type="application/json" type="x">start()</script><script>1</script>',
        "<script >start(); </script>",
        "<script>alert(1)",
        '<script type="importmap">{}</script>',
        "<img src=x onerror=alert(1)>",
        '<p title="a > b" ONCLICK="x()">',
        "<svg/onload=alert(1)>",
        "<a href='javascript:alert(1)'>",
        "<a href='java&#10;script:alert(1)'>",
        "<a href='javascript&colon;alert(1)'>",
        "<a href='java&#x73;cript:alert(1)'>",
        "<form action=' JavaScript:alert(1)'>",
        "<button formaction='javascript:x'>",
        """<p title='<script type="application/json">'><img onerror='x()'><p title='</script>'>""",
    ],
)
def test_any_other_code_is_refused(code: str) -> None:
    with pytest.raises(UnknownCodeFound):
        check_code(f"<script>{KNOWN}</script>{code}", [KNOWN])


@pytest.mark.parametrize(
    ("typed", "href"),
    [
        ("", ""),
        ("tickets.example.org/gala", "https://tickets.example.org/gala"),
        ("tickets.example.org:8443/gala", "https://tickets.example.org:8443/gala"),
        ("localhost:8443", "https://localhost:8443"),
        ("http://tickets.example.org", "http://tickets.example.org"),
        ("//tickets.example.org", "//tickets.example.org"),
        ("/contact", "/contact"),
        ("desk@example.org", "mailto:desk@example.org"),
        ("mailto:desk@example.org", "mailto:desk@example.org"),
        ("tel:+14045550142", "tel:+14045550142"),
    ],
)
def test_links_without_a_scheme_get_one(typed: str, href: str) -> None:
    assert ensure_scheme(typed) == href


def test_the_parts_of_a_mailto_link_are_encoded() -> None:
    link = mailto("a?bcc=x&b@example.org", "Re: 50% & more\r\nBcc: x@example.org")
    assert link == (
        "mailto:a%3Fbcc%3Dx%26b@example.org"
        "?subject=Re%3A%2050%25%20%26%20more%0D%0ABcc%3A%20x%40example.org"
    )
    assert ensure_scheme("a?bcc=x@example.org") == "mailto:a%3Fbcc%3Dx@example.org"


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("Ada Lovelace", "/nominees/7-ada-lovelace"),
        ("Zoë Müller-Núñez", "/nominees/7-zoe-muller-nunez"),
        ("  O'Neill,  Inc. ", "/nominees/7-oneill-inc"),
        ("Łódź Ørsted Đorđe", "/nominees/7-lodz-orsted-dorde"),
        ("İş\u0131l Þóra Nguyễn", "/nominees/7-isil-thora-nguyen"),
        ("Zoe\u0308 Weiß", "/nominees/7-zoe-weiss"),
        ("Œuvre & Æsop", "/nominees/7-oeuvre-aesop"),
        ("O\u2019Neill \u2013 “Ada”…", "/nominees/7-oneill-ada"),
        ("王芳", "/nominees/7-wangfang"),
        ("نور الهدى", "/nominees/7-nwr-lhda"),
        ("Анна Жукова", "/nominees/7-anna-zhukova"),
        ("Μαρία", "/nominees/7-maria"),
        ("\u200b!?", "/nominees/7-honoree"),
        ("\u00bd of 10\u2153, 10\u00b2 and 2\u20444", "/nominees/7-1-2-of-10-1-3-10-2-and-2-4"),
        ("x\u00b2, H\u2082O and \u00b9\u2070", "/nominees/7-x2-h2o-and-10"),
        ("Li", "/nominees/7-honoree-li"),
        ("", "/nominees/7-honoree"),
    ],
)
def test_a_path_always_has_a_readable_slug_in_latin_letters(title: str, path: str) -> None:
    assert record_path("/nominees", 7, title, "honoree") == path


def test_a_long_title_is_cut_between_words() -> None:
    slug = record_path("/events", 7, "a very long title " * 40, "event").removeprefix("/events/7-")
    assert len(slug) <= MAX_PATH_LENGTH
    assert slug.split("-")[-1] in {"a", "very", "long", "title"}
    assert record_path("/events", 7, "x" * 500, "event") == f"/events/7-{'x' * MAX_PATH_LENGTH}"


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("7-ada", 7),
        ("7", 7),
        ("7-", 7),
        ("007-ada", 7),
        ("ada", None),
        ("7ada", None),
        ("-7", None),
        ("", None),
        ("\u0667-ada", None),
        ("9" * 19, None),
    ],
)
def test_the_id_in_a_key_finds_the_record(key: str, number: int | None) -> None:
    assert record_id(key) == number


class Step(BlockSchema):
    """A step of the programme."""

    date: Line
    place_name: str = ""


class Programme(BlockSchema):
    """The texts of the page under test."""

    title: Line
    text: Paragraph
    steps: Annotated[list[Step], Field(max_length=3)]


DEFAULT = Programme(title="The programme", text="It begins.", steps=[Step(date="March 1")])


@pytest.fixture
def programme(monkeypatch: pytest.MonkeyPatch) -> ContentBlock[Programme]:
    monkeypatch.setattr(content_blocks, "CONTENT_BLOCKS", {})
    return ContentBlock("page.programme", "Programme", DEFAULT)


def test_a_section_replaces_defaults_by_key(programme: ContentBlock[Programme]) -> None:
    content = {"steps": [{"date": "May 2", "placeName": "The hall"}]}
    steps = [Step(date="May 2", place_name="The hall")]
    assert programme.parse(content) == DEFAULT.model_copy(update={"steps": steps})


def test_pages_get_camel_case_keys_without_source_fields(
    programme: ContentBlock[Programme],
) -> None:
    class Derived(Programme):
        source_fields = frozenset({"text"})

    shown = Derived(**programme.default.model_dump()).shown(by_alias=True)
    assert shown == {"title": "The programme", "steps": [{"date": "March 1", "placeName": ""}]}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({}, None),
        ({"title": "Another"}, None),
        ({"steps": []}, None),
        ({"steps": [{"date": ""}]}, "steps.0.date: Date is required."),
        ({"steps": [{"date": 7}]}, "steps.0.date: Date must be text."),
        ({"steps": [{}]}, "steps.0.date: Missing key."),
        (
            {"steps": [{"date": "May 2"}, {"date": "June 3", "place_name": "The hall"}]},
            "steps.1.place_name: Unknown key.",
        ),
        ({"titel": "Another"}, "titel: Unknown key."),
        ({"steps": [{"date": "May 2"}] * 4}, "steps: Must have 3 or fewer entries."),
        ({"title": "", "text": ""}, "title: Title is required (and 1 more)."),
    ],
)
def test_a_problem_names_the_key_and_the_error(
    programme: ContentBlock[Programme], content: dict[str, Any], problem: str | None
) -> None:
    assert programme.problem(content) == problem
    assert problem_of("page.programme", content) == problem
    assert problem_of("page.unknown", content) is None
