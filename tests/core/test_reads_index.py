"""The index of what was read finds everything that a change affects, and little else."""

from itertools import product

from awards_site.core.invalidation.changes import EVERYTHING, Change, Read, Reads
from awards_site.core.invalidation.reads_index import ReadsIndex

COLUMNS = frozenset({"id", "name", "year", "is_published"})
ROW = {"id": 1, "name": "Ada", "year": 2026, "is_published": True}
EDITS = ({"name": "Grace"}, {"year": 2025}, {"is_published": False}, {"name": "Grace", "year": 1})

READS = {
    (table, conditions, equal, has_entities, rows): Reads(
        {table: {Read(table, COLUMNS, frozenset(conditions), equal, has_entities)}},
        {table: set(rows)},
    )
    for table, (conditions, equal), has_entities, rows in product(
        ("nominees", "photos"),
        (
            ((), ()),
            (("year",), ()),
            (("year", "is_published"), (("year", 2026), ("is_published", True))),
            (("id",), (("id", 1),)),
            (("id",), (("id", 2),)),
        ),
        (True, False),
        ((), (1,), (2,)),
    )
}
CHANGES = [
    EVERYTHING,
    *(
        change
        for table in ("nominees", "photos")
        for change in (
            Change(table),
            Change(table, None, ROW),
            Change(table, ROW, None),
            *(Change(table, ROW, ROW | edit) for edit in EDITS),
        )
    ),
]


def test_everything_that_a_change_affects_is_found() -> None:
    index: ReadsIndex[object] = ReadsIndex()
    for key, reads in READS.items():
        index.put(key, [reads])
    for change in CHANGES:
        affected = {key for key, reads in READS.items() if reads.effect_of([change])}
        assert affected, change
        assert affected <= index.find([change]), change


def test_what_was_replaced_or_discarded_is_not_found() -> None:
    index: ReadsIndex[str] = ReadsIndex()
    of_nominees = Reads({"nominees": {Read("nominees", COLUMNS)}})
    of_photos = Reads({"photos": {Read("photos", COLUMNS)}})
    for key in ("replaced", "discarded"):
        index.put(key, [of_nominees])
    index.put("replaced", [of_photos])
    index.discard("discarded")
    index.discard("unknown")
    assert index.find([Change("nominees")]) == set()
    assert index.find([Change("photos")]) == index.find([EVERYTHING]) == {"replaced"}


def test_an_edit_of_one_row_does_not_find_the_content_of_others() -> None:
    index: ReadsIndex[int] = ReadsIndex()
    for row_id in range(1, 100):
        read = Read("nominees", COLUMNS, frozenset({"id"}), (("id", row_id),), has_entities=True)
        index.put(row_id, [Reads({"nominees": {read}}, {"nominees": {row_id}})])
    assert index.find([Change("nominees", ROW, ROW | {"name": "Grace"})]) == {1}
