"""From what Node draws to what is sent: styles inline, scripts that wait, the snapshot on board."""

import re
from functools import cache
from pathlib import Path

from awards_site.prerender.compiler import SNAPSHOT

_LOADER = Path(__file__).with_name("loader.js")
_TYPEFACES = Path(__file__).with_name("typefaces.js")
_CONTEXT = "<script>window.__reactRouterContext = "
"""How React Router's own script begins, the only place where React expects no text of its own."""
_MODULE = '<script type="module" async="">'
_THEME = "<script>\n// Only run in browser environment"
"""How the script begins by which Reflex chooses between light and dark colours."""
_SHEET = re.compile(r'<link href="(/assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
_PRELOADED = '<link rel="modulepreload" '
_FACE = re.compile(r"@font-face\{[^}]*url\([^}]*\}")
"""A typeface that is fetched; fallbacks are at hand."""

_ADDED_STYLES = (
    ".arrive{animation:none}"
    "@media (width<48rem){main:not(:has(:target))>section~section"
    "{content-visibility:auto;contain-intrinsic-size:auto 60rem}}"
)
"""What is there at once does not arrive; on phones, sections below the first wait a moment."""
_STYLES_WITHOUT_SCRIPTS = "main>section~section{content-visibility:visible!important}"


def finished(html: str, snapshot: str, client: Path) -> str:
    """Return a page's HTML as it is sent; `client` is the folder of the built pages.

    Nothing is fetched before the first paint but the page itself: the style sheet is in it, its
    typefaces wait for `typefaces.js` and its scripts for `loader.js`. React compares no attributes
    when it takes a page over, so that tags are put out of action by their attributes and stay where
    it expects them. Raises RuntimeError when React Router or Reflex writes a page in another way.
    """
    html = _replace(html, _CONTEXT, _CONTEXT.replace(">", f">{_start(snapshot)}"))
    html = _replace(html, _MODULE, '<script type="text/plain" data-module="" async="">')
    # There are only light colours, and reading what is stored takes a slow phone a while.
    html = _replace(html, _THEME, _THEME.replace(">", ' type="text/plain">'))
    html = _replace(html, "<html ", '<html class="light" style="color-scheme:light" ')
    sheets = _SHEET.findall(html)
    if len(sheets) != 1:
        raise RuntimeError(_moved("one style sheet"))
    styles = _styles(client / sheets[0].lstrip("/"))
    html = _SHEET.sub(lambda link: styles + link[0].replace("/>", ' disabled=""/>'), html)
    return html.replace(_PRELOADED, '<link data-rel="modulepreload" ')


def in_script(json_text: str) -> str:
    """Return JSON as it may stand in a script of a page, whatever its texts hold."""
    escapes = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}
    return "".join(escapes.get(character, character) for character in json_text)


def _start(snapshot: str) -> str:
    return f"window.{SNAPSHOT} = {in_script(snapshot)};\n{_script(_LOADER)}"


@cache
def _script(file: Path) -> str:
    lines = file.read_text().splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if not line.lstrip().startswith("//"))


@cache
def _styles(sheet: Path) -> str:
    styles = sheet.read_text()
    if "</style" in styles:
        raise RuntimeError(f"{sheet} cannot stand in a page: it ends the style element")
    faces = "".join(_FACE.findall(styles))
    return (
        f"<style>{_FACE.sub('', styles)}{_ADDED_STYLES}</style>"
        f'<style media="not all">{faces}</style><script>{_script(_TYPEFACES)}</script>'
        f"<noscript><style>{faces}{_STYLES_WITHOUT_SCRIPTS}</style></noscript>"
    )


def _replace(html: str, found: str, wanted: str) -> str:
    if html.count(found) != 1:
        raise RuntimeError(_moved(found))
    return html.replace(found, wanted)


def _moved(part: str) -> str:
    return (
        f"A drawn page has not {part} once; adapt awards_site/prerender/document.py to this version"
        " of Reflex and React Router"
    )
