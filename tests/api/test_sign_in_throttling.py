"""Throttling of sign-ins: what stops those who guess, and stops nobody else."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import bcrypt
import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client, Cookies, Response
from itsdangerous import URLSafeSerializer

from awards_site.accounts import hashing, own_account, throttling
from awards_site.accounts.models import OwnPasswordChange
from awards_site.accounts.throttling import MAX_EVALUATION, MAX_FAILURES
from awards_site.accounts.user_sessions import COOKIE
from awards_site.core.crypto import secret_key
from awards_site.core.database.sessions import writing
from awards_site.core.errors import TooManyRequests
from awards_site.core.http.rate_limits import SIGN_INS
from awards_site.operations.retention import purge_expired
from awards_site.portal.gateway import EventContextMiddleware, run
from awards_site.settings import settings
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import MESSAGE, PHOTO, USER
from tests.api.test_passwords import NEW, choose, tokens
from tests.api.test_rate_limits import send, wait_named_in
from tests.api.test_reauthentication import confirm
from tests.api.test_sessions import sign_in
from tests.authenticator import Authenticator
from tests.factories import PASSWORD, Body
from tests.smtp_server import SmtpServer

DAY = timedelta(days=1)
AT_ONCE = 60


def fail(client: Client, username: str = "Grace") -> int:
    return sign_in(client, username, "wrong").status_code


def failures_until_throttled(client: Client, usernames: Callable[[int], str]) -> int:
    """Sign in with wrong passwords until 429 is returned; return the number of attempts."""
    for number in range(200):
        response = sign_in(client, usernames(number), "wrong")
        if response.status_code == 429:
            assert 1 <= int(response.headers["Retry-After"]) <= 3600
            assert response.json()["message"]
            return number
        assert response.status_code == 401
    raise AssertionError("Two hundred failed sign-ins were let through")


def at_once(clients: list[Client], password: str) -> Counter[int]:
    """Sign in with all clients at the same time; return the number of responses by status."""
    with ThreadPoolExecutor(len(clients)) as threads:
        return Counter(
            threads.map(lambda each: sign_in(each, password=password).status_code, clients)
        )


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads in which passwords were checked."""
    threads: list[str] = []
    check = bcrypt.checkpw

    def counting(password: bytes, hashed: bytes) -> bool:
        threads.append(threading.current_thread().name)
        return check(password, hashed)

    monkeypatch.setattr(bcrypt, "checkpw", counting)
    return threads


