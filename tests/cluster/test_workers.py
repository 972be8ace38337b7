"""Several worker processes of one host are one site."""

from collections.abc import Iterator

import httpx
import psutil
import pytest

from tests.administrator import administrator
from tests.factories import nominee_body
from tests.websockets.portal import wait_until
from tools.site_server import RunningSite, running_site

pytestmark = pytest.mark.redis_only

READS = 20


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[RunningSite]:
    """A site with two workers and pages."""
    folder = tmp_path_factory.mktemp("workers")
    with running_site(folder, AWARDS_WORKERS="2", REDIS_URL=redis_url) as running:
        yield running


def workers(site: RunningSite) -> list[psutil.Process]:
    children = psutil.Process(site.process.pid).children()
    return [each for each in children if "serve" in each.cmdline()]


def read_by_new_connections(url: str) -> set[bool]:
    """Return for many connections, which the workers share, whether Ada is shown."""
    return {"Ada Lovelace" in httpx.get(url).text for _ in range(READS)}


def test_all_workers_show_a_change_at_once_and_a_killed_one_is_replaced(site: RunningSite) -> None:
    with administrator(site.url) as admin:
        body = nominee_body(name="Ada Lovelace", isPublished=True)
        path = f"/api/nominees/{admin.post('/api/nominees', json=body).json()['id']}"
        page = f"{site.url}/nominees"
        wait_until(lambda: read_by_new_connections(page) == {True}, "the page on all workers")
        assert admin.patch(path, json={"isPublished": False}).status_code == 200
        assert read_by_new_connections(page) == {False}

        [one, other] = workers(site)
        one.kill()
        # The administrator's connection may have been to that worker.
        one.wait()
        assert admin.patch(path, json={"isPublished": True}).status_code == 200
        wait_until(lambda: len(workers(site)) == 2 and other in workers(site), "a new worker")
        wait_until(lambda: read_by_new_connections(page) == {True}, "the page on all workers")
