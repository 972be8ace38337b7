"""Tests for what happens when a use case refuses what a State handler does."""

import asyncio
from typing import Any

import pytest

from awards_site.core.errors import ApiError, Conflict, Invalid, Unauthorized
from awards_site.portal import gateway
from awards_site.portal.gateway import Events, Notice, api_handler, failing

REFUSED = Conflict("It is in use.")
INVALID = Invalid({"name": "Too long."})
SIGNED_OUT = Unauthorized("Please sign in")


class Screen:
    """Stands for a State with a handler."""

    def __init__(self, error: ApiError) -> None:
        self.error = error
        self.pending = False
        self.errors: dict[str, str] = {}
        self.reloads = 0

    @api_handler
    async def write(self, record_id: int, name: str) -> Events:
        self.pending = True
        yield None
        with failing(Notice("{name}", "{message}"), name, fields={"name"}, then=self.reload):
            raise self.error

    async def reload(self) -> None:
        self.reloads += 1


@pytest.fixture(autouse=True)
def events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return what a notice and the dialog for signing in are made of, in place of their events."""
    monkeypatch.setattr(gateway, "error_toast", lambda notice, name, error: (name, error.message))
    monkeypatch.setattr(gateway, "ask_user", lambda then, _error, **kept: (then, kept))


def write(error: ApiError) -> tuple[Screen, list[Any]]:
    async def run() -> list[Any]:
        handler: Any = Screen.write
        return [each async for each in handler(screen, 7, name="Ada") if each]

    screen = Screen(error)
    return screen, asyncio.run(run())


def test_a_handler_is_called_again_with_its_arguments_after_signing_in() -> None:
    screen, sent = write(SIGNED_OUT)
    assert sent == [(Screen.write, {"record_id": 7, "name": "Ada"})]
    assert not screen.pending
    assert screen.reloads == 0


def test_a_failed_request_is_told_and_the_list_read_again() -> None:
    screen, sent = write(REFUSED)
    assert sent == [("Ada", "It is in use.")]
    assert not screen.pending
    assert screen.reloads == 1


def test_errors_of_a_forms_fields_are_shown_in_the_form_alone() -> None:
    screen, sent = write(INVALID)
    assert sent == []
    assert screen.errors == {"name": "Too long."}
    assert not screen.pending
