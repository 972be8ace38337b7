"""The ranking of a category: plain means, and means corrected for strict and lenient jurors.

A corrected mean takes each score as its distance from the juror's own mean in the category, in her
own spread (the standard deviation of the population), and maps it back with the mean and the spread
of all scores of the category. It may lie a little beyond the scale.
"""

from collections.abc import Mapping
from statistics import fmean, pstdev

from awards_site.core.schemas import Schema, response_schema

MIN_SCORES = 3
"""With fewer scores, a place in the ranking says little."""
WIDE_SPREAD = 0.25
"""The spread of a nominee's scores, as a share of the scale, from which jurors disagree."""
_PRECISION = 9
"""The decimals to which means are compared: the others are errors of the computation."""


@response_schema
class Standing(Schema):
    """The place of a nominee; `rank` is that by her mean. A nominee without scores has none."""

    nominee_id: int
    scores: list[float]
    """Her scores, the weighted means of marks, the lowest first."""
    mean: float
    corrected: float
    spread: float
    rank: int
    corrected_rank: int
    is_tied: bool
    look_again: str
    """Why the jury should look at her again, or ''."""


def rank(scores: Mapping[tuple[int, int], float], highest: int) -> list[Standing]:
    """Return the nominees of a category by rank, out of their scores by juror and nominee.

    `highest` is the best mark of a scale that begins with 1.
    """
    of_nominee: dict[int, list[float]] = {}
    for (_, nominee), score in scores.items():
        of_nominee.setdefault(nominee, []).append(score)
    means = {key: round(fmean(each), _PRECISION) for key, each in of_nominee.items()}
    corrected = _corrected_means(scores)
    standings = []
    for nominee, own in of_nominee.items():
        place, other_place = _place(means, nominee), _place(corrected, nominee)
        spread = pstdev(own)
        standings.append(
            Standing(
                nominee_id=nominee,
                scores=sorted(own),
                mean=means[nominee],
                corrected=corrected[nominee],
                spread=spread,
                rank=place,
                corrected_rank=other_place,
                is_tied=[*means.values()].count(means[nominee]) > 1,
                look_again=", ".join(_doubts(len(own), spread, place != other_place, highest)),
            )
        )
    return sorted(standings, key=lambda each: (each.rank, each.corrected_rank, each.nominee_id))


def _corrected_means(scores: Mapping[tuple[int, int], float]) -> dict[int, float]:
    if not scores:
        return {}
    of_juror: dict[int, list[float]] = {}
    for (juror, _), score in scores.items():
        of_juror.setdefault(juror, []).append(score)
    own = {key: (fmean(each), pstdev(each)) for key, each in of_juror.items()}
    distances: dict[int, list[float]] = {}
    for (juror, nominee), score in scores.items():
        mean, spread = own[juror]
        # One who gives all the same score says nothing about who is better.
        distance = (score - mean) / spread if round(spread, _PRECISION) else 0.0
        distances.setdefault(nominee, []).append(distance)
    mean, spread = fmean(scores.values()), pstdev(scores.values())
    return {key: round(mean + spread * fmean(each), _PRECISION) for key, each in distances.items()}


def _place(means: Mapping[int, float], key: int) -> int:
    return 1 + sum(each > means[key] for each in means.values())


def _doubts(count: int, spread: float, differs: bool, highest: int) -> list[str]:
    doubts = {
        "the two means rank her differently": differs,
        f"fewer than {MIN_SCORES} scores": count < MIN_SCORES,
        "jurors disagree": spread >= WIDE_SPREAD * (highest - 1),
    }
    return [text for text, applies in doubts.items() if applies]
