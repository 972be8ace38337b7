"""Names of nominees that posts spell differently, for the checklist."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from sqlmodel import Session, select

from awards_site.core.database.managed_record import normalize_for_search
from awards_site.features.nominees.entity import Nominee
from awards_site.records.checklist import CACHED_TEXTS, Checklist, Problem
from awards_site.records.markdown import plain_text

MIN_SIMILARITY = 0.75
"""The share of a word that two spellings of it have in common, from 0 to 1."""

_WORD = re.compile(r"[^\W\d_](?:[\w'\u2019-]*\w)?")

_POSSESSIVE = re.compile(r"['\u2019]s?$")

Words = tuple[str, ...]

_plain_text = lru_cache(CACHED_TEXTS)(plain_text)


class PostChecklist(Checklist):
    """Lists the posts that spell names of nominees differently, too."""

    def problems(self, session: Session, records: Sequence[Any]) -> Iterator[Problem]:
        yield from super().problems(session, records)
        spellings = Spellings(session.exec(select(Nominee.name).distinct()).all())
        for post in records:
            for field, text in (("title", post.title), ("content", _plain_text(post.content))):
                if message := "; ".join(spellings.problems(text)):
                    yield Problem(post.id, post.display_name, message, field)


class Spellings:
    """Finds other spellings of names of two words or more in texts.

    A spelling differs in its accents or capitals only, or in one similar word.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names: dict[Words, Words] = {}
        self._by_word: dict[str, set[tuple[Words, int]]] = defaultdict(set)
        for name in names:
            words = tuple(_WORD.findall(name))
            if len(words) < 2:
                continue
            folded = _fold(words)
            self._names[folded] = words
            for at, word in enumerate(folded):
                self._by_word[word].add((folded, at))

    def problems(self, text: str) -> Iterator[str]:
        """Yield a sentence for each name that the text spells differently."""
        seen = set()
        for line in text.splitlines():
            words = tuple(_POSSESSIVE.sub("", each) for each in _WORD.findall(line))
            for written, name in self._differences(words):
                if (written, name) not in seen:
                    seen.add((written, name))
                    yield f"'{written}' is spelled '{name}' among the nominees"

    def _differences(self, words: Words) -> Iterator[tuple[str, str]]:
        folded = _fold(words)
        best: dict[tuple[int, int], tuple[float, Words]] = {}
        for at, word in enumerate(folded):
            for name, position in self._by_word.get(word, ()):
                start, end = at - position, at - position + len(name)
                if start >= 0 and end <= len(words):
                    similarity = self._similarity(words[start:end], folded[start:end], name)
                    span = start, end
                    best[span] = max(best.get(span, (0.0, ())), (similarity, name))
        for (start, end), (similarity, name) in best.items():
            if similarity >= MIN_SIMILARITY:
                yield " ".join(words[start:end]), " ".join(self._names[name])

    def _similarity(self, written: Words, folded: Words, name: Words) -> float:
        """Return how similar what is written is to a name, or 0 if it is the name or another."""
        if folded == name:
            is_same = written == self._names[name] or all(map(str.isupper, written))
            return 0.0 if is_same else 1.0
        different = [pair for pair in zip(folded, name, strict=True) if pair[0] != pair[1]]
        is_name = all(each[0].isupper() for each in written)
        if folded in self._names or not is_name or len(different) > 1:
            return 0.0
        return SequenceMatcher(None, *different[0]).ratio()


def _fold(words: Words) -> Words:
    return tuple(map(normalize_for_search, words))
