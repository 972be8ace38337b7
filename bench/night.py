"""Simulates open pages on the night of the gala, which revalidate every 2 s, and a reveal."""

import asyncio
import random
import re
import time
from datetime import UTC, datetime, timedelta

import httpx
import psutil

from bench.editors import percentile_ms

PAGES, SECONDS = 2000, 20
URL = "/api/nominees/published"


async def measure(site_url: str, pid: int, cookies: httpx.Cookies) -> str:
    """Return a summary of SECONDS before and after a reveal with an administrator's cookies."""
    url, server, now = httpx.URL(site_url), psutil.Process(pid), datetime.now(UTC)
    async with httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as staff:
        first = (await staff.get(URL)).json()[0]
        key, end = first["id"], (now + timedelta(hours=1)).isoformat()
        await staff.post("/api/admin/embargoes", json={"year": first["year"], "revealAt": end})
        await staff.patch(f"/api/nominees/{key}", json={"isWinner": True})
        begun, cpu, waits, shown = time.perf_counter(), _cpu(server), [0.0], [0.0]
        args = url, begun + 2 * SECONDS, waits, shown
        pages = asyncio.gather(*(_open(*args) for _ in range(PAGES)))
        await asyncio.sleep(SECONDS)
        revealed = time.perf_counter()
        await staff.post("/api/admin/reveal", json={"seen": {key: "Winner"}})
        await pages
    lasted = time.perf_counter() - begun
    delays = sorted(each - revealed for each in shown[1:])
    parts = [percentile_ms(each, key) for each in (sorted(waits), delays) for key in (50, 99, 100)]
    texts = [f"{each:.1f} ms" for each in parts]
    return f"""{len(waits) / lasted:.0f} requests/s, {(_cpu(server) - cpu) / lasted:.0%} processor
p50, p99, worst {texts[:3]}; {len(delays)} pages showed the reveal after {texts[3:]}"""


async def _open(url: httpx.URL, end: float, waits: list[float], shown: list[float]) -> None:
    await asyncio.sleep(random.uniform(0, 5))
    reader, writer = await asyncio.open_connection(url.host, url.port)
    known = ""
    request = f"GET {URL} HTTP/1.1\r\nHost: {url.host}\r\nAccept-Encoding: gzip\r\nIf-None-Match: "
    while (start := time.perf_counter()) < end:
        writer.write(f"{request}{known}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if length := re.search(r"content-length: (\d+)", head):
            await reader.readexactly(int(length[1]))
            shown += [time.perf_counter()] if known else []
        [known] = re.findall(r"\netag: (\S+)", head)
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(2 * random.uniform(0.8, 1.2))
    writer.close()


def _cpu(server: psutil.Process) -> float:
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))
