"""Readers of the API do not wait for a write whose response is not sent yet."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from httpx import Client, Response

from awards_site.core.invalidation import content_version
from awards_site.nominees.service import nominees
from tests.api.entities import NOMINEE
from tests.api.prerender.conftest import wait_until
from tests.factories import Body

pytestmark = pytest.mark.usefixtures("rendering")

Write = Callable[..., "Future[Response]"]


class HeldList:
    """Lets the list of nominees be computed only when it is released."""

    def __init__(self) -> None:
        self.waiting = threading.Event()
        self.released = threading.Event()
        self._list_published = nominees.list_published

    def __call__(self, *args: Any, **named: Any) -> Sequence[Any]:
        self.waiting.set()
        assert self.released.wait(20)
        return self._list_published(*args, **named)


@pytest.fixture
def nominee(editor: Client, anonymous: Client) -> Body:
    """A published nominee, in a list that is cached."""
    created = NOMINEE.create(editor, title="Founder")
    assert titles(anonymous) == ["Founder"]
    return created


@pytest.fixture
def held(nominee: Body, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldList]:
    """Hold back the next computation of the list."""
    held = HeldList()
    monkeypatch.setattr(nominees, "list_published", held)
    yield held
    held.released.set()


@pytest.fixture
def write(editor: Client, nominee: Body) -> Iterator[Write]:
    """Return a function that changes the nominee without waiting for the response."""
    with ThreadPoolExecutor() as threads:
        yield lambda **body: threads.submit(editor.patch, NOMINEE.path(nominee["id"]), json=body)


def titles(client: Client) -> list[str]:
    return [each["title"] for each in client.get(NOMINEE.shown).json()]


def test_readers_get_the_last_list_until_the_response_to_an_edit(
    held: HeldList, write: Write, anonymous: Client
) -> None:
    response = write(title="Chair")
    assert held.waiting.wait(20)
    assert titles(anonymous) == ["Founder"]
    assert not response.done()
    held.released.set()
    assert response.result().status_code == 200
    assert titles(anonymous) == ["Chair"]


def test_nobody_gets_the_last_list_once_somebody_on_it_is_withdrawn(
    held: HeldList, write: Write, anonymous: Client
) -> None:
    edit = write(title="Chair")
    assert held.waiting.wait(20)
    assert titles(anonymous) == ["Founder"]
    before = content_version.current()
    withdrawal = write(isPublished=False)
    with ThreadPoolExecutor() as threads:
        assert wait_until(lambda: content_version.current() > before)
        read = threads.submit(titles, anonymous)
        held.released.set()
        assert read.result() == []
    assert edit.result().status_code == withdrawal.result().status_code == 200
