"""Tests of links without a scheme."""

import pytest

from awards_site.core.paths import ensure_scheme, mailto


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
