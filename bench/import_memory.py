"""Prints the packages that take the most memory when the site is imported, in MB."""

import builtins
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import psutil

PACKAGES = 12


def main() -> None:
    """Import the site as `serve` does, and note by how much each import lets the process grow."""
    process, load = psutil.Process(), builtins.__import__
    owners: Counter[str] = Counter()
    nested = [0]
    """By how much the imports within each import that is running have let the process grow."""

    def measure(
        name: str,
        globals_: Mapping[str, Any] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        before = process.memory_info().rss
        nested.append(0)
        try:
            return load(name, globals_, locals_, fromlist, level)
        finally:
            grown = process.memory_info().rss - before
            owner = (globals_ or {})["__package__"] if level else name
            owners[owner.partition(".")[0]] += grown - nested.pop()
            nested[-1] += grown

    builtins.__import__ = measure  # type: ignore[assignment]
    import awards_site.app
    import awards_site.cli  # noqa: F401

    for package, size in owners.most_common(PACKAGES):
        print(f"{size / 1e6:6.1f}  {package}")


if __name__ == "__main__":
    main()
