"""Steps with their seconds: lines in a log, one line that counts in a terminal."""

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from awards_site.core import progress

SCRIPT = [sys.executable, "-P", str(Path(progress.__file__))]
TOOL = "import time; print('a warning'); time.sleep(1.2); raise SystemExit(%d)"


def test_a_log_gets_a_line_now_and_then_and_the_whole_time_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.4)
    with progress.step("Building"):
        time.sleep(1)
    assert re.sub(r"\.\d", ".0", capsys.readouterr().out) == (
        "Building: 0.0 s\nBuilding: 0.0 s\nBuilding: 1.0 s\n"
    )


@pytest.mark.parametrize(("status", "errors"), [(0, ""), (3, "a warning\n")])
def test_what_a_command_says_is_shown_if_it_fails(status: int, errors: str) -> None:
    command = [*SCRIPT, "Installing", sys.executable, "-c", TOOL % status]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, errors)
    assert re.fullmatch(r"Installing: 1\.\d s\n", done.stdout)


def test_in_a_terminal_a_step_is_one_line_that_counts() -> None:
    terminal, other_end = pty.openpty()
    command = [*SCRIPT, "Installing", sys.executable, "-c", TOOL % 0]
    subprocess.run(command, stdout=other_end, check=True)
    os.close(other_end)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert shown.count("\n") == 1
    assert len(re.findall(r"\rInstalling: \d\.\d s", shown)) > 3
