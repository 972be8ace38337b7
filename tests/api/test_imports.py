"""Records are imported from CSV files as drafts: preview, import, repetition and undo."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from httpx import Client, Response
from sqlmodel import select

from awards_site.core.database.sessions import reading
from awards_site.core.mail.outbox import OutgoingEmail
from awards_site.features.subscribers.entity import Subscriber
from awards_site.operations.retention import purge_expired
from awards_site.records.imports import service
from awards_site.records.imports.file import MAX_BLANK_ROWS, MAX_MEGABYTES, MAX_ROWS
from awards_site.records.imports.models import Import
from tests.api.audit_log import details, entries
from tests.api.client import body_of
from tests.api.conftest import Configure, FrozenClock
from tests.api.entities import EVENT, IMPORTED, NOMINEE, PHOTO, SPONSOR, SUBSCRIBER, Entity
from tests.api.test_errors import assert_problem
from tests.api.test_versions import versions
from tests.api.trash import trashed
from tests.factories import Body
from tests.smtp_server import SmtpServer

Rows = Sequence[Sequence[object]]

VALID: dict[str, Body] = {
    "nominee": {
        "Name": "Ada Obi",
        "Title": "Founder",
        "Company": "Obi Textiles",
        "Bio": "She began with a borrowed sewing machine.",
        "Achievements": "Three hundred women work with her.",
    },
    "photo": {"Title": "On stage", "Image URL": "/uploads/stage.jpg"},
    "sponsor": {"Name": "Lagos Bank", "Logo URL": "/uploads/logo.png"},
    "event": {
        "Title": "Gala",
        "Description": "An evening",
        "Location": "Lagos",
        "Start date": "2100-06-01 18:00",
        "End date": "2100-06-01 22:00",
    },
    "subscriber": {"Email": "ada@example.org"},
}
"""The required cells of each entity, by heading."""


def csv_of(rows: Rows, separator: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()


def file_of(entity: Entity, *changes: Body) -> str:
    """Return a file with a valid row for each of the changes of its cells."""
    rows = [{**VALID[entity.key], **each} for each in changes]
    headings = list({heading: None for row in rows for heading in row})
    return csv_of([headings, *([row.get(each, "") for each in headings] for row in rows)])


def path_of(entity: Entity) -> str:
    return f"{entity.at}/imports"


def send(client: Client, entity: Entity, file: str | bytes, **fields: Any) -> Response:
    content = file if isinstance(file, bytes) else file.encode()
    data = {
        key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()
    }
    files = {"file": ("people.csv", content, "text/csv")}
    return client.post(path_of(entity), data=data, files=files)


def preview(client: Client, entity: Entity, file: str | bytes, **fields: Any) -> Body:
    return body_of(send(client, entity, file, **fields))


def import_rows(
    client: Client, entity: Entity, file: str | bytes, key: str = "a key", **fields: Any
) -> Body:
    return body_of(send(client, entity, file, dryRun=False, key=key, consent=True, **fields), 201)


def undo(client: Client, entity: Entity, done: Body) -> Body:
    return body_of(client.post(f"{path_of(entity)}/{done['id']}/undo"))


DIFFERENT: dict[str, list[dict[str, Any]]] = {
    "nominee": [{"Name": "Ada Obi"}, {"Name": "Bisi Ade"}],
    "photo": [{"Title": "One"}, {"Title": "Two"}],
    "sponsor": [{"Name": "Bank"}, {"Name": "Shop"}],
    "event": [{"Title": "Gala"}, {"Title": "Supper"}],
    "subscriber": [{"Email": "ada@example.org"}, {"Email": "bisi@example.org"}],
}
"""The fields that make two rows of an entity different."""


def two(entity: Entity) -> str:
    return file_of(entity, *DIFFERENT[entity.key])


@pytest.mark.parametrize("entity", IMPORTED, ids=str)
def test_a_preview_says_what_an_import_does_and_writes_nothing(
    entity: Entity, editor: Client, admin: Client
) -> None:
    before = len(entries(admin))
    found = preview(editor, entity, two(entity))
    assert found["missing"] == []
    assert (found["ready"], found["faulty"], found["duplicates"]) == (2, 0, 0)
    assert [row["number"] for row in found["rows"]] == [2, 3]
    assert entity.records(editor) == []
    assert editor.get(path_of(entity)).json() == []
    assert len(entries(admin)) == before


@pytest.mark.parametrize("entity", IMPORTED, ids=str)
def test_rows_are_imported_as_drafts_and_the_import_is_undone(
    entity: Entity, editor: Client
) -> None:
    done = import_rows(editor, entity, two(entity), matches=2)
    # The name of a file of subscribers may be about one of them.
    name = "" if entity is SUBSCRIBER else "people.csv"
    assert (done["recordCount"], done["fileName"], done["undoneAt"]) == (2, name, None)
    records = entity.records(editor)
    names = [each[entity.name] for each in records]
    assert sorted(names) == sorted(next(iter(each.values())) for each in DIFFERENT[entity.key])
    if entity is not SUBSCRIBER:
        assert {each[entity.flag] for each in records} == {False}
        assert editor.get(entity.shown).json() == []
    assert [each["id"] for each in editor.get(path_of(entity)).json()] == [done["id"]]
    assert undo(editor, entity, done) == {"removed": 2, "kept": []}
    assert entity.records(editor) == []
    assert editor.get(path_of(entity)).json() == []
    if entity is not SUBSCRIBER:
        assert {each["name"] for each in trashed(editor)} == set(names)


@pytest.mark.parametrize("entity", [NOMINEE, SUBSCRIBER], ids=str)
def test_an_import_is_one_audit_entry_with_its_records_and_their_versions(
    entity: Entity, editor: Client, admin: Client
) -> None:
    import_rows(editor, entity, two(entity))
    found = [each for each in entries(admin, action="created") if each["recordType"] == entity.key]
    assert [each["recordCount"] for each in found] == [2]
    entry = details(admin, action="created")
    assert [key for key, *_ in entry["records"]] == [
        each["id"] for each in sorted(entity.records(editor), key=lambda each: each["id"])
    ]
    if entity is NOMINEE:
        logged = {name for _, name, _ in entry["records"]}
        assert logged == {each["name"] for each in entity.records(editor)}
        for each in entity.records(editor):
            [version] = versions(editor, entity, each)
            assert version["action"] == "created"


def test_errors_are_those_of_the_form_by_row_and_field(editor: Client) -> None:
    file = file_of(
        NOMINEE,
        {},
        {"Name": "B", "Year": "1999", "LinkedIn URL": "linkedin"},
        {"Bio": "", "Category": "Sorcery", "Finalist": "perhaps"},
    )
    found = preview(editor, NOMINEE, file)
    body = {**NOMINEE.body(name="B", year="1999", linkedinUrl="linkedin"), "title": "Founder"}
    refused = assert_problem(editor.post(NOMINEE.created, json=body), 422)
    first, second, third = (row["errors"] for row in found["rows"])
    assert first == {}
    assert second == {each["field"]: each["message"] for each in refused["errors"]}
    assert third["bio"] == "Bio must be at least 10 characters"
    assert third["category"].startswith("Category must be one of: Leadership")
    assert third["isFinalist"] == "Finalist must be yes or no"
    assert (found["ready"], found["faulty"]) == (1, 2)
    import_rows(editor, NOMINEE, file, matches=1)
    assert len(NOMINEE.records(editor)) == 1


def test_a_rule_about_several_fields_is_found_too(editor: Client) -> None:
    file = file_of(EVENT, {"End date": "2100-05-01 18:00"})
    [row] = preview(editor, EVENT, file)["rows"]
    assert row["errors"] == {"endDate": "End date must not be before the start date"}
    assert_problem(send(editor, EVENT, file, dryRun=False, key="a"), 422)


def test_headings_are_recognised_and_can_be_mapped_to_other_fields(editor: Client) -> None:
    rows = [["FULL NAME", "career", "isFinalist", "web-site URL", "bio ", "Bio"], ["Ada"] * 6]
    found = preview(editor, NOMINEE, csv_of(rows))
    fields = [each["field"] for each in found["columns"]]
    assert fields == ["name", None, "isFinalist", "websiteUrl", "bio", None]
    assert found["missing"] == ["title", "company", "achievements"]
    assert found["ready"] == 0
    labels = {each["key"]: each["label"] for each in found["fields"]}
    assert labels["linkedinUrl"] == "LinkedIn URL"
    rows[1] = ["Ada", "Founder", "yes", "", "A long enough text", "A long enough text"]
    mapping = ["name", "title", "isFinalist", None, "bio", "achievements"]
    found = preview(editor, NOMINEE, csv_of(rows), mapping=mapping)
    assert found["missing"] == ["company"]
    mapping[3] = "company"
    rows[1][3] = "Obi"
    import_rows(editor, NOMINEE, csv_of(rows), mapping=mapping)
    [record] = NOMINEE.records(editor)
    assert (record["title"], record["company"], record["isFinalist"]) == ("Founder", "Obi", True)


def test_an_import_without_a_required_column_is_refused(editor: Client) -> None:
    response = send(editor, SPONSOR, "Name\nBank\n", dryRun=False, key="a")
    expected = "Choose a column for each required field: Logo URL"
    assert assert_problem(response, 422)["message"] == expected


@pytest.mark.parametrize("entity", IMPORTED, ids=str)
def test_duplicates_are_left_out_unless_they_are_wanted(entity: Entity, editor: Client) -> None:
    first, second = DIFFERENT[entity.key]
    import_rows(editor, entity, file_of(entity, first))
    again = {key: f" {value.upper()}" for key, value in first.items()}
    file = file_of(entity, again, second, second)
    found = preview(editor, entity, file)
    assert [row["duplicate"] for row in found["rows"]] == [
        f"The site has this {entity.key} already",
        "",
        "The same as row 3",
    ]
    assert (found["ready"], found["faulty"], found["duplicates"]) == (1, 0, 2)
    if entity is SUBSCRIBER:
        assert not found["canAddDuplicates"]
        import_rows(editor, entity, file, key="b", withDuplicates=True, matches=1)
        assert len(entity.records(editor)) == 2
    else:
        assert preview(editor, entity, file, withDuplicates=True)["ready"] == 3
        import_rows(editor, entity, file, key="b", withDuplicates=True, matches=3)
        assert len(entity.records(editor)) == 4


@pytest.mark.parametrize("entity", [NOMINEE, PHOTO, SPONSOR, EVENT], ids=str)
def test_an_exported_file_is_imported_again(entity: Entity, editor: Client) -> None:
    texts = {NOMINEE: "company", PHOTO: "description", SPONSOR: "description", EVENT: "location"}
    text = texts[entity]
    for value in ("=1+1", "'=1+1", "''-x", "'quoted'", "+44 20", "a;=1", "a, b\r\n-c"):
        entity.create(
            editor,
            **{entity.name: f"Of {value}"[:30], text: value}
            if "\r" not in value
            else {text: value if entity in (PHOTO, SPONSOR) else "a, b"},
        )
    before = entity.records(editor)
    exported = editor.get(f"{entity.listed}/export", params={"format": "csv"}).content
    for each in before:
        entity.delete(editor, each)
    found = preview(editor, entity, exported)
    assert (found["missing"], found["faulty"], found["ready"]) == ([], 0, 7)
    import_rows(editor, entity, exported)
    own = {"id", "createdAt", "created_at", "path", "file", entity.flag}

    def contents(records: list[dict[str, Any]]) -> list[str]:
        kept = [{key: each[key] for key in each.keys() - own} for each in records]
        return sorted(json.dumps(each, sort_keys=True) for each in kept)

    assert contents(entity.records(editor)) == contents(before)


def test_all_of_a_file_is_imported_or_nothing(
    editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(service, "purge_imports", fail)
    response = send(editor, NOMINEE, two(NOMINEE), dryRun=False, key="a")
    assert response.status_code == 500
    assert NOMINEE.records(editor) == []


def test_nothing_is_imported_if_the_site_has_changed_since_the_preview(editor: Client) -> None:
    NOMINEE.create(editor, name="Ada Obi", category="leadership", year=2030)
    file = file_of(NOMINEE, {"Year": "2030"}, {"Name": "Bisi", "Year": "2030"})
    response = send(editor, NOMINEE, file, dryRun=False, key="a", matches=2)
    assert assert_problem(response, 409)["message"] == (
        "The site has changed: 1 instead of 2 rows are ready now. Nothing was imported. Check the"
        " rows again."
    )
    assert len(NOMINEE.records(editor)) == 1


def test_an_import_that_is_sent_again_is_done_once_and_refused_after_its_undo(
    editor: Client,
) -> None:
    done = import_rows(editor, NOMINEE, two(NOMINEE))
    assert import_rows(editor, NOMINEE, two(NOMINEE)) == done
    assert len(NOMINEE.records(editor)) == 2
    other = send(editor, NOMINEE, file_of(NOMINEE, {}), dryRun=False, key="a key")
    assert_problem(other, 409)
    without = send(editor, NOMINEE, two(NOMINEE), dryRun=False)
    assert assert_problem(without, 422)["errors"][0]["field"] == "key"
    undo(editor, NOMINEE, import_rows(editor, NOMINEE, two(NOMINEE)))
    again = send(editor, NOMINEE, two(NOMINEE), dryRun=False, key="a key")
    assert assert_problem(again, 409)["message"].startswith("This import was undone")
    assert import_rows(editor, NOMINEE, two(NOMINEE), key="another")["recordCount"] == 2


@pytest.mark.parametrize("entity", [NOMINEE, PHOTO, SPONSOR, EVENT], ids=str)
def test_an_undo_keeps_what_was_changed_since(entity: Entity, editor: Client) -> None:
    done = import_rows(editor, entity, two(entity))
    first, second = entity.records(editor)
    entity.change(editor, first, **{entity.flag: True})
    kept = [{"id": first["id"], "name": first[entity.name]}]
    assert undo(editor, entity, done) == {"removed": 1, "kept": kept}
    assert [each["id"] for each in entity.records(editor)] == [first["id"]]
    # The response was lost, and the undo is sent again.
    assert undo(editor, entity, done) == {"removed": 1, "kept": kept}
    assert entity.restore(editor, second).status_code == 200
    assert undo(editor, entity, done)["removed"] == 1
    assert len(entity.records(editor)) == 2


def test_an_import_is_undone_at_its_own_entity_for_thirty_days(
    frozen_clock: FrozenClock, signed_in: Callable[[str], Client]
) -> None:
    editor = signed_in("editor")
    done = import_rows(editor, NOMINEE, two(NOMINEE))
    assert_problem(editor.post(f"{path_of(EVENT)}/{done['id']}/undo"), 404)
    frozen_clock.advance(timedelta(days=31))
    later = signed_in("editor")
    assert later.get(path_of(NOMINEE)).json() == []
    purge_expired()
    assert_problem(later.post(f"{path_of(NOMINEE)}/{done['id']}/undo"), 404)


def test_subscribers_are_imported_only_with_their_consent(editor: Client) -> None:
    found = preview(editor, SUBSCRIBER, two(SUBSCRIBER))
    assert found["consent"] == "Everyone in this file has asked for the newsletter."
    refused = send(editor, SUBSCRIBER, two(SUBSCRIBER), dryRun=False, key="a")
    assert assert_problem(refused, 422)["errors"][0]["field"] == "consent"
    import_rows(editor, SUBSCRIBER, two(SUBSCRIBER))
    assert [each["isConfirmed"] for each in SUBSCRIBER.records(editor)] == [True, True]


def test_imported_subscribers_are_asked_to_confirm_and_no_longer_after_an_undo(
    editor: Client, smtp: SmtpServer
) -> None:
    preview(editor, SUBSCRIBER, two(SUBSCRIBER))
    assert emails() == []
    done = import_rows(editor, SUBSCRIBER, two(SUBSCRIBER))
    assert [each["isConfirmed"] for each in SUBSCRIBER.records(editor)] == [False, False]
    assert emails() == ["ada@example.org", "bisi@example.org"]
    undo(editor, SUBSCRIBER, done)
    assert (SUBSCRIBER.records(editor), emails()) == ([], [])


def emails() -> list[str]:
    with reading() as session:
        return sorted(each.recipient for each in session.exec(select(OutgoingEmail)))


def test_no_more_subscribers_are_imported_than_the_site_stores(
    editor: Client, configure: Configure
) -> None:
    configure(AWARDS_INBOX_QUOTA="1")
    assert_problem(send(editor, SUBSCRIBER, two(SUBSCRIBER)), 507)


def test_an_import_says_nothing_of_the_people_in_it(editor: Client, admin: Client) -> None:
    import_rows(editor, SUBSCRIBER, two(SUBSCRIBER))
    assert "ada@example.org" not in json.dumps(entries(admin))
    with reading() as session:
        stored = session.exec(select(Import)).one()
        assert session.exec(select(Subscriber)).first() is not None
    # Unlike "ada", this name is in no hash by chance.
    assert "bisi" not in stored.model_dump_json()
    assert stored.file_name == ""


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings_and_separators_are_recognised(
    separator: str, encoding: str, editor: Client
) -> None:
    rows = [
        ["Name", "Logo URL", "Description"],
        ["Café, Zoë; Söhne", "/uploads/a.png", 'Line 1\r\nLine "2", the end'],
    ]
    content = csv_of(rows, separator).encode(encoding)
    found = preview(editor, SPONSOR, content)
    assert (found["separator"], found["isUtf8"]) == (separator, encoding != "cp1252")
    import_rows(editor, SPONSOR, content)
    [record] = SPONSOR.records(editor)
    assert record["name"] == "Café, Zoë; Söhne"
    assert record["description"] == 'Line 1\r\nLine "2", the end'


@pytest.mark.parametrize(
    "first",
    [
        *("sep=;\r\n", "SEP=;\n", '"sep=;"\n', "sep=; \n", "sep=;;;;\n", '"sep=;";;\r\n'),
        *("sep=,;;\n", "sep=;\r\n\r\n", "sep=;;\n;;\n\n", "sep=\n", "\nsep=;\n"),
    ],
)
def test_a_first_line_names_the_separator_and_is_no_heading(first: str, editor: Client) -> None:
    content = first + "Name;Logo URL\nBank, Lagos;/uploads/a.png\n;\nNobody;\n"
    found = preview(editor, SPONSOR, content)
    assert found["separator"] == ";"
    assert [each["heading"] for each in found["columns"]] == ["Name", "Logo URL"]
    above = first.count("\n")
    assert [each["number"] for each in found["rows"]] == [above + 2, above + 4]
    assert found["rows"][0]["cells"] == ["Bank, Lagos", "/uploads/a.png"]


def test_a_file_with_one_column_and_blank_rows_keeps_the_numbers_of_its_rows(
    editor: Client,
) -> None:
    found = preview(editor, SUBSCRIBER, "email\n\nada@example.org\n  \nnobody\n")
    assert [(row["number"], bool(row["errors"])) for row in found["rows"]] == [
        (3, False),
        (5, True),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Please choose a CSV file"),
        (b"PK\x03\x04...", "This is a workbook, not a CSV file"),
        (b"Name\0", "The file is not text"),
        (b"Name\x81,\x00", "The file is not text"),
        (b"\nName\nAda", "The first row of the file must have the headings"),
        (b"Name,Logo URL\n", "The file has headings, but no rows below them"),
        (b'Name,Logo URL\nAda,"/a\nb', "A quotation mark near line 3 of the file is not closed"),
        (b"Name\n" + b"Ada\n" * (MAX_ROWS + 1), "The file has more than 1,000 rows, which is"),
        (b"Name" + b"\n" * (MAX_BLANK_ROWS + 1) + b"Ada", "The file has more than 100,000 blank"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_way_out(
    content: bytes, message: str, editor: Client
) -> None:
    problem = assert_problem(send(editor, SPONSOR, content), 422)
    assert problem["errors"][0]["field"] == "file"
    assert problem["message"].startswith(message)


@pytest.mark.parametrize("more", [1, 1024 * 1024])
def test_a_file_that_is_too_large_is_refused(more: int, editor: Client) -> None:
    content = b"x" * (MAX_MEGABYTES * 1024 * 1024 + more)
    assert assert_problem(send(editor, SPONSOR, content), 413)["message"] == (
        "The file must be at most 2 MB"
    )


def test_a_row_with_more_cells_than_headings_is_faulty(editor: Client) -> None:
    file = "Name,Logo URL\nBank,/uploads/a.png,1\nShop,/uploads/b.png,\nFew\n"
    errors = [row["errors"] for row in preview(editor, SPONSOR, file)["rows"]]
    assert errors == [
        {"": "This row has more cells than there are headings"},
        {},
        {"logo_url": "Logo URL is required"},
    ]


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        ("Startup of the Year|startup|STARTUP of the year", "startup"),
        ("", "leadership"),
        ("yes|TRUE|1", True),
        ("no|0|", False),
    ],
)
def test_choices_and_booleans_are_written_in_several_ways(
    cells: str, value: object, editor: Client
) -> None:
    heading, key = ("Winner", "isWinner") if isinstance(value, bool) else ("Category", "category")
    rows = [
        {"Name": f"Nominee {place}", heading: cell} for place, cell in enumerate(cells.split("|"))
    ]
    import_rows(editor, NOMINEE, file_of(NOMINEE, *rows))
    assert {each[key] for each in NOMINEE.records(editor)} == {value}


@pytest.mark.parametrize(
    "cell",
    [
        "2100-05-31T18:00:00Z",
        "2100-05-31T19:00:00+01:00",
        "2100-05-31 19:00",
        "2100-05-31 19:00:00",
        "31.05.2100 19:00",
        "31/05/2100 19:00",
        "5/31/2100 7:00 PM",
        "31 May 2100, 19:00",
        "May 31, 2100, 19:00",
        *("2100-05-31T19:00:00", "2100-05-31T18:00:00.000Z", "2100-5-31 7:00 PM", "73201.7916667"),
        *("2100.05.31 19:00", "2100/5/31 19:00:00", "31.05.2100 19.00", "73201,79166667"),
        *("31-May-2100 19:00", "31-MAY-2100 07.00.00 PM", "31/05/2100 7:00:00 PM", "5/31/2100 7pm"),
        *("Monday, 31 May 2100 19:00", "31st May 2100 at 7:00 p.m.", "May 31 2100 7:00:00 PM"),
        *("31 / 05 / 2100 19:00", "31. 5. 2100 19:00", "2100 May 31 19:00", "31-5-2100 19h00"),
        *("Mon May 31 19:00:00 2100", "21000531T190000", "31.May.2100 19:00", "31-05-2100 19:00"),
    ],
)
def test_a_time_is_written_in_several_ways(cell: str, editor: Client, configure: Configure) -> None:
    configure(AWARDS_TIMEZONE="Africa/Lagos")
    file = file_of(EVENT, {"Start date": cell, "End date": "2100-06-01"})
    [row] = preview(editor, EVENT, file)["rows"]
    assert row["shown"]["startDate"] == "May 31, 2100, 7:00 PM WAT"
    import_rows(editor, EVENT, file)
    [event] = EVENT.records(editor)
    assert (event["startDate"], event["endDate"]) == (
        "2100-05-31T18:00:00Z",
        "2100-05-31T23:00:00Z",
    )


def test_a_time_that_clocks_skip_is_refused_and_one_of_two_is_told(
    editor: Client, configure: Configure
) -> None:
    configure(AWARDS_TIMEZONE="America/New_York")
    cells = ("3/14/2100 2:30 AM", "2100-11-07 01:30", "2100-11-07T06:30:00Z", "2100-11-07 02:30")
    rows = preview(editor, EVENT, file_of(EVENT, *({"Start date": each} for each in cells)))["rows"]
    skipped = (
        "Start date: 2:30 AM does not exist on Mar 14, 2100, when clocks go forward: choose 1:30 AM"
        " or 3:30 AM"
    )
    assert rows[0]["errors"]["startDate"] == skipped
    assert [each["shown"].get("startDate") for each in rows[1:]] == [
        "Nov 7, 2100, 1:30 AM EDT, the first of two",
        "Nov 7, 2100, 1:30 AM EST, the second of two",
        "Nov 7, 2100, 2:30 AM EST",
    ]


INCOMPLETE = ("31-May", "May 2100", "7 PM", "2100", "05 06 2100", "1/2/3", "2100-05-31 19:00 CST")


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("05/06/2100", "could be in two ways: write 2100-06-05 or 2100-05-06"),
        ("soon", "must be a date and time, such as 2026-05-31 19:00"),
        ("19:00 Sat 05/06/2100", "could be in two ways: write 2100-06-05 or 2100-05-06"),
        ("05-06-26", "could be in two ways: write 2026-06-05 or 2026-05-06"),
        *((each, "must be a date and time, such as 2026-05-31 19:00") for each in INCOMPLETE),
        ("2100-02-30", "must be a date and time, such as 2026-05-31 19:00"),
        ("13/13/2100", "must be a date and time, such as 2026-05-31 19:00"),
    ],
)
def test_a_time_that_is_not_certain_is_refused(cell: str, message: str, editor: Client) -> None:
    [row] = preview(editor, EVENT, file_of(EVENT, {"Start date": cell}))["rows"]
    assert row["errors"] == {"startDate": f"Start date {message}"}


DATES = {
    ("05/06/2100", "25/06/2100"): ("Jun 5", "Jun 25", False),
    ("05/06/2100", "06/25/2100"): ("May 6", "Jun 25", False),
    ("05/06/2100", "05/07/2100"): ("", "", True),
    ("13/06/2100", "06/25/2100"): ("Jun 13", "Jun 25", False),
    ("05.06.2100", "05.07.2100"): ("Jun 5", "Jul 5", False),
    ("05.06.2100", "05.25.2100"): ("May 6", "May 25", False),
    ("05-06-2100", "25 June 2100"): ("", "Jun 25", True),
}
"""The first days of two events, how they are read, and whether their order is asked for."""


@pytest.mark.parametrize("cells", DATES, ids=" ".join)
def test_dates_are_read_in_the_only_order_that_their_column_allows(
    cells: tuple[str, str], editor: Client
) -> None:
    *days, is_open = DATES[cells]
    rows = [{"Start date": each, "End date": "2101-01-01"} for each in cells]
    found = preview(editor, EVENT, file_of(EVENT, *rows))
    columns = {each["heading"]: each["hasOpenDates"] for each in found["columns"]}
    assert columns["Start date"] == is_open
    assert not columns["End date"]
    shown = [row["shown"].get("startDate", "") for row in found["rows"]]
    assert [each.partition(", 2100")[0] for each in shown] == days


MAY_31 = dict.fromkeys(("31-May-26", "31/05/26", "31.05.26", "5/31/26", "46173"), "May 31, 2026")
OTHERS = {"03.04.26": "Apr 3, 2026", "25/12/26 7 PM": "Dec 25, 2026", "1-Sept-99": "Sep 1, 1999"}


@pytest.mark.parametrize(("cell", "day"), (MAY_31 | OTHERS).items())
def test_a_year_of_two_digits_is_the_nearest_one(cell: str, day: str, editor: Client) -> None:
    [row] = preview(editor, EVENT, file_of(EVENT, {"Start date": cell}))["rows"]
    assert row["shown"]["startDate"].startswith(day)


@pytest.mark.parametrize(("end", "day"), [("25/07/2100", "Jun 5"), ("07/25/2100", "May 6")])
def test_dates_that_allow_both_orders_are_read_as_another_column_tells(
    end: str, day: str, editor: Client
) -> None:
    found = preview(editor, EVENT, file_of(EVENT, {"Start date": "05/06/2100", "End date": end}))
    assert found["rows"][0]["shown"]["startDate"].startswith(day)
    orders = {each["field"]: each["dayFirst"] for each in found["columns"]}
    assert orders["startDate"] == orders["endDate"] == (day == "Jun 5")


@pytest.mark.parametrize("cell", ["2026.0", "2026.00", "2026,0", "2026.", "2,026", "2.026E+03"])
def test_whole_numbers_are_read_as_spreadsheets_write_them(cell: str, editor: Client) -> None:
    other = {"Display order": "1.0", "Winner": "1.0", "Finalist": "0.0"}
    [row] = preview(editor, NOMINEE, file_of(NOMINEE, {"Year": cell, **other}))["rows"]
    found = [row["shown"][key] for key in ("year", "displayOrder", "isWinner", "isFinalist")]
    assert (row["errors"], found) == ({}, ["2026", "1", "Yes", "No"])


@pytest.mark.parametrize("cell", ["2026.5", "20 26", "nan", "1e999", "2026 AD"])
def test_other_numbers_are_refused(cell: str, editor: Client) -> None:
    [row] = preview(editor, NOMINEE, file_of(NOMINEE, {"Year": cell}))["rows"]
    assert row["errors"] == {"year": "Year must be a whole number from 2000 to 2100"}


@pytest.mark.parametrize(("day_first", "day"), [(True, "Jun 5, 2100"), (False, "May 6, 2100")])
def test_the_order_of_dates_that_allow_both_is_chosen_once(
    day_first: bool, day: str, editor: Client
) -> None:
    file = file_of(EVENT, {"Start date": "05/06/2100", "End date": "2101-01-01"})
    [row] = preview(editor, EVENT, file, dayFirst=day_first)["rows"]
    assert row["shown"]["startDate"].startswith(day)
    import_rows(editor, EVENT, file, dayFirst=day_first)
    [event] = EVENT.records(editor)
    assert event["startDate"].startswith("2100-06-05" if day_first else "2100-05-06")


def test_the_nominee_of_a_photo_is_named_or_given_by_id(editor: Client) -> None:
    for name in ("Ada Obi", "Zoé", "Bisi", "Bisi"):
        NOMINEE.create(editor, name=name)
    zoe = next(each for each in NOMINEE.records(editor) if each["name"] == "Zoé")
    cells = ("ada obi", f"{zoe['id']}.0", "Bisi", "Nobody", "999999", "")
    file = file_of(
        PHOTO, *({"Title": f"Photo {each}", "Nominee": cell} for each, cell in enumerate(cells))
    )
    errors = [row["errors"].get("nomineeId", "") for row in preview(editor, PHOTO, file)["rows"]]
    assert errors == [
        "",
        "",
        "2 nominees are called Bisi: write the id of the right one",
        "There is no nominee called Nobody",
        "There is no such nominee",
        "",
    ]
    import_rows(editor, PHOTO, file)
    names = {each["title"]: each["nomineeName"] for each in PHOTO.records(editor)}
    assert names == {"Photo 0": "Ada Obi", "Photo 1": "Zoé", "Photo 5": None}


def test_the_template_has_the_headings_of_all_fields(editor: Client) -> None:
    response = editor.get(f"{path_of(SPONSOR)}/template")
    assert response.content.decode("utf-8-sig") == (
        "Display order,Name,Description,Logo URL,Website URL,Tier\r\n"
    )
    found = preview(editor, SPONSOR, response.content + b"1,Bank,,/uploads/a.png,,gold\r\n")
    assert (found["missing"], found["ready"]) == ([], 1)


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ('["name", "name"]', "Name is chosen for two columns"),
        ('["name"]', "The mapping must have a field or null for each column"),
        ('["name", "isPublished"]', "The mapping must have a field or null for each column"),
        ("{", "The mapping must be a JSON array"),
    ],
)
def test_a_wrong_mapping_is_refused(mapping: str, message: str, editor: Client) -> None:
    response = send(editor, NOMINEE, "Name,Title\r\nAda,Founder\r\n", mapping=mapping)
    assert assert_problem(response, 422)["message"] == message


@pytest.mark.parametrize("corrections", ['{"first": {}}', '{"2": {"0": "\\u0000"}}', "[]"])
def test_malformed_corrections_are_refused(corrections: str, editor: Client) -> None:
    refused = send(editor, NOMINEE, two(NOMINEE), corrections=corrections)
    assert assert_problem(refused, 422)["errors"][0]["field"] == "corrections"


def test_the_corrected_file_adds_only_what_was_faulty(editor: Client) -> None:
    rows = [{"Name": f"Nominee {number}", "Year": "2030"} for number in range(20)]
    import_rows(editor, NOMINEE, file_of(NOMINEE, *rows[:13], *({"Bio": "?"} for _ in range(7))))
    assert preview(editor, NOMINEE, file_of(NOMINEE, *rows))["ready"] == 7


LONG = "A text that is long enough."
SHORT = {"bio": "Bio must be at least 10 characters"}
CORRECTIONS: dict[str, tuple[dict[int, str], tuple[int, int, int], dict[str, str], str]] = {
    "corrected": ({3: LONG}, (2, 0, 0), {}, ""),
    "still wrong": ({3: "Shorter"}, (1, 1, 0), SHORT, ""),
    "duplicate": ({3: LONG, 0: " ADA obi"}, (1, 0, 1), {}, "The same as row 2"),
    "of no column": ({99: "1", -1: "1"}, (1, 1, 0), SHORT, ""),
}
"""Texts of a row, the rows that are ready, faulty and duplicates with them, and what is wrong."""


@pytest.mark.parametrize("case", CORRECTIONS)
def test_a_correction_is_checked_as_a_cell_and_imported_with_the_file(
    case: str, editor: Client, admin: Client
) -> None:
    texts, counts, errors, duplicate = CORRECTIONS[case]
    file = file_of(NOMINEE, {}, {"Name": "Bisi Ade", "Bio": "Short"})
    corrections = {"3": texts, "9": {"3": LONG}}
    found = preview(editor, NOMINEE, file, corrections=corrections)
    assert (found["ready"], found["faulty"], found["duplicates"]) == counts
    assert (found["rows"][1]["errors"], found["rows"][1]["duplicate"]) == (errors, duplicate)
    assert NOMINEE.records(editor) == []
    done = import_rows(editor, NOMINEE, file, corrections=corrections, matches=counts[0])
    created = [each for each in entries(admin, action="created") if each["recordType"] == "nominee"]
    assert [each["recordCount"] for each in created] == [counts[0]]
    assert_problem(send(editor, NOMINEE, file, dryRun=False, key="a key"), 409)
    assert undo(editor, NOMINEE, done) == {"removed": counts[0], "kept": []}


def test_cells_that_are_missing_or_have_no_heading_are_corrected(editor: Client) -> None:
    file = "Name,Logo URL\nBank\nShop,,/uploads/b.png\n"
    corrections = {"2": {"1": "/uploads/a.png"}, "3": {"1": "/uploads/b.png", "2": ""}}
    import_rows(editor, SPONSOR, file, corrections=corrections, matches=2)


def test_a_corrected_list_of_faulty_rows_is_added_to_its_import(editor: Client) -> None:
    file = file_of(NOMINEE, {}, {"Name": "Bisi Ade", "Bio": "Short"}, {"Name": "C"})
    found = preview(editor, NOMINEE, file)
    first = import_rows(editor, NOMINEE, file, matches=1)
    heading = f"Error (import {found['origin']})"
    later = file_of(NOMINEE, {"Name": "Bisi Ade", heading: "Bio must"}, {"Name": "C", heading: ""})
    again = preview(editor, NOMINEE, later)
    assert (again["corrects"], again["origin"], again["ready"]) == (1, found["origin"], 1)
    for _ in range(2):
        added = import_rows(editor, NOMINEE, later, key="b", matches=1)
        assert (added["id"], added["recordCount"]) == (first["id"], 2)
    last = file_of(NOMINEE, {"Name": "Chi Eze", heading: ""})
    assert import_rows(editor, NOMINEE, last, key="c")["recordCount"] == 3
    assert [each["recordCount"] for each in editor.get(path_of(NOMINEE)).json()] == [3]
    assert preview(editor, SPONSOR, file_of(SPONSOR, {heading: ""}))["corrects"] == 0
    assert undo(editor, NOMINEE, first) == {"removed": 3, "kept": []}
    assert_problem(send(editor, NOMINEE, last, dryRun=False, key="c"), 409)
    assert import_rows(editor, NOMINEE, later, key="d")["id"] != first["id"]


def test_a_heading_that_resembles_one_field_is_taken_for_it(editor: Client) -> None:
    headings = ["Company name", "Name", "LinkedIn", "URL", "Job title", "Age", "Title of the talk"]
    headings += ["Biography", "Na"]
    found = preview(editor, NOMINEE, csv_of([headings, ["x"] * len(headings)]))
    fields = [each["field"] for each in found["columns"]]
    assert fields == ["company", "name", "linkedinUrl", None, "title", None, None, "bio", None]


def test_results_under_embargo_count_as_a_change(editor: Client) -> None:
    file = file_of(NOMINEE, {"Reveal results at": "2100-01-01"})
    done = import_rows(editor, NOMINEE, file)
    [record] = NOMINEE.records(editor)
    NOMINEE.change(editor, record, isWinner=True)
    assert undo(editor, NOMINEE, done)["removed"] == 0


@pytest.mark.parametrize("entity", [NOMINEE, PHOTO, SPONSOR, EVENT], ids=str)
def test_an_undo_keeps_what_was_public_for_a_while(entity: Entity, editor: Client) -> None:
    done = import_rows(editor, entity, file_of(entity, {}))
    [record] = entity.records(editor)
    for is_public in (True, False):
        entity.change(editor, entity.records(editor)[0], **{entity.flag: is_public})
    assert undo(editor, entity, done)["removed"] == 0
    assert [each["id"] for each in entity.records(editor)] == [record["id"]]


def test_the_duplicate_of_a_row_that_is_refused_is_imported(editor: Client) -> None:
    file = file_of(PHOTO, {"Title": "One", "Nominee": "999"}, {"Title": "One"}, {"Title": "One"})
    found = preview(editor, PHOTO, file)
    assert [bool(row["errors"]) for row in found["rows"]] == [True, False, False]
    assert [row["duplicate"] for row in found["rows"]] == ["", "", "The same as row 3"]
    assert (found["ready"], found["faulty"], found["duplicates"]) == (1, 1, 1)
    assert import_rows(editor, PHOTO, file, matches=1)["recordCount"] == 1


def test_an_undo_leaves_out_what_was_deleted_and_takes_several_transactions(
    editor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "UNDO_BATCH", 2)
    rows = [{"Name": f"Nominee {number}"} for number in range(5)]
    done = import_rows(editor, NOMINEE, file_of(NOMINEE, *rows))
    NOMINEE.delete(editor, NOMINEE.records(editor)[0])
    assert undo(editor, NOMINEE, done) == {"removed": 4, "kept": []}
    assert len(trashed(editor)) == 5


USUAL_HEADINGS = {
    "nominee": "Role=title,Position=title,Job=title,Role / Position=title,Nominee=name,"
    "Full name=name,Organisation=company,Organization=company,Business name=company,Biography=bio,"
    "About=bio,Her story=bio,Award=category,Photo=imageUrl,Photo link=imageUrl,Edition=year,"
    "LinkedIn profile=linkedinUrl,Impact=achievements,Homepage=websiteUrl",
    "photo": "Caption=description,Photo=imageUrl,Person=nomineeId",
    "sponsor": "Company=name,Logo=logo_url,Homepage=website_url,Level=tier",
    "event": "Venue=location,Starts=startDate,Until=endDate,Online=isVirtual",
    "subscriber": "E-mail=email,Mail=email,Email address=email",
}


@pytest.mark.parametrize("entity", IMPORTED, ids=str)
def test_usual_headings_are_taken_for_the_field_that_they_mean(
    entity: Entity, editor: Client
) -> None:
    # The other columns have their own names, as in a real file.
    expected = dict(each.split("=") for each in USUAL_HEADINGS[entity.key].split(","))
    labels = {each["key"]: each["label"] for each in preview(editor, entity, "a\nb\n")["fields"]}
    found = {}
    for heading, key in expected.items():
        others = [label for field, label in labels.items() if field != key]
        file = csv_of([[*others, heading], ["x"] * len(labels)])
        found[heading] = preview(editor, entity, file)["columns"][-1]["field"]
    assert found == expected
