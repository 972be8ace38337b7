"""The minutes of a category, for the record: its criteria, jurors, scores and ranking."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from awards_site.accounts.callers import Caller, use_case
from awards_site.core.audit.counter import counter
from awards_site.core.audit.models import Action, AuditEntry
from awards_site.core.database.sessions import reading
from awards_site.core.errors import Conflict, NotFound
from awards_site.core.presentation.texts import format_datetime
from awards_site.features.content.edition import current_edition
from awards_site.features.jurors.criteria import Jury, current_jury
from awards_site.features.jurors.entity import JUROR, Juror, JurorScore, Recusal, scores_of
from awards_site.features.jurors.ranking import Standing
from awards_site.features.jurors.service import (
    RECORD_TYPE,
    STILL_OPEN,
    RankedCategory,
    find_jurors,
    ranked_categories,
)
from awards_site.features.nominees.entity import PARTS, NomineeCategory


@dataclass(frozen=True)
class Minutes:
    """What is kept of the judging of a category; jurors are 'Juror 1' and so on if anonymous."""

    title: str
    jury: Jury
    jurors: Mapping[int, str]
    ranking: RankedCategory
    scores: Mapping[tuple[int, int], JurorScore]
    entered: Sequence[str]
    """Who entered the results and when, the last one first."""

    @property
    def headings(self) -> list[str]:
        """The columns of `rows`."""
        marks = [f"{each.title} (weight {each.weight})" for each in self.jury.criteria]
        return [*PLACES, "Results entered by", "Juror", *marks, "Score", "Comment"]

    def rows(self) -> Iterator[list[str]]:
        """Yield a row for each score, after the place of its nominee; at least one for each."""
        entered = "; ".join(self.entered)
        for nominee, place in zip(self.ranking.nominees, self.places(), strict=True):
            scores = [*self.scores_of(nominee.id)] or [[""] * (len(self.jury.criteria) + 3)]
            for score in scores:
                yield [*place, entered, *score]

    def scores_of(self, nominee_id: int) -> Iterator[list[str]]:
        """Yield the scores of a nominee: juror, marks, mean or why there is none, and comment."""
        for key, juror in self.jurors.items():
            if score := self.scores.get((key, nominee_id)):
                marks = [str(score.marks.get(each.id, "")) for each in self.jury.criteria]
                yield [juror, *marks, self._mean(score), score.comment or ""]

    def _mean(self, score: JurorScore) -> str:
        if score.recusal:
            return f"Cannot judge her: {Recusal.labels()[score.recusal].lower()}"
        complete = self.jury.is_complete(score.marks)
        return f"{self.jury.mean(score.marks):.2f}" if complete else "Incomplete, not counted"

    def places(self) -> Iterator[list[str]]:
        """Yield a row for each nominee: place, name, means, number of scores, spread, result."""
        for nominee in self.ranking.nominees:
            result = PARTS.get(nominee.result, "")
            yield [*_place(nominee.standing), nominee.name, *_figures(nominee.standing), result]


PLACES = ("Place", "Nominee", "Mean", "Corrected mean", "Scores", "Spread", "Result")


def _place(standing: Standing | None) -> list[str]:
    return [f"{standing.rank}{' (tie)' if standing.is_tied else ''}" if standing else "-"]


def _figures(standing: Standing | None) -> list[str]:
    if standing is None:
        return ["-", "-", "0", "-"]
    means = standing.mean, standing.corrected, standing.spread
    mean, corrected, spread = (f"{each:.2f}" for each in means)
    return [mean, corrected, str(len(standing.scores)), spread]


@use_case(JUROR.managed_by)
def read_minutes(_caller: Caller, category: str, *, is_anonymous: bool) -> Minutes:
    """Return the minutes of a category of the current edition.

    Raises NotFound if nobody judges it, and Conflict while jurors can score.
    """
    with reading() as session:
        jury, year = current_jury(session), current_edition(session).year
        if not jury.is_closed:
            raise Conflict(STILL_OPEN)
        jurors = [each for each in find_jurors(session, year) if category in each.categories]
        scores = scores_of(session, jurors)
        ranked = ranked_categories(session, jury, year, jurors, scores, [category])
        if not ranked:
            raise NotFound.of("Category of the jury")
        title = f"{NomineeCategory.labels()[category]} {year}"
        counter.count(Action.EXPORTED, RECORD_TYPE, name=title)
        return Minutes(
            title=title,
            jury=jury,
            jurors=_names(jurors, is_anonymous=is_anonymous),
            ranking=ranked[0],
            scores=scores,
            entered=_entries(session, title),
        )


def _names(jurors: Sequence[Juror], *, is_anonymous: bool) -> Mapping[int, str]:
    if is_anonymous:
        # In the order of the names, a number would tell the name.
        ordered = sorted(jurors, key=lambda each: each.email_folded[::-1])
        return {each.id: f"Juror {place}" for place, each in enumerate(ordered, 1)}
    return {each.id: each.name for each in jurors}


def _entries(session: Session, title: str) -> list[str]:
    is_entered = AuditEntry.action == Action.RESULTS_ENTERED.value
    about = is_entered, AuditEntry.record_type == RECORD_TYPE, AuditEntry.name == title
    found = session.exec(select(AuditEntry).where(*about).order_by(col(AuditEntry.id).desc()))
    return [f"{each.user_name}, {format_datetime(each.created_at)}" for each in found]


def minutes_pdf(minutes: Minutes) -> bytes:
    """Return the minutes as a PDF."""
    from awards_site.ui.documents import INK, MUTED, PLUM, Document

    sheet = Document(f"Minutes: {minutes.title}", "a4")
    sheet.heading()

    def section(title: str, lines: Sequence[str]) -> None:
        sheet.ln(3)
        sheet.set_style("display", 15, PLUM)
        sheet.write_text(title, line=7.5)
        sheet.set_style("sans", 9, INK)
        for line in lines or ["None"]:
            sheet.write_text(line)

    section(
        "Ranking", [_described(dict(zip(PLACES, row, strict=True))) for row in minutes.places()]
    )
    criteria = [f"{each.title}, weight {each.weight}" for each in minutes.jury.criteria]
    section(f"Criteria, each from {minutes.jury.scale}", criteria)
    section("Jurors", [*minutes.jurors.values()])
    headings = [each.title for each in minutes.jury.criteria]
    for nominee in minutes.ranking.nominees:
        scores = [_score_line(headings, row) for row in minutes.scores_of(nominee.id)]
        section(f"Scores of {nominee.name}", scores)
    section("Results entered by", minutes.entered)
    sheet.set_style("sans", 9, MUTED)
    sheet.ln(3)
    sheet.write_text(minutes.jury.phase)
    if sheet.lacks_characters:
        sheet.write_text("This file lacks characters of some texts; the CSV file has them.")
    return bytes(sheet.output())


def _described(row: dict[str, str]) -> str:
    place, name = row.pop("Place"), row.pop("Nominee")
    facts = ", ".join(f"{label.lower()} {value}" for label, value in row.items() if value)
    return f"{place}. {name}: {facts}"


def _score_line(criteria: Sequence[str], row: Sequence[str]) -> str:
    juror, *marks, mean, comment = row
    given = ", ".join(
        f"{title} {mark}" for title, mark in zip(criteria, marks, strict=True) if mark
    )
    facts = "; ".join(filter(None, (given, mean, comment)))
    return f"{juror}: {facts}"
