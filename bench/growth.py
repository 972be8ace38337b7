"""Measures a site with ever more records: start, memory, pages with lists and staff's lists."""

import itertools
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import httpx

from awards_site.core.database.filters import PAGE_SIZE
from bench import freshness
from bench.growth_data import COMMON, RARE, fill
from bench.memory import processes_of
from bench.staff import Staff
from tools.site_server import RunningSite, running_site

SIZES = (200, 5_000)
"""The numbers of published nominees, and of photos."""
MAX_P95_MS = 100.0
MAX_START_SECONDS = 10.0
MAX_MEMORY = 550e6
MAX_VISIBLE_SECONDS = 1.0

_PAGES = (
    *("/nominees", "/gallery", "/videos"),
    *("/api/nominees/year/2015", "/api/nominees/published", "/api/photos"),
)
"""The pages with long lists, and what they read if one is chosen from."""
_CODINGS = ("identity", "gzip", "br")
_ROUNDS = 20
_UNMEASURED_ROUNDS = 2
_PUBLICATIONS = 10
_PAUSE_SECONDS = 2.0
_READY_SECONDS = 300.0
_LISTS: Mapping[str, tuple[str, ...]] = {
    "/api/nominees": ("name", "title", "category", "year"),
    "/api/admin/photos": ("title", "category", "year"),
    "/api/admin/contact": ("createdAt", "name", "email", "inquiryType"),
    "/api/admin/subscriptions": ("email", "createdAt"),
    "/api/admin/audit": ("createdAt", "userName", "action", "ipAddress"),
}
"""The longest lists of the portal, and the keys by which their screens sort."""
_FILTERS: Mapping[str, tuple[dict[str, str], ...]] = {
    "/api/admin/contact": ({"isRead": "false"},),
    "/api/admin/audit": (
        {"action": "restored"},
        {"user": "editor"},
        {"action": "restored", "user": "editor"},
        {"until": "2010-12-31"},
    ),
}


@dataclass
class Growth:
    """The figures measured with so many nominees; sizes in bytes, times in seconds."""

    nominees: int
    start: float
    rendered: float = 0.0
    """From the start until no page waits to be rendered, or _READY_SECONDS."""
    memory_rendered: int = 0
    memory_crawled: int = 0
    page_bytes: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """The bytes of each page and list by its path and the coding."""
    visible: float = 0.0
    """From sending a change until the page shows it, the 95th percentile."""
    latencies: Mapping[str, float] = field(default_factory=dict)
    """The 95th percentile in ms by request to a list."""

    @property
    def violations(self) -> list[str]:
        """Descriptions of the exceeded limits."""
        size = f"with {self.nominees} nominees"
        slow = [
            f"{size}: {name} took {ms:.0f} ms, at most {MAX_P95_MS:.0f}"
            for name, ms in self.latencies.items()
            if ms > MAX_P95_MS
        ]
        memory = max(self.memory_rendered, self.memory_crawled)
        others = {
            f"start took {self.start:.1f} s": self.start > MAX_START_SECONDS,
            f"memory was {memory / 1e6:.0f} MB": memory > MAX_MEMORY,
            f"publishing took {self.visible:.1f} s": self.visible > MAX_VISIBLE_SECONDS,
        }
        return slow + [f"{size}: {text}" for text, exceeds in others.items() if exceeds]


def measure(nominees: int, folder: Path, database_url: str = "") -> Growth:
    """Fill a new site in `folder`, in the empty database at `database_url` if there is one."""
    settings = {"AWARDS_METRICS_TOKEN": "bench", "AWARDS_AUDIT_DAYS": "10000"}
    if database_url:
        settings["DATABASE_URL"] = database_url
    with running_site(folder, **settings):
        pass  # The first start migrates the database.
    fill(database_url or f"sqlite:///{folder / 'awards.db'}", nominees)
    with _ready_site(folder, settings) as (site, seconds):
        growth = Growth(nominees, seconds)
        with Staff(site.url) as staff:
            growth.visible = _seconds_until_visible(site.url, staff)
        growth.rendered = _wait_until_rendered(site) + seconds
        growth.memory_rendered = _memory(site)
        growth.page_bytes = {
            each: _length(site.url, *each) for each in itertools.product(_PAGES, _CODINGS)
        }
        _crawl(site.url)
        growth.memory_crawled = _memory(site)
        with Staff(site.url) as staff:
            growth.latencies = dict(_latencies(staff))
    return growth


