"""Dates, Markdown and texts as pages show them."""

import re
import unicodedata
from calendar import month_name
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from awards_site.core.files.file_names import (
    UPLOADS_URL,
    VARIANTS_DIR,
    is_image,
    stem_of,
    stored_name,
)
from awards_site.core.files.image_views import responsive_image
from awards_site.core.paths import SCHEMES
from awards_site.settings import settings


def format_date(instant: datetime | str) -> str:
    """Return the day of an instant, or of its ISO 8601 text, as 'MMM d, yyyy'."""
    local = local_time(instant)
    return f"{local:%b} {local.day}, {local.year}"


def format_datetime(instant: datetime | str, *, seconds: bool = False) -> str:
    """Return an instant as 'MMM d, yyyy, h:mm AM UTC', with `seconds` if they are not zero."""
    local = local_time(instant)
    minutes = f"{local:%M:%S}" if seconds and local.second else f"{local:%M}"
    return f"{format_date(local)}, {local.hour % 12 or 12}:{minutes} {local:%p %Z}"


def local_time(instant: datetime | str) -> datetime:
    """Return an instant, or its ISO 8601 text, in the programme's time zone."""
    found = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    return found.astimezone(settings().zone)


_MONTHS = [name.lower() for name in month_name[1:]]
_DASH = " ?[-\u2013\u2014] ?"
_DATE = re.compile(
    r"(?P<month>[a-z]{3,})\.? (?P<day>\d\d?)"
    rf"(?:{_DASH}(?:(?P<last_month>[a-z]{{3,}})\.? )?(?P<last_day>\d\d?))?"
    r",? (?P<year>\d{4})"
)
"""Matches "may 15, 2025", "july 15-30, 2025" and "june 30 - july 2, 2025"."""


def parse_date_range(text: str) -> tuple[date, date] | None:
    """Return the first and the last day of a date or date range; None for other texts."""
    match = _DATE.fullmatch(text.strip().lower())
    if match is None:
        return None
    year, month, day = match["year"], match["month"], match["day"]
    try:
        first = _day(year, month, day)
        last = _day(year, match["last_month"] or month, match["last_day"] or day)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _day(year: str, month: str, day: str) -> date:
    """Return the date; `month` may be abbreviated. Raises ValueError."""
    number = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(month)), 0)
    return date(int(year), number, int(day))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_PICTURE = {"alt", "height", "loading", "sizes", "srcset", "title", "width"}
_SIZES = "(min-width: 40rem) 40rem, 100vw"
_FIRST_LEVEL = {"h1": "h2"}
"""Headings are demoted: the page's title is its only `h1`."""


def safe_html(markdown: str, base: str = "") -> str:
    """Render Markdown as HTML with headings, lists, links, tables and pictures of this site.

    Embedded HTML and scripts are removed, and so are links with a scheme other than http, https,
    mailto and tel. With the URL `base` of the page, links and pictures get absolute URLs.
    """
    tokens, pictures = _parse(markdown), set()
    for token in tokens:
        token.tag = _FIRST_LEVEL.get(token.tag, token.tag)
        for child in token.children or []:
            if child.type == "image":
                pictures.add(str(child.attrs["src"]))
                _complete(child, has_variants=not base)
    return sanitized(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}), pictures, base)


def sanitized(html: str, pictures: Collection[str] = (), base: str = "") -> str:
    """Return HTML without the elements, attributes and URLs that Markdown here cannot make."""
    return nh3.clean(
        html,
        tags=_TAGS | {"img"} if pictures else _TAGS,
        attributes={**_ATTRIBUTES, "img": _PICTURE},
        tag_attribute_values={"img": {"src": set(pictures)}},
        url_schemes=set(SCHEMES),
        url_relative=("rewrite_with_base", base) if base else None,
        link_rel="noopener noreferrer",
    )


def _parse(markdown: str) -> list[Token]:
    """Return the tokens of Markdown, whose pictures are uploads of this site; others are links."""
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        token.children = token.children and list(_with_own_pictures(token.children))
    return tokens


