"""Pages in plain HTML, which need neither scripts nor the build."""

from html import escape

from awards_site.core.http.security.content_policy import (
    content_policy,
    document_headers,
    hash_source,
)
from awards_site.settings import settings

_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:#fbf6ec;color:#22121f;font:1.0625rem/1.6 "Instrument Sans",system-ui,\
sans-serif}
main{max-width:40rem;margin:auto;padding:4rem 1.25rem}
h1{margin:0 0 2rem;color:#3b1230;font:400 clamp(2.25rem,7vw,3.5rem)/1.05 Fraunces,Georgia,serif}
a{color:inherit}
ul{margin:0 0 2.5rem;padding:1.25rem 1.25rem 1.25rem 2.5rem;border-left:3px solid #b3261e;\
background:#fffdf8}
form{display:grid;gap:1.5rem}
label{display:block;margin-bottom:.5rem;font-weight:600}
input,select,textarea{display:block;width:100%;min-height:3rem;padding:.75rem 1rem;\
border:1px solid #66525f;border-radius:2px;background:#fffdf8;color:inherit;font:inherit}
[aria-invalid]{border-color:#b3261e;box-shadow:0 0 0 1px #b3261e}
.error{margin:.4rem 0 0;color:#b3261e}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
button{justify-self:start;min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:2px;\
background:#c2334b;color:#fff;font:inherit;font-weight:600;cursor:pointer}
"""

STYLE_SOURCE = hash_source(_STYLE)
"""The source of the page's style in its content security policy."""


def plain_page_headers() -> dict[str, str]:
    """Return the headers of a plain page, which no cache stores."""
    policy = document_headers(content_policy(styles=[STYLE_SOURCE]))
    return {**policy, "Cache-Control": "no-store"}


def plain_page(title: str, heading: str, content: str, *, reload_seconds: str = "") -> str:
    """Return a document with HTML `content`, which reloads itself after `reload_seconds`."""
    reload = f'<meta http-equiv="refresh" content="{reload_seconds}">' if reload_seconds else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="robots" content="noindex">{reload}'
        f"<title>{escape(f'{title} | {settings().programme}')}</title>"
        f"<style>{_STYLE}</style></head><body><main>"
        f"<p>{escape(settings().programme)}</p>"
        f"<h1>{heading}</h1>{content}</main></body></html>"
    )
