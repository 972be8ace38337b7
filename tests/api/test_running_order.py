"""The running order of the evening: its times, and that only `winners` tells a result."""

import pytest
from httpx import Client

from awards_site.ui.documents import Document
from tests.api.conftest import Configure
from tests.api.entities import EVENING_ITEM, NOMINEE, SECTION
from tests.factories import Body

ITEMS = "/api/admin/running-order"
YEAR, GALA = 2030, "2030-12-20T00:00:00Z"
WINNER = "Zuleika Winterbourne"


@pytest.fixture
def items(editor: Client, configure: Configure) -> list[Body]:
    """Three items of the current edition, and two of the edition before."""
    configure(AWARDS_TIMEZONE="America/New_York")
    SECTION.create(editor, identifier="edition", content={"year": YEAR, "galaAt": GALA})
    bodies: list[Body] = [
        {"title": "Welcome", "durationMinutes": 10},
        {"title": "Award", "durationMinutes": 55, "category": "tech", "presenter": "Ada Obi"},
        {"title": "Dinner", "notes": "A toast\n李娜, د. فاطمة"},
        {"title": "Rehearsal", "durationMinutes": 80, "year": YEAR - 1},
        {"title": "Speech", "year": YEAR - 1},
    ]
    return [editor.post(ITEMS, json=each).json() for each in bodies]


def times(client: Client, path: str = "?page=1") -> list[tuple[str, str]]:
    found = client.get(f"{ITEMS}{path}").json()
    records = found if isinstance(found, list) else found["items"]
    return [(each["title"], each["time"]) for each in records]


def test_times_follow_from_the_order_the_durations_and_the_gala(
    editor: Client, items: list[Body]
) -> None:
    evening = [("Welcome", "7:00 PM"), ("Award", "7:10 PM"), ("Dinner", "8:05 PM")]
    before = [("Rehearsal", "0:00"), ("Speech", "1:20")]
    assert times(editor, "/evening") == evening
    assert times(editor, f"/evening?year={YEAR - 1}") == before
    assert editor.get(f"{ITEMS}/evening?year=99999999999999999999").status_code == 422
    assert times(editor) == times(editor, "") == times(editor, "/export") == evening + before
    ids = [each["id"] for each in items[:3]]
    order = {"group": str(YEAR), "ids": [ids[1], ids[0], ids[2]], "seen": ids}
    assert editor.post(f"{ITEMS}/order", json=order).status_code == 200
    editor.patch(f"{ITEMS}/{ids[0]}", json={"durationMinutes": 0})
    evening = [("Award", "7:00 PM"), ("Welcome", "7:55 PM"), ("Dinner", "7:55 PM")]
    assert times(editor) == evening + before
    last = editor.post(ITEMS, json={"title": "Dancing"}).json()
    assert times(editor, "/evening")[-1] == ("Dancing", "8:00 PM")
    several = {"action": "set", "ids": [ids[1], last["id"]], "values": {"durationMinutes": 1}}
    assert editor.post(f"{ITEMS}/bulk", json=several).status_code == 200
    assert times(editor, "/evening")[-1] == ("Dancing", "7:06 PM")
    lines = editor.get(f"{ITEMS}/export?format=csv&year={YEAR - 1}").text.splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["Time", "0:00", "1:20"]


def test_no_output_tells_a_result_and_only_staff_read_the_winners(
    editor: Client, admin: Client, user: Client, anonymous: Client, items: list[Body]
) -> None:
    award = f"{ITEMS}/{items[1]['id']}"
    outputs = ["", "?search=award", "/evening", f"/evening?year={YEAR}", "/pdf", "/order"]
    outputs += ["/export?format=csv", "/export?format=json"]
    paths = [*(f"{ITEMS}{each}" for each in outputs), award, f"{award}/versions"]
    paths.append("/api/admin/search?q=award")
    body = {"name": WINNER, "company": "Zed", "category": "tech", "year": YEAR}
    nominee = NOMINEE.create(editor, **body, isFinalist=True)
    embargo = {"year": YEAR, "revealAt": "2100-01-01T00:00:00Z"}
    assert editor.post("/api/admin/embargoes", json=embargo).status_code == 201
    public = f"/api/nominees/{nominee['id']}"
    seen, finalist = anonymous.get(public).content, [admin.get(path) for path in paths]
    assert {each.status_code for each in finalist} == {200}
    NOMINEE.change(editor, nominee, isWinner=True)
    assert editor.get(f"{award}/winners").json() == [f"{WINNER}, Zed"]
    assert editor.get(f"{ITEMS}/{items[0]['id']}/winners").json() == []
    assert [each.content for each in finalist] == [admin.get(path).content for path in paths]
    assert WINNER not in admin.get("/api/admin/audit?search=running+order").text
    assert anonymous.get(public).content == seen
    assert user.get(f"{award}/winners").status_code == user.get(ITEMS).status_code == 403


def test_the_pdf_has_each_item_and_says_if_it_lacks_characters(
    editor: Client, items: list[Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = Document.write_text, list[str]()

    def record(sheet: Document, text: str, **sizes: float) -> None:
        written.append(text)
        write(sheet, text, **sizes)

    monkeypatch.setattr(Document, "write_text", record)
    response = editor.get(f"{ITEMS}/pdf")
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
    sheet = " ".join(written)
    assert "2030, The Grand Hall, Dec 19, 2030, 7:00 PM EST" in sheet
    assert "7:10 PM Award Award: Technology Ada Obi 8:05 PM Dinner A toast 李娜, د. فاطمة" in sheet
    assert "This file lacks" not in sheet
    EVENING_ITEM.change(editor, items[1], presenter="\U0001f3c6 " + "x" * 290, notes="n\n" * 900)
    assert editor.get(f"{ITEMS}/pdf").content.startswith(b"%PDF-")
    assert "This file lacks" in " ".join(written)
