"""Tests of links without a scheme."""

import pytest

from awards_site.core.links import ensure_scheme


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
