"""Several worker processes of one host are one site."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.api.client import administrator
from tests.factories import nominee_body
from tests.websockets.portal import wait_until
from tools.site_server import RunningSite, running_site

pytestmark = pytest.mark.redis_only

READS = 20
TOKEN = "a-token-of-prometheus"
HEALTH = "/api/health"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[RunningSite]:
    """A site with two workers and pages."""
    folder = tmp_path_factory.mktemp("workers")
    settings = {"AWARDS_METRICS_TOKEN": TOKEN, "REDIS_URL": redis_url}
    with running_site(folder, AWARDS_WORKERS="2", **settings) as running:
        yield running


def workers(site: RunningSite) -> list[psutil.Process]:
    """Return the processes that accept connections; a new one does so once it has loaded."""
    return [
        each
        for each in psutil.Process(site.process.pid).children()
        if any(to.status == psutil.CONN_LISTEN for to in each.net_connections("tcp"))
    ]


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

        wait_until(lambda: len(workers(site)) == 2, "both workers")
        [one, other] = workers(site)
        one.kill()
        # The administrator's connection may have been to that worker.
        one.wait()
        assert admin.patch(path, json={"isPublished": True}).status_code == 200
        wait_until(lambda: len(workers(site)) == 2 and other in workers(site), "a new worker")
        wait_until(lambda: read_by_new_connections(page) == {True}, "the page on all workers")


def read_metric(site: RunningSite, name: str, **labels: str) -> float | None:
    """Return the sum of a metric's values with these labels, or None if there is none."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    response = httpx.get(f"{site.url}/metrics", headers=headers).raise_for_status()
    found = [
        sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    ]
    return sum(found) if found else None


def read_by_all_workers(site: RunningSite, name: str, **labels: str) -> set[float | None]:
    """Return the values of a metric that the workers tell, one or the other for each reading."""
    return {read_metric(site, name, **labels) for _ in range(READS)}


def test_every_worker_tells_the_metrics_of_all_and_a_killed_one_leaves_its_counts(
    site: RunningSite,
) -> None:
    wait_until(lambda: len(workers(site)) == 2, "both workers")
    requests = ("awards_http_requests_total", "awards_http_request_duration_seconds_count")
    before = {name: read_metric(site, name, route=HEALTH) or 0 for name in requests}

    def read_health() -> None:
        for _ in range(READS):
            httpx.get(site.url + HEALTH).raise_for_status()

    def are_counted(number: int) -> None:
        for name in requests:
            assert read_by_all_workers(site, name, route=HEALTH) == {before[name] + number}

    read_health()
    are_counted(READS)
    lookups = "awards_response_cache_lookups_total"
    counted = read_metric(site, lookups) or 0
    read_by_new_connections(f"{site.url}/api/events/upcoming")
    wait_until(lambda: read_metric(site, lookups) == counted + READS, "the lookups of all workers")
    memory = sum(each.memory_info().rss for each in workers(site))
    assert read_metric(site, "process_resident_memory_bytes") == pytest.approx(memory, rel=0.2)
    assert read_by_all_workers(site, "awards_outgoing_emails_waiting") == {0}

    with socket.create_connection((urlsplit(site.url).hostname, urlsplit(site.url).port)) as slow:
        slow.sendall(b"POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        own_port = slow.getsockname()[1]
        # One is the request that reads it.
        wait_until(
            lambda: read_by_all_workers(site, "awards_http_requests_in_progress") == {2},
            "the slow request",
        )
        [one] = [
            each
            for each in workers(site)
            if any(to.raddr and to.raddr.port == own_port for to in each.net_connections("tcp"))
        ]
        one.kill()
        one.wait()
    assert read_metric(site, "awards_http_requests_in_progress") == 1
    are_counted(READS)
    wait_until(lambda: len(workers(site)) == 2, "a new worker")
    read_health()
    are_counted(2 * READS)
    assert read_by_all_workers(site, "awards_http_requests_in_progress") == {1}
