"""The jury: links and codes, scores that nobody sees before scoring is closed, and results."""

import csv
import html
import io
import json
import random
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from statistics import mean, pstdev

import pytest
from fastapi import FastAPI
from httpx import Client, Response

from awards_site.features.jurors.links import CODE_INTERVAL
from awards_site.features.jurors.ranking import rank
from awards_site.operations.retention import purge_expired
from tests.api.client import body_of
from tests.api.conftest import Configure, FrozenClock, NewClient
from tests.api.entities import JUROR, NOMINEE, SECTION
from tests.api.test_embargoes import RESULTS, put_under_embargo, read_all, urls
from tests.api.test_publication import YEAR
from tests.api.test_schedules import as_json
from tests.factories import Body
from tests.smtp_server import SmtpServer, deliver, text_of

pytestmark = pytest.mark.usefixtures("undrawn_form", "frozen_clock")

JURY = "/api/admin/jury"
SCORING = timedelta(hours=4)
GALA = timedelta(hours=8)
CRITERIA = [
    {"id": "impact", "title": "Impact", "hint": "What changed.", "weight": 3},
    {"id": "courage", "title": "Courage", "hint": "What she dared.", "weight": 1},
]
Page = Callable[..., Response]


@pytest.fixture
def texts(frozen_clock: FrozenClock, editor: Client) -> Body:
    """The content section with the jury of an edition whose gala is ahead."""
    night = {"year": YEAR, "galaAt": as_json(frozen_clock.now + GALA)}
    SECTION.create(editor, identifier="edition", content=night)
    content = {"deadline": as_json(frozen_clock.now + SCORING), "criteria": CRITERIA}
    return SECTION.create(editor, identifier="jury", content=content)


@pytest.fixture
def nominees(texts: Body, editor: Client) -> list[Body]:
    """Two nominees of a category, of whom one is a draft, and one of another category."""
    return [
        NOMINEE.create(editor, year=YEAR, category=category, name=name, isPublished=published)
        for category, name, published in (
            ("leadership", "Amina Diallo", True),
            ("leadership", "李娜", False),
            ("tech", "Grace <b>Kimani</b>", True),
        )
    ]


def juror(editor: Client, **fields: object) -> Body:
    return JUROR.create(editor, **{"year": YEAR} | fields)


def sent_link(editor: Client, smtp: SmtpServer, juror: Body) -> str:
    """Send a juror her link, and return its path."""
    assert editor.post(f"{JUROR.path(juror['id'])}/link").status_code == 204
    return last_mail(smtp, juror, r"http://localhost:3000(/jury/[\w-]{43})\n")


def last_mail(smtp: SmtpServer, juror: Body, pattern: str) -> str:
    deliver()
    found = re.search(pattern, text_of(smtp.sent_to(juror["email"])[-1]))
    assert found is not None
    return found[1]


def code(client: Client, smtp: SmtpServer, juror: Body, link: str) -> str:
    assert "We have sent a code" in client.post(f"{link}/code").text
    return last_mail(smtp, juror, r"Code: (\d{4} \d{4})")


@pytest.fixture
def opened(
    editor: Client, smtp: SmtpServer, new_client: NewClient, frozen_clock: FrozenClock
) -> Callable[[Body], tuple[Client, str]]:
    """A function that lets a juror in on a new device, and returns its client and the link."""

    def let_in(juror: Body) -> tuple[Client, str]:
        frozen_clock.advance(CODE_INTERVAL)
        client, link = new_client(), sent_link(editor, smtp, juror)
        given = code(client, smtp, juror, link)
        assert client.post(f"{link}/device", data={"code": given}).status_code == 303
        return client, link

    return let_in


def was(page: Response) -> str:
    found = re.search('name="was" value="([^"]*)"', page.text)
    assert found is not None
    return html.unescape(found[1])


def score(
    client: Client, path: str, impact: object = "", courage: object = "", **fields: str
) -> Response:
    """Save what a juror says of a nominee on the page that she has just opened."""
    form = {"was": was(client.get(path)), "comment": "", "recusal": ""}
    form |= {"mark-impact": str(impact), "mark-courage": str(courage)} | fields
    return client.post(path, data=form, headers={"Accept": "application/json"})


