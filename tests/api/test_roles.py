"""Who may call what: every route states one rule, and the server keeps the matrix."""

import re
from typing import Literal

import httpx
import pytest
from fastapi import FastAPI

from awards_site.auth.access import Allowed, Open
from tests.api.routes import NOWHERE, dependencies, endpoints

Callers = Literal["everyone", "signed in", "staff", "admin"]

MATRIX: dict[Callers, str] = {
    "everyone": """
        GET /api/health
        GET /uploads/{name}
        GET /share/nominees/{name}
        GET /share/events/{name}
        GET /share/blog/{name}
        GET /robots.txt
        GET /sitemap.xml
        GET /sitemap-{number}.xml
        GET /events.ics
        GET /events/{key}.ics
        GET /blog/feed.atom
        GET /timeline.ics
        GET /nomination-form.pdf
        GET /uploads/sizes/{name}
        POST /api/auth/login
        POST /api/auth/logout
        POST /api/contact
        POST /api/newsletter
        POST /forms/contact
        POST /forms/newsletter
        GET /api/cover-pages/active
        GET /api/sponsors/published
        GET /api/content/{identifier}
        GET /api/content-blocks
        GET /api/events
        GET /api/events/upcoming
        GET /api/events/month/{year}/{month}
        GET /api/events/range
        GET /api/events/{record_id}
        GET /api/nominees
        GET /api/nominees/published
        GET /api/nominees/category/{category}
        GET /api/nominees/year/{year}
        GET /api/nominees/{record_id}
        GET /api/sponsors/{record_id}
        GET /api/photos
        GET /api/photos/category/{category}
        GET /api/photos/year/{year}
        GET /api/photos/nominee/{nominee_id}
        GET /api/photos/{record_id}
        GET /api/videos
        GET /api/videos/category/{category}
        GET /api/videos/year/{year}
        GET /api/videos/{record_id}
        GET /api/blog
        GET /api/blog/category/{category}
        GET /api/blog/tag/{tag}
        GET /api/blog/nominee/{nominee_id}
        GET /api/blog/summaries
        GET /api/blog/{post_id}/related
        GET /api/nominees/{nominee_id}/prev-next
        GET /api/blog/slug/{slug}
        GET /api/blog/{record_id}
    """,
    "signed in": """
        GET /api/auth/me
        POST /api/auth/password
        GET /api/content
        GET /api/admin/content/{record_id}
        GET /api/admin/activity
    """,
    "staff": """
        POST /api/admin/content
        PUT /api/admin/content/{record_id}
        GET /api/admin/content/{record_id}/history
        GET /api/admin/events
        POST /api/events
        PUT /api/events/{record_id}
        DELETE /api/events/{record_id}
        POST /api/events/{record_id}/restore
        POST /api/nominees
        PATCH /api/nominees/{record_id}
        DELETE /api/nominees/{record_id}
        POST /api/nominees/{record_id}/restore
        GET /api/admin/photos
        POST /api/photos
        PUT /api/photos/{record_id}
        DELETE /api/photos/{record_id}
        POST /api/photos/{record_id}/restore
        GET /api/admin/videos
        POST /api/videos
        PUT /api/videos/{record_id}
        DELETE /api/videos/{record_id}
        POST /api/videos/{record_id}/restore
        GET /api/admin/blog
        POST /api/blog
        PUT /api/blog/{record_id}
        DELETE /api/blog/{record_id}
        POST /api/blog/{record_id}/restore
        GET /api/admin/pictures
        POST /api/upload/image
        POST /api/uploads/event-image
        POST /api/uploads/nominee-image
        POST /api/uploads/blog-image
        POST /api/uploads/sponsor-logo
        POST /api/uploads/cover-page-image
        POST /api/uploads/cover-page-video
        GET /api/sponsors/admin
        POST /api/sponsors
        PATCH /api/sponsors/{record_id}
        DELETE /api/sponsors/{record_id}
        POST /api/sponsors/{record_id}/restore
        GET /api/cover-pages/admin
        POST /api/cover-pages
        PATCH /api/cover-pages/{record_id}
        GET /api/cover-pages/{record_id}
        POST /api/cover-pages/{record_id}/activate
        DELETE /api/cover-pages/{record_id}
        POST /api/cover-pages/{record_id}/restore
        GET /api/admin/contact
        GET /api/admin/contact/{record_id}
        POST /api/admin/contact/{record_id}/restore
        PATCH /api/admin/contact/{record_id}
        DELETE /api/admin/contact/{record_id}
        GET /api/admin/subscriptions
        DELETE /api/admin/subscriptions/{record_id}
        POST /api/admin/subscriptions/{record_id}/restore
    """,
    "admin": """
        DELETE /api/admin/content/{record_id}
        POST /api/admin/content/{record_id}/restore
        GET /api/users
        GET /api/users/{record_id}
        POST /api/auth/register
        PATCH /api/users/{record_id}/role
        DELETE /api/users/{record_id}
        POST /api/users/{record_id}/restore
    """,
}
"""Who may call which route (decisions, 'Who may do what'); staff are admin and editor."""

RULES: dict[str, Callers] = {
    " ".join(line.split()): callers
    for callers, lines in MATRIX.items()
    for line in lines.strip().splitlines()
}

LET_IN: dict[Callers, set[str]] = {
    "everyone": {"admin", "editor", "user", "nobody"},
    "signed in": {"admin", "editor", "user"},
    "staff": {"admin", "editor"},
    "admin": {"admin"},
}


def test_every_route_is_in_the_matrix(app: FastAPI) -> None:
    assert {name for name, _ in endpoints(app)} == set(RULES)


def test_every_route_states_exactly_one_rule(app: FastAPI) -> None:
    for name, route in endpoints(app):
        rules = [each for each in dependencies(route) if isinstance(each, Open | Allowed)]
        assert len(rules) == 1, f"{name} needs exactly one dependency made by `allow`"


@pytest.mark.parametrize("name", RULES)
def test_a_route_lets_in_whom_the_matrix_says(
    name: str,
    admin: httpx.Client,
    editor: httpx.Client,
    user: httpx.Client,
    nobody: httpx.Client,
) -> None:
    method, pattern = name.split(" ")
    path = re.sub(r"{\w+}", NOWHERE, pattern)
    callers = {"admin": admin, "editor": editor, "user": user, "nobody": nobody}
    statuses = {
        who: client.request(method, path, json=None if method in {"GET", "DELETE"} else {})
        for who, client in callers.items()
    }
    for who, answer in statuses.items():
        if who in LET_IN[RULES[name]]:
            assert answer.status_code not in {401, 403}, f"{who} is kept out of {name}"
            assert answer.status_code < 500
        else:
            refusal = 401 if who == "nobody" else 403
            assert answer.status_code == refusal, f"{who} gets {answer.status_code} from {name}"
            assert answer.json()["message"]


def test_a_session_that_is_none_is_refused_like_no_session(nobody: httpx.Client) -> None:
    nobody.cookies.set("awards_session", "made-up")
    assert nobody.get("/api/users").status_code == 401
    assert nobody.get("/api/events").status_code == 200
