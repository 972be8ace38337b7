"""Rate limits of forms, searches and websockets, by address and in total."""

import time
from typing import Any

import pytest
from httpx import Client, Response
from pydantic import ValidationError

from awards_site.core.http.rate_limits import SEARCHES, VISITOR_SEARCHES
from awards_site.settings import Settings
from tests.api.conftest import Configure, NewClient
from tests.api.entities import MESSAGE, SUBSCRIBER

FORMS: list[tuple[str, str, Any]] = [
    ("/api/contact", "json", MESSAGE.body()),
    ("/api/newsletter", "json", SUBSCRIBER.body()),
    ("/forms/contact", "data", MESSAGE.body()),
    ("/forms/newsletter", "data", SUBSCRIBER.body()),
]


def send(client: Client, count: int) -> list[int]:
    """Send a contact message `count` times and return the statuses."""
    return [client.post("/api/contact", json=MESSAGE.body()).status_code for _ in range(count)]


def wait_named_in(response: Response) -> int:
    """Return the seconds to wait, which header and message state alike."""
    seconds = int(response.headers["Retry-After"])
    amount, unit = (seconds, "second") if seconds < 60 else (-(-seconds // 60), "minute")
    text = f"{amount} {unit}{'' if amount == 1 else 's'}"
    assert response.json()["message"] == f"Too many requests. Please try again in {text}."
    return seconds


def test_one_address_sends_sixty_messages_a_minute(anonymous: Client, editor: Client) -> None:
    statuses = send(anonymous, 200)
    assert statuses[:60] == [201] * 60
    # A sliding window lets single ones through while the minute goes on.
    assert statuses.count(201) <= 65
    refused = anonymous.post("/api/contact", json=MESSAGE.body())
    assert refused.status_code == 429
    assert 1 <= wait_named_in(refused) <= 60
    assert len(MESSAGE.records(editor)) == statuses.count(201)


@pytest.mark.parametrize(("path", "kind", "body"), FORMS, ids=lambda each: str(each)[:20])
def test_each_form_has_its_limit(
    path: str, kind: str, body: Any, anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="2/year")
    statuses = [anonymous.post(path, **{kind: body}).status_code for _ in range(3)]
    assert statuses[2] == 429
    assert statuses[0] == statuses[1] != 429
    other, other_kind, other_body = next(
        each for each in FORMS if each[0].rpartition("/")[2] != path.rpartition("/")[2]
    )
    assert anonymous.post(other, **{other_kind: other_body}).status_code != 429


@pytest.mark.parametrize("path", [each[0] for each in FORMS])
@pytest.mark.parametrize(
    "sent",
    [{"json": {}}, {"content": b"{"}, {"data": {"email": "a"}}],
    ids=["json", "text", "form"],
)
def test_invalid_input_is_counted(
    path: str, sent: dict[str, Any], anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="2/year")
    statuses = [anonymous.post(path, **sent).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


def test_another_address_has_its_own_limit(new_client: NewClient, configure: Configure) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="1/year")
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8:0:2::1"):
        assert send(new_client(ip_address=address), 2) == [201, 429]


@pytest.mark.parametrize(
    ("first", "second"),
    [("2001:db8:0:1::1", "2001:db8:0:1:ffff::9"), ("192.0.2.1", "::ffff:192.0.2.1")],
)
def test_addresses_of_one_client_share_a_limit(
    first: str, second: str, new_client: NewClient, configure: Configure
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="1/year")
    assert send(new_client(ip_address=first), 1) == [201]
    assert send(new_client(ip_address=second), 1) == [429]


def test_all_addresses_together_have_a_limit(new_client: NewClient, configure: Configure) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="2/year", AWARDS_FORM_TOTAL_RATE_LIMIT="4/year")
    assert send(new_client(ip_address="192.0.2.1"), 9) == [201] * 2 + [429] * 7
    assert send(new_client(ip_address="192.0.2.2"), 2) == [201] * 2
    assert send(new_client(ip_address="192.0.2.3"), 1) == [429]


def test_an_empty_setting_removes_the_limit(anonymous: Client, configure: Configure) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="", AWARDS_FORM_TOTAL_RATE_LIMIT="")
    assert send(anonymous, 70) == [201] * 70


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "redis://redis.invalid"])
def test_forms_stay_open_when_redis_does_not_answer(
    url: str, anonymous: Client, configure: Configure
) -> None:
    configure(REDIS_URL=url, AWARDS_FORM_RATE_LIMIT="1/year")
    assert send(anonymous, 2) == [201, 201]


def test_searches_are_limited_and_plain_lists_are_not(
    editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SEARCHES, "rate", "2/year")
    search = {"search": "ada", "page": "1"}
    statuses = [editor.get("/api/admin/contact", params=search).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert editor.get("/api/admin/contact", params={"page": "1"}).status_code == 200


def test_all_addresses_together_have_a_limit_of_searches_with_a_session_and_without_one(
    editor: Client, admin: Client, new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (SEARCHES, VISITOR_SEARCHES):
        monkeypatch.setattr(each, "total_rate", "2/minute")

    def search(client: Client) -> Response:
        return client.get("/api/nominees", params={"search": "ada"})

    strangers = [new_client(ip_address=f"192.0.2.{number}") for number in range(3)]
    refused = [search(each) for each in strangers][-1]
    assert refused.status_code == 429
    assert 1 <= wait_named_in(refused) <= 120
    assert [search(each).status_code for each in (editor, admin, editor)] == [200, 200, 429]
    assert admin.get("/api/admin/contact", params={"search": "ada"}).status_code == 429
    assert admin.get("/api/nominees").status_code == 200


@pytest.mark.parametrize("name", ["AWARDS_FORM_RATE_LIMIT", "AWARDS_FORM_TOTAL_RATE_LIMIT"])
def test_invalid_rates_fail_at_start_and_name_the_setting(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "sixty per minute")
    with pytest.raises(ValidationError, match=name):
        Settings()


def test_a_refused_sender_may_send_again_later(anonymous: Client, configure: Configure) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="1/second")
    assert 429 in send(anonymous, 5)
    deadline = time.monotonic() + 10
    while send(anonymous, 1) != [201]:
        assert time.monotonic() < deadline


@pytest.mark.parametrize(("path", "kind", "body"), FORMS, ids=lambda each: str(each)[:20])
def test_who_corrects_a_form_thirty_times_does_not_meet_the_limit(
    path: str, kind: str, body: Any, anonymous: Client
) -> None:
    for _ in range(30):
        assert anonymous.post(path, **{kind: body | {"email": "a"}}).status_code == 422
    assert anonymous.post(path, **{kind: body}).status_code in {201, 303}