@contextmanager
def _ready_site(folder: Path, settings: Mapping[str, str]) -> Iterator[tuple[RunningSite, float]]:
    """Yield the running site and the seconds from its start until it is ready."""
    start = time.perf_counter()
    with running_site(folder, **settings) as site:
        while httpx.get(f"{site.url}/api/ready", timeout=30).status_code != 200:
            time.sleep(0.05)
        yield site, time.perf_counter() - start


def _memory(site: RunningSite) -> int:
    """Return the memory of all processes in bytes; what they share counts once."""
    return sum(size for _, size in processes_of(site.process.pid))


def _seconds_until_visible(site_url: str, staff: Staff) -> float:
    """Return the 95th percentile of the seconds from sending a change until the page shows it."""
    [nominee, *_] = httpx.get(f"{site_url}/api/nominees/published").json()
    seconds: list[float] = []
    for number in range(_PUBLICATIONS):
        start = time.perf_counter()
        freshness.publish(site_url, staff, nominee["id"], f"Ada Growth {number}")
        seconds.append(time.perf_counter() - start)
        # Nobody saves one change right after the other.
        time.sleep(_PAUSE_SECONDS)
    return freshness.p95(sorted(seconds))


def _wait_until_rendered(site: RunningSite) -> float:
    """Return the seconds until the queue of pages is empty."""
    start = time.perf_counter()
    headers = {"Authorization": "Bearer bench"}
    while time.perf_counter() - start < _READY_SECONDS:
        metrics = httpx.get(f"{site.url}/metrics", headers=headers, timeout=30).text
        values = dict(
            line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#")
        )
        if float(values["awards_render_queue"]) == 0:
            break
        time.sleep(0.5)
    return time.perf_counter() - start


def _length(site_url: str, path: str, coding: str) -> int:
    with httpx.stream("GET", f"{site_url}{path}", headers={"Accept-Encoding": coding}) as page:
        page.raise_for_status()
        return sum(map(len, page.iter_raw()))


def _crawl(site_url: str) -> None:
    """Read every page of the sitemap once."""
    with httpx.Client(base_url=site_url, timeout=60) as visitor:
        sitemap = ElementTree.fromstring(visitor.get("/sitemap.xml").content)
        for url in sitemap.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc"):
            visitor.get(httpx.URL(url.text or "").path).raise_for_status()


def _latencies(staff: Staff) -> Iterator[tuple[str, float]]:
    for path, sort_keys in _LISTS.items():
        total = staff.page(path, {}).total
        requests = {
            "first page": {},
            "middle page": {"page": str(total // PAGE_SIZE // 2 + 1)},
            "last page": {"page": str(max(total - 1, 0) // PAGE_SIZE + 1)},
            **{
                f"sort={sign}{key}": {"sort": sign + key} for key in sort_keys for sign in ("", "-")
            },
            "a common word": {"search": COMMON},
            "a rare word": {"search": RARE},
            "two words": {"search": f"{COMMON} ada"},
            "two letters": {"search": "zx"},
            "no hit": {"search": "zzyzxqq"},
            **{
                f"{filters} sort={key}": {**filters, "sort": key}
                for filters in _FILTERS.get(path, ())
                for key in sort_keys
            },
            **{
                f"{filters} search={word}": {**filters, "search": word}
                for filters in _FILTERS.get(path, ())
                for word in (COMMON, RARE)
            },
        }
        for name, params in requests.items():
            for _ in range(_UNMEASURED_ROUNDS):
                staff.page(path, params)
            pages = sorted(staff.page(path, params).milliseconds for _ in range(_ROUNDS))
            yield f"{path} {name}", freshness.p95(pages)


def report(results: list[Growth]) -> str:
    """Return a table with a column for each size."""
    rows = {
        "start until ready, s": [f"{each.start:.1f}" for each in results],
        "all pages rendered, s": [f"{each.rendered:.0f}" for each in results],
        "memory, rendered, MB": [f"{each.memory_rendered / 1e6:.0f}" for each in results],
        "memory, crawled, MB": [f"{each.memory_crawled / 1e6:.0f}" for each in results],
        "publish to visible p95, ms": [f"{each.visible * 1000:.0f}" for each in results],
        **{
            f"{path}, {coding}, KB": [
                f"{each.page_bytes[path, coding] / 1000:.0f}" for each in results
            ]
            for path, coding in itertools.product(_PAGES, _CODINGS)
        },
        **{
            f"{name} p95, ms": [f"{each.latencies[name]:.0f}" for each in results]
            for name in results[0].latencies
        },
    }
    sizes = [f"{each.nominees} nominees" for each in results]
    return "\n".join(
        f"{name:<52}" + "".join(f"{value:>16}" for value in values)
        for name, values in {"": sizes, **rows}.items()
    )
