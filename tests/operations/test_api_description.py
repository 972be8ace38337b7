"""The API answers as its description says, to each role: schemathesis calls every operation."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, BaseSchema, Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from tests.browser.site import Site, serve

CASES = 2
"""The number of requests generated for each operation; each role sends all of them."""
CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
ROLES = ("user", "editor", "admin")
Operation = APIOperation[Any, Any, Any, Any]

LAST = "POST /api/auth/logout"
"""The operation that ends the session of a role."""
FIRST_ID = len(ROLES) + 1
"""Ids begin behind those of the accounts, which are not to be deleted or get another role."""
IDS = 8


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with content, whose pages need not follow each write."""
    with serve(tmp_path_factory.mktemp("data"), AWARDS_DEMO="1", AWARDS_PRERENDER="0") as site:
        yield site


@pytest.fixture(scope="module")
def schema(site: Site) -> BaseSchema:
    return schemathesis.openapi.from_url(f"{site.url}/api/openapi.json")


def cases_of(operation: Operation) -> list[Case[Any]]:
    """Return the same valid and invalid requests of an operation in every run."""
    found: list[Case[Any]] = []
    requests = operation.as_strategy()
    if operation.path_parameters or operation.query or operation.body:
        requests |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(
        max_examples=CASES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(requests)
    def collect(case: Case[Any]) -> None:
        ids = {key: value for key, value in case.path_parameters.items() if type(value) is int}
        case.path_parameters.update({key: FIRST_ID + ids[key] % IDS for key in ids})
        found.append(case)

    collect()
    return found


def sign_in(site: Site, role: str) -> dict[str, str]:
    """Return the headers of a role's requests."""
    account = site.account(role)
    credentials = {"username": account.username, "password": account.password}
    response = httpx.post(f"{site.url}/api/auth/login", json=credentials)
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in response.cookies.items())}


def failures(case: Case[Any], headers: dict[str, str], checks: Any) -> list[str]:
    response = case.call(headers=headers, allow_redirects=False, timeout=60)
    try:
        case.validate_response(response, checks=checks)
    except FailureGroup as group:
        answer = f"{case.operation.label} at {response.request.url}: {response.status_code}"
        return [f"{answer}: {each}" for each in group.exceptions]
    return []


def test_the_description_is_valid_openapi(schema: BaseSchema) -> None:
    assert schema.raw_schema["openapi"].startswith("3.1")
    schema.validate()


def test_each_operation_answers_each_role_as_described(site: Site, schema: BaseSchema) -> None:
    load_all_checks()
    checks = CHECKS.get_by_names(list(CHECKED))
    operations = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]
    callers = [{}, *(sign_in(site, role) for role in ROLES)]
    found = [
        failure
        for operation in sorted(operations, key=lambda each: each.label == LAST)
        for case in cases_of(operation)
        for headers in callers
        for failure in failures(case, headers, checks)
    ]
    assert not found, "\n\n".join(found)
    statuses = [httpx.get(f"{site.url}/api/auth/me", headers=each).status_code for each in callers]
    assert statuses == [401] * len(callers), "The last operation has ended the sessions"
