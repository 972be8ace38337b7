"""Secrets left out of the log, its formats, and encrypted values of the database."""

import json
import logging
from collections.abc import Callable, Iterator

import pytest

from awards_site.core.crypto import Undecryptable, decrypt, encrypt
from awards_site.core.logs import (
    MAX_LENGTH,
    MAX_TRACEBACK_LENGTH,
    configure_logging,
    get_logger,
    loggable,
    loggable_traceback,
    redact,
)
from awards_site.settings import settings

TOKEN = "Zr8cE1vK3nQ6tW9yB2dF5hJ8lN1pS4uX7aC0eG3iM5o"
"""As long as the token of a session."""


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Cookie: awards_session=abc; theme=dark", "abc"),
        ("headers={'cookie': 'awards_session=abc', 'x': 1}", "abc"),
        ("(b'cookie', b'awards_session=abc')", "abc"),
        ("Authorization: Bearer abc.def.ghi", "abc"),
        ("password=correct horse", "correct"),
        ('{"newPassword": "correct horse battery", "n": 1}', "horse"),
        ("{'password': 'it\\'s a secret'}", "a secret"),
        ("input_value={'name': 'x', 'code': 'hunter2'}, input_type=dict", "hunter2"),
        ("GET /reset?token=abc&user=7 HTTP/1.1", "abc"),
        ("https://example.org/reset/?code=12345", "12345"),
        ("postgresql://awards:hunter2@db/awards", "hunter2"),
        ("DETAIL:  Key (username)=(Ada Obi) already exists.", "Ada Obi"),
        ("DETAIL:  Failing row contains (1, Ada Obi, null).", "Ada Obi"),
        ("[parameters: ('Ada Obi',)]", "Ada Obi"),
        (f"the session {TOKEN} ended", TOKEN),
        ("hash $2b$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234", "abcdefghij"),
        ("Recipient <ada.obi+x@mail.example.org> refused", "ada.obi"),
        ("'jürgen@exämple.org'", "jürgen"),
        (f"GET /preview/{TOKEN}", TOKEN),
        ("/unsubscribe/ada@example.org", "ada@"),
        (f"POST /newsletter/confirm/{TOKEN}", TOKEN),
        (f"https://example.org/newsletter/unsubscribe/{TOKEN}.", TOKEN),
    ],
)
def test_secrets_are_redacted(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text)
    assert "[redacted]" in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "prerendering disabled; serving client-rendered pages",
        "page lookup failed; responding with 503",
        "/nominees/3-ada",
        "/srv/data/uploads/0f3c9a2b4d5e6f70.png",
        "content version not written; the site serves stale content",
        "What? Nothing.",
    ],
)
def test_other_messages_stay_as_they_are(text: str) -> None:
    assert redact(text) == text


def test_values_are_named_secrets_or_truncated() -> None:
    assert loggable("password", "x") == "[redacted]"
    assert loggable("awards_session", "x") == "[redacted]"
    assert loggable("authorization", "Basic dXNlcjpwYXNz") == "[redacted]"
    assert loggable("status", 200) == 200
    assert len(loggable("path", "/x" * 5000)) == MAX_LENGTH
    end = "ValueError: the end"
    long = loggable_traceback("  File 'x'\n" * 5000 + end)
    assert len(long) <= MAX_TRACEBACK_LENGTH + 3
    assert long.endswith(end)


@pytest.mark.parametrize("character", ["\n", "\r", "\x1b", "\x07", "\x85", "\u2028", "\u202e"])
def test_a_value_neither_begins_a_line_nor_controls_a_terminal(character: str) -> None:
    logged = loggable("path", f"/a{character}[1Ab")
    assert logged.isprintable()
    assert character.encode("unicode_escape").decode() in logged


@pytest.fixture
def configured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Callable[[], str]]]:
    """Return a function that configures the log by settings, and returns a reader of it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level

    def configure(**values: str) -> Callable[[], str]:
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()
        configure_logging()
        return lambda: capsys.readouterr().err

    yield configure
    monkeypatch.undo()
    settings.cache_clear()
    logging.captureWarnings(False)
    root.handlers, root.level = handlers, level


def test_the_log_is_lines_of_text_by_default(configured: Callable[..., Callable[[], str]]) -> None:
    read = configured()
    logging.getLogger("awards_site.test").info("started: process %s", 4711)
    logging.getLogger("other").info("not logged")
    get_logger("awards_site.test").info("request", path="/x", status=200)
    first, second = read().splitlines()
    assert first.endswith("started: process 4711 [awards_site.test]")
    assert first.split(" ")[0].endswith("Z")
    assert "[info]" in first
    assert second.endswith("[awards_site.test] path=/x status=200")


def test_the_log_is_json_by_setting(configured: Callable[..., Callable[[], str]]) -> None:
    read = configured(AWARDS_LOG_FORMAT="json", AWARDS_LOG_LEVEL="debug")
    logging.getLogger("awards_site.test").debug("line\nbreak")
    try:
        raise ValueError("password=hunter2")
    except ValueError:
        logging.getLogger("asyncio").exception("failed for ada@example.org")
    first, second = map(json.loads, read().splitlines())
    assert first["event"] == "line\\nbreak"
    assert (first["level"], first["logger"]) == ("debug", "awards_site.test")
    assert first["timestamp"].endswith("Z")
    assert second["event"] == "failed for [redacted]"
    assert second["exception"].endswith("ValueError: password=[redacted]\n")


STORED = (
    "gAAAAABrBDa3i3aDzbyL_py3fOqC_p5FnTlalD3zVnOLcn5xvgVJ-VBjKCVk2eVQHqZkCCTlQj0uYakcxK6HGQ6ow2y8"
    "4tuT7GvSE6oAjRC8suqbDqqmCNs="
)
"""A value that an earlier version encrypted with KEY."""
KEY = "a-fixed-secret-key-of-this-test-alone"


@pytest.fixture
def use_key(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AWARDS_SECRET_KEY", KEY)
    settings.cache_clear()
    yield
    settings.cache_clear()


@pytest.mark.usefixtures("use_key")
def test_a_value_of_an_earlier_version_is_readable() -> None:
    assert decrypt(STORED) == "JBSWY3DPEHPK3PXP"
    assert decrypt(encrypt("JBSWY3DPEHPK3PXP")) == "JBSWY3DPEHPK3PXP"


@pytest.mark.usefixtures("use_key")
def test_a_changed_value_is_not_readable() -> None:
    with pytest.raises(Undecryptable):
        decrypt(STORED.replace("zVnOLcn5", "zVnOLcn6"))
