"""Kits of nominees: their files, who gets them, and nothing before its time."""

import io
import re
from datetime import timedelta
from html import escape
from urllib.parse import urlsplit
from zipfile import ZipFile

from httpx import Client

from awards_site.core import clock
from awards_site.core.presentation.texts import format_date
from awards_site.features.nominees import kits
from tests.api.audit_log import entries
from tests.api.conftest import FrozenClock
from tests.api.entities import NOMINEE
from tests.api.test_embargoes import ALL_CONTENT, GALA, MARKED, RESULTS, put_under_embargo
from tests.api.test_publication import YEAR
from tests.factories import Body
from tests.ui.test_typesetting import SHAPED

EDITION = f"/api/nominees/year/{YEAR}/kits"


def path_of(nominee: Body) -> str:
    return f"{NOMINEE.path(nominee['id'])}/kit"


def make_link(client: Client, nominee: Body) -> str:
    response = client.post(f"{NOMINEE.path(nominee['id'])}/kit-links")
    assert response.status_code == 201, response.text
    return urlsplit(response.json()["url"]).path


def files_of(client: Client, url: str) -> dict[str, bytes]:
    response = client.get(url)
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"].endswith("no-store")
    with ZipFile(io.BytesIO(response.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_kit_has_all_files(editor: Client) -> None:
    made = NOMINEE.create(editor, name="Ada Example", year=YEAR, isWinner=True)
    files = files_of(editor, f"{path_of(made)}/kit.zip")
    assert set(files) == set(kits.FILES)
    for name, content in files.items():
        alone = editor.get(f"{path_of(made)}/{name}")
        assert alone.content == content
        assert alone.headers["Content-Disposition"].endswith(f'-ada-example-{name}"')
    assert b"Winner" in files["badge.svg"]
    texts = editor.get(path_of(made)).json()
    assert all(text in files["texts.txt"].decode() for text in texts.values())
    assert editor.get(f"{path_of(made)}/other.txt").status_code == 404


def test_nothing_under_embargo_is_in_a_kit_before_its_time(
    frozen_clock: FrozenClock, editor: Client
) -> None:
    made = NOMINEE.create(editor, year=YEAR, embargoedContent=ALL_CONTENT)
    link = make_link(editor, made)
    put_under_embargo(editor, frozen_clock)

    def contents() -> list[bytes]:
        files = [f"{path_of(made)}/{name}" for name in ("kit.zip", *kits.FILES)]
        urls = (path_of(made), EDITION, link, f"{link}/kit.zip", *files)
        return [editor.get(url).content for url in urls]

    before = contents()
    NOMINEE.change(editor, made, **RESULTS, **MARKED)
    assert contents() == before
    frozen_clock.advance(GALA - timedelta(seconds=1))
    assert contents() == before
    frozen_clock.advance(timedelta(seconds=1))
    after = contents()
    changed = [old != new for old, new in zip(before, after, strict=True)]
    # The QR code leads to the same page.
    assert changed == [True] * 5 + [name != "qr-code.png" for name in kits.FILES]
    assert [b"Winner" in each for each in (*before[:5], *after[:5])] == [False] * 5 + [True] * 5
    # An embargo that comes later hides them again.
    put_under_embargo(editor, frozen_clock)
    assert contents() == before


def test_an_edition_has_a_folder_for_each_published_nominee(editor: Client) -> None:
    shown = [NOMINEE.create(editor, year=YEAR, name=name) for name in ("Ada", "王芳")]
    hidden = NOMINEE.create(editor, year=YEAR, isPublished=False)
    NOMINEE.create(editor, year=YEAR - 1)
    folders = [each["path"].rpartition("/")[2] for each in shown]
    expected = {f"{folder}/{name}" for folder in folders for name in kits.FILES}
    assert set(files_of(editor, EDITION)) == expected
    urls = path_of(hidden), f"{path_of(hidden)}/kit.zip"
    assert [editor.get(url).status_code for url in urls] == [404, 404]


def test_a_link_to_a_kit_ends_after_its_time_and_when_it_is_revoked(
    frozen_clock: FrozenClock, editor: Client, admin: Client, anonymous: Client
) -> None:
    made = NOMINEE.create(editor)
    revoked, link = make_link(editor, made), make_link(editor, made)
    files = files_of(anonymous, f"{link}/kit.zip")
    assert files == files_of(editor, f"{path_of(made)}/kit.zip")
    page = anonymous.get(link)
    assert f"works until {format_date(clock.now() + timedelta(days=7))}." in page.text
    assert all(escape(text) in page.text for text in editor.get(path_of(made)).json().values())
    for name, content in files.items():
        assert f'href="{link}/{name}"' in page.text
        file = anonymous.get(f"{link}/{name}")
        assert (file.content, file.headers["X-Robots-Tag"]) == (content, "noindex, nofollow")
    assert anonymous.get(f"{link}/other.txt").status_code == 404
    links = f"{NOMINEE.path(made['id'])}/kit-links"
    assert editor.delete(f"{links}/{editor.get(links).json()[1]['id']}").status_code == 204
    actions = [each["action"] for each in entries(admin, search=made["name"])]
    assert actions == ["kit-revoked", "kit-shared", "kit-shared", "created"]
    for url in (revoked, f"{revoked}/badge.svg"):
        unavailable = anonymous.get(url)
        assert (unavailable.status_code, "ask the person" in unavailable.text) == (410, True)
    assert anonymous.get(f"{link}x").status_code == 410
    assert editor.get(f"{NOMINEE.path(made['id'])}/preview-links").json() == []
    NOMINEE.change(editor, made, isPublished=False)
    assert anonymous.get(link).status_code == 410
    NOMINEE.change(editor, made, isPublished=True)
    frozen_clock.advance(timedelta(days=7, seconds=-1))
    assert anonymous.get(link).status_code == 200
    frozen_clock.advance(timedelta(seconds=1))
    assert anonymous.get(link).status_code == 410


def test_a_certificate_has_a_name_in_any_script(editor: Client) -> None:
    made = [NOMINEE.create(editor, name=name) for name in f"Łucja Ćwiklińska|{SHAPED}".split("|")]
    latin, *others = (editor.get(f"{path_of(each)}/certificate.pdf").content for each in made)
    # The characters of all glyphs that are drawn.
    drawn = b"".join(re.findall(rb"beginbfchar(.*?)endbfchar", latin, re.DOTALL))
    assert all(f"{ord(each):04X}".encode() in drawn for each in made[0]["name"])
    images = [each.count(b"/Subtype /Image") for each in (latin, *others)]
    # The badge and the name, each with its mask.
    assert images == [2] + [4] * len(others)
