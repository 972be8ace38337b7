"""Results of use cases, and the version of a record that the caller of a write has seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from awards_site.core.errors import PreconditionFailed
from awards_site.core.etags import etag_matches, etag_of
from awards_site.core.schemas import Schema

T = TypeVar("T")
S = TypeVar("S", bound=Schema)


def tag_of(shown: Schema) -> str:
    """Return the tag of a record's version, which is its ETag in the API.

    Computed fields are left out: an image's variants are made while a form is open.
    """
    written = shown.model_dump_json(
        by_alias=True, exclude_computed_fields=True, exclude={*shown.unversioned}
    )
    return etag_of(written.encode())


@dataclass(frozen=True)
class Seen:
    """The tags of what the caller of a write has seen, as `If-Match` lists them.

    A write without any is unconditional.
    """

    tags: str | None = None

    @property
    def is_given(self) -> bool:
        return self.tags is not None

    def names(self, tag: str) -> bool:
        return self.tags is not None and etag_matches(self.tags, tag)

    def check(self, tag: str) -> None:
        """Raise PreconditionFailed if the caller has seen something else."""
        if self.is_given and not self.names(tag):
            raise PreconditionFailed(
                "Someone else has changed this in the meantime. Reload it before you save."
            )


UNCONDITIONAL = Seen()
"""For a write that replaces any version."""


@dataclass(frozen=True)
class Shown(Generic[T]):
    """A record as its caller sees it, and the tag of its version."""

    record: T
    tag: str

    @classmethod
    def of(cls, view: type[S], record: object) -> "Shown[S]":
        shown = view.model_validate(record)
        return Shown(shown, tag_of(shown))


@dataclass(frozen=True)
class Written(Shown[T]):
    """A record after a write, and what its caller may want to tell."""

    lacking: Sequence[str] = ()
    """The details that the images of a published record lack, such as 'credit'."""
    draft_slug: str | None = None
    """The slug of a record that was restored as a draft, or '' if it has none."""