def close(editor: Client) -> Body:
    """Close scoring, and return the nominees of each category by rank."""
    assert editor.post(f"{JURY}/close").status_code == 204
    return ranking(editor)


def ranking(editor: Client) -> Body:
    return {each["category"]: each["nominees"] for each in body_of(editor.get(JURY))["categories"]}


def test_a_link_opens_after_the_code_that_only_its_juror_gets(
    editor: Client, smtp: SmtpServer, anonymous: Client, new_client: NewClient, nominees: list[Body]
) -> None:
    hers = juror(editor, name="Ada Obi", email="ada@example.org")
    link = sent_link(editor, smtp, hers)
    for path in (link, f"{link}/{nominees[0]['id']}"):
        page = anonymous.get(path, follow_redirects=True)
        assert "a...@example.org" in page.text
        assert not {"Amina", "ada@example.org"} & {*re.findall(r"[\w@.]+", page.text)}
    assert len(smtp.sent_to(hers["email"])) == 1, "opening the link sends nothing"
    given = code(anonymous, smtp, hers, link)
    assert anonymous.post(f"{link}/code").status_code == 429
    wrong = anonymous.post(f"{link}/device", data={"code": "0"})
    assert (wrong.status_code, "This code is wrong" in wrong.text) == (422, True)
    anonymous.post(f"{link}/device", data={"code": given.replace(" ", "")})
    page = anonymous.get(link)
    assert re.findall("Amina Diallo|李娜|Kimani", page.text) == ["Amina Diallo", "李娜"]
    headers = page.headers
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "strict-origin")
    stranger = new_client()
    assert stranger.post(f"{link}/device", data={"code": given}).status_code == 422, "used once"
    assert "Amina" not in stranger.get(link).text
    assert sent_link(editor, smtp, hers) == link, "the same link is sent again"


def test_codes_end_after_ten_minutes_and_after_five_wrong_ones(
    editor: Client,
    smtp: SmtpServer,
    anonymous: Client,
    nominees: list[Body],
    frozen_clock: FrozenClock,
) -> None:
    hers = juror(editor)
    link = sent_link(editor, smtp, hers)
    given = code(anonymous, smtp, hers, link)
    frozen_clock.advance(timedelta(minutes=10))
    assert anonymous.post(f"{link}/device", data={"code": given}).status_code == 422
    given = code(anonymous, smtp, hers, link)
    for _ in range(5):
        anonymous.post(f"{link}/device", data={"code": "1"})
    assert anonymous.post(f"{link}/device", data={"code": given}).status_code == 422


@pytest.mark.parametrize("ending", ["revoked", "inactive", "address", "closed", "deadline", "gone"])
def test_a_link_ends(
    ending: str,
    editor: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
    frozen_clock: FrozenClock,
) -> None:
    hers = juror(editor)
    client, link = opened(hers)
    page = f"{link}/{nominees[0]['id']}"
    form = {"was": was(client.get(page)), "comment": "Typed before it ended"}
    path = JUROR.path(hers["id"])
    match ending:
        case "revoked":
            assert editor.delete(f"{path}/link").status_code == 204
        case "inactive":
            JUROR.change(editor, hers, isActive=False)
        case "address":
            JUROR.change(editor, hers, email="other@example.org")
        case "closed":
            close(editor)
        case "deadline":
            frozen_clock.advance(SCORING)
        case "gone":
            JUROR.delete(editor, hers)
    assert {client.get(link).status_code, client.get(page).status_code} == {410}
    refused = client.post(page, data=form, headers={"Accept": "application/json"})
    assert (refused.status_code, bool(refused.json()["message"])) == (410, True)
    assert client.post(f"{link}/code").status_code == 410