def test_failed_sign_ins_are_rate_limited_until_retry_after(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    assert failures_until_throttled(client, lambda _: "Grace") == MAX_FAILURES
    for variant in ("grace", " GRACE "):
        refused = sign_in(client, variant)
        assert refused.status_code == 429
    frozen_clock.advance(timedelta(seconds=int(refused.headers["Retry-After"]) + 1))
    assert sign_in(client).status_code == 200


def test_a_password_chosen_by_a_link_can_be_used_at_once(
    smtp: SmtpServer, person: Body, admin: Client, anonymous: Client, new_client: NewClient
) -> None:
    other = USER.create(admin)
    stranger = new_client(ip_address="10.0.0.2")
    failures_until_throttled(anonymous, lambda _: "grace")
    failures_until_throttled(stranger, lambda _: other["username"])
    assert admin.post(f"{USER.path(person['id'])}/password-link").status_code == 200
    [token] = tokens(smtp, person["email"])
    assert choose(anonymous, token).status_code == 200
    assert sign_in(anonymous, "grace", NEW).status_code == 200
    assert fail(stranger, other["username"]) == 429


def test_each_further_failure_doubles_the_wait(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    failures_until_throttled(client, lambda _: "Grace")
    waits = []
    for _ in range(4):
        waits.append(int(sign_in(client).headers["Retry-After"]))
        frozen_clock.advance(timedelta(seconds=waits[-1]))
        assert fail(client) == 401
    assert waits == [30, 60, 120, 240]


def test_parallel_wrong_sign_ins_evaluate_no_more_guesses_than_the_limit(
    person: Body, new_client: NewClient, evaluated: list[str]
) -> None:
    statuses = at_once([new_client() for _ in range(AT_ONCE)], "wrong")
    assert statuses == {401: MAX_FAILURES, 429: AT_ONCE - MAX_FAILURES}
    assert len(evaluated) == MAX_FAILURES


def test_parallel_correct_sign_ins_all_succeed(
    person: Body, new_client: NewClient, evaluated: list[str]
) -> None:
    assert at_once([new_client() for _ in range(AT_ONCE)], PASSWORD) == {200: AT_ONCE}
    assert len(evaluated) == AT_ONCE
    assert all(name.startswith("password-hashing") for name in evaluated)


def test_a_full_queue_returns_503_with_retry_after_to_unknown_browsers(
    person: Body,
    admin: Client,
    anonymous: Client,
    monkeypatch: pytest.MonkeyPatch,
    new_client: NewClient,
) -> None:
    monkeypatch.setattr(hashing, "unknown_browsers", hashing.Queue(threads=1, max_queued=0))
    with hashing.slot():
        response = sign_in(anonymous)
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        assert "try again" in response.json()["message"]
        # What needs a session does not wait behind strangers.
        assert admin.post(USER.created, json=USER.body()).status_code == 201
    assert sign_in(anonymous).status_code == 200
    with hashing.slot():
        assert sign_in(new_client()).status_code == 503
        assert sign_in(anonymous).status_code == 200


def test_a_rate_limited_attacker_does_not_lock_the_user_out(
    person: Body, new_client: NewClient
) -> None:
    failures_until_throttled(new_client(ip_address="10.0.0.1"), lambda _: "Grace")
    assert sign_in(new_client(ip_address="10.0.0.2")).status_code == 200


def test_one_ip_address_with_many_accounts_is_rate_limited(
    person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    assert failures_until_throttled(client, lambda number: f"person {number}") <= 100


@pytest.mark.usefixtures("few_in_total")
def test_addresses_of_one_ipv6_network_count_as_one(person: Body, new_client: NewClient) -> None:
    statuses = [
        fail(new_client(ip_address=f"2001:db8::{number}"), f"person {number}")
        for number in range(13)
    ]
    assert statuses == [401] * 12 + [429]
    assert fail(new_client(ip_address="2001:db8:0:1::1"), "person") == 401


def guess_from_everywhere(new_client: NewClient) -> set[int]:
    """Fail to sign in from many addresses, until the account as a whole is limited."""
    numbers = range(throttling.MAX_FAILURES_IN_TOTAL + 1)
    return {fail(new_client(ip_address=f"10.0.{number}.1")) for number in numbers}


@pytest.fixture
def few_in_total(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few addresses reach the limit of an account, which saves time."""
    monkeypatch.setattr(throttling, "MAX_FAILURES_IN_TOTAL", 12)


@pytest.mark.usefixtures("few_in_total")
def test_a_known_browser_is_not_locked_out_by_strangers(
    person: Body, new_client: NewClient
) -> None:
    known = new_client(ip_address="10.1.0.1")
    assert sign_in(known).status_code == 200
    known.post("/api/auth/logout")
    guess_from_everywhere(new_client)
    failures_until_throttled(new_client(ip_address="10.1.0.1"), lambda number: f"person {number}")
    assert sign_in(new_client(ip_address="10.1.0.1")).status_code == 429
    assert sign_in(known).status_code == 200
    known.cookies.delete(throttling.COOKIE)
    assert sign_in(known).status_code == 429


async def change_in_portal(cookies: Cookies) -> None:
    """Change the password in a page of the portal, to which the browser has sent these cookies."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    router = SimpleNamespace(
        headers=SimpleNamespace(cookie=cookie, raw_headers={}),
        session=SimpleNamespace(client_ip="10.1.0.1"),
    )
    event = SimpleNamespace(payload={})
    await EventContextMiddleware().preprocess(None, SimpleNamespace(router=router), event)
    await run(own_account.change_password, OwnPasswordChange.model_validate(CHANGE))


@pytest.mark.usefixtures("few_in_total")
def test_the_portal_knows_the_browser_of_its_page(
    person: Body, new_client: NewClient, portal: BlockingPortal
) -> None:
    known = new_client(ip_address="10.1.0.1")
    assert sign_in(known).status_code == 200
    guess_from_everywhere(new_client)
    with pytest.raises(TooManyRequests):
        portal.call(change_in_portal, Cookies({COOKIE: known.cookies[COOKIE]}))
    portal.call(change_in_portal, known.cookies)
    assert sign_in(known, password=NEW).status_code == 200


def test_guesses_of_a_known_browser_are_limited(
    person: Body, anonymous: Client, new_client: NewClient
) -> None:
    sign_in(anonymous)
    assert failures_until_throttled(anonymous, lambda _: "Grace") == MAX_FAILURES
    assert sign_in(anonymous).status_code == 429
    assert sign_in(new_client()).status_code == 200


@pytest.mark.usefixtures("few_in_total")
def test_the_cookie_of_a_known_browser_is_bound_to_its_account(
    person: Body, admin: Client, new_client: NewClient
) -> None:
    USER.create(admin, username="Ada")
    client = new_client(ip_address="10.1.0.1")
    sign_in(client, "Ada")
    guess_from_everywhere(new_client)
    assert sign_in(client, "Ada").status_code == 200
    assert sign_in(client, "Grace").status_code == 429


def test_the_cookie_of_a_known_browser_names_no_account(person: Body, anonymous: Client) -> None:
    sign_in(anonymous)
    cookie = anonymous.cookies[throttling.COOKIE]
    _, [entry] = URLSafeSerializer("").loads_unsafe(cookie)
    assert len(entry) == 5
    assert not {person["id"], str(person["id"]), person["username"], "grace"} & set(entry)


@pytest.mark.usefixtures("few_in_total")
@pytest.mark.parametrize("forged", ["", "made-up", "WzEsImFhYWEiXQ.aaaaaa.bbbbbbbbbbbb"])
def test_a_forged_cookie_of_a_known_browser_is_ignored(
    forged: str, person: Body, new_client: NewClient
) -> None:
    guess_from_everywhere(new_client)
    client = new_client(ip_address="10.1.0.1")
    client.cookies.set(throttling.COOKIE, forged)
    assert sign_in(client).status_code == 429


@pytest.mark.usefixtures("few_in_total")
def test_a_browser_is_known_for_180_days(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.1.0.1")
    sign_in(client)
    device = client.cookies[throttling.COOKIE]
    for days, status in ((179, 200), (2, 429)):
        frozen_clock.advance(days * DAY)
        guess_from_everywhere(new_client)
        client.cookies.clear()
        client.cookies.set(throttling.COOKIE, device)
        assert sign_in(client).status_code == status


CHANGE = {"currentPassword": PASSWORD, "newPassword": NEW}
FORGETTING = {
    "a password change": ("POST", "/api/auth/password", CHANGE),
    "the end of the other sessions": ("DELETE", "/api/auth/sessions", None),
    "the end of one other session": ("DELETE", "/api/auth/sessions/{other}", None),
    "a sign-out by an administrator": ("DELETE", f"{USER.path('{id}')}/sessions", None),
    "another role": ("PATCH", f"{USER.path('{id}')}/role", {"role": "user"}),
}
"""The requests of a user or an administrator that end other sessions of a user."""


@pytest.mark.usefixtures("few_in_total")
@pytest.mark.parametrize("cause", FORGETTING)
def test_what_ends_sessions_makes_the_browsers_unknown(
    cause: str, person: Body, admin: Client, anonymous: Client, new_client: NewClient
) -> None:
    known = new_client(ip_address="10.1.0.1")
    for client in (known, anonymous):
        assert sign_in(client).status_code == 200
    other = anonymous.get("/api/auth/sessions").json()[1]
    method, path, body = FORGETTING[cause]
    path = path.format(id=person["id"], other=other["id"])
    caller = admin if path.startswith("/api/users") else anonymous
    assert caller.request(method, path, json=body).is_success
    guess_from_everywhere(new_client)
    assert sign_in(known, password=NEW).status_code == 429
    assert sign_in(known).status_code == 429


def add_first_factor(client: Client) -> Response:
    with_password = {"currentPassword": PASSWORD}
    new = client.post("/api/auth/second-factors/passkeys", json=with_password).json()
    credential = Authenticator().create(new["options"])
    body = {"challenge": new["challenge"], "name": "Phone", "credential": credential}
    return client.post("/api/auth/second-factors/passkeys/confirm", json=body)


@pytest.mark.usefixtures("few_in_total")
@pytest.mark.parametrize(
    "cause", ["a first second factor", "a request afterwards", *list(FORGETTING)[:3]]
)
def test_the_browser_that_ends_other_sessions_stays_known(
    cause: str, person: Body, new_client: NewClient
) -> None:
    own, other, third = (new_client(ip_address=f"10.1.0.{each}") for each in (1, 2, 3))
    for client in (other, own):
        assert sign_in(client).status_code == 200
    ended = own.get("/api/auth/sessions").json()[1]["id"]
    if cause == "a first second factor":
        response = add_first_factor(own)
    elif cause == "a request afterwards":
        sign_in(third)
        third.delete(f"/api/auth/sessions/{ended}")
        response = own.get("/api/auth/me")
    else:
        method, path, body = FORGETTING[cause]
        response = own.request(method, path.format(other=ended), json=body)
    assert response.is_success
    guess_from_everywhere(new_client)
    del own.cookies[COOKIE]
    password = NEW if "password" in cause else PASSWORD
    assert sign_in(own, password=password).status_code in {200, 202}
    assert sign_in(other, password=password).status_code == 429


def fail_everywhere(new_client: NewClient, count: int) -> list[int]:
    """Fail to sign in to as many accounts from as many addresses, and return the statuses."""
    return [
        fail(new_client(ip_address=f"10.2.{each}.1"), f"person {each}") for each in range(count)
    ]


def test_unknown_browsers_together_have_a_limit_of_failures(
    person: Body, new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = new_client(ip_address="10.1.0.1")
    assert sign_in(known).status_code == 200
    monkeypatch.setattr(SIGN_INS, "total_rate", "3/minute")
    assert fail_everywhere(new_client, 5) == [401] * 3 + [429] * 2
    refused = sign_in(new_client(ip_address="10.1.0.2"))
    assert refused.status_code == 429
    assert wait_named_in(refused) <= 120
    assert sign_in(known).status_code == 200
    assert fail(known) == 401


def test_the_signing_key_is_a_setting_or_in_a_file_that_only_the_server_reads(
    configure: Configure, tmp_path: Path
) -> None:
    configure(AWARDS_DATA_DIR=str(tmp_path))
    key = secret_key()
    file = tmp_path / "secret-key"
    assert file.read_text() == key
    assert len(key) >= 32
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    configure(AWARDS_SECRET_KEY="a key of the operator")
    assert secret_key() == "a key of the operator"
    assert "operator" not in repr(settings())


def test_successful_sign_ins_are_not_rate_limited(person: Body, anonymous: Client) -> None:
    for _ in range(3):
        for _ in range(4):
            assert fail(anonymous) == 401
        for _ in range(10):
            assert sign_in(anonymous).status_code == 200


A_DAY_BACK = timedelta(days=-1)


def test_sessions_go_on_and_new_ones_begin(
    frozen_clock: FrozenClock, person: Body, editor: Client, new_client: NewClient
) -> None:
    before = PHOTO.create(editor)
    frozen_clock.advance(A_DAY_BACK)
    purge_expired()
    after = PHOTO.create(editor)
    PHOTO.change(editor, before, title="Changed")
    assert {each["id"] for each in PHOTO.records(editor)} == {before["id"], after["id"]}
    client = new_client()
    assert sign_in(client).status_code == 200
    assert client.get("/api/auth/me").status_code == 200


def test_failed_sign_ins_of_the_future_are_forgotten(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    failures_until_throttled(client, lambda _: "Grace")
    frozen_clock.advance(A_DAY_BACK)
    assert sign_in(client).status_code == 200
    failures_until_throttled(client, lambda _: "Grace")


def test_sensitive_actions_need_the_password_again(
    frozen_clock: FrozenClock, admin: Client, configure: Configure
) -> None:
    configure(AWARDS_RECENT_SIGN_IN_MINUTES="5")
    assert admin.get("/api/admin/audit/export").status_code == 200
    frozen_clock.advance(A_DAY_BACK)
    assert admin.get("/api/admin/audit/export").status_code == 401
    assert confirm(admin, PASSWORD) == 204
    assert admin.get("/api/admin/audit/export").status_code == 200


def test_forms_are_accepted_and_still_limited(
    anonymous: Client, editor: Client, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(AWARDS_FORM_RATE_LIMIT="2/hour")
    assert send(anonymous, 3) == [201, 201, 429]
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 24 * 3600)
    assert send(anonymous, 3) == [201, 201, 429]
    assert len(MESSAGE.records(editor)) == 4


def test_a_small_step_forgets_no_failed_sign_in(
    frozen_clock: FrozenClock, person: Body, new_client: NewClient
) -> None:
    client = new_client(ip_address="10.0.0.1")
    failures_until_throttled(client, lambda _: "Grace")
    frozen_clock.advance(timedelta(seconds=-10))
    assert fail(client) == 429


@pytest.mark.usefixtures("few_in_total")
def test_a_browser_forgets_each_account_180_days_after_its_own_sign_in(
    frozen_clock: FrozenClock, person: Body, admin: Client, new_client: NewClient
) -> None:
    USER.create(admin, username="Ada")
    client = new_client(ip_address="10.1.0.1")
    for days, username in ((0, "Grace"), (100, "Ada"), (81, "Ada")):
        frozen_clock.advance(days * DAY)
        assert sign_in(client, username).status_code == 200
    guess_from_everywhere(new_client)
    assert sign_in(client, "Grace").status_code == 429


def test_a_link_by_email_lets_a_user_in_while_strangers_use_up_the_total(
    smtp: SmtpServer, person: Body, new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SIGN_INS, "total_rate", "1/minute")
    assert fail_everywhere(new_client, 2) == [401, 429]
    client = new_client(ip_address="10.1.0.1")
    response = client.post("/api/auth/forgot-password", json={"email": person["email"]})
    assert response.status_code == 202
    [token] = tokens(smtp, person["email"])
    assert sign_in(client, password=NEW).status_code == 429
    assert choose(client, token).status_code == 200
    assert sign_in(client, password=NEW).status_code == 200


@pytest.mark.usefixtures("few_in_total")
def test_a_shared_browser_is_known_to_the_last_five_accounts_that_signed_in(
    person: Body, admin: Client, new_client: NewClient
) -> None:
    shared = new_client(ip_address="10.1.0.1")
    others = [str(USER.create(admin)["username"]) for _ in range(throttling.MAX_ACCOUNTS)]
    for username in ("Grace", *others[:-1]):
        assert sign_in(shared, username).status_code == 200
    guess_from_everywhere(new_client)
    assert sign_in(shared, "Grace").status_code == 200
    for username in others:
        assert sign_in(shared, username).status_code == 200
    assert sign_in(shared, "Grace").status_code == 429


def test_an_attempt_that_a_stopped_server_left_behind_counts_as_a_failure(
    frozen_clock: FrozenClock, person: Body, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> bool:
        raise SystemError

    for _ in range(MAX_FAILURES - 1):
        assert fail(anonymous) == 401
    with monkeypatch.context() as broken:
        broken.setattr(bcrypt, "checkpw", stop)
        assert fail(anonymous) == 500
    frozen_clock.advance(MAX_EVALUATION)
    assert fail(anonymous) == 401
    assert fail(anonymous) == 429


def test_no_password_is_hashed_in_a_write_transaction(
    person: Body, admin: Client, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_password = bcrypt.hashpw
    could_write: list[bool] = []

    def write() -> None:
        with writing():
            pass

    def writing_meanwhile(password: bytes, salt: bytes) -> bytes:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(5)
        could_write.append(not thread.is_alive())
        return hash_password(password, salt)

    monkeypatch.setattr(bcrypt, "hashpw", writing_meanwhile)
    USER.create(admin)
    sign_in(anonymous)
    body = {"currentPassword": PASSWORD, "newPassword": f"{PASSWORD} again"}
    assert anonymous.post("/api/auth/password", json=body).status_code == 204
    assert could_write == [True, True]


def test_one_address_does_not_take_all_places(person: Body, new_client: NewClient) -> None:
    with ExitStack() as taken:
        for _ in range(hashing.MAX_PER_IP_ADDRESS):
            taken.enter_context(hashing.slot("10.0.0.1"))
        assert sign_in(new_client(ip_address="10.0.0.1")).status_code == 503
        assert sign_in(new_client(ip_address="10.0.0.2")).status_code == 200
    assert sign_in(new_client(ip_address="10.0.0.1")).status_code == 200


def test_guesses_at_one_account_of_a_shared_browser_do_not_stop_the_others(
    person: Body, admin: Client, anonymous: Client
) -> None:
    USER.create(admin, username="Ada")
    for username in ("Ada", "Grace"):
        assert sign_in(anonymous, username).status_code == 200
    failures_until_throttled(anonymous, lambda _: "Grace")
    assert sign_in(anonymous, "Ada").status_code == 200


def test_only_failures_of_unknown_browsers_count_in_total(
    person: Body, new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SIGN_INS, "total_rate", "1/minute")
    assert [sign_in(new_client()).status_code for _ in range(3)] == [200] * 3
    known = new_client()
    assert sign_in(known).status_code == 200
    assert [fail(known) for _ in range(3)] == [401] * 3
    assert fail_everywhere(new_client, 2) == [401, 429]
