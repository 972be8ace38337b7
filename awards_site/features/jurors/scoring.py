"""What a juror reads of the nominees whom she judges, and what she says of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from awards_site.core.database.sessions import reading, writing
from awards_site.core.errors import Conflict, NotFound, Unauthorized
from awards_site.features.jurors.criteria import Jury
from awards_site.features.jurors.entity import (
    Juror,
    JurorScore,
    ScoreBase,
    is_scored,
    judged_in,
    scores_of,
)
from awards_site.features.jurors.links import find_juror, knows_device
from awards_site.features.nominees.entity import NomineeCategory, NomineeView
from awards_site.features.nominees.service import nominees
from awards_site.records.versions import validated

NEEDS_CODE = "This device is not known any more. Please open your link again."
CHANGED = "You have changed this comment on another device. Save again to replace that one."


@dataclass(frozen=True)
class Ballot:
    """The nominees of a juror by category, in the public order, and her scores by nominee."""

    juror: Juror
    jury: Jury
    categories: Mapping[str, Sequence[NomineeView]]
    scores: Mapping[int, JurorScore]

    def is_scored(self, nominee: NomineeView) -> bool:
        return is_scored(self.jury, self.scores.get(nominee.id))

    def find(self, nominee_id: int) -> int:
        """Return the place of a nominee among all of them. Raises NotFound."""
        places = {each.id: place for place, each in enumerate(self.nominees)}
        if nominee_id not in places:
            raise NotFound("This nominee is not among those whom you judge any more.")
        return places[nominee_id]

    @property
    def nominees(self) -> list[NomineeView]:
        return [each for found in self.categories.values() for each in found]


def read_ballot(token: str, cookie: str | None) -> Ballot:
    """Return what the juror of a link judges. Raises Gone, and Unauthorized on a new device."""
    with reading() as session:
        return _ballot(session, token, cookie)


def _ballot(
    session: Session, token: str, cookie: str | None, *, for_update: bool = False
) -> Ballot:
    juror, jury = find_juror(session, token, for_update=for_update)
    if not knows_device(juror, cookie):
        raise Unauthorized(NEEDS_CODE)
    of_juror = judged_in(juror.year, juror.categories)
    judged = session.exec(of_juror.order_by(*nominees.ordering)).all()
    # As visitors will read them: what is under embargo is not for jurors either.
    nominees.restrict(session, judged)
    views = [NomineeView.model_validate(each) for each in judged]
    in_order = [each for each in NomineeCategory.labels() if each in juror.categories]
    categories = {key: [each for each in views if each.category == key] for key in in_order}
    scores = {nominee: score for (_, nominee), score in scores_of(session, [juror]).items()}
    return Ballot(juror, jury, categories, scores)


def parse_marks(jury: Jury, form: Mapping[str, Any]) -> dict[str, int]:
    """Return the marks in a form's fields that are on the scale."""
    scale = {str(mark): mark for mark in range(1, jury.highest + 1)}
    given = {each.id: scale.get(str(form.get(f"mark-{each.id}"))) for each in jury.criteria}
    return {key: mark for key, mark in given.items() if mark is not None}


def _parse_score(jury: Jury, form: Mapping[str, Any]) -> ScoreBase:
    """Return the score in a form's fields. Raises Invalid."""
    # Browsers send line breaks as CRLF.
    comment = str(form.get("comment", "")).replace("\r\n", "\n")
    values = {"comment": comment, "recusal": form.get("recusal") or None}
    return validated({"marks": parse_marks(jury, form), **values}, ScoreBase)


def describe(score: ScoreBase | None) -> str:
    """Return a score as the form repeats it, to find out what was changed in it."""
    stored = score or ScoreBase()
    return json.dumps([stored.marks, stored.comment or "", stored.recusal], sort_keys=True)


def save_score(token: str, cookie: str | None, nominee_id: int, form: Mapping[str, Any]) -> Ballot:
    """Store what a juror has changed in the form of a nominee, and return her ballot after that.

    What was changed on another device meanwhile stays. Raises Conflict if that is the comment, and
    she has changed it here, too; else what `read_ballot` raises, NotFound, and Invalid.
    """
    with writing() as session:
        ballot = _ballot(session, token, cookie, for_update=True)
        ballot.find(nominee_id)
        score = ballot.scores.get(nominee_id)
        score = score or JurorScore(juror_id=ballot.juror.id, nominee_id=nominee_id)
        given = _parse_score(ballot.jury, form)
        marks, comment, recusal = _former(form)
        changed = {key: each for key, each in given.marks.items() if marks.get(key) != each}
        score.marks = {**score.marks, **changed}
        if (given.comment or "") != comment:
            if (score.comment or "") not in {comment, given.comment or ""}:
                error = Conflict(CHANGED)
                error.details = {"was": describe(score)}
                raise error
            score.comment = given.comment
        if given.recusal != recusal:
            score.recusal = given.recusal
        session.add(score)
    return replace(ballot, scores={**ballot.scores, nominee_id: score})


def _former(form: Mapping[str, Any]) -> tuple[dict[str, int], str, str | None]:
    """Return what the form began with; see `describe`."""
    try:
        marks, comment, recusal = json.loads(str(form.get("was", "")))
        return dict(marks), str(comment), recusal
    except (ValueError, TypeError):
        return {}, "", None


def set_done(token: str, cookie: str | None, category: str, *, is_done: bool) -> None:
    """Store that a juror is done with one of her categories, or is not any more."""
    with writing() as session:
        ballot = _ballot(session, token, cookie, for_update=True)
        if category not in ballot.categories:
            raise NotFound("This category is not among those that you judge any more.")
        juror = session.get_one(Juror, ballot.juror.id)
        juror.done = sorted({*juror.done, category} if is_done else {*juror.done} - {category})
