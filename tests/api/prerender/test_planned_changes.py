"""Rendered pages show and hide what is scheduled, without a write."""

from datetime import timedelta

import pytest
from httpx import Client

from awards_site.core import clock
from tests.api.entities import NOMINEE
from tests.api.prerender.conftest import path_of, wait_until

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
