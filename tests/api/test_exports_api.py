"""Every list is exported as CSV and JSON, with all records that match."""

import csv
import re
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client

from awards_site.core.database.filters import MAX_EXPORTED_IDS
from awards_site.core.http.csv_files import harmless
from awards_site.core.http.downloads import MAX_HEAVY_WORK, heavy_work
from awards_site.records import export
from tests.api.audit_log import entries
from tests.api.entities import (
    EVENT,
    MESSAGE,
    NOMINEE,
    PHOTO,
    PUBLISHED,
    RECEIVED,
    SECTION,
    SPONSOR,
    USER,
    VIDEO,
    Entity,
)
from tests.api.test_errors import assert_problem, paths_of
from tests.api.test_kits import make_link

EXPORTED = [*PUBLISHED, *RECEIVED]


def rows(client: Client, entity: Entity, **params: str) -> list[dict[str, str]]:
    response = client.get(f"{entity.listed}/export", params={"format": "csv", **params})
    assert response.status_code == 200, response.text
    return list(csv.DictReader(response.content.decode("utf-8-sig").splitlines()))


@pytest.mark.parametrize("entity", EXPORTED, ids=str)
def test_an_export_is_a_file_with_the_records_of_the_list(
    entity: Entity, editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BATCH", 2)
    path = f"{entity.listed}/export"
    assert editor.get(path).json() == []
    for _ in range(3):
        entity.create(editor)
    response = editor.get(path)
    assert response.json() == entity.records(editor)
    disposition = response.headers["Content-Disposition"]
    assert disposition.startswith('attachment; filename="')
    assert disposition.endswith('.json"')
    assert response.headers["Cache-Control"] == "private, no-store"
    exported = rows(editor, entity)
    assert [row["Id"] for row in exported] == [str(each["id"]) for each in entity.records(editor)]
    assert "Created at" in exported[0]
    assert_problem(editor.get(path, params={"format": "xls"}), 422)


IS_HEAVY = re.compile(r"attachment|application/pdf|image/jpeg")


@pytest.mark.usefixtures("one_of_each")
def test_while_as_many_files_are_made_as_there_is_room_for_others_are_refused(
    app: FastAPI, admin: Client
) -> None:
    kit = f"{make_link(admin, {'id': 1})}/kit.zip"
    read = [path for method, path in paths_of(app) if method == "GET"]
    kits = [f"/api/nominees/1/kit/{name}" for name in ("kit.zip", "badge.svg")]
    images = [f"/share/{kind}/1-x.jpg" for kind in ("nominees", "events", "posts")]
    selected = {path: {"ids": [1]} for path in read if path.endswith("/export")}
    paths = [path for path in read if not path.endswith(".ics")] + [kit, *kits, *images]
    with ExitStack() as taken:
        for _ in range(MAX_HEAVY_WORK):
            taken.enter_context(heavy_work())
        found = {path: admin.get(path, follow_redirects=True) for path in paths}
        for path, ids in selected.items():
            assert admin.post(path, json=ids).status_code in {503, 405}
    refused = {path for path, each in found.items() if each.headers.get("Retry-After") == "5"}
    assert {found[path].status_code for path in refused} == {503}
    for path in paths:
        headers = admin.get(path, follow_redirects=True).headers
        kind = f"{headers['Content-Type']} {headers.get('Content-Disposition')}"
        assert bool(IS_HEAVY.search(kind)) == (path in refused), path
    assert refused > {kit, *kits, *selected, "/nomination-form.pdf"}


def test_an_export_has_what_matches_the_search_and_the_filters_in_the_lists_order(
    editor: Client,
) -> None:
    for name, category in (("Zoé", "tech"), ("Ada", "tech"), ("Bisi", "creative")):
        NOMINEE.create(editor, name=name, category=category, company="Same")
    params = {"search": "same", "category": "tech", "sort": "name", "page": "2", "pageSize": "1"}
    assert [row["Name"] for row in rows(editor, NOMINEE, **params)] == ["Ada", "Zoé"]
    found = editor.get("/api/nominees/export", params=params).json()
    assert [each["name"] for each in found] == ["Ada", "Zoé"]
    assert_problem(editor.get("/api/nominees/export", params={"category": "none"}), 422)


def test_csv_has_readable_cells(editor: Client) -> None:
    VIDEO.create(editor, title="A talk", tags=["one", "two"], isPublished=False)
    [video] = rows(editor, VIDEO)
    assert (video["Tags"], video["Is published"]) == ("one, two", "no")
    nominee = NOMINEE.create(editor, name="Ada Obi")
    PHOTO.create(editor, nomineeId=nominee["id"], year=None)
    [photo] = rows(editor, PHOTO)
    assert (photo["Nominee name"], photo["Year"]) == ("Ada Obi", "")
    SPONSOR.create(editor, display_order=-3)
    assert rows(editor, SPONSOR)[0]["Display order"] == "-3"


@pytest.mark.parametrize("entity", EXPORTED, ids=str)
def test_no_cell_is_a_formula(entity: Entity, editor: Client) -> None:
    text = "Ann;=SUM(A1:A9);z" if entity.name != "email" else "=1+1@example.org"
    entity.create(editor, **{entity.name: text})
    assert harmless(text) in rows(editor, entity)[0].values()


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("params", [{}, {"format": "csv"}])
def test_only_exports_of_personal_data_are_audited(
    params: dict[str, Any], method: str, editor: Client, admin: Client
) -> None:
    for entity in (MESSAGE, EVENT):
        body = {"ids": [entity.create(editor)["id"]]} if method == "POST" else None
        path = f"{entity.listed}/export"
        assert editor.request(method, path, params=params, json=body).is_success
    assert [each["subject"] for each in entries(admin, action="exported")] == ["message list"]


def test_content_sections_are_exported_with_their_content_as_json(editor: Client) -> None:
    SECTION.create(editor, name="Home", identifier="home.extra", content={"title": "Zo\u00eb"})
    response = editor.get("/api/admin/content/export", params={"format": "csv"})
    assert response.status_code == 200, response.text
    [row] = csv.DictReader(response.content.decode("utf-8-sig").splitlines())
    assert (row["Name"], row["Identifier"]) == ("Home", "home.extra")
    assert row["Content"] == '{"title": "Zo\u00eb"}'
    [exported] = editor.get("/api/admin/content/export").json()
    assert exported["content"] == {"title": "Zo\u00eb"}


def test_the_trash_is_exported_by_filters_and_selection(editor: Client, admin: Client) -> None:
    for entity in (EVENT, NOMINEE, SECTION):
        entity.delete(admin, entity.create(admin, **{entity.name: f"A {entity}"}))
    path = "/api/admin/trash/export"
    names = {each["recordType"]: each["name"] for each in editor.get(path).json()}
    assert names == {each: f"A {each}" for each in ("event", "nominee", "content section")}
    response = editor.get(path, params={"format": "csv", "type": "event"})
    [row] = csv.DictReader(response.content.decode("utf-8-sig").splitlines())
    assert (row["Record type"], row["Name"]) == ("event", "A event")
    last, *_ = editor.get("/api/admin/trash").json()["items"]
    assert [each["id"] for each in editor.post(path, json={"ids": [last["id"]]}).json()] == [
        last["id"]
    ]


def test_the_export_of_users_has_no_secrets_and_is_audited(admin: Client) -> None:
    [row] = rows(admin, USER)
    assert row["Role"] == "admin"
    assert "password" not in str(row).lower()
    assert [each["subject"] for each in entries(admin, action="exported")] == ["user list"]


@pytest.mark.parametrize("entity", [NOMINEE, MESSAGE], ids=str)
def test_selected_records_are_exported_like_all_of_them(entity: Entity, editor: Client) -> None:
    made = [entity.create(editor) for _ in range(3)]
    path = f"{entity.listed}/export"
    body = {"ids": [made[2]["id"], made[0]["id"]]}
    expected = [each for each in entity.records(editor) if each["id"] in body["ids"]]
    response = editor.post(path, json=body)
    assert response.json() == expected
    whole = editor.get(path)
    for header in ("Content-Disposition", "Cache-Control", "Content-Type"):
        assert response.headers[header] == whole.headers[header]
    every = {"ids": [each["id"] for each in made]}
    as_csv = {"format": "csv"}
    assert editor.post(path, params=as_csv, json=every).text == editor.get(path, params=as_csv).text


def test_a_thousand_selected_records_are_exported_and_no_more(editor: Client) -> None:
    made = NOMINEE.create(editor)
    path, ids = "/api/nominees/export", list(range(1, MAX_EXPORTED_IDS + 1))
    assert [each["id"] for each in editor.post(path, json={"ids": ids}).json()] == [made["id"]]
    for wrong in ([*ids, MAX_EXPORTED_IDS + 1], [], [0], [10**30], ["all"]):
        assert_problem(editor.post(path, json={"ids": wrong}), 422)
