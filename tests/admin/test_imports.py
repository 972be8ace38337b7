"""The file with the faulty rows of an import, and what is told about its undo."""

from typing import Any

import pytest

from awards_site.admin.management import imports
from awards_site.core.http.csv_stream import original_text
from awards_site.core.request_client import ConnectionFailed, RequestError, RequestFailed
from awards_site.nominees.admin import NomineesAdmin
from tests.javascript import call

CELLS = ["=1+1", "=1\n+1", "+1\r\n2", "\t=1", "'=1\n", "'quoted'", "@a\nb", "Ada\n=1", "-"]


def test_no_cell_of_the_faulty_rows_is_a_formula() -> None:
    errors = {"": "=1\n"}
    preview = {
        "fields": [],
        "columns": [{"heading": "=Name\n"}, {"heading": "Error"}],
        "rows": [{"cells": [cell, "Old"], "errors": errors} for cell in CELLS]
        + [{"cells": ["Ada"], "errors": {}}],
    }
    headings, *rows = call("admin/imports/import_requests.js", "faultyCells", preview)
    assert headings == ["'=Name\n", "Error"]
    assert [original_text(cell) for cell, _ in rows] == CELLS
    assert not any(
        text.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for text in row
    )


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

    monkeypatch.setattr(imports, "request_client", lambda _: Api())
    monkeypatch.setattr(NomineesAdmin, "_reload", reload)
    screen = NomineesAdmin(_reflex_internal_init=True)
    handler = NomineesAdmin.event_handlers["undo_import"].fn
    sent = " ".join([str(each) async for each in handler(screen, 1)])
    assert title in sent
    assert ("undo it again under Import" in sent) == (title != "The import could not be undone")
