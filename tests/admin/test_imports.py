"""What is told about the undo of an import."""

from typing import Any

import pytest

from awards_site.core.request_client import ConnectionFailed, RequestError, RequestFailed
from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.portal import management_screen


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("error", "title"),
    [
        (RequestFailed(404, ""), "The import could not be undone"),
        (RequestFailed(503, ""), "The import may be undone only in part"),
        (ConnectionFailed("POST", "/"), "The import may be undone only in part"),
    ],
)
async def test_an_undo_that_fails_on_its_way_says_how_to_go_on(
    error: RequestError, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Api:
        async def request(self, *_: str) -> Any:
            raise error

    async def reload(_: NomineesAdmin) -> None:
        return None

    monkeypatch.setattr(management_screen, "request_client", lambda _: Api())
    monkeypatch.setattr(NomineesAdmin, "_reload", reload)
    screen = NomineesAdmin(_reflex_internal_init=True)
    handler = NomineesAdmin.event_handlers["undo_import"].fn
    sent = " ".join([str(each) async for each in handler(screen, 1)])
    assert title in sent
    assert ("undo it again under Import" in sent) == (title != "The import could not be undone")
