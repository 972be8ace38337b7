"""Encrypted values of the database stay readable."""

from collections.abc import Iterator

import pytest

from awards_site.core.crypto import Undecryptable, decrypt, encrypt
from awards_site.settings import settings

STORED = (
    "gAAAAABrBDa3i3aDzbyL_py3fOqC_p5FnTlalD3zVnOLcn5xvgVJ-VBjKCVk2eVQHqZkCCTlQj0uYakcxK6HGQ6ow2y8"
    "4tuT7GvSE6oAjRC8suqbDqqmCNs="
)
"""A value that an earlier version encrypted with KEY."""
KEY = "a-fixed-secret-key-of-this-test-alone"


@pytest.fixture(autouse=True)
def use_key(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AWARDS_SECRET_KEY", KEY)
    settings.cache_clear()
    yield
    settings.cache_clear()


def test_a_value_of_an_earlier_version_is_readable() -> None:
    assert decrypt(STORED) == "JBSWY3DPEHPK3PXP"
    assert decrypt(encrypt("JBSWY3DPEHPK3PXP")) == "JBSWY3DPEHPK3PXP"


def test_a_changed_value_is_not_readable() -> None:
    with pytest.raises(Undecryptable):
        decrypt(STORED.replace("zVnOLcn5", "zVnOLcn6"))
