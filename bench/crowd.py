"""Measures a full house: readers with open pages, and editors who write meanwhile."""

from dataclasses import dataclass
from pathlib import Path

from bench import editors, mixed, programs, throughput
from bench.throughput import Throughput

READERS = 1000
EDITORS = 50
SECONDS = 60
MAX_WRITE_P99_MS = 300.0
"""The maximum p99 latency of writes."""

_PAUSE = """
function delay()
  return math.random(1000, 3000)
end
"""
"""A reader turns to the next URL after one to three seconds."""


@dataclass(frozen=True)
class Crowd:
    """The requests of the readers, and the durations of the writes in seconds, ascending."""

    reads: Throughput
    writes: list[float]

    @property
    def violations(self) -> list[str]:
        """Descriptions of the exceeded limits."""
        write_ms = editors.percentile_ms(self.writes, 99)
        if write_ms <= MAX_WRITE_P99_MS:
            return []
        return [f"99 of 100 writes take up to {write_ms:.0f} ms"]


def measure(site_url: str, folder: Path, seconds: int = SECONDS) -> Crowd | None:
    """Measure for some seconds; `folder` is for wrk's script. None without wrk.

    Raises throughput.RequestsFailed if a read fails, and httpx.HTTPStatusError if a write fails.
    """
    wrk = programs.find("wrk")
    if wrk is None:
        return None
    script = mixed.write_script(site_url, folder, _PAUSE)
    with editors.editors(site_url, EDITORS) as writes:
        name = f"{READERS} readers, {EDITORS} editors, {seconds} s"
        reads = throughput.measure_all(wrk, name, site_url, script, READERS, seconds)
    return Crowd(reads, sorted(writes))


def report(crowd: Crowd) -> str:
    """Return a table of reads and a summary of writes."""
    return f"{throughput.report([crowd.reads])}\n{editors.report(crowd.writes)}"
