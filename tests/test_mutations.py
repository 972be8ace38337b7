"""The faults of `make mutations` can be seeded, and the tests that catch them exist."""

from tests.test_rules import functions_in
from tools.mutations import read_faults


def test_every_fault_has_one_place_and_existing_tests() -> None:
    faults = read_faults()
    tests = [test for each in faults for test in each.tests]
    named = [(test, *test.partition("[")[0].split("::")) for test in tests]
    assert tests
    assert [problem for each in faults if (problem := each.problem())] == []
    assert [test for test, path, name in named if name not in functions_in(path)] == []
    assert len({each.name for each in faults}) == len(faults)
