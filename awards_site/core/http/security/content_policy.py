"""The Content Security Policies of documents: which scripts, styles and media they may use."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from awards_site.core import paths

_PLAYERS = (
    "https://www.youtube-nocookie.com https://www.youtube.com https://www.facebook.com"
    " https://platform.twitter.com"
)
ANY_STYLE = "'unsafe-inline'"
"""The source of all inline styles, for documents whose libraries create `<style>` elements."""
NO_SOURCE = "'none'"
SAME_SITE = "'self'"
HTML_POLICY = "sanitized-html"
"""The Trusted Types policy of frontend/text/sanitized_html.jsx."""

TRUSTED_TYPES = (
    f"require-trusted-types-for 'script'; trusted-types {HTML_POLICY};"
    f" report-uri {paths.CSP_REPORTS}"
)
"""What documents only report: HTML that scripts insert without saying that it is sanitized."""


def hash_source(text: str) -> str:
    """Return the source that allows an inline script or style with exactly this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def content_policy(
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    *,
    has_scripts: bool = True,
    frames: str = "",
    ancestors: str = NO_SOURCE,
) -> str:
    """Return the policy of a document; inline scripts and styles run if their sources are given.

    `frames` are further sources of the documents that it frames, and `ancestors` those of the
    documents that may frame it. Without scripts, it sends no forms either.
    """
    return "; ".join(
        [
            "default-src 'self'",
            " ".join(["script-src 'self'", *scripts]) if has_scripts else f"script-src {NO_SOURCE}",
            " ".join(["style-src 'self'", *styles]),
            # Components position themselves with style attributes.
            f"style-src-attr {ANY_STYLE}",
            # Staff may link to images and videos on other sites.
            "img-src 'self' data: blob: https:",
            "media-src 'self' blob: https:",
            f"frame-src {_PLAYERS} {frames}".rstrip(),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'" if has_scripts else f"form-action {NO_SOURCE}",
            f"frame-ancestors {ancestors}",
            f"report-uri {paths.CSP_REPORTS}",
        ]
    )


def document_headers(policy: str) -> dict[str, str]:
    """Return the headers of an HTML document with this policy."""
    return {
        "Content-Security-Policy": policy,
        "Content-Security-Policy-Report-Only": TRUSTED_TYPES,
    }
