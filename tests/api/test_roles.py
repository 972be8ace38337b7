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
from tests.api.routes import NONEXISTENT, dependencies, endpoints
from tests.factories import Body

Callers = Literal["everyone", "signed in", "staff", "admin"]

MATRIX: dict[Callers, str] = {
    "everyone": """
        GET /api/health
        GET /api/ready
        GET /metrics
        GET /uploads/{}
        GET /share/nominees/{}
        GET /share/events/{}
        GET /share/blog/{}
        GET /robots.txt
        GET /.well-known/security.txt
        GET /sitemap.xml
        GET /sitemap-{}.xml
        GET /events.ics
        GET /events/{}.ics
        GET /blog/feed.atom
        GET /timeline.ics
        GET /nomination-form.pdf
        GET /uploads/sizes/{}
        POST /api/auth/login
        POST /api/auth/logout
        POST /api/auth/second-factor
        POST /api/auth/forgot-password
        POST /api/auth/choose-password
        POST /api/contact
        POST /api/newsletter
        POST /api/reports/csp
        POST /forms/contact
        POST /forms/newsletter
        GET /newsletter/confirm/{}
        GET /preview/{}
        POST /newsletter/confirm/{}
        GET /newsletter/unsubscribe/{}
        POST /newsletter/unsubscribe/{}
        GET /api/cover-pages/active
        GET /api/sponsors/published
        GET /api/content/{}
        GET /api/content-blocks
        GET /api/events
        GET /api/events/upcoming
        GET /api/events/month/{}/{}
        GET /api/events/range
        GET /api/events/{}
        GET /api/nominees
        GET /api/nominees/published
        GET /api/nominees/category/{}
        GET /api/nominees/year/{}
        GET /api/nominees/{}
        GET /api/sponsors/{}
        GET /api/photos
        GET /api/photos/category/{}
        GET /api/photos/year/{}
        GET /api/photos/nominee/{}
        GET /api/photos/{}
        GET /api/videos
        GET /api/videos/category/{}
        GET /api/videos/year/{}
        GET /api/videos/{}
        GET /api/blog
        GET /api/blog/category/{}
        GET /api/blog/tag/{}
        GET /api/blog/nominee/{}
        GET /api/blog/summaries
        GET /api/blog/{}/related
        GET /api/nominees/{}/prev-next
        GET /api/blog/slug/{}
        GET /api/blog/{}
    """,
    "signed in": """
        GET /api/auth/me
        POST /api/auth/password
        POST /api/auth/password-strength
        POST /api/auth/reauthenticate
        GET /api/auth/sessions
        DELETE /api/auth/sessions
        DELETE /api/auth/sessions/{}
        GET /api/auth/second-factors
        POST /api/auth/second-factors/authenticator-app
        POST /api/auth/second-factors/authenticator-app/confirm
        DELETE /api/auth/second-factors/authenticator-app
        POST /api/auth/second-factors/passkeys
        POST /api/auth/second-factors/passkeys/confirm
        DELETE /api/auth/second-factors/passkeys/{}
        POST /api/auth/second-factors/recovery-codes
        GET /api/content
        GET /api/admin/content/export
        POST /api/admin/content/export
        GET /api/admin/content/{}
        GET /api/admin/content-blocks
        GET /api/admin/activity
        GET /api/admin/search
    """,
    "staff": """
        GET /api/admin/content/{}/history
        GET /api/cover-pages/{}
        POST /api/cover-pages/{}/activate
        GET /api/admin/embargoes
        GET /api/admin/embargoes/export
        POST /api/admin/embargoes/export
        POST /api/admin/embargoes
        GET /api/admin/embargoes/{}
        PATCH /api/admin/embargoes/{}
        DELETE /api/admin/embargoes/{}
        POST /api/admin/embargoes/{}/restore
        POST /api/admin/embargoes/{}/reveal
        GET /api/admin/embargoes/{}/versions
        POST /api/admin/embargoes/{}/versions/{}/restore
        GET /api/admin/image-variants
        POST /api/upload/image
        POST /api/uploads/event-image
        POST /api/uploads/nominee-image
        POST /api/uploads/blog-image
        POST /api/uploads/sponsor-logo
        POST /api/uploads/cover-page-image
        POST /api/uploads/cover-page-video
        POST /api/uploads/media-image
        POST /api/uploads/media-video
        GET /api/admin/media
        GET /api/admin/media/export
        POST /api/admin/media/export
        GET /api/admin/media/{}
        PATCH /api/admin/media/{}
        DELETE /api/admin/media/{}
        POST /api/admin/media/{}/restore
        GET /api/admin/media/{}/uses
        POST /api/admin/media/{}/replace
        POST /api/admin/media/{}/replace/undo
        POST /api/admin/media/bulk
        POST /api/admin/media/bulk/undo
        GET /api/admin/contact/{}
        GET /api/admin/contact/assignees
        GET /api/admin/contact/templates
        GET /api/admin/contact/{}/thread
        POST /api/admin/contact/{}/notes
        DELETE /api/admin/contact/{}/notes/{}
        POST /api/admin/contact/{}/replies
        GET /api/admin/checklist
        GET /api/admin/trash
        GET /api/admin/trash/export
        POST /api/admin/trash/export
        POST /api/admin/trash/{}/restore
        POST /api/admin/trash/bulk
        POST /api/admin/trash/bulk/undo
        POST /api/admin/content-preview
    """,
    "admin": """
        GET /api/admin/audit
        GET /api/admin/audit/users
        GET /api/admin/audit/export
        GET /api/admin/audit/{}
        DELETE /api/admin/trash/{}
        POST /api/admin/content/bulk
        POST /api/admin/content/bulk/undo
        GET /api/users/export
        POST /api/users/export
        GET /api/users/{}
        PATCH /api/users/{}/role
        POST /api/users/invitations
        POST /api/users/{}/password-link
        POST /api/admin/personal-data/search
        POST /api/admin/personal-data/export
        POST /api/admin/personal-data/erase
        DELETE /api/users/{}/sessions
        DELETE /api/users/{}/second-factors
    """,
}
"""The callers of each route; staff are admin and editor."""


