"""The faults of `make mutations` can be seeded, and the tests that catch them exist."""

from tools.mutations import ROOT, read_faults


def has_test(node_id: str) -> bool:
    """Return whether a test function exists."""
    path, _, name = node_id.partition("[")[0].partition("::")
    file = ROOT / path
    return file.is_file() and f"def {name}(" in file.read_text(encoding="utf-8")


def test_every_fault_has_one_place_and_existing_tests() -> None:
    faults = read_faults()
    tests = [test for each in faults for test in each.tests]
    assert tests
    assert [problem for each in faults if (problem := each.problem())] == []
    assert [test for test in tests if not has_test(test)] == []
    assert len({each.name for each in faults}) == len(faults)
