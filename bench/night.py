"""Simulates open pages on the night of the gala, which revalidate every 2 s until a reveal."""

import asyncio
import random
import re
import time
from datetime import UTC, datetime, timedelta

import httpx
import psutil

from bench.editors import percentile_ms

PAGES = 2000
SECONDS = 20  # Before the reveal, and again after it.
URL = "/api/nominees/published"


async def measure(site_url: str, pid: int, cookies: httpx.Cookies) -> str:
    """Return a summary; `pid` is the server's main process, `cookies` are the administrator's."""
    url, server, now = httpx.URL(site_url), psutil.Process(pid), datetime.now(UTC)
    async with httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as staff:
        first = (await staff.get(URL)).json()[0]
        key, year = first["id"], first["year"]
        content, end = {"year": year, "galaAt": now.isoformat()}, now + timedelta(hours=1)
        section = {"identifier": "edition", "name": "Edition", "content": content}
        await staff.post("/api/admin/content", json=section)
        embargo = {"year": year, "revealAt": end.isoformat()}
        await staff.post("/api/admin/embargoes", json=embargo)
        await staff.patch(f"/api/nominees/{key}", json={"isWinner": True})
        begun, cpu, waits, shown = time.perf_counter(), _cpu(server), [0.0], [0.0]
        args = url, begun + 2 * SECONDS, waits, shown
        pages = asyncio.gather(*(_open(*args) for _ in range(PAGES)))
        await asyncio.sleep(SECONDS)
        revealed, winner = time.perf_counter(), {"nomineeId": key, "seen": {key: "Winner"}}
        response = await staff.post("/api/admin/reveal", json={"year": year, **winner})
        response.raise_for_status()
        await pages
    lasted = time.perf_counter() - begun
    delays = sorted(each - revealed for each in shown[1:])
    times = [percentile_ms(each, key) for each in (sorted(waits), delays) for key in (50, 99, 100)]
    return (
        f"{PAGES} pages: {len(waits) / lasted:.0f} requests/s, {(_cpu(server) - cpu) / lasted:.0%}"
        f" of a processor; p50, p99, worst {[f'{each:.1f}' for each in times[:3]]} ms; the reveal"
        f" is on {len(delays)} pages after {[f'{each:.0f}' for each in times[3:]]} ms"
    )


async def _open(url: httpx.URL, end: float, waits: list[float], shown: list[float]) -> None:
    await asyncio.sleep(random.uniform(0, 5))
    reader, writer = await asyncio.open_connection(url.host, url.port)
    known, pause = "", 2 * random.uniform(0.8, 1.2)
    request = f"GET {URL} HTTP/1.1\r\nHost: {url.host}\r\nAccept-Encoding: gzip\r\nIf-None-Match: "
    while (start := time.perf_counter()) < end:
        writer.write(f"{request}{known}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if length := re.search(r"content-length: (\d+)", head):
            await reader.readexactly(int(length[1]))
            shown += [time.perf_counter()] if known else []
        [known] = re.findall(r"\netag: (\S+)", head)
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(pause)
    writer.close()


def _cpu(server: psutil.Process) -> float:
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))