def test_links_are_sent_only_while_there_is_something_to_score(
    editor: Client, texts: Body, nominees: list[Body], frozen_clock: FrozenClock
) -> None:
    hers, former = juror(editor), JUROR.create(editor, year=YEAR - 1)
    assert editor.post(f"{JUROR.path(former['id'])}/link").status_code == 409
    JUROR.change(editor, hers, isActive=False)
    assert editor.post(f"{JUROR.path(hers['id'])}/link").status_code == 409
    JUROR.change(editor, hers, isActive=True)
    SECTION.change(editor, texts, content={"criteria": CRITERIA})
    refused = editor.post(f"{JUROR.path(hers['id'])}/link")
    assert (refused.status_code, "deadline" in refused.json()["message"]) == (409, True)


def test_a_juror_sees_neither_results_nor_what_is_under_embargo(
    editor: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
    frozen_clock: FrozenClock,
) -> None:
    client, link = opened(juror(editor))
    page = f"{link}/{nominees[0]['id']}"
    before = client.get(page).text
    assert nominees[0]["bio"] in before
    put_under_embargo(editor, frozen_clock)
    NOMINEE.change(editor, nominees[0], **RESULTS)
    assert client.get(page).text == before
    NOMINEE.change(editor, nominees[0], embargoedContent=["bio"])
    assert nominees[0]["bio"] not in client.get(page).text
    assert client.get(f"{link}/{nominees[2]['id']}").status_code == 404


