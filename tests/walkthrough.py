"""Tries the test entity and the test field of docs/architecture.md, in a copy of the site."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from alembic import command
from anyio.from_thread import start_blocking_portal
from httpx import Client

from awards_site.accounts.models import UserCreate
from awards_site.accounts.user_sessions import COOKIE, open_session
from awards_site.app import make_api
from awards_site.core.database.engine import alembic_config
from awards_site.core.database.sessions import writing
from awards_site.features.events.page import EVENTS
from awards_site.features.events.record_page import event_page
from awards_site.features.registry import modules
from awards_site.features.users.entity import users
from awards_site.operations import bootstrap
from awards_site.pages.public_pages import find_page
from awards_site.portal.management_page import management_page
from awards_site.portal.navigation import nav_items
from awards_site.ui.shell import NavLink, menu_links
from tests.api.client import client_of
from tests.factories import event_body, user_body
from tests.javascript import call

JUDGES = "/api/judges"


def migrate() -> None:
    bootstrap.migrate()
    command.revision(alembic_config(), "Add judges and capacity", autogenerate=True)
    bootstrap.migrate()
    # Raises CommandError for a difference.
    command.check(alembic_config())


@contextmanager
def signed_in(*roles: str) -> Iterator[list[Client]]:
    with start_blocking_portal() as portal, ExitStack() as opened:
        clients = []
        for role in roles:
            with writing() as session:
                fields = UserCreate.model_validate(user_body(role=role))
                token = open_session(session, users.register(session, fields, "no hash"))
            clients.append(opened.enter_context(client_of(make_api(), portal)))
            clients[-1].cookies.set(COOKIE, token)
        yield clients


def try_entity(admin: Client, user: Client) -> None:
    body = {"name": "Grace Kimani", "country": "Kenya"}
    assert user.post(JUDGES, json=body).status_code == 403
    assert admin.post(JUDGES, json={"name": "G"}).json()["errors"][0]["field"] == "name"
    created = admin.post(JUDGES, json=body)
    assert created.status_code == 201, created.text
    assert [each["name"] for each in admin.get(JUDGES).json()] == ["Grace Kimani"]
    path = f"{JUDGES}/{created.json()['id']}"
    assert admin.put(path, json={"bio": "She reads."}).json()["bio"] == "She reads."
    assert "She reads." in admin.get(f"{JUDGES}/export?format=csv").text
    [hits] = admin.get("/api/admin/search?q=grace").json()
    assert hits["label"] == "Judges"
    assert admin.delete(path).status_code == 204
    [deleted] = admin.get("/api/admin/trash").json()["items"]
    assert (deleted["recordType"], deleted["name"]) == ("judge", "Grace Kimani")
    assert admin.post(f"{path}/restore").json()["bio"] == "She reads."


def try_page(admin: Client, visitor: Client) -> None:
    draft = {"name": "Ada Obi", "country": "Nigeria", "isPublished": False}
    assert admin.post(JUDGES, json=draft).status_code == 201
    [page] = [each for each in modules("page") if each.PAGE.route == "/judges"]
    assert find_page("/judges") == (page.PAGE, "")
    assert NavLink("Judges", "/judges") in menu_links("footer")
    assert "/judges</loc>" in visitor.get("/sitemap.xml").text
    published = visitor.get(page.JUDGES.url).json()
    view = page.JUDGES.view
    # The original has no such script.
    script = Path("awards_site/frontend/judges/views.js").resolve()
    cards = call(str(script), view.name, published, {}, view.options)
    assert [(each["name"], each["country"]) for each in cards] == [("Grace Kimani", "Kenya")]
    page.PAGE.component().render()


def try_screen() -> None:
    [item] = [each for each in nav_items() if each.path == "/admin/judges"]
    assert (item.label, item.group, item.creates) == ("Judges", "Programme", "judge")
    [page] = [each.PAGE for each in modules("admin") if each.PAGE.state.screen.nav_item == item]
    assert "judges-screen" in str(management_page(page.state).render())


def try_field(admin: Client) -> None:
    assert admin.post("/api/events", json=event_body(capacity=40)).status_code == 201
    events = admin.get("/api/events").json()
    view, page = EVENTS.view, {"site": {"timeZone": "UTC"}}
    shown = call("frontend/events/views.js", view.name, events, page, view.options)
    assert [each["capacity"] for each in (*events, *shown)] == [40, 40]
    event_page.component().render()


if __name__ == "__main__":
    migrate()
    with signed_in("admin", "user") as (admin, user):
        try_entity(admin, user)
        try_page(admin, user)
        try_field(admin)
    try_screen()
