"""Matches and ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from . import _longjump
from ._longjump import Engine, State

Player = str | Engine | Callable[[State], int | str]
"""An engine's spec, or a function that gets a state and answers with an action or its text."""


class Interval(NamedTuple):
    """A value, and the interval that it is in with 95 % confidence."""

    value: float
    low: float
    high: float


class MatchResult(NamedTuple):
    """What came of a match, from the first player's side."""

    score: float
    """The share of points: 1 for the first place, 0 for the last."""
    games: int
    elo: Interval | None
    """None if all blocks ended alike: then there is no telling how far apart they are."""
    decision: str | None
    """What a sequential test decided: 'stronger', 'not stronger' or, so far, None."""
    summary: dict[str, Any]
    """All that the arena tells (docs/command-line.md)."""
    records: list[dict[str, Any]]
    """Every game: moves, places, why it ended (docs/arena.md)."""

    def __repr__(self) -> str:
        shown = ("score", "games", "elo", "decision")
        return f"MatchResult({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


class _Settings(NamedTuple):
    game: str
    blocks: int
    sprt: tuple[float, float] | None
    nodes: int | None
    seconds: float | None
    threads: int
    seed: int
    opening_plies: int


def match(
    first: Player,
    second: Player,
    *,
    game: str | None = None,
    games: int = 100,
    sprt: tuple[float, float] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 1,
    opening_plies: int = 4,
) -> MatchResult:
    """Plays a match by the arena's rules: blocks of games with the same opening and all seats exchanged.

    Players are specs of engines or Python functions; for more than two seats the second has all seats
    but one. With ``sprt=(0, 10)`` a sequential test between 0 and 10 Elo ends it early. Engines without a
    limit look at 1000 positions for a move. An error that a function raises ends the match.

    >>> import random
    >>> chance = random.Random(1)
    >>> result = match("corners/default:level=8", lambda state: chance.choice(state.legal_actions()), games=4)
    >>> result.games, result.score > 0.5
    (4, True)
    """
    import json

    if game is None:
        spec = next((player for player in map(_spec, (first, second)) if isinstance(player, str)), None)
        if spec is None:
            raise ValueError("no player says which game is played; give game=, such as game='star'")
        game = spec.partition("/")[0]
    seats = State(game).seats
    in_block = 2 if seats == 2 else seats
    settings = _Settings(
        game=game,
        blocks=max(-(-games // in_block), 1),
        sprt=sprt,
        nodes=1000 if nodes is None and seconds is None else nodes,
        seconds=seconds,
        threads=threads,
        seed=seed,
        opening_plies=opening_plies,
    )
    names = (_name(first), _name(second))
    if names[0] == names[1]:
        names = (f"{names[0]} (1)", f"{names[1]} (2)")
    text, records = _longjump.play_match(names, (_spec(first), _spec(second)), settings)
    summary = json.loads(text)
    elo = summary["elo"]
    return MatchResult(
        score=summary["score"],
        games=summary["games"],
        elo=elo and _interval(elo),
        decision=_decision(summary.get("test")),
        summary=summary,
        records=[json.loads(record) for record in records],
    )


def _interval(told: dict[str, float | None]) -> Interval:
    """An end that is missing is nowhere: few games don't tell how much stronger somebody is."""
    value, low, high = told["value"], told["low"], told["high"]
    assert value is not None
    return Interval(value, -math.inf if low is None else low, math.inf if high is None else high)


def _decision(test: dict[str, Any] | None) -> str | None:
    return None if test is None else {"H1": "stronger", "H0": "not stronger"}.get(test["verdict"])


def _spec(player: Player) -> str | Callable[[State], int | str]:
    return player.spec if isinstance(player, Engine) else player


def _name(player: Player) -> str:
    spec = _spec(player)
    return spec if isinstance(spec, str) else getattr(spec, "__name__", type(spec).__name__)


def ratings(
    results: Iterable[Sequence[tuple[str, int]]], *, anchor: tuple[str, float] | None = None, seed: int = 1
) -> dict[str, Interval]:
    """Ratings in Elo from games of any number of seats, the strongest first.

    A result has each player's name and place: ``[("ann", 1), ("bob", 2), ("cid", 2)]``. With an anchor a
    player has a given rating; else the mean is 0.

    >>> list(ratings([[("ann", 1), ("bob", 2)], [("bob", 1), ("ann", 2)], [("ann", 1), ("bob", 2)]]))
    ['ann', 'bob']
    """
    games = [list(game) for game in results]
    names = sorted({name for game in games for name, _ in game})
    number = {name: index for index, name in enumerate(names)}
    if anchor is not None and anchor[0] not in number:
        raise ValueError(f"{anchor[0]} has played no game; players are {', '.join(names)}")
    blocks = [[[(number[name], place) for name, place in game]] for game in games]
    held = None if anchor is None else (number[anchor[0]], anchor[1])
    rated = zip(names, _longjump.rate(len(names), blocks, held, seed), strict=True)
    return dict(sorted(((name, Interval(*found)) for name, found in rated), key=lambda one: -one[1].value))


class Record(NamedTuple):
    """A game that was written down."""

    spec: str
    start: str | None
    moves: list[str]
    tags: dict[str, str]
    places: list[int] | None

    def state(self) -> State:
        """The game at its end."""
        state = State(self.spec, self.start)
        for move in self.moves:
            state.apply(move)
        return state


def read_record(text: str) -> Record:
    """Reads a record of any game (docs/notation.md)."""
    spec, start, moves, tags, places = _longjump.read_record(text)
    return Record(spec, start, moves, dict(tags), places)


def write_record(state: State, **tags: str) -> str:
    """The game of a state as a record: ``write_record(state, Seat1="Ann", Seat2="Bob")``.

    >>> from longjump import load
    >>> state = load("corners")
    >>> state.apply("c1d1")
    >>> read_record(write_record(state, Seat1="Ann")).moves
    ['c1d1']
    """
    return _longjump.write_record(state, list(tags.items()))
