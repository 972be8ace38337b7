"""Simulates open pages on the night of the gala, which revalidate every 2 s until a reveal."""

import asyncio
import random
import re
import time
from datetime import UTC, datetime, timedelta

import httpx
import psutil

from bench.editors import percentile_ms

PAGES, SECONDS = 2000, 20
"""The time is that before the reveal, and again after it."""
URL = "/api/nominees/published"


async def measure(site_url: str, pid: int, cookies: httpx.Cookies) -> str:
    """Return a summary; `pid` is the server's main process, `cookies` are the administrator's."""
    url, server, now = httpx.URL(site_url), psutil.Process(pid), datetime.now(UTC)
    async with httpx.AsyncClient(base_url=site_url, cookies=cookies, timeout=30) as staff:
        first = (await staff.get(URL)).json()[0]
        key, year = first["id"], first["year"]
        content, end = {"year": year, "galaAt": now.isoformat()}, now + timedelta(hours=1)
        for path, body in {
            "content": {"identifier": "edition", "name": "Edition", "content": content},
            "embargoes": {"year": year, "revealAt": end.isoformat()},
        }.items():
            (await staff.post(f"/api/admin/{path}", json=body)).raise_for_status()
        (await staff.patch(f"/api/nominees/{key}", json={"isWinner": True})).raise_for_status()
        begun, cpu, durations, changes = time.perf_counter(), _cpu(server), [0.0], [0.0]
        args = url, begun + 2 * SECONDS, durations, changes
        pages = asyncio.gather(*(_open(*args) for _ in range(PAGES)))
        await asyncio.sleep(SECONDS)
        revealed, winner = time.perf_counter(), {"nomineeId": key, "seen": {key: "Winner"}}
        response = await staff.post("/api/admin/reveal", json={"year": year, **winner})
        response.raise_for_status()
        await pages
    lasted, waits = time.perf_counter() - begun, sorted(durations)
    delays = sorted(each - revealed for each in changes[1:])
    shown = ", ".join(f"{percentile_ms(delays, each):.0f}" for each in (50, 99, 100))
    return (
        f"{PAGES} pages: {len(waits) / lasted:.0f} requests/s, p50 {percentile_ms(waits, 50):.1f},"
        f" p99 {percentile_ms(waits, 99):.1f} ms, {(_cpu(server) - cpu) / lasted:.0%} of a"
        f" processor; {len(delays)} showed the reveal after p50, p99, worst {shown} ms"
    )


async def _open(url: httpx.URL, end: float, durations: list[float], changes: list[float]) -> None:
    await asyncio.sleep(random.uniform(0, 5))
    reader, writer = await asyncio.open_connection(url.host, url.port)
    known, pause = "", 2 * random.uniform(0.8, 1.2)
    request = f"GET {URL} HTTP/1.1\r\nHost: {url.host}\r\nAccept-Encoding: gzip\r\nIf-None-Match: "
    while (start := time.perf_counter()) < end:
        writer.write(f"{request}{known}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if length := re.search(r"content-length: (\d+)", head):
            await reader.readexactly(int(length[1]))
            changes += [time.perf_counter()] if known else []
        [known] = re.findall(r"\netag: (\S+)", head)
        durations.append(time.perf_counter() - start)
        await asyncio.sleep(pause)
    writer.close()


def _cpu(server: psutil.Process) -> float:
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))
