"""Measures requests per second and latency with wrk."""

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
_PERCENTILE = r"^\s*{percent}%\s+([\d.]+)(us|ms|s|m) ?$"
_RATE = r"^Requests/sec:\s+([\d.]+)$"
_ERROR = r"^\s*(Non-2xx or 3xx responses: \d+|Socket errors: .+)$"


class RequestsFailed(Exception):
    """Some requests had no successful response."""


@dataclass(frozen=True)
class Throughput:
    """Requests per second, and the latency percentiles p50 and p99 in ms."""

    name: str
    per_second: float
    p50: float
    p99: float


def measure(name: str, url: str) -> Throughput | None:
    """Request `url` with gzip on CONNECTIONS connections for SECONDS; None without wrk.

    Raises RequestsFailed if a response is not successful.
    """
    wrk = programs.find("wrk")
    if wrk is None:
        return None
    _run_wrk(wrk, url, WARM_UP_SECONDS)
    return _throughput(name, url, _run_wrk(wrk, url, SECONDS))


def measure_all(
    wrk: str, name: str, site_url: str, script: Path, connections: int, seconds: int
) -> Throughput:
    """Request the URLs of wrk's `script` in turn. Raises RequestsFailed."""
    options = ["-s", str(script)]
    _run_wrk(wrk, site_url, WARM_UP_SECONDS, connections, options)
    return _throughput(name, site_url, _run_wrk(wrk, site_url, seconds, connections, options))


def _throughput(name: str, url: str, output: str) -> Throughput:
    error = re.search(_ERROR, output, re.MULTILINE)
    if error:
        raise RequestsFailed(f"{url}: {error[1]}")
    [rate] = re.findall(_RATE, output, re.MULTILINE)
    return Throughput(name, float(rate), _percentile_ms(output, 50), _percentile_ms(output, 99))


def _run_wrk(
    wrk: str, url: str, seconds: int, connections: int = CONNECTIONS, options: Sequence[str] = ()
) -> str:
    arguments = ["-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", *options]
    # The baseline's responses are slow; they must not count as errors.
    arguments += ["--timeout", "30s"]
    command = [wrk, *arguments, "-H", "Accept-Encoding: gzip", url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _percentile_ms(output: str, percent: int) -> float:
    [(number, unit)] = re.findall(_PERCENTILE.format(percent=percent), output, re.MULTILINE)
    return float(number) * _UNITS[unit]


def report(results: list[Throughput]) -> str:
    """Return a table of results."""
    lines = [f"{'':<44}{'requests/s':>12}{'p50 ms':>10}{'p99 ms':>10}"]
    lines += [
        f"{each.name:<44}{each.per_second:>12.0f}{each.p50:>10.2f}{each.p99:>10.2f}"
        for each in results
    ]
    return "\n".join(lines)
