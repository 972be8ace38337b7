"""The API's documentation: complete, and loaded from nowhere else."""

import re

import httpx
from fastapi import FastAPI

from tests.api.routes import endpoints


def test_the_page_loads_nothing_from_other_hosts(nobody: httpx.Client) -> None:
    page = nobody.get("/api/docs")
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    loaded = re.findall(r"""(?:src|href)=["']([^"']+)""", page.text)
    assert len(loaded) >= 3
    for address in loaded:
        assert address.startswith("/api/docs/assets/"), address
        assert nobody.get(address).status_code == 200
    assert "http:" not in page.text
    assert "https:" not in page.text


def test_the_pages_policy_lets_its_own_script_run_and_no_other(nobody: httpx.Client) -> None:
    policy = nobody.get("/api/docs").headers["Content-Security-Policy"]
    (scripts,) = re.findall(r"script-src ([^;]+)", policy)
    assert re.fullmatch(r"'self' 'sha256-[^' ]+'", scripts)


def test_openapi_lists_every_route_under_api(app: FastAPI, nobody: httpx.Client) -> None:
    described = nobody.get("/api/openapi.json").json()["paths"]
    listed = {
        f"{method.upper()} {path.replace(':path}', '}')}"
        for path, methods in described.items()
        for method in methods
    }
    assert {name for name, _ in endpoints(app)} == listed


def test_openapi_describes_bodies_with_the_keys_that_are_sent(nobody: httpx.Client) -> None:
    schemas = nobody.get("/api/openapi.json").json()["components"]["schemas"]
    assert "imageUrl" in schemas["NomineeCreate"]["properties"]
    assert "logo_url" in schemas["SponsorCreate"]["properties"]
    assert "password" not in schemas["UserPublic"]["properties"]
