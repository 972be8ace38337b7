"""Users save views of lists, each for themselves."""

from httpx import Client

from awards_site.saved_views.api import MAX_VIEWS
from tests.api.test_errors import assert_problem
from tests.factories import Body, user_body

PATH = "/api/saved-views"
SCREEN = "/admin/nominees"


def save(client: Client, name: str, query: str = "year=2031&sort=-name") -> Body:
    response = client.post(PATH, json={"screen": SCREEN, "name": name, "query": query})
    assert response.status_code == 201, response.text
    view: Body = response.json()
    return view


def names(client: Client, screen: str = SCREEN) -> list[str]:
    return [each["name"] for each in client.get(PATH, params={"screen": screen}).json()]


def test_views_are_listed_by_name_for_their_screen_and_user(editor: Client, admin: Client) -> None:
    view = save(editor, "winners")
    save(editor, "Drafts")
    assert view["query"] == "year=2031&sort=-name"
    assert names(editor) == ["Drafts", "winners"]
    assert names(editor, "/admin/events") == []
    assert names(admin) == []


def test_a_view_is_renamed_changed_and_deleted(editor: Client) -> None:
    view = save(editor, "Winners")
    path = f"{PATH}/{view['id']}"
    assert editor.patch(path, json={"name": "Finalists"}).json()["query"] == view["query"]
    assert editor.patch(path, json={"query": "year=2030"}).json()["name"] == "Finalists"
    assert editor.delete(path).status_code == 204
    assert names(editor) == []
    assert_problem(editor.delete(path), 404)


def test_nobody_changes_the_views_of_others(editor: Client, admin: Client) -> None:
    path = f"{PATH}/{save(editor, 'Winners')['id']}"
    assert_problem(admin.patch(path, json={"name": "Mine"}), 404)
    assert_problem(admin.delete(path), 404)
    assert names(editor) == ["Winners"]


def test_a_name_is_used_once_for_each_list_and_user(editor: Client, admin: Client) -> None:
    save(editor, "Winners")
    other = save(editor, "Finalists")
    save(admin, "Winners")
    body = {"screen": SCREEN, "name": " Winners "}
    for response in (
        editor.post(PATH, json=body),
        editor.patch(f"{PATH}/{other['id']}", json={"name": "Winners"}),
    ):
        assert_problem(response, 422)
        assert "You have a view with this name already" in response.text


def test_invalid_views_are_refused(editor: Client) -> None:
    wrongs = ({"name": " "}, {"name": "x" * 61}, {"screen": "/elsewhere"}, {"query": "x" * 1001})
    for wrong in wrongs:
        body = {"screen": SCREEN, "name": "Winners", "query": ""} | wrong
        assert_problem(editor.post(PATH, json=body), 422)
    for number in range(MAX_VIEWS):
        save(editor, f"View {number}")
    refused = editor.post(PATH, json={"screen": SCREEN, "name": "One more"})
    assert "You have 50 views of this list" in refused.text


def test_the_views_of_a_deleted_user_go_and_come_back_with_them(
    admin: Client, anonymous: Client
) -> None:
    body = user_body()
    user = admin.post("/api/auth/register", json=body).json()
    credentials = {key: body[key] for key in ("username", "password")}
    assert anonymous.post("/api/auth/login", json=credentials).is_success
    save(anonymous, "Winners")
    assert admin.delete(f"/api/users/{user['id']}").status_code == 204
    assert admin.post(f"/api/users/{user['id']}/restore").is_success
    assert anonymous.post("/api/auth/login", json=credentials).is_success
    assert names(anonymous) == ["Winners"]
