"""A document of the portal has what its State loads, for the user who asks for it."""

import json
import re
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from awards_site.auth.sessions.cookies import COOKIE
from awards_site.auth.sessions.sockets import MAX_SOCKETS
from awards_site.core import paths
from tests.factories import message_body
from tests.websockets.conftest import SENDER
from tests.websockets.portal import ACCOUNT, LOAD, ROOT, Portal, wait_until

_STATE = re.compile(r'<script id="preloaded-state" type="application/json">(.*?)</script>')


@dataclass
class State:
    """What a document has of its State: the token by which its page finds it, and its values."""

    token: str
    updates: list[dict[str, dict[str, Any]]]

    @property
    def text(self) -> str:
        return json.dumps(self.updates)


def state_in(response: httpx.Response) -> State:
    assert response.status_code == 200, response.text
    found = _STATE.findall(response.text)
    assert len(found) == 1, response.text
    return State(**json.loads(found[0]))


def test_a_document_has_the_records_of_its_screen(admin: httpx.Client) -> None:
    response = admin.get(paths.MESSAGES)
    assert SENDER in state_in(response).text
    assert response.text.endswith("</script></body></html>")


def test_the_page_of_a_document_finds_its_state_and_does_not_load_it_again(
    portal: Portal, admin: httpx.Client
) -> None:
    loaded = state_in(admin.get(paths.MESSAGES))
    later = message_body(name="Later Sender")
    assert portal.client().post("/api/contact", json=later).status_code == 201
    page = portal.open(admin, paths.MESSAGES, loaded.token)
    assert page.found_its_state
    assert SENDER in page.received
    assert later["name"] not in page.received
    page.close()
    again = portal.open(admin, paths.MESSAGES, loaded.token)
    again.expect(later["name"])


def test_the_websocket_of_a_document_is_not_taken_for_one_that_has_reconnected(
    portal: Portal, admin: httpx.Client
) -> None:
    page = portal.open(admin, paths.MESSAGES, state_in(admin.get(paths.MESSAGES)).token)
    page.updates.clear()
    route = {"pathname": paths.MESSAGES, "asPath": f"{paths.MESSAGES}?search=nobody"}
    page.send({"name": LOAD, "payload": {}, "router_data": route})
    page.expect('"searching_rx_state_": true')
    assert '"resumed_rx_state_": true' not in page.received


def test_a_session_keeps_the_states_of_a_few_documents(portal: Portal) -> None:
    client = portal.sign_in(portal.new_user("admin"))
    count = portal.states()
    for _document in range(MAX_SOCKETS + 3):
        client.get(paths.MESSAGES)
    wait_until(lambda: portal.states() <= count + MAX_SOCKETS, "the end of old States")


def test_a_document_is_not_stored_and_has_no_headers_of_its_request(admin: httpx.Client) -> None:
    response = admin.get(paths.MESSAGES, headers={"Accept-Language": "en-secret"})
    assert response.headers["cache-control"] == "no-store"
    assert admin.cookies[COOKIE] not in response.text
    assert "en-secret" not in response.text
    root = [update[ROOT] for update in state_in(response).updates if ROOT in update]
    assert [list(each) for each in root] == [["is_hydrated_rx_state_"]] * len(root)


def test_a_document_has_what_its_url_searches_for(admin: httpx.Client) -> None:
    found = admin.get(paths.MESSAGES, params={"search": "ngozi"})
    assert SENDER in state_in(found).text
    missed = admin.get(paths.MESSAGES, params={"search": "nobody has this name"})
    assert SENDER not in state_in(missed).text


def test_a_document_has_nothing_that_its_user_must_not_see(
    portal: Portal, admin: httpx.Client
) -> None:
    user = portal.new_user("user")
    loaded = state_in(portal.sign_in(user).get(paths.MESSAGES))
    accounts = [update[ACCOUNT] for update in loaded.updates if ACCOUNT in update]
    assert [each["username_rx_state_"] for each in accounts] == [user["username"]]
    assert SENDER not in loaded.text
    admin.post("/api/auth/logout")
    assert admin.get(paths.MESSAGES).headers["location"] == paths.SIGN_IN


def test_another_user_gets_no_state_by_the_token_of_a_document(
    portal: Portal, admin: httpx.Client
) -> None:
    token = state_in(admin.get(paths.MESSAGES)).token
    other = portal.open(portal.sign_in(portal.new_user("user")), paths.MESSAGES, token)
    assert not other.found_its_state
    assert SENDER not in other.received


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
def test_a_document_is_compressed_as_its_request_accepts(admin: httpx.Client, coding: str) -> None:
    response = admin.get(paths.MESSAGES, headers={"Accept-Encoding": coding})
    assert response.headers.get("content-encoding", "identity") == coding
    assert "Accept-Encoding" in response.headers["vary"]
    assert SENDER in state_in(response).text


def test_a_document_without_a_state_is_the_built_one(admin: httpx.Client) -> None:
    response = admin.head(paths.MESSAGES)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-cache"
