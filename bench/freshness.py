"""How soon what staff publish is in the HTML that visitors get."""

import time
from statistics import median

import httpx

from bench.staff import Staff

ROUNDS = 40
LIMIT_SECONDS = 2.0
"""Within which 95 of 100 changes have to be visible."""
PAGE = "/nominees"

_BETWEEN_LOOKS = 0.005
_GIVEN_UP_SECONDS = 30.0


def measure(site_url: str, staff: Staff) -> list[float]:
    """Rename a published nominee again and again; return the seconds until each name is read."""
    [nominee, *_] = staff.nominees()
    return sorted(_publish(site_url, staff, nominee, f"Ada Round {n}") for n in range(ROUNDS))


def _publish(site_url: str, staff: Staff, nominee: int, name: str) -> float:
    staff.rename(nominee, name)
    start = time.perf_counter()
    with httpx.Client(base_url=site_url, timeout=_GIVEN_UP_SECONDS) as visitor:
        while name not in visitor.get(PAGE).text:
            if time.perf_counter() - start > _GIVEN_UP_SECONDS:
                raise TimeoutError(f"{name!r} is not in {PAGE} after {_GIVEN_UP_SECONDS} s")
            time.sleep(_BETWEEN_LOOKS)
    return time.perf_counter() - start


def ninety_fifth(seconds: list[float]) -> float:
    """Return the seconds within which 95 of 100 were visible, of ascending durations."""
    return seconds[min(int(len(seconds) * 0.95), len(seconds) - 1)]


def report(seconds: list[float]) -> str:
    """Return the result in words."""
    return (
        f"of {len(seconds)} changes: median {median(seconds) * 1000:.0f} ms,"
        f" 95 % within {ninety_fifth(seconds) * 1000:.0f} ms, worst {seconds[-1] * 1000:.0f} ms"
    )
