"""The differences of two texts by word."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from typing import Literal, TypedDict

CONTEXT = 12
"""Unchanged words shown before and after a change."""
MAX_PARTS = 200
"""Parts shown of one diff."""

_WORD = re.compile(r"\S+\s*|^\s+")


class Part(TypedDict):
    """A part of a diff; that of kind 'gap' stands for what is not shown."""

    kind: Literal["same", "added", "removed", "gap"]
    text: str


def diff_words(before: str, after: str) -> list[Part]:
    """Return what was removed, added and kept: at most `MAX_PARTS`, and a gap for the rest."""
    parts = list(islice(_parts(_WORD.findall(before), _WORD.findall(after)), MAX_PARTS + 1))
    if len(parts) > MAX_PARTS:
        parts[-1] = Part(kind="gap", text="...")
    return parts


def _parts(before: list[str], after: list[str]) -> Iterator[Part]:
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            yield from _context(before[start:end], start == 0, end == len(before))
            continue
        if start < end:
            yield Part(kind="removed", text="".join(before[start:end]))
        if new_start < new_end:
            yield Part(kind="added", text="".join(after[new_start:new_end]))


def _context(words: list[str], is_first: bool, is_last: bool) -> Iterator[Part]:
    """Yield unchanged words, without those that are far from any change."""
    head = [] if is_first else words[:CONTEXT]
    tail = [] if is_last else words[-CONTEXT:]
    if len(head) + len(tail) >= len(words):
        yield Part(kind="same", text="".join(words))
        return
    if head:
        yield Part(kind="same", text="".join(head))
    yield Part(kind="gap", text="... ")
    if tail:
        yield Part(kind="same", text="".join(tail))