def test_scores_are_saved_field_by_field_and_devices_do_not_overwrite_each_other(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    hers = juror(editor)
    client, link = opened(hers)
    other, _ = opened(hers)
    path = f"{link}/{nominees[0]['id']}"
    seen = was(other.get(path))
    saved = score(client, path, 4, comment="Bold\r\nand <b>kind")
    assert saved.json()["message"] == "Saved. 2 left."
    assert ": begun" in client.get(link).text
    form = {"was": seen, "comment": "", "mark-courage": "2", "mark-impact": ""}
    assert other.post(path, data=form).headers["Location"] == f"{path}?saved=1"
    page = client.get(path).text
    assert re.findall('name="mark-(\\w+)" value="(\\d)" checked', page) == [
        ("impact", "4"),
        ("courage", "2"),
    ]
    assert "Bold\nand &lt;b&gt;kind</textarea>" in page
    conflict = other.post(path, data={"was": seen, "comment": "Mine"})
    assert conflict.status_code == 409
    assert re.findall("Mine</textarea>|Bold\nand", conflict.text) == [
        "Mine</textarea>",
        "Bold\nand",
    ]
    again = {"was": was(conflict), "comment": "Mine", "then": "next"}
    following = f"{link}/{nominees[1]['id']}"
    assert other.post(path, data=again).headers["Location"] == following
    assert "Mine</textarea>" in client.get(path).text
    assert "<b>scored</b>" in client.get(link).text


@pytest.mark.parametrize(
    "fields",
    [{"mark-impact": "6"}, {"mark-impact": "0"}, {"mark-x": "3"}, {"mark-impact": "\u0661"}],
)
def test_marks_beyond_the_scale_and_the_criteria_are_not_stored(
    fields: dict[str, str],
    editor: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
) -> None:
    client, link = opened(juror(editor))
    path = f"{link}/{nominees[0]['id']}"
    client.post(path, data={"was": was(client.get(path)), **fields})
    assert " checked" not in client.get(path).text
    refused = client.post(path, data={"comment": "x" * 4001})
    assert (refused.status_code, "at most 4000" in refused.text) == (422, True)
    assert client.post(path, data={"recusal": "bribe"}).status_code == 422


def test_staff_see_progress_only_until_scoring_is_closed(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    hers = juror(editor, name="Ada Obi")
    client, link = opened(hers)
    score(client, f"{link}/{nominees[0]['id']}", 5, 5, comment="Unforgettable")
    view = body_of(editor.get(JURY))
    assert view["jurors"] == [
        {"name": "Ada Obi", "isFinished": False, "categories": ["Leadership: 1 of 2"]}
    ]
    assert view["categories"] == []
    assert JUROR.records(editor)[0]["progress"] == "1 of 2"
    told = [JURY, JUROR.at, JUROR.path(hers["id"]), f"{JUROR.at}/export?format=json"]
    assert "Unforgettable" not in "".join(editor.get(path).text for path in told)
    for kind in ("pdf", "csv"):
        assert editor.get(f"{JURY}/leadership/minutes.{kind}").status_code == 409
    refused = editor.post(f"{JURY}/results", json={"category": "leadership", "results": {}})
    assert refused.status_code == 409
    ranked = close(editor)["leadership"]
    assert [(each["name"], each["standing"] is None) for each in ranked] == [
        ("Amina Diallo", False),
        ("李娜", True),
    ]
    assert ranked[0]["comments"] == [{"juror": "Ada Obi", "text": "Unforgettable"}]


def test_scoring_is_closed_and_reopened_until_the_deadline(
    editor: Client, admin: Client, nominees: list[Body], frozen_clock: FrozenClock
) -> None:
    assert editor.post(f"{JURY}/reopen").status_code == 409
    close(editor)
    assert editor.post(f"{JURY}/close").status_code == 409
    assert editor.post(f"{JURY}/reopen").status_code == 204
    assert body_of(editor.get(JURY))["isClosed"] is False
    close(editor)
    frozen_clock.advance(SCORING)
    assert editor.post(f"{JURY}/reopen").status_code == 409
    entries = body_of(admin.get("/api/admin/audit"))["items"]
    actions = [each["action"] for each in entries if "scoring" in each["action"]]
    assert actions == ["scoring-closed", "scoring-reopened", "scoring-closed"]


def test_links_and_reminders_go_to_active_jurors_who_are_not_done(
    editor: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
    smtp: SmtpServer,
) -> None:
    done, late, inactive = (juror(editor) for _ in range(3))
    client, link = opened(done)
    client.post(f"{link}/done", data={"category": "leadership", "done": "1"})
    assert "You are done with it." in client.get(link).text
    JUROR.change(editor, inactive, isActive=False)
    _, hers = opened(late)
    assert body_of(editor.post(f"{JURY}/remind")) == 1
    assert last_mail(smtp, late, r"http://localhost:3000(/jury/[\w-]{43})\n") == hers
    client.post(f"{link}/done", data={"category": "leadership", "done": "0"})
    new = juror(editor)
    assert body_of(editor.post(f"{JURY}/remind")) == 3
    assert last_mail(smtp, late, "(still need your score)")
    assert last_mail(smtp, new, "(You are on the jury)")


def test_the_ranking_shows_ties_recusals_and_what_to_look_at_again(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    third = NOMINEE.create(editor, year=YEAR, category="leadership", name="Zoe")
    first, second, last = (each["id"] for each in (*nominees[:2], third))
    marks = {"A": {first: (5, 1), second: (4, 4), last: (1, 1)}, "B": {first: (3, 3)}}
    for name, given in marks.items():
        client, link = opened(juror(editor, name=f"Juror {name}"))
        for nominee, (impact, courage) in given.items():
            score(client, f"{link}/{nominee}", impact, courage)
        if name == "B":
            score(client, f"{link}/{second}", 5, 5, recusal="professional")
    ranked = close(editor)["leadership"]
    found = {each["id"]: each for each in ranked}
    places = {key: each["standing"] for key, each in found.items()}
    assert {key: each["mean"] for key, each in places.items()} == {first: 3.5, second: 4, last: 1}
    assert [each["id"] for each in ranked] == [second, first, last]
    assert found[second]["recusals"] == [{"juror": "Juror B", "text": "A professional tie"}]
    assert places[first]["scores"] == [3, 4]
    assert "fewer than 3 scores" in places[first]["lookAgain"]


def _expected(scores: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Return corrected means by their definition, juror by juror."""
    columns = {juror: {n: s for (j, n), s in scores.items() if j == juror} for juror, _ in scores}
    distances: dict[int, list[float]] = {}
    for own in columns.values():
        spread = pstdev(own.values())
        for nominee, given in own.items():
            distance = (given - mean(own.values())) / spread if spread else 0
            distances.setdefault(nominee, []).append(distance)
    everything = list(scores.values())
    return {
        nominee: mean(everything) + pstdev(everything) * mean(found)
        for nominee, found in distances.items()
    }


def test_the_two_means_are_those_of_an_independent_computation() -> None:
    chance = random.Random(52)
    for _ in range(1000):
        jurors, nominees, highest = (
            chance.randint(1, 9),
            chance.randint(1, 12),
            chance.choice((5, 10)),
        )
        scores = {
            (juror, nominee): chance.randint(1, highest) / chance.choice((1, 1, 2))
            for juror in range(jurors)
            for nominee in range(nominees)
            if chance.random() < 0.85
        }
        standings = rank(scores, highest)
        plain = {n: mean(s for (_, m), s in scores.items() if m == n) for _, n in scores}
        corrected = _expected(scores)
        assert {each.nominee_id for each in standings} == plain.keys()
        for each in standings:
            own = each.nominee_id
            assert each.mean == pytest.approx(plain[own])
            assert each.corrected == pytest.approx(corrected[own])
            better = sum(other > plain[own] + 1e-7 for other in plain.values())
            assert each.rank == 1 + better
            assert each.is_tied == (sum(abs(o - plain[own]) < 1e-7 for o in plain.values()) > 1)


def test_criteria_change_after_the_first_score_only_if_that_is_meant(
    editor: Client,
    admin: Client,
    texts: Body,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
) -> None:
    path, old = f"/api/admin/content/{texts['id']}", texts["content"]

    def write(**content: object) -> Response:
        return editor.put(path, json={"content": old | content})

    heavier = [{**CRITERIA[0], "weight": 5}, CRITERIA[1]]
    assert write(criteria=heavier).status_code == 200
    assert write().status_code == 200
    client, link = opened(juror(editor))
    score(client, f"{link}/{nominees[0]['id']}", 4, 2)
    renamed = [{**CRITERIA[0], "title": "Effect"}, CRITERIA[1]]
    assert write(criteria=renamed).status_code == 200
    more = [*CRITERIA, {"id": "new", "title": "New", "hint": "New.", "weight": 1}]
    for criteria in (heavier, more, CRITERIA[:1]):
        refused = write(criteria=criteria)
        assert (refused.status_code, "so far: 1" in refused.json()["message"]) == (409, True)
    assert admin.delete(path).status_code == 409
    other_scale = editor.put(f"{path}?reveals=true", json={"content": {**old, "scale": "1 to 10"}})
    assert other_scale.status_code == 409
    accepted = editor.put(f"{path}?reveals=true", json={"content": {**old, "criteria": more}})
    assert accepted.status_code == 200
    assert JUROR.records(editor)[0]["progress"] == "0 of 2"
    assert editor.put(f"{path}?reveals=true", json={"content": old}).status_code == 200
    assert JUROR.records(editor)[0]["progress"] == "1 of 2"


def test_results_are_entered_under_an_embargo_alone(
    editor: Client,
    admin: Client,
    anonymous: Client,
    nominees: list[Body],
    frozen_clock: FrozenClock,
) -> None:
    juror(editor)
    close(editor)
    ids = [each["id"] for each in nominees]
    body = {"category": "leadership", "results": {ids[0]: "winner", ids[1]: "finalist"}}
    refused = editor.post(f"{JURY}/results", json=body)
    assert (refused.status_code, "No embargo" in refused.json()["message"]) == (409, True)
    assert body_of(editor.get(JURY))["galaAt"] == as_json(frozen_clock.now + GALA)
    assert editor.post(f"{JURY}/embargo").status_code == 200
    assert editor.post(f"{JURY}/results", json=body).status_code == 204
    stored = [editor.get(NOMINEE.path(key)).json() for key in ids]
    assert [(each["isWinner"], each["isFinalist"]) for each in stored] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    shown = anonymous.get(NOMINEE.path(ids[0])).json()
    assert (shown["isWinner"], shown["isFinalist"]) == (False, False)
    body["results"] = {ids[1]: "winner"}
    assert editor.post(f"{JURY}/results", json=body).status_code == 204
    stored = [editor.get(NOMINEE.path(key)).json() for key in ids]
    assert [each["isWinner"] for each in stored] == [False, True, False]
    foreign = {"category": "leadership", "results": {ids[2]: "winner"}}
    assert editor.post(f"{JURY}/results", json=foreign).status_code == 422
    frozen_clock.advance(GALA)
    assert editor.post(f"{JURY}/results", json=body).status_code == 409
    assert editor.post(f"{JURY}/embargo").status_code == 409
    actions = [each["action"] for each in body_of(admin.get("/api/admin/audit"))["items"]]
    assert actions.count("results-entered") == 2


def test_results_replace_those_alone_that_the_caller_has_seen(
    editor: Client, nominees: list[Body], frozen_clock: FrozenClock
) -> None:
    put_under_embargo(editor, frozen_clock)
    juror(editor)
    close(editor)
    first, second = (each["id"] for each in nominees[:2])
    body: Body = {"category": "leadership", "results": {first: "winner"}}
    assert editor.post(f"{JURY}/results", json=body | {"seen": {first: ""}}).status_code == 204
    body = {"category": "leadership", "results": {second: "winner"}}
    for seen in ({}, {first: "", second: ""}, {first: "finalist"}):
        assert editor.post(f"{JURY}/results", json=body | {"seen": seen}).status_code == 409
    assert editor.get(NOMINEE.path(first)).json()["isWinner"]
    assert (
        editor.post(f"{JURY}/results", json=body | {"seen": {first: "winner"}}).status_code == 204
    )
    assert not editor.get(NOMINEE.path(first)).json()["isWinner"]


def test_no_byte_tells_visitors_of_scores_and_results(
    app: FastAPI,
    editor: Client,
    anonymous: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
    frozen_clock: FrozenClock,
) -> None:
    put_under_embargo(editor, frozen_clock, revealAt=as_json(frozen_clock.now + GALA))
    public = [each for each in nominees if each["isPublished"]]
    paths = urls(anonymous, app, public)
    before = read_all(anonymous, paths)
    client, link = opened(juror(editor))
    score(client, f"{link}/{nominees[0]['id']}", 5, 5, comment="Unforgettable")
    close(editor)
    body = {"category": "leadership", "results": {nominees[0]["id"]: "winner"}}
    assert editor.post(f"{JURY}/results", json=body).status_code == 204
    after = read_all(anonymous, paths)
    assert [path for path in paths if before[path] != after[path]] == []


def test_minutes_say_who_scored_what_and_who_entered_the_results(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    client, link = opened(juror(editor, name="Ada Obi"))
    score(client, f"{link}/{nominees[0]['id']}", 5, 3, comment="=Bold")
    score(client, f"{link}/{nominees[1]['id']}", recusal="personal")
    close(editor)
    assert editor.post(f"{JURY}/embargo").status_code == 200
    body = {"category": "leadership", "results": {nominees[0]["id"]: "winner"}}
    assert editor.post(f"{JURY}/results", json=body).status_code == 204
    text = editor.get(f"{JURY}/leadership/minutes.csv").text.removeprefix("\ufeff")
    first, second = csv.DictReader(io.StringIO(text))
    assert (first["Place"], first["Nominee"], first["Mean"]) == ("1", "Amina Diallo", "4.50")
    assert (first["Juror"], first["Impact (weight 3)"], first["Score"]) == ("Ada Obi", "5", "4.50")
    assert (first["Comment"], first["Result"]) == ("'=Bold", "Winner")
    assert re.match(r"Person \d+, May", first["Results entered by"])
    assert second["Score"] == "Cannot judge her: a personal tie"
    anonymous = editor.get(f"{JURY}/leadership/minutes.csv?anonymous=true").text
    assert ("Ada Obi" in anonymous, "Juror 1" in anonymous) == (False, True)
    pdf = editor.get(f"{JURY}/leadership/minutes.pdf")
    assert (pdf.content[:5], pdf.headers["Content-Type"]) == (b"%PDF-", "application/pdf")
    assert editor.get(f"{JURY}/tech/minutes.csv").status_code == 404
    assert editor.get(f"{JURY}/unknown/minutes.csv").status_code == 422


def test_scores_follow_nominees_who_are_moved_deleted_and_restored(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    hers = juror(editor)
    client, link = opened(hers)
    path = f"{link}/{nominees[0]['id']}"
    score(client, path, 4, 4)

    def progress() -> str:
        return str(JUROR.records(editor)[0]["progress"])

    assert progress() == "1 of 2"
    NOMINEE.change(editor, nominees[0], category="tech")
    assert (progress(), client.get(path).status_code) == ("0 of 1", 404)
    NOMINEE.change(editor, nominees[0], category="leadership", year=YEAR - 1)
    assert progress() == "0 of 1"
    NOMINEE.change(editor, nominees[0], year=YEAR)
    NOMINEE.delete(editor, nominees[0])
    assert (progress(), client.post(path, data={}).status_code) == ("0 of 1", 404)
    NOMINEE.restore(editor, nominees[0])
    assert (progress(), " checked" in client.get(path).text) == ("1 of 2", True)


def test_a_deleted_juror_takes_her_scores_along_and_an_inactive_one_leaves_them(
    editor: Client, opened: Callable[[Body], tuple[Client, str]], nominees: list[Body]
) -> None:
    kept, dropped = juror(editor), juror(editor)
    for each, mark in ((kept, 2), (dropped, 5)):
        client, link = opened(each)
        score(client, f"{link}/{nominees[0]['id']}", mark, mark)
    JUROR.change(editor, kept, isActive=False)
    JUROR.delete(editor, dropped)
    assert close(editor)["leadership"][0]["standing"]["mean"] == 2
    assert JUROR.restore(editor, dropped).status_code == 200
    ranked = {
        each["category"]: each["nominees"] for each in body_of(editor.get(JURY))["categories"]
    }
    assert ranked["leadership"][0]["standing"]["mean"] == 3.5


def test_jurors_are_personal_data(
    admin: Client,
    editor: Client,
    opened: Callable[[Body], tuple[Client, str]],
    nominees: list[Body],
    frozen_clock: FrozenClock,
    configure: Configure,
) -> None:
    hers = juror(editor, email="ada@example.org")
    client, link = opened(hers)
    score(client, f"{link}/{nominees[0]['id']}", 4, 4, comment="Bold")
    person = {"email": "ADA@example.org"}
    exported = body_of(admin.post("/api/admin/personal-data/export", json=person))
    [found] = exported["juror"]
    assert found["scores"][0]["comment"] == "Bold"
    assert not [key for key in found if "hash" in key or ("link" in key and key != "link_sent_at")]
    assert "ada@example.org" not in json.dumps(body_of(admin.get("/api/admin/audit")))
    NOMINEE.delete(editor, nominees[0])
    erased = body_of(admin.post("/api/admin/personal-data/erase", json=person))
    assert erased["juror"] == 1
    assert JUROR.records(editor) == []
    former = JUROR.create(editor, year=frozen_clock.now.year - 1)
    configure(AWARDS_JURY_RETENTION_MONTHS="5")
    purge_expired()
    assert [each["id"] for each in JUROR.records(editor)] == [former["id"]]
    configure(AWARDS_JURY_RETENTION_MONTHS="4")
    purge_expired()
    assert JUROR.records(editor) == []


def test_an_address_is_one_juror_of_an_edition(editor: Client, nominees: list[Body]) -> None:
    juror(editor, email="ada@example.org")
    again = editor.post(JUROR.at, json=JUROR.body(email="Ada@example.org", year=YEAR))
    assert again.status_code == 409
    juror(editor, email="ada@example.org", year=YEAR - 1)
    without = editor.post(JUROR.at, json=JUROR.body(categories=[]))
    assert without.json()["errors"][0]["field"] == "categories"