def _with_own_pictures(tokens: Sequence[Token]) -> Iterator[Token]:
    is_link = False
    for token in tokens:
        is_link = token.nesting > 0 if token.type.startswith("link_") else is_link
        if token.type != "image":
            yield token
            continue
        url = str(token.attrs["src"])
        path = url.removeprefix(settings().public_url)
        if is_image(stored_name(path) or ""):
            token.attrs["src"] = path
            yield token
            continue
        alt = RendererHTML().renderInlineAsText(token.children, _MARKDOWN.options, {})
        text = Token("text", "", 0, content=alt.strip() or url)
        start, end = Token("link_open", "a", 1, attrs={"href": url}), Token("link_close", "a", -1)
        # A link has no other links in it.
        yield from [text] if is_link else [start, text, end]


def _complete(picture: Token, *, has_variants: bool) -> None:
    """Add the size and the variants of a picture, and the media library's alternative text."""
    src = str(picture.attrs["src"])
    image = responsive_image(src)
    if not picture.content.strip():
        picture.children = [Token("text", "", 0, content=image.get("alt", ""))]
    if width := image["width"]:
        picture.attrs |= {"width": width, "height": image["height"]}
    if has_variants:
        picture.attrs["loading"] = "lazy"
        stem = f"{UPLOADS_URL}/{VARIANTS_DIR}/{stem_of(src)}"
        smaller = [f"{stem}.{each}.webp {each}w" for each in image["webp"] if each < width]
        if smaller:
            picture.attrs |= {"srcset": ", ".join([*smaller, f"{src} {width}w"]), "sizes": _SIZES}


def links(markdown: str) -> list[str]:
    """Return the targets of the links in Markdown, and the URLs of its pictures."""
    return [
        str(child.attrs["href" if child.type == "link_open" else "src"])
        for token in _parse(markdown)
        for child in token.children or []
        if child.type in {"link_open", "image"}
    ]


def plain_text(markdown: str) -> str:
    """Return the text of Markdown without headings, pictures, markup and link targets."""
    tokens = _parse(markdown)
    headings = {at + 1 for at, token in enumerate(tokens) if token.type == "heading_open"}
    parts = [
        # Line breaks have no content.
        "".join(
            child.content or " "
            for child in token.children or []
            if not child.nesting and child.type != "image"
        )
        for at, token in enumerate(tokens)
        if token.type == "inline" and at not in headings
    ]
    return "\n".join(parts)


ELLIPSIS = "\u2026"

_SCRIPT_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def summary(text: str, maximum: int = 160) -> str:
    """Return the start of a text on one line, cut at a word to `maximum` characters."""
    line = " ".join(text.split())
    if len(line) <= maximum:
        return line
    return line[: maximum - 1].rsplit(" ", 1)[0].rstrip(" ,;:.-") + ELLIPSIS


def plural(noun: str) -> str:
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun == "embargo" else f"{noun}s"


def listed(names: Sequence[str], count: int) -> str:
    """Return the first names of `count` records: 'Ada, Bisi, Cleo and 9 others'."""
    first = ", ".join(names[:3])
    others = count - len(names[:3])
    return f"{first} and {others:,} {'other' if others == 1 else 'others'}" if others else first


def initials(name: str, limit: int | None = None) -> str:
    """Return the first letter of each word of a name, uppercase; at most `limit` letters.

    Words that begin with another character, such as a bracket, count only if all words do.
    """
    text = unicodedata.normalize("NFC", name)
    letters = [word[0] for word in text.split() if word[0].isalpha()]
    first = letters[:limit] or [each for each in text if each.isalpha()][:1]
    # Georgian names have no capital letters.
    return "".join(map(str.title, first))


def monogram(name: str) -> str:
    """Return the initials of a person's first and last name; images.js does it in the browser."""
    letters = initials(name)
    return letters[:1] + letters[1:][-1:]


def escape_json(text: str) -> str:
    """Return JSON of the same value that cannot end the script element in which it is."""
    return text.translate(_SCRIPT_ESCAPES)
