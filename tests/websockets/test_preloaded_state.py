"""A document of the portal has what its State loads, for the user who asks for it."""

import json
import re
from typing import Any

import httpx
import pytest

from awards_site.auth.sessions.cookies import COOKIE
from awards_site.core import paths
from tests.websockets.conftest import SENDER
from tests.websockets.portal import ACCOUNT, ROOT, Portal

_STATE = re.compile(r'<script id="preloaded-state" type="application/json">(.*?)</script>')


def deltas(response: httpx.Response) -> list[dict[str, dict[str, Any]]]:
    """Return what the document of a response adds to the State."""
    assert response.status_code == 200, response.text
    found = _STATE.findall(response.text)
    assert len(found) == 1, response.text
    loaded: list[dict[str, dict[str, Any]]] = json.loads(found[0])
    return loaded


def test_a_document_has_the_records_of_its_screen(portal: Portal, admin: httpx.Client) -> None:
    kept = portal.states()
    response = admin.get(paths.MESSAGES)
    assert SENDER in json.dumps(deltas(response))
    assert response.text.endswith("</script></body></html>")
    assert portal.states() == kept


def test_a_document_is_not_stored_and_has_no_headers_of_its_request(admin: httpx.Client) -> None:
    response = admin.get(paths.MESSAGES, headers={"Accept-Language": "en-secret"})
    assert response.headers["cache-control"] == "no-store"
    assert admin.cookies[COOKIE] not in response.text
    assert "en-secret" not in response.text
    root = [delta[ROOT] for delta in deltas(response) if ROOT in delta]
    assert [list(each) for each in root] == [["is_hydrated_rx_state_"]] * len(root)


def test_a_document_has_what_its_url_searches_for(admin: httpx.Client) -> None:
    found = admin.get(paths.MESSAGES, params={"search": "ngozi"})
    assert SENDER in json.dumps(deltas(found))
    missed = admin.get(paths.MESSAGES, params={"search": "nobody has this name"})
    assert SENDER not in json.dumps(deltas(missed))


def test_a_document_has_nothing_that_its_user_must_not_see(
    portal: Portal, admin: httpx.Client
) -> None:
    user = portal.new_user("user")
    loaded = deltas(portal.sign_in(user).get(paths.MESSAGES))
    assert [each[ACCOUNT]["username_rx_state_"] for each in loaded if ACCOUNT in each] == [
        user["username"]
    ]
    assert SENDER not in json.dumps(loaded)
    admin.post("/api/auth/logout")
    assert admin.get(paths.MESSAGES).headers["location"] == paths.SIGN_IN


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
def test_a_document_is_compressed_as_its_request_accepts(admin: httpx.Client, coding: str) -> None:
    response = admin.get(paths.MESSAGES, headers={"Accept-Encoding": coding})
    assert response.headers.get("content-encoding", "identity") == coding
    assert "Accept-Encoding" in response.headers["vary"]
    assert SENDER in json.dumps(deltas(response))


def test_a_document_without_a_state_is_the_built_one(admin: httpx.Client) -> None:
    response = admin.head(paths.MESSAGES)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-cache"
