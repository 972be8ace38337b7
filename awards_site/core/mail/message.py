"""Emails: their fields and layout.

Mail programs support little CSS: the HTML is made of tables with inline styles. The style element
adds the colours of dark mode, for programs that read it. Others may invert the inline colours,
which stay legible, because each text colour is set together with its background.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from textwrap import fill
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import Field, TypeAdapter

from awards_site.settings import settings


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of plain text."""

    text: str
    block: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True)
class Button:
    """The action that the email asks for; the text part shows the URL."""

    label: str
    url: str
    block: Literal["button"] = "button"


@dataclass(frozen=True)
class Facts:
    """Pairs of a label and a value, one a line."""

    pairs: tuple[tuple[str, str], ...]
    block: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Note:
    """Small print, such as how long a link is valid."""

    text: str
    block: Literal["note"] = "note"


Block: TypeAlias = Annotated[Paragraph | Button | Facts | Note, Field(discriminator="block")]


@dataclass(frozen=True)
class TemplatedEmail:
    """The subject and the content of an email.

    `kind` names its template in logs and files, such as 'password-reset'. `reason` ends it and says
    why the recipient receives it. `headers` are additional ones, such as List-Unsubscribe.
    """

    kind: str
    subject: str
    heading: str
    blocks: tuple[Block, ...]
    reason: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        return _ADAPTER.dump_json(self).decode()

    @staticmethod
    def from_json(text: str) -> "TemplatedEmail":
        return _ADAPTER.validate_json(text)


_ADAPTER = TypeAdapter(TemplatedEmail)


TEXT_WIDTH = 72
"""The line length of the text part, as mail programs quote it."""

_SANS = "font-family:'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif"
_SERIF = "font-family:Fraunces,Georgia,'Times New Roman',serif"
_GROUND, _SURFACE, _LINE = "#fbf6ec", "#fffdf8", "#e6dac8"
_INK, _MUTED = "#22121f", "#66525f"
_PLUM, _GOLD_LIGHT, _GOLD, _ACTION = "#2a0b22", "#e2c078", "#b0863b", "#c2334b"

_DARK_STYLES = (
    ":root{color-scheme:light dark}"
    "@media (prefers-color-scheme:dark){"
    ".ground{background:#190715!important}"
    ".card{background:#2a0b22!important;border-color:#4d2a43!important}"
    ".ink{color:#f8efe2!important}.muted{color:#d9c3cf!important}"
    ".rule{border-color:#4d2a43!important}}"
)


def text_body(email: TemplatedEmail) -> str:
    """Return the plain text of an email."""
    parts = "\n\n".join([email.heading, *map(_text, email.blocks)])
    # A line of two hyphens and a space begins the signature, which mail programs do not quote.
    return f"{parts}\n\n-- \n{_wrapped(_signature(email.reason))}\n"


def html_body(email: TemplatedEmail) -> str:
    """Return the HTML document of an email."""
    blocks = "".join(map(_html, email.blocks))
    title = escape(email.subject)
    # The first text of a message is its preview in a list of messages.
    preview = next((block.text for block in email.blocks if isinstance(block, Paragraph)), "")
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"<title>{title}</title><style>{_DARK_STYLES}</style></head>"
        f'<body class="ground" style="margin:0;padding:0;background:{_GROUND}">'
        f'<div style="display:none;max-height:0;overflow:hidden">{escape(preview)}</div>'
        f"{_table('ground', f'background:{_GROUND}')}"
        '<tr><td align="center" style="padding:24px 12px">'
        f"{_table('card', _card_style())}{_banner()}"
        f'<tr><td style="padding:36px 32px 12px">'
        f'<h1 class="ink" style="margin:0 0 20px;{_SERIF};font-size:28px;line-height:1.2;'
        f'font-weight:600;color:{_INK}">{escape(email.heading)}</h1>{blocks}</td></tr>'
        f"{_footer(email.reason)}</table></td></tr></table></body></html>"
    )


def _table(classes: str, style: str) -> str:
    return (
        f'<table role="presentation" class="{classes}" width="100%" cellpadding="0"'
        f' cellspacing="0" border="0" style="{style}">'
    )


def _card_style() -> str:
    return (
        f"max-width:600px;background:{_SURFACE};border:1px solid {_LINE};border-radius:4px;"
        "border-collapse:separate;overflow:hidden"
    )


def _banner() -> str:
    """Return the plum band with the programme's names, which is the same in dark mode."""
    site = settings()
    return (
        f'<tr><td bgcolor="{_PLUM}" style="padding:22px 32px;background:{_PLUM};'
        f'border-bottom:3px solid {_GOLD}">'
        f'<span style="{_SERIF};font-size:24px;font-weight:600;color:{_GOLD_LIGHT}">'
        f"{escape(site.short_name)}</span>"
        f'<span style="{_SANS};font-size:13px;color:#d9c3cf">&nbsp;&nbsp;'
        f"{escape(site.programme)}</span></td></tr>"
    )


def _footer(reason: str) -> str:
    lines = "<br>".join(escape(line) for line in _signature(reason).splitlines())
    return (
        f'<tr><td style="padding:12px 32px 28px"><p class="muted rule" style="margin:0;'
        f"padding-top:16px;border-top:1px solid {_LINE};{_SANS};font-size:13px;line-height:1.5;"
        f'color:{_MUTED}">{lines}</p></td></tr>'
    )


def _signature(reason: str) -> str:
    site = settings()
    return f"{reason}\n{site.programme}, {urlsplit(site.public_url).netloc}"


def _text(block: Block) -> str:
    match block:
        case Button(label, url):
            return f"{label}:\n{url}"
        case Facts(pairs):
            return "\n".join(f"{label}: {value}" for label, value in pairs)
        case Paragraph(text) | Note(text):
            return _wrapped(text)


def _wrapped(text: str) -> str:
    return "\n".join(
        fill(line, TEXT_WIDTH, break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )


def _html(block: Block) -> str:
    match block:
        case Paragraph(text):
            return _paragraph(text, "ink", _INK, 16)
        case Note(text):
            return _paragraph(text, "muted", _MUTED, 14)
        case Button(label, url):
            return _button(label, url)
        case Facts(pairs):
            return _facts(pairs)


def _paragraph(text: str, classes: str, color: str, size: int) -> str:
    lines = "<br>".join(escape(text).splitlines())
    return (
        f'<p class="{classes}" style="margin:0 0 18px;{_SANS};font-size:{size}px;line-height:1.6;'
        f'color:{color}">{lines}</p>'
    )


def _button(label: str, url: str) -> str:
    # The colour is an attribute of the cell as well, for Outlook.
    return (
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
        f' style="margin:8px 0 26px"><tr><td bgcolor="{_ACTION}" style="border-radius:3px;'
        f'background:{_ACTION}"><a href="{escape(url)}" style="display:inline-block;'
        f"padding:14px 26px;{_SANS};font-size:16px;font-weight:600;color:#ffffff;"
        f'text-decoration:none">{escape(label)}</a></td></tr></table>'
    )


def _facts(pairs: tuple[tuple[str, str], ...]) -> str:
    cell = (
        f"padding:6px 16px 6px 0;{_SANS};font-size:15px;line-height:1.5;vertical-align:top;"
        "word-break:break-word"
    )
    rows = "".join(
        f'<tr><th align="left" class="muted" style="{cell};font-weight:400;color:{_MUTED}">'
        f'{escape(label)}</th><td class="ink" style="{cell};color:{_INK}">'
        f"{escape(value)}</td></tr>"
        for label, value in pairs
    )
    return (
        f'<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px">{rows}</table>'
    )
