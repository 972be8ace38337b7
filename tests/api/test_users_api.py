"""Users: registering, listing, changing roles, deleting; and who is protected from it."""

from typing import Any

import httpx
import pytest

from awards_site.auth import service as users
from awards_site.auth.models import User
from awards_site.core.database import reading, writing
from awards_site.core.errors import Conflict
from tests import factories


def register(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    """Register a user."""
    answer = client.post("/api/auth/register", json=factories.user_body(**fields))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_no_answer_has_a_password_or_its_hash(admin: httpx.Client) -> None:
    user = register(admin)
    assert set(user) == {"id", "username", "email", "name", "role", "createdAt"}
    listed = admin.get("/api/users")
    assert user in listed.json()
    changed = admin.patch(f"/api/users/{user['id']}/role", json={"role": "user"})
    for answer in (listed, changed, admin.get("/api/auth/me")):
        assert "password" not in answer.text.lower()
        assert "$2b$" not in answer.text


def test_usernames_and_addresses_are_unique_ignoring_case(admin: httpx.Client) -> None:
    register(admin, username="Ada", email="ada@example.org")
    for clash in (
        {"username": "ADA"},
        {"username": " ada "},
        {"email": "ADA@example.org"},
        {"email": "ada@EXAMPLE.org"},
    ):
        answer = admin.post("/api/auth/register", json=factories.user_body(**clash))
        assert answer.status_code == 409
        assert answer.json()["message"]
    assert len(admin.get("/api/users").json()) == 2


def test_registering_does_not_sign_in(admin: httpx.Client) -> None:
    before = admin.get("/api/auth/me").json()
    answer = admin.post("/api/auth/register", json=factories.user_body())
    assert "Set-Cookie" not in answer.headers
    assert admin.get("/api/auth/me").json() == before


@pytest.mark.parametrize("role", ["admin", "editor", "user"])
def test_a_role_is_changed(role: str, admin: httpx.Client) -> None:
    user = register(admin, role="editor")
    changed = admin.patch(f"/api/users/{user['id']}/role", json={"role": role})
    assert (changed.status_code, changed.json()) == (200, user | {"role": role})


@pytest.mark.parametrize("body", [{}, {"role": ""}, {"role": "owner"}, {"role": None}])
def test_a_role_is_needed(body: dict[str, Any], admin: httpx.Client) -> None:
    user = register(admin)
    answer = admin.patch(f"/api/users/{user['id']}/role", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "role"


def test_nobody_changes_their_own_role_or_deletes_themselves(admin: httpx.Client) -> None:
    register(admin, role="admin")
    me = admin.get("/api/auth/me").json()
    for role in ("editor", "admin"):
        answer = admin.patch(f"/api/users/{me['id']}/role", json={"role": role})
        assert answer.status_code == 403
    assert admin.delete(f"/api/users/{me['id']}").status_code == 403
    assert admin.get("/api/auth/me").json() == me


def test_admin_accounts_are_not_deleted(admin: httpx.Client) -> None:
    other = register(admin, role="admin")
    assert admin.delete(f"/api/users/{other['id']}").status_code == 403
    assert other in admin.get("/api/users").json()
    admin.patch(f"/api/users/{other['id']}/role", json={"role": "editor"})
    assert admin.delete(f"/api/users/{other['id']}").status_code == 204
    assert len(admin.get("/api/users").json()) == 1


def test_another_admin_can_be_demoted_but_one_always_stays(admin: httpx.Client) -> None:
    other = register(admin, role="admin")
    demoted = admin.patch(f"/api/users/{other['id']}/role", json={"role": "user"})
    assert demoted.status_code == 200
    roles = [each["role"] for each in admin.get("/api/users").json()]
    assert sorted(roles) == ["admin", "user"]


def test_two_admins_who_demote_each_other_at_once_do_not_both_succeed(admin: httpx.Client) -> None:
    other = register(admin, role="admin")
    me = admin.get("/api/auth/me").json()
    with reading() as session:
        first, second = (session.get(User, each["id"]) for each in (me, other))
    assert first is not None
    assert second is not None
    with writing() as session:
        users.change_role(session, first, second.id, "editor")
    with pytest.raises(Conflict, match="last admin"), writing() as session:
        users.change_role(session, second, first.id, "editor")
