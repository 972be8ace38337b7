"""Rendered pages show and hide what is scheduled, without a write."""

from datetime import timedelta

import pytest
from anyio.from_thread import BlockingPortal
from httpx import Client

from awards_site.core import clock
from awards_site.pages.public_pages import PUBLIC_PAGES
from awards_site.prerender.lookup import LookupFailed
from awards_site.prerender.middleware import Prerendering
from tests.api.entities import NOMINEE
from tests.api.prerender.conftest import path_of, wait_until
from tests.api.test_embargoes import read_all

SOON = timedelta(seconds=1)
PAGES = ("/nominees", "/")


@pytest.mark.usefixtures("rendering")
def test_pages_show_a_record_from_its_time_on_and_hide_it_at_its_end(
    editor: Client, anonymous: Client
) -> None:
    nominee = NOMINEE.create(editor, isPublished=False)
    own = path_of(nominee)

    def shown() -> set[str]:
        return {path for path in (*PAGES, own) if nominee["name"] in anonymous.get(path).text}

    assert anonymous.get(own).status_code == 404
    assert shown() == set()
    start = clock.now() + SOON
    NOMINEE.change(editor, nominee, isPublished=True, publishAt=start.isoformat())
    assert wait_until(lambda: shown() != set())
    assert clock.now() >= start
    assert wait_until(lambda: shown() >= set(PAGES))
    end = clock.now() + SOON
    NOMINEE.change(editor, nominee, unpublishAt=end.isoformat())
    assert wait_until(lambda: shown() == set())
    assert clock.now() >= end
    assert anonymous.get(own).status_code == 404


@pytest.mark.usefixtures("rendering")
def test_results_that_are_saved_with_their_time_change_no_page_at_any_moment(
    editor: Client,
    anonymous: Client,
    prerendering: Prerendering,
    portal: BlockingPortal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [NOMINEE.create(editor, year=2025) for _ in range(3)]
    pages = [
        *(page.route for page in PUBLIC_PAGES if not page.records),
        *map(path_of, made),
        *(f"/api/nominees/{each['id']}{part}" for each in made for part in ("", "/prev-next")),
        "/api/nominees/published",
    ]
    # The page of one names the next, who was created after it had been rendered first.
    for path in pages:
        if not path.startswith("/api"):
            portal.call(prerendering.renderer.render, path)
    before = read_all(anonymous, pages)

    async def fail(_path: str) -> None:
        raise LookupFailed("not now")

    reveal_at = (clock.now() + timedelta(hours=1)).isoformat()
    for change in (
        {"isWinner": True, "revealAt": reveal_at},
        {"isFinalist": True},
        {"isWinner": False, "isFinalist": False},
        {"revealAt": None},
    ):
        with monkeypatch.context() as failing:
            failing.setattr(prerendering.renderer, "render", fail)
            NOMINEE.change(editor, made[1], **change)
            assert read_all(anonymous, pages) == before, change
        for path in pages:
            if not path.startswith("/api"):
                portal.call(prerendering.renderer.render, path)
        assert read_all(anonymous, pages) == before, change


@pytest.mark.usefixtures("rendering")
def test_pages_show_the_results_once_the_embargo_ends(editor: Client, anonymous: Client) -> None:
    nominee = NOMINEE.create(editor, year=2025)
    end = clock.now() + SOON
    embargo = {"year": 2025, "revealAt": end.isoformat()}
    assert editor.post("/api/admin/embargoes", json=embargo).status_code == 201
    pages = (*PAGES, path_of(nominee))
    assert wait_until(lambda: all(nominee["name"] in anonymous.get(path).text for path in pages))
    before = {path: anonymous.get(path).content for path in pages}
    NOMINEE.change(editor, nominee, isWinner=True)

    def unchanged() -> set[str]:
        return {path for path in pages if anonymous.get(path).content == before[path]}

    assert wait_until(lambda: unchanged() != set(pages))
    assert clock.now() >= end
    assert wait_until(lambda: unchanged() == set())
    assert all('"isWinner":true' in anonymous.get(path).text for path in pages)
