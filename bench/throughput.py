"""How many requests are answered in a second, and how long they take: measured by wrk."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import programs

CONNECTIONS = 16
SECONDS = 5
WARM_UP_SECONDS = 1

_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}
_SHARE = r"^\s*{share}%\s+([\d.]+)(us|ms|s|m)$"
_RATE = r"^Requests/sec:\s+([\d.]+)$"
_REFUSED = r"^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .+)$"


class Unanswered(Exception):
    """Some requests had no successful answer."""


@dataclass(frozen=True)
class Throughput:
    """What one address achieved; p50 and p99 are the ms within which that share was answered."""

    name: str
    per_second: float
    p50: float
    p99: float


def measure(name: str, url: str) -> Throughput | None:
    """Ask for `url`, gzip, on all connections at once, for a bounded time; None without wrk.

    Raises Unanswered when an answer is no success.
    """
    wrk = programs.find("wrk")
    if wrk is None:
        return None
    _ask(wrk, url, WARM_UP_SECONDS)
    return _throughput(name, url, _ask(wrk, url, SECONDS))


def measure_all(
    wrk: str, name: str, site_url: str, script: Path, connections: int, seconds: int
) -> Throughput:
    """Ask for what wrk's `script` names, in turn. Raises Unanswered as `measure` does."""
    options = ["-s", str(script)]
    _ask(wrk, site_url, WARM_UP_SECONDS, connections, options)
    return _throughput(name, site_url, _ask(wrk, site_url, seconds, connections, options))


def _throughput(name: str, url: str, output: str) -> Throughput:
    refused = re.search(_REFUSED, output, re.MULTILINE)
    if refused:
        raise Unanswered(f"{url}: {refused[1]}")
    [rate] = re.findall(_RATE, output, re.MULTILINE)
    return Throughput(name, float(rate), _within(output, 50), _within(output, 99))


def _ask(
    wrk: str, url: str, seconds: int, connections: int = CONNECTIONS, options: Sequence[str] = ()
) -> str:
    bounds = ["-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", *options]
    # A slow baseline is slow, and no error.
    bounds += ["--timeout", "30s"]
    command = [wrk, *bounds, "-H", "Accept-Encoding: gzip", url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _within(output: str, share: int) -> float:
    [(number, unit)] = re.findall(_SHARE.format(share=share), output, re.MULTILINE)
    return float(number) * _UNITS[unit]


def report(results: list[Throughput]) -> str:
    """Return a table of results."""
    lines = [f"{'':<44}{'requests/s':>12}{'p50 ms':>10}{'p99 ms':>10}"]
    lines += [
        f"{each.name:<44}{each.per_second:>12.0f}{each.p50:>10.2f}{each.p99:>10.2f}"
        for each in results
    ]
    return "\n".join(lines)
