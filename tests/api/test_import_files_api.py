"""Imports read CSV files as spreadsheets and people write them."""

import pytest
from httpx import Client

from awards_site.records.imports.file import (
    MAX_BLANK_ROWS,
    MAX_MEGABYTES,
    MAX_ROWS,
)
from tests.api.conftest import Configure
from tests.api.entities import EVENT, NOMINEE, PHOTO, SPONSOR, SUBSCRIBER
from tests.api.import_files import csv_of, file_of, import_rows, path_of, preview, send
from tests.api.test_errors import assert_problem


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


@pytest.mark.parametrize("first", ["sep=;\r\n", "SEP=;\n", '"sep=;"\n'])
def test_a_first_line_names_the_separator_and_is_no_heading(first: str, editor: Client) -> None:
    content = first + "Name;Logo URL\nBank, Lagos;/uploads/a.png\n;\nNobody;\n"
    found = preview(editor, SPONSOR, content)
    assert found["separator"] == ";"
    assert [each["heading"] for each in found["columns"]] == ["Name", "Logo URL"]
    assert [each["number"] for each in found["rows"]] == [3, 5]
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
    ("cell", "value"),
    [
        ("Startup of the Year", "startup"),
        ("startup", "startup"),
        (" SOCIAL impact ", "social-impact"),
        ("", "leadership"),
    ],
)
def test_a_choice_is_given_by_label_or_by_value(cell: str, value: str, editor: Client) -> None:
    import_rows(editor, NOMINEE, file_of(NOMINEE, {"Category": cell}))
    assert NOMINEE.records(editor)[0]["category"] == value


@pytest.mark.parametrize(
    ("cell", "value"),
    [("yes", True), ("TRUE", True), ("1", True), ("no", False), ("0", False), ("", False)],
)
def test_a_boolean_is_written_in_several_ways(cell: str, value: bool, editor: Client) -> None:
    import_rows(editor, NOMINEE, file_of(NOMINEE, {"Winner": cell}))
    assert NOMINEE.records(editor)[0]["isWinner"] is value


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


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("05/06/2100", "could be in two ways: write 2100-06-05 or 2100-05-06"),
        ("soon", "must be a date and time, such as 2026-05-31 19:00"),
        ("31.05.26", "must be a date and time, such as 2026-05-31 19:00"),
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
    cells = ("ada obi", str(zoe["id"]), "Bisi", "Nobody", "999999", "")
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