def rules() -> dict[str, Callers]:
    """Return the callers of each route, including the routes that all entities have."""
    found: dict[str, Callers] = {}
    for callers, lines in MATRIX.items():
        found |= dict.fromkeys(map(str.strip, lines.strip().splitlines()), callers)
    for entity in EVERYTHING:
        managers: Callers = "admin" if entity is USER else "staff"
        removers: Callers = "admin" if entity in (USER, SECTION) else "staff"
        one = entity.path("{}")
        found.setdefault(f"GET {entity.listed}", managers)
        found.setdefault(f"POST {entity.created}", managers)
        if entity in (*PUBLISHED, *RECEIVED):
            exports = f"{entity.listed}/export"
            found |= {f"GET {exports}": managers, f"POST {exports}": managers}
            changes = f"POST {entity.at}/bulk"
            found |= {changes: managers, f"{changes}/undo": managers}
        if entity in IMPORTED:
            imports = f"{entity.at}/imports"
            routes = (f"GET {imports}", f"POST {imports}", f"GET {imports}/template")
            found |= dict.fromkeys((*routes, f"POST {imports}/{{}}/undo"), managers)
        if entity in ARRANGED:
            path = f"{entity.created}/order"
            found |= {f"GET {path}": managers, f"POST {path}": managers}
            found[f"POST {path}/undo"] = managers
        if entity in PUBLISHED:
            found[f"GET {one}/versions"] = managers
            found[f"POST {one}/versions/{{}}/restore"] = managers
        if entity in DRAFTED:
            found |= {f"{method} {one}/draft": managers for method in ("GET", "PUT", "DELETE")}
            found |= {f"POST {one}/draft/{verb}": managers for verb in ("restore", "publish")}
            found |= {f"{method} {one}/preview": managers for method in ("GET", "POST")}
            found[f"POST {entity.created}/preview"] = managers
            found |= {f"{method} {one}/preview-links": managers for method in ("GET", "POST")}
            found[f"DELETE {one}/preview-links/{{}}"] = managers
        if entity in ENTITIES or entity is MESSAGE:
            found[f"{entity.method} {one}"] = managers
        found |= dict.fromkeys((f"DELETE {one}", f"POST {one}/restore"), removers)
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
