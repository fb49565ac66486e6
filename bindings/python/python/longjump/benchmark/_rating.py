"""The rating of an agent that has met opponents whose ratings are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = math.log(10) / 400


class Faced(NamedTuple):
    """What an agent scored in its games against one opponent."""

    rating: float
    points: Sequence[float]


def expected(rating: float, opponent: float) -> float:
    """The share of points that Elo's curve promises."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def rating_of(faced: Sequence[Faced]) -> tuple[float, float, float]:
    """The most likely rating, and the interval it is in with 95 % confidence.

    One drawn game each with the weakest and the strongest opponent is counted in addition: who loses
    or wins every game would have no rating otherwise.
    """
    ends = (min(faced).rating, max(faced).rating)
    known = [*faced, *(Faced(end, [0.5]) for end in ends)]

    def surplus(rating: float) -> float:
        return sum(sum(points) - len(points) * expected(rating, opponent) for opponent, points in known)

    low, high = ends[0] - 2000, ends[1] + 2000
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if surplus(middle) > 0 else (low, middle)
    error = _standard_error(low, known)
    return low, low - 1.96 * error, low + 1.96 * error


def _standard_error(rating: float, known: Sequence[Faced]) -> float:
    """By how far the games themselves vary: with many seats less than wins and losses alone would."""
    variance = information = 0.0
    for opponent, points in known:
        promised = expected(rating, opponent)
        information += len(points) * promised * (1 - promised)
        variance += sum((point - promised) ** 2 for point in points)
    return math.sqrt(variance) / (information * SCALE)
