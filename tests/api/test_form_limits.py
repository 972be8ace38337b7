"""What keeps robots and floods out of the public forms: honeypot, fill time, quotas, disk space."""

import shutil
from typing import Any, NamedTuple

import pytest
from httpx import Client, Response

from tests.api.conftest import Configure
from tests.api.entities import MESSAGE, SUBSCRIBER, Entity

HEADER = "X-Form-Fill-Seconds"
FORMS = [(MESSAGE, "/forms/contact"), (SUBSCRIBER, "/forms/newsletter")]


class Disk(NamedTuple):
    """What shutil.disk_usage returns."""

    total: int
    used: int
    free: int


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with 99 MB of free space."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Disk(10**9, 10**9, 99 * 1024 * 1024))


def send(client: Client, entity: Entity, headers: dict[str, str], **fields: Any) -> Response:
    return client.post(entity.created, json=entity.body(**fields), headers=headers)


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_a_filled_honeypot_is_refused(
    entity: Entity, posted: str, anonymous: Client, editor: Client
) -> None:
    trapped = entity.body(website="https://spam.example")
    refused = anonymous.post(entity.created, json=trapped)
    assert refused.status_code == 422
    assert refused.json()["message"] == "Please leave the field Website empty"
    page = anonymous.post(posted, data=trapped)
    assert page.status_code == 422
    assert "Please leave the field Website empty" in page.text
    assert "spam.example" not in page.text
    assert entity.records(editor) == []


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_an_empty_honeypot_is_not_stored(
    entity: Entity, posted: str, anonymous: Client, editor: Client
) -> None:
    assert "website" not in entity.create(anonymous, website="")
    assert anonymous.post(posted, data=entity.body(website="")).status_code == 303
    assert len(entity.records(editor)) == 2


@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
@pytest.mark.parametrize("seconds", ["0", "0.999", "-1", "nan", "", "soon"])
def test_input_that_was_typed_too_quickly_is_refused(
    entity: Entity, seconds: str, anonymous: Client, editor: Client
) -> None:
    refused = send(anonymous, entity, {HEADER: seconds})
    assert refused.status_code == 422
    assert "too quickly" in refused.json()["message"]
    assert entity.records(editor) == []


@pytest.mark.parametrize("headers", [{}, {HEADER: "1"}, {HEADER: "86400.5"}], ids=str)
def test_slow_input_and_programs_are_accepted(headers: dict[str, str], anonymous: Client) -> None:
    assert send(anonymous, MESSAGE, headers).status_code == 201


def test_the_fill_time_is_a_setting(anonymous: Client, configure: Configure) -> None:
    configure(AWARDS_FORM_FILL_SECONDS="2.5")
    assert send(anonymous, MESSAGE, {HEADER: "2.4"}).status_code == 422
    assert send(anonymous, MESSAGE, {HEADER: "2.5"}).status_code == 201


@pytest.mark.parametrize(("entity", "posted"), FORMS, ids=str)
def test_a_full_inbox_refuses_with_a_message(
    entity: Entity, posted: str, anonymous: Client, editor: Client, configure: Configure
) -> None:
    configure(AWARDS_INBOX_QUOTA="2")
    records = [entity.create(editor) for _ in range(2)]
    refused = anonymous.post(entity.created, json=entity.body())
    assert refused.status_code == 507
    assert int(refused.headers["Retry-After"]) > 0
    assert "Please try again later" in refused.json()["message"]
    body = entity.body()
    page = anonymous.post(posted, data=body)
    assert page.status_code == 507
    assert int(page.headers["Retry-After"]) > 0
    assert "Please try again later" in page.text
    assert body["email"] in page.text
    assert len(entity.records(editor)) == 2
    entity.delete(editor, records[0])
    entity.create(anonymous)


def test_a_full_newsletter_does_not_tell_which_addresses_it_has(
    anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_INBOX_QUOTA="1")
    known = SUBSCRIBER.create(anonymous)["email"]
    for email in (known, "unknown@example.org"):
        assert anonymous.post("/api/newsletter", json={"email": email}).status_code == 507


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("entity", [MESSAGE, SUBSCRIBER], ids=str)
def test_a_full_disk_refuses_with_a_message(
    entity: Entity, anonymous: Client, editor: Client
) -> None:
    refused = anonymous.post(entity.created, json=entity.body())
    assert refused.status_code == 507
    assert "no space left" in refused.json()["message"]
    assert entity.records(editor) == []


def test_a_posted_form_over_the_rate_limit_is_shown_again(
    anonymous: Client, configure: Configure
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="1/year")
    body = MESSAGE.body(message="A message that must not get lost")
    assert anonymous.post("/forms/contact", data=body).status_code == 303
    page = anonymous.post("/forms/contact", data=body)
    assert page.status_code == 429
    assert int(page.headers["Retry-After"]) > 0
    assert page.headers["Cache-Control"] == "no-store"
    assert "Too many requests. Please try again in" in page.text
    assert body["message"] in page.text
