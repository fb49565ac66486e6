"""Longjump-6: how strong an agent is, over five games and tables of 2, 3, 4 and 6 seats.

    python -m longjump.benchmark run my_agent.py:make --out my-result

An agent is a function that gets a game's spec and answers with a player for it: a function that gets a
:class:`longjump.State` and chooses, or an engine's spec; None if it does not play that game.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from .._arena import MatchResult, Player, match
from .._longjump import __version__, positions_seen
from ._rating import Faced, rating_of

__all__ = ["BUDGET", "GAMES", "NAME", "TASKS", "Agent", "OverBudgetError", "engine_agent", "ladder", "play"]

Agent = Callable[[str], Player | None]
"""Gets a game's spec and answers with a player for it."""

NAME = "Longjump-6"
VERSION = 1
TASKS = (
    "star",
    "star:seats=3",
    "star:seats=4",
    "star:seats=6",
    "diamond",
    "corners:preset=waiting",
    "knightthrough",
    "minicheckers",
)
FORMER_NAMES = {"corners": "corners:preset=waiting"}
"""What tasks were called in results of before: the waiting game was the only one that corners had."""
OPPONENTS = ("random", "greedy", "default:level=2", "default:level=4", "default:level=6", "default:level=8")
BUDGET = 10_000
"""Positions that may be looked at for a move, on average over a task."""
GAMES = 12
"""Games against each opponent: every seat of every table is taken equally often."""
SEED = 20_261_118


class OverBudgetError(ValueError):
    """An agent looked at more positions than it may."""


def ladder() -> dict[str, dict[str, dict[str, float]]]:
    """For each task the opponents with their ratings and intervals, random moves being 0."""
    text = resources.files(__package__).joinpath("ladder.json").read_text(encoding="utf-8")
    tasks: dict[str, dict[str, dict[str, float]]] = json.loads(text)
    return tasks


def engine_agent(player: str) -> Agent:
    """The agent that is a player which all games have, such as ``default:level=3``."""
    return lambda game: f"{game}/{player}"


def play(agent: Agent, name: str, *, games: int = GAMES, tasks: tuple[str, ...] = TASKS) -> Iterator[dict[str, Any]]:
    """Plays the tasks one after another and tells what came of each; the last item is the whole result.

    Raises :class:`OverBudgetError` if the agent looked at more positions than it may.
    """
    done = []
    rungs = ladder()
    for task in tasks:
        player = agent(task)
        if player is None:
            continue
        done.append(_task(task, player, rungs[task], games))
        yield done[-1]
    if not done:
        raise ValueError("the agent plays none of the games: " + ", ".join(tasks))
    yield {
        "benchmark": NAME,
        "version": VERSION,
        "longjump": __version__,
        "agent": name,
        "budget": BUDGET,
        "games_per_opponent": games,
        "rating": round(sum(task["rating"]["value"] for task in done) / len(done), 1),
        "tasks": done,
    }


def _task(task: str, player: Player, rungs: dict[str, dict[str, float]], games: int) -> dict[str, Any]:
    counted = _Counted(player) if callable(player) else None
    faced, opponents, digest = [], [], hashlib.sha256()
    for opponent in OPPONENTS:
        rung = rungs[opponent]
        result = match(
            counted or player,
            f"{task}/{opponent}",
            game=task,
            games=games,
            nodes=BUDGET,
            seed=SEED,
            # Games are the same on any number of threads, but for functions that draw lots.
            threads=1 if counted else os.cpu_count() or 1,
        )
        points = points_of(result)
        faced.append(Faced(rung["value"], points))
        opponents.append({"name": opponent, "rating": rung["value"], "games": result.games, "score": _mean(points)})
        for record in result.records:
            digest.update(json.dumps([record["moves"], record["places"]]).encode())
    used = None if counted is None else round(counted.positions / max(counted.moves, 1), 1)
    if used is not None and used > BUDGET:
        raise OverBudgetError(
            f"{task}: {used:.0f} positions were looked at for a move on average, and {BUDGET} are allowed: "
            "search less deep"
        )
    value, low, high = rating_of(faced)
    return {
        "game": task,
        "rating": {"value": round(value, 1), "low": round(low, 1), "high": round(high, 1)},
        "positions_per_move": used,
        "opponents": opponents,
        "games_sha256": digest.hexdigest(),
    }


class _Counted:
    """A player whose moves and positions are counted."""

    def __init__(self, choose: Callable[..., int | str]) -> None:
        self.choose = choose
        self.moves = 0
        self.positions = 0
        self.__name__ = getattr(choose, "__name__", type(choose).__name__)

    def __call__(self, state: Any) -> int | str:
        before = positions_seen()
        action = self.choose(state)
        self.positions += positions_seen() - before
        self.moves += 1
        return action


def points_of(result: MatchResult) -> list[float]:
    """For each game the share of opponents that the first player left behind, ties being halves."""
    points = []
    for record in result.records:
        players, places = record["players"], record["places"]
        own = players.index(0)
        others = [place for seat, place in enumerate(places) if seat != own]
        points.append(
            sum(1.0 if place > places[own] else 0.5 * (place == places[own]) for place in others) / len(others)
        )
    return points


def _mean(points: list[float]) -> float:
    return round(sum(points) / len(points), 4)
