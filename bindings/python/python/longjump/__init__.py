"""Chinese Checkers and four more games of jumping pieces, for people who train and measure agents.

>>> import longjump
>>> state = longjump.load("star:seats=3")
>>> state.apply(state.legal_actions()[0])
>>> state.turn
1
"""

from __future__ import annotations

from typing import Literal

from . import _processor  # It must come first: it chooses what the others import.  # noqa: F401
from ._arena import Interval, MatchResult, Record, match, ratings, read_record, write_record
from ._batch import Arrays, BatchEnv
from ._longjump import Engine, Line, State, __version__, book, games, positions_seen, race

__all__ = [
    "Arrays",
    "BatchEnv",
    "Engine",
    "Interval",
    "Line",
    "MatchResult",
    "Record",
    "State",
    "__version__",
    "book",
    "games",
    "load",
    "match",
    "positions_seen",
    "race",
    "ratings",
    "read_record",
    "write_record",
]


def load(
    spec: str, position: str | None = None, *, actions: Literal["turns", "hops"] = "turns", own_side: bool = False
) -> State:
    """A game at its start, or at a position given as text.

    ``actions`` says what an action is: ``"turns"``, a piece from a hole to another, or ``"hops"``,
    one step or hop at a time. With ``own_side`` actions are counted from the mover's own side of the
    board, as observations are.
    """
    return State(spec, position, actions=actions, own_side=own_side)
