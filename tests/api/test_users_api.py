"""Users: registering, listing, changing roles and deleting, and protected accounts."""

import pytest
from httpx import Client

from awards_site.accounts.models import RoleChange
from awards_site.core.database.sessions import writing
from awards_site.core.errors import Conflict
from awards_site.features.users.entity import users
from tests.api.entities import USER
from tests.api.test_errors import assert_problem
from tests.factories import Body


def test_registering_returns_no_password_and_does_not_sign_in(admin: Client) -> None:
    user = USER.create(admin)
    assert set(user) == {
        *("id", "username", "email", "name", "role", "createdAt", "hasSecondFactor")
    }
    listed = admin.get("/api/users")
    assert user in listed.json()
    changed = admin.patch(f"/api/users/{user['id']}/role", json={"role": "user"})
    for response in (listed, changed, admin.get("/api/auth/me")):
        assert "password" not in response.text.lower()
        assert "$2b$" not in response.text
    before = admin.get("/api/auth/me").json()
    response = admin.post("/api/auth/register", json=USER.body())
    assert "Set-Cookie" not in response.headers
    assert admin.get("/api/auth/me").json() == before


def test_usernames_and_emails_are_unique_ignoring_case(admin: Client) -> None:
    USER.create(admin, username="Ada", email="ada@example.org")
    for clash in (
        {"username": "ADA"},
        {"username": " ada "},
        {"email": "ADA@example.org"},
        {"email": "ada@EXAMPLE.org"},
    ):
        response = admin.post("/api/auth/register", json=USER.body(**clash))
        assert response.status_code == 409
        assert response.json()["message"]
    assert len(USER.records(admin)) == 2


@pytest.mark.parametrize("role", ["admin", "editor", "user"])
def test_a_role_is_changed(role: str, admin: Client) -> None:
    user = USER.create(admin, role="editor")
    changed = admin.patch(f"/api/users/{user['id']}/role", json={"role": role})
    assert (changed.status_code, changed.json()) == (200, user | {"role": role})


def test_a_role_is_required(admin: Client) -> None:
    path = f"{USER.path(USER.create(admin)['id'])}/role"
    bodies: list[Body] = [{}, {"role": ""}, {"role": "owner"}, {"role": None}]
    for body in bodies:
        problem = assert_problem(admin.patch(path, json=body), 422)
        assert problem["errors"][0]["field"] == "role"


def test_users_cannot_change_their_own_role_or_delete_themselves(admin: Client) -> None:
    USER.create(admin, role="admin")
    me = admin.get("/api/auth/me").json()
    for role in ("editor", "admin"):
        response = admin.patch(f"/api/users/{me['id']}/role", json={"role": role})
        assert response.status_code == 403
    assert admin.delete(f"/api/users/{me['id']}").status_code == 403
    assert admin.get("/api/auth/me").json() == me


def test_admin_accounts_are_not_deleted_and_are_demoted_except_the_last_one(admin: Client) -> None:
    other = USER.create(admin, role="admin")
    assert admin.delete(f"/api/users/{other['id']}").status_code == 403
    assert other in USER.records(admin)
    admin.patch(f"/api/users/{other['id']}/role", json={"role": "editor"})
    USER.delete(admin, other)
    other = USER.create(admin, role="admin")
    demoted = admin.patch(f"/api/users/{other['id']}/role", json={"role": "user"})
    assert demoted.status_code == 200
    roles = [each["role"] for each in USER.records(admin)]
    assert sorted(roles) == ["admin", "user"]


def test_two_admins_cannot_demote_each_other_concurrently(admin: Client) -> None:
    other = USER.create(admin, role="admin")
    me = admin.get("/api/auth/me").json()

    def demote(user: Body, editor: Body) -> None:
        with writing() as session:
            record = users.find(session, user["id"], for_update=True)
            users.update(session, record, RoleChange(role="editor"), editor["id"])

    demote(other, me)
    with pytest.raises(Conflict, match="last admin"):
        demote(me, other)
