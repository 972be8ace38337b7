"""Simulates open pages on the night of the gala, which revalidate every 2 s."""

import asyncio
import random
import re
import time
from datetime import UTC, datetime, timedelta

import httpx
import psutil

from bench.editors import percentile_ms

PAGES = 2000
SECONDS = 40
URL = "/api/nominees/published"


def begin(site_url: str, cookies: httpx.Cookies) -> None:
    """Let the gala begin; `cookies` are those of the administrator."""
    with httpx.Client(base_url=site_url, cookies=cookies, timeout=30) as staff:
        year, now = staff.get(URL).json()[0]["year"], datetime.now(UTC)
        content = {"year": year, "galaAt": now.isoformat()}
        section = {"identifier": "edition", "name": "Edition", "content": content}
        embargo = {"year": year, "revealAt": (now + timedelta(hours=1)).isoformat()}
        staff.post("/api/content", json=section).raise_for_status()
        staff.post("/api/admin/embargoes", json=embargo).raise_for_status()


async def measure(site_url: str, pid: int) -> str:
    """Open PAGES pages for SECONDS; return a summary. `pid` is the server's main process."""
    url, server, durations = httpx.URL(site_url), psutil.Process(pid), list[float]()
    begun, used = time.perf_counter(), _cpu_seconds(server)
    await asyncio.gather(*(_open_page(url, begun + SECONDS, durations) for _ in range(PAGES)))
    seconds = time.perf_counter() - begun
    return (
        f"{PAGES} pages: {len(durations) / seconds:.0f} requests/s,"
        f" p99 {percentile_ms(sorted(durations), 99):.0f} ms,"
        f" {(_cpu_seconds(server) - used) / seconds:.0%} of a processor"
    )


async def _open_page(url: httpx.URL, until: float, durations: list[float]) -> None:
    reader, writer = await asyncio.open_connection(url.host, url.port)
    beginning = f"GET {URL} HTTP/1.1\r\nHost: {url.host}\r\nAccept-Encoding: gzip\r\n"
    known = "none"
    await asyncio.sleep(random.uniform(0, 5))
    while (start := time.perf_counter()) < until:
        writer.write(f"{beginning}If-None-Match: {known}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if " 304 " not in head:
            [length] = re.findall(r"content-length: (\d+)", head)
            await reader.readexactly(int(length))
        [known] = re.findall(r"\netag: (\S+)", head)
        durations.append(time.perf_counter() - start)
        await asyncio.sleep(2 * random.uniform(0.8, 1.2))
    writer.close()


def _cpu_seconds(server: psutil.Process) -> float:
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))
