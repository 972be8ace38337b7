"""Encrypted values of the database stay readable."""

import pytest

from awards_site.core.crypto.encryption import Undecryptable, decrypt, encrypt

STORED = (
    "gAAAAABrBDa3i3aDzbyL_py3fOqC_p5FnTlalD3zVnOLcn5xvgVJ-VBjKCVk2eVQHqZkCCTlQj0uYakcxK6HGQ6ow2y8"
    "4tuT7GvSE6oAjRC8suqbDqqmCNs="
)
"""A value that an earlier version encrypted with KEY."""
KEY = "a-fixed-secret-key-of-this-test-alone"


def test_a_value_of_an_earlier_version_is_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_SECRET_KEY", KEY)
    assert decrypt(STORED) == "JBSWY3DPEHPK3PXP"
    assert decrypt(encrypt("JBSWY3DPEHPK3PXP")) == "JBSWY3DPEHPK3PXP"


def test_a_value_is_not_readable_with_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWARDS_SECRET_KEY", f"{KEY}-2")
    with pytest.raises(Undecryptable):
        decrypt(STORED)
