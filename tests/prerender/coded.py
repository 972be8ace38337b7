"""A text in each coding, as readable as tests need it."""

from awards_site.core.http.coding import Codings


def coded(text: str) -> Codings:
    """Return a text with the name of the coding before it."""
    return {
        "identity": text.encode(),
        "br": f"br {text}".encode(),
        "gzip": f"gzip {text}".encode(),
    }
