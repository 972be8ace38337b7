"""The API's documentation is complete and loads nothing from other sites."""

import re

from fastapi import FastAPI
from httpx import Client

from tests.api.routes import endpoints


def test_the_page_loads_nothing_from_other_hosts(anonymous: Client) -> None:
    page = anonymous.get("/api/docs")
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    loaded = re.findall(r"""(?:src|href)=["']([^"']+)""", page.text)
    assert len(loaded) >= 3
    for url in loaded:
        assert url.startswith("/api/docs/assets/"), url
        assert anonymous.get(url).status_code == 200
    assert not re.search("https?:", page.text)
    (scripts,) = re.findall(r"script-src ([^;]+)", page.headers["Content-Security-Policy"])
    assert re.fullmatch(r"'self' 'sha256-[^' ]+'", scripts)


def test_openapi_lists_every_route_under_api(app: FastAPI, anonymous: Client) -> None:
    described = anonymous.get("/api/openapi.json").json()["paths"]
    listed = {
        f"{method.upper()} {path.replace(':path}', '}')}"
        for path, methods in described.items()
        for method in methods
    }
    assert {name for name, _ in endpoints(app)} == listed


def test_openapi_describes_bodies_with_the_keys_that_are_sent(anonymous: Client) -> None:
    schemas = anonymous.get("/api/openapi.json").json()["components"]["schemas"]
    assert "imageUrl" in schemas["NomineeCreate"]["properties"]
    assert "logo_url" in schemas["SponsorCreate"]["properties"]
    assert "password" not in schemas["UserPublic"]["properties"]
