"""Seeds faults one by one, and shows that the tests catch each.

`python -m tools.mutations` seeds all of mutations.toml, `python -m tools.mutations "delete users"`
those whose name contains a text. It works in a temporary worktree of HEAD, so commit before. A
fault takes ten seconds, and one for which browser tests build the pages again a minute.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FAULTS = Path(__file__).with_suffix(".toml")
BROWSER_TESTS = "tests/browser/"
OUTPUT_LINES = 40


@dataclass(frozen=True)
class Fault:
    """A text that occurs once in a file, its replacement, and the tests of which one then fails."""

    name: str
    file: str
    old: str
    new: str
    tests: list[str]

    def problem(self, root: Path = ROOT) -> str:
        """Return why the fault cannot be seeded in a checkout, or ''."""
        path = root / self.file
        count = path.read_text(encoding="utf-8").count(self.old) if path.is_file() else 0
        return "" if count == 1 else f"{self.name}: the text occurs {count} times in {self.file}"


def read_faults() -> list[Fault]:
    return [Fault(**each) for each in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]]


@contextmanager
def worktree() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="awards-mutations-") as folder:
        root = Path(folder, "site")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(root), "HEAD"], check=True)
        try:
            (root / ".venv").symlink_to((ROOT / ".venv").resolve())
            for name in filter(lambda each: (ROOT / each).exists(), (".web", "build")):
                shutil.copytree(ROOT / name, root / name, symlinks=True)
            yield root
        finally:
            subprocess.run([*git, "remove", "--force", str(root)], check=True)


def run_tests(root: Path, tests: Sequence[str]) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", *tests],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )


@contextmanager
def seeded(root: Path, fault: Fault) -> Iterator[None]:
    path = root / fault.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    yield
    path.write_text(text, encoding="utf-8")


def is_caught(root: Path, fault: Fault) -> bool:
    """Seed a fault, and print a line about it; a failed build or import catches nothing."""
    started, output, verdict = time.monotonic(), fault.problem(root), "does not apply"
    if not output:
        with seeded(root, fault):
            output = run_tests(root, fault.tests).stdout
        verdict = "caught" if re.search("^FAILED ", output, re.MULTILINE) else "NOT CAUGHT"
    print(f"{verdict:14} {time.monotonic() - started:4.0f} s  {fault.name}", flush=True)
    if verdict != "caught":
        print(_end_of(output), flush=True)
    return verdict == "caught"


def _end_of(output: str) -> str:
    return "\n".join(output.splitlines()[-OUTPUT_LINES:])


def main(names: Sequence[str]) -> int:
    faults = [each for each in read_faults() if not names or any(n in each.name for n in names)]
    tests = list(dict.fromkeys(test for each in faults for test in each.tests))
    with worktree() as root:
        # Playwright's event loop occupies its thread, so other tests have a process of their own.
        for is_browser in (False, True):
            group = [test for test in tests if test.startswith(BROWSER_TESTS) == is_browser]
            if group and (outcome := run_tests(root, group)).returncode:
                print(f"The tests do not pass without a fault:\n{_end_of(outcome.stdout)}")
                return 1
        caught = [is_caught(root, each) for each in faults]
    print(f"{sum(caught)} of {len(caught)} faults caught")
    return 0 if caught and all(caught) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
