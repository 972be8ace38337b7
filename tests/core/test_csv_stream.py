"""No spreadsheet makes a formula of a CSV file's cells, and importing it gives the same texts."""

import csv
import json
from itertools import product
from pathlib import Path

import pytest

from awards_site.core.http import csv_files
from awards_site.core.http.csv_files import harmless, original_text
from tests.javascript import call_each

CASES: list[tuple[str, str]] = json.loads(Path(__file__).with_name("csv_cases.json").read_text())
FORMULAS = [f"{start}1+1" for start in "=+-@\uff1d\uff0b\uff0d\uff20"]
BEFORE = ["", " ", "'", '"', "\ufeff", "\0"]
SEPARATORS = [*',;\t|"', "\n", "\r", "\r\n", "\v", "\u2028", "; ", ';"', ";'", ";;", '"; \'"\n']
TEXTS = [
    f"{first}{separator}{before}{formula}"
    for first, separator, before, formula in product(
        ["", "Ann", "=1"], ["", *SEPARATORS], BEFORE, FORMULAS
    )
    if not first or separator
]


@pytest.mark.parametrize("separator", list(",;\t|"))
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_NONE])
def test_no_spreadsheet_finds_a_formula(separator: str, quoting: int) -> None:
    file = "".join(csv_files._lines(["Text", "Next"], [[text, text] for text in TEXTS]))
    lines = file.removeprefix("\ufeff").splitlines(keepends=True)
    for row in csv.reader(lines, delimiter=separator, quoting=quoting):  # type: ignore[arg-type]
        for cell in row:
            assert not cell.strip('"\ufeff\0 \t\r\n').startswith(
                tuple("=+-@\uff1d\uff0b\uff0d\uff20")
            )


def test_the_original_text_of_every_cell_is_found_again() -> None:
    marked = [harmless(text) for text in TEXTS]
    assert [original_text(text) for text in marked] == TEXTS
    assert [original_text(harmless(text)) for text in marked] == marked


def test_cells_are_harmless_in_python_and_in_the_browser() -> None:
    expected = [cell for _, cell in CASES]
    assert [harmless(text) for text, _ in CASES] == expected
    texts = [[text] for text, _ in CASES] + [[text] for text in TEXTS]
    script = "frontend/portal/lists/csv.js"
    assert call_each(script, "harmless", texts) == [*expected, *map(harmless, TEXTS)]
