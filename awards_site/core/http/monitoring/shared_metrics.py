"""The metrics of several workers, which share them by files in one folder.

Each worker has a number and writes its values into memory-mapped files of that number, from which
whichever worker Prometheus reaches adds up those of all. What a worker has counted stays when it
ends; its successor takes its number and goes on counting.
"""

import asyncio
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout
from prometheus_client import CollectorRegistry, Counter, Gauge, values
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from prometheus_client.values import MultiProcessValue

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder, in which prometheus-client makes the files."""
_INTERVAL_SECONDS = 1.0
_NEWEST = frozenset({"process_start_time_seconds"})
"""The gauges of which the greatest is shown, instead of the sum."""


@contextmanager
def shared_folder() -> Iterator[None]:
    """Let the workers that are started while the block runs share their metrics."""
    with TemporaryDirectory(prefix="awards-metrics-") as folder:
        os.environ[_FOLDER] = folder
        yield


def is_shared() -> bool:
    """Return whether this process is a worker that shares its metrics."""
    return _FOLDER in os.environ


class SharedMetrics(Collector):
    """Reads the metrics of all workers, and writes those of this one.

    It must exist before the metrics that it shares. What is in `own` is computed when it is read;
    `run` copies it to the files.
    """

    def __init__(self, own: CollectorRegistry) -> None:
        self._own = own
        self._folder = Path(os.environ[_FOLDER])
        number, self._lock = _take_number(self._folder)
        mark_process_dead(number, self._folder)
        values.ValueClass = MultiProcessValue(lambda: number)
        self._copies: dict[str, Counter | Gauge] = {}
        self._counted: dict[tuple[str, tuple[str, ...]], float] = {}

    def collect(self) -> Iterable[Metric]:
        """Return the sums of the workers' values, without the gauges of those that have ended."""
        for path in self._folder.glob("*.lock"):
            with suppress(Timeout), _lock(path):
                mark_process_dead(path.stem, self._folder)
        return MultiProcessCollector(None, self._folder).collect()

    async def run(self) -> None:
        """Copy the values of `own` every second."""
        while True:
            self._copy()
            await asyncio.sleep(_INTERVAL_SECONDS)

    def _copy(self) -> None:
        for metric in self._own.collect():
            for sample in metric.samples:
                copy = self._copy_of(metric, tuple(sample.labels))
                labels = tuple(sample.labels.values())
                child = copy.labels(*labels) if labels else copy
                if isinstance(child, Gauge):
                    child.set(sample.value)
                    continue
                counted = self._counted.get((sample.name, labels), 0.0)
                self._counted[sample.name, labels] = sample.value
                child.inc(sample.value - counted)

    def _copy_of(self, metric: Metric, label_names: tuple[str, ...]) -> Counter | Gauge:
        if metric.name not in self._copies:
            named = (metric.name, metric.documentation, label_names)
            self._copies[metric.name] = (
                Counter(*named, registry=None)
                if metric.type == "counter"
                else Gauge(
                    *named,
                    registry=None,
                    multiprocess_mode="livemax" if metric.name in _NEWEST else "livesum",
                )
            )
        return self._copies[metric.name]


def _take_number(folder: Path) -> tuple[int, FileLock]:
    """Return the lowest number that no running worker has, and the lock on it."""
    number = 0
    while True:
        number += 1
        lock = _lock(folder / f"{number}.lock")
        with suppress(Timeout):
            lock.acquire()
            return number, lock


def _lock(path: Path) -> FileLock:
    return FileLock(path, blocking=False, is_singleton=False)
