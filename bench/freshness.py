"""Measures the delay from publishing a change until it is in the served HTML."""

import time
from statistics import median

import httpx

from bench.staff import Staff

ROUNDS = 40
MAX_P95_SECONDS = 2.0
PAGE = "/nominees"

_POLL_SECONDS = 0.005
_TIMEOUT_SECONDS = 30.0


def measure(site_url: str, staff: Staff) -> list[float]:
    """Rename a published nominee ROUNDS times; return the delays in seconds, ascending."""
    [nominee, *_] = staff.nominees()
    return sorted(publish(site_url, staff, nominee, f"Ada Round {n}") for n in range(ROUNDS))


def publish(site_url: str, staff: Staff, nominee: int, name: str) -> float:
    """Rename a nominee; return the seconds from the response until the page has the name."""
    staff.rename(nominee, name)
    start = time.perf_counter()
    with httpx.Client(base_url=site_url, timeout=_TIMEOUT_SECONDS) as visitor:
        while name not in visitor.get(PAGE).text:
            if time.perf_counter() - start > _TIMEOUT_SECONDS:
                raise TimeoutError(f"{name!r} is not in {PAGE} after {_TIMEOUT_SECONDS} s")
            time.sleep(_POLL_SECONDS)
    return time.perf_counter() - start


def p95(seconds: list[float]) -> float:
    """Return the 95th percentile of ascending durations."""
    return seconds[min(int(len(seconds) * 0.95), len(seconds) - 1)]


def report(seconds: list[float]) -> str:
    """Return a summary."""
    return (
        f"of {len(seconds)} changes: median {median(seconds) * 1000:.0f} ms,"
        f" 95 % within {p95(seconds) * 1000:.0f} ms, worst {seconds[-1] * 1000:.0f} ms"
    )
