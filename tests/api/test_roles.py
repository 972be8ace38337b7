"""Permissions: every route states one rule, and the server enforces the matrix."""

import re
from typing import Literal

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.accounts.dependencies import AllowAny, RequirePermission
from tests.api.entities import (
    ARRANGED,
    DRAFTED,
    ENTITIES,
    EVERYTHING,
    IMPORTED,
    MESSAGE,
    PUBLISHED,
    RECEIVED,
    SECTION,
    USER,
)
from tests.api.routes import NONEXISTENT, dependencies, endpoints, routes
from tests.factories import Body

Callers = Literal["everyone", "signed in", "staff", "admin"]

MATRIX: dict[Callers, str] = {
    "everyone": """
        GET /api/<health|ready>
        GET /<metrics|robots.txt|.well-known/security.txt|sitemap.xml|sitemap-{}.xml>
        GET /<events.ics|events/{}.ics|blog/feed.atom|timeline.ics|nomination-form.pdf>
        GET /uploads/<{}|sizes/{}>
        GET /share/<nominees|events|blog>/{}
        GET /preview/<{}|{}/{}>
        GET /jury/<{}|{}/{}>
        POST /jury/{}/<code|device|done|{}>
        POST /api/auth/<login|logout|second-factor|forgot-password|choose-password>
        POST /<api|forms>/<contact|newsletter>
        POST /api/reports/csp
        <GET|POST> /newsletter/<confirm|unsubscribe>/{}
        GET /api/<cover-pages/active|sponsors/published|content/{}|content-blocks>
        GET /api/<events|nominees|photos|videos|blog>
        GET /api/<events|nominees|photos|videos|blog|sponsors>/{}
        GET /api/events/<upcoming|today|month/{}/{}|range>
        GET /api/<nominees|photos|videos>/<category|year>/{}
        GET /api/nominees/<published|{}/prev-next>
        GET /api/photos/nominee/{}
        GET /api/blog/<category/{}|tag/{}|nominee/{}|slug/{}|summaries|{}/related>
    """,
    "signed in": """
        GET /api/auth/<me|second-factors>
        POST /api/auth/<password|password-strength|reauthenticate>
        <GET|DELETE> /api/auth/sessions
        DELETE /api/auth/sessions/{}
        <POST|DELETE> /api/auth/second-factors/authenticator-app
        POST /api/auth/second-factors/<passkeys|recovery-codes>
        POST /api/auth/second-factors/<authenticator-app|passkeys>/confirm
        DELETE /api/auth/second-factors/passkeys/{}
        GET /api/content
        <GET|POST> /api/admin/content/export
        GET /api/admin/<content/{}|content-blocks|activity|search>
        POST /api/admin/undo
    """,
    "staff": """
        GET /api/admin/content/{}/history
        POST /api/admin/content-preview
        GET /api/cover-pages/{}
        POST /api/cover-pages/{}/activate
        <GET|POST> /api/admin/embargoes
        GET /api/admin/embargoes/effect
        <GET|PATCH|DELETE> /api/admin/<embargoes|media>/{}
        POST /api/admin/<embargoes|media|trash>/{}/restore
        POST /api/admin/embargoes/{}/reveal
        POST /api/admin/<embargoes|running-order>/{}/versions/{}/restore
        GET /api/admin/<embargoes|running-order>/{}/versions
        GET /api/admin/running-order/<{}|{}/winners|evening|pdf>
        GET /api/nominees/<{}/kit|{}/kit/{}|year/{}/kits>
        <GET|POST> /api/nominees/{}/kit-links
        DELETE /api/nominees/{}/kit-links/{}
        GET /api/admin/<media|trash|image-variants|checklist>
        <GET|POST> /api/admin/<embargoes|running-order|media|trash>/export
        POST /api/admin/<running-order|media|trash>/<bulk|bulk/undo>
        <GET|POST> /api/admin/reveal
        POST /api/admin/reveal/<undo|hide|open>
        GET /api/admin/jury
        GET /api/admin/jury/{}/minutes.<csv|pdf>
        POST /api/admin/jury/<remind|close|reopen|results|embargo>
        <GET|POST> /api/admin/jurors/export
        <GET|PATCH> /api/admin/jurors/{}
        <POST|DELETE> /api/admin/jurors/{}/link
        GET /api/admin/media/{}/uses
        POST /api/admin/media/{}/<replace|replace/undo>
        POST /api/upload/image
        POST /api/uploads/<event-image|nominee-image|blog-image|sponsor-logo>
        POST /api/uploads/<cover-page|media>-<image|video>
        GET /api/admin/contact/<{}|{}/thread|assignees|templates>
        POST /api/admin/contact/{}/<notes|replies>
        DELETE /api/admin/contact/{}/notes/{}
        POST /api/admin/contact/bulk/replies
    """,
    "admin": """
        GET /api/admin/audit
        GET /api/admin/audit/<users|export|{}>
        DELETE /api/admin/trash/{}
        POST /api/admin/content/<bulk|bulk/undo>
        <GET|POST> /api/users/export
        GET /api/users/{}
        PATCH /api/users/{}/role
        POST /api/users/<invitations|{}/password-link>
        DELETE /api/users/{}/<sessions|second-factors>
        POST /api/admin/personal-data/<search|export|erase>
    """,
}
"""The callers of each route; staff are admin and editor."""


def rules() -> dict[str, Callers]:
    """Return the callers of each route, including the routes that all entities have."""
    found = {route: callers for callers, text in MATRIX.items() for route in routes(text)}
    for entity in EVERYTHING:
        managers: Callers = "admin" if entity is USER else "staff"
        removers: Callers = "admin" if entity in (USER, SECTION) else "staff"
        one, new, many = entity.path("{}"), entity.created, entity.at
        lines = []
        if entity in (*PUBLISHED, *RECEIVED):
            lines += [f"<GET|POST> {entity.listed}/export", f"POST {many}/<bulk|bulk/undo>"]
        if entity in IMPORTED:
            lines += [f"<GET|POST> {many}/imports", f"GET {many}/imports/template"]
            lines.append(f"POST {many}/imports/{{}}/undo")
        if entity in ARRANGED:
            lines += [f"<GET|POST> {new}/order", f"POST {new}/order/undo"]
        if entity in PUBLISHED:
            lines += [f"GET {one}/versions", f"POST {one}/versions/{{}}/restore"]
        if entity in DRAFTED:
            lines += [f"<GET|PUT|DELETE> {one}/draft", f"POST {one}/draft/<restore|publish>"]
            lines += [f"POST {new}/preview", f"<GET|POST> {one}/<preview|preview-links>"]
            lines.append(f"DELETE {one}/preview-links/{{}}")
        if entity in ENTITIES or entity is MESSAGE:
            lines.append(f"{entity.method} {one}")
        found |= dict.fromkeys(routes("\n".join(lines)), managers)
        found |= dict.fromkeys((f"DELETE {one}", f"POST {one}/restore"), removers)
        for route in (f"GET {entity.listed}", f"POST {new}"):
            found.setdefault(route, managers)
    return found


RULES = rules()

ALLOWED_CALLERS: dict[Callers, set[str]] = {
    "everyone": {"admin", "editor", "user", "anonymous"},
    "signed in": {"admin", "editor", "user"},
    "staff": {"admin", "editor"},
    "admin": {"admin"},
}


def test_every_route_is_in_the_matrix(app: FastAPI) -> None:
    assert {re.sub(r"{\w+}", "{}", name) for name, _ in endpoints(app)} == set(RULES)


def test_every_route_states_exactly_one_rule(app: FastAPI) -> None:
    rules = {
        name: sum(isinstance(each, AllowAny | RequirePermission) for each in dependencies(route))
        for name, route in endpoints(app)
    }
    assert rules
    wrong = [name for name, count in rules.items() if count != 1]
    assert wrong == [], "a route needs exactly one dependency made by `allow`"


@pytest.mark.usefixtures("undrawn_form")
def test_each_route_allows_the_roles_in_the_matrix(
    admin: Client, editor: Client, user: Client, anonymous: Client
) -> None:
    callers = {"admin": admin, "editor": editor, "user": user, "anonymous": anonymous}
    wrong = []
    # Signing out ends the sessions.
    for name in sorted(RULES, key="POST /api/auth/logout".__eq__):
        method, pattern = name.split(" ")
        path = pattern.replace("{}", NONEXISTENT)
        body: Body | None = None if method in {"GET", "DELETE"} else {}
        for who, client in callers.items():
            status = client.request(method, path, json=body).status_code
            if who in ALLOWED_CALLERS[RULES[name]]:
                is_right = status not in {401, 403} and status < 500
            else:
                is_right = status == (401 if who == "anonymous" else 403)
            if not is_right:
                wrong.append(f"{who}: {name} returned {status}")
    assert wrong == []


def test_an_invalid_session_is_refused_like_none(anonymous: Client) -> None:
    anonymous.cookies.set("awards_session", "made-up")
    assert anonymous.get("/api/users").status_code == 401
    assert anonymous.get("/api/events").status_code == 200
