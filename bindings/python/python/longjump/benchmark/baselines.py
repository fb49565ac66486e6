"""The players that stand on the list from the beginning."""

from __future__ import annotations

from .._arena import Player
from . import Agent, engine_agent

PAPERS = {
    "1999 thesis, Adaptive & last marble": {"star": "adaptive-last-marble"},
    "1999 thesis, Alphabeta 6": {"star": "alphabeta-6"},
    "Diamond paper, beam search": {"diamond": "beam"},
    "Corners paper, alpha-beta": {"corners:preset=waiting": "alphabeta"},
    "KnightThrough paper, version 7": {"knightthrough": "v7+zickzack"},
    "KnightThrough paper, version 1": {"knightthrough": "v1+piece-count"},
    "Mini-Checkers report, hard": {"minicheckers": "hard"},
    "Mini-Checkers report, easy": {"minicheckers": "easy"},
}
MANY_SEATS = ("paranoid", "maxn", "brs", "brs+", "mcts")


def _some_games(players: dict[str, str]) -> Agent:
    def agent(game: str) -> Player | None:
        return f"{game}/{players[game]}" if game in players else None

    return agent


def baselines() -> dict[str, Agent]:
    """By name: random moves, greedy, levels, the engine, the papers' players, and those for many seats."""
    agents = {name: engine_agent(name) for name in ("random", "greedy")}
    agents |= {f"level {level}": engine_agent(f"default:level={level}") for level in (1, 3, 5, 7, 9)}
    agents["the engine, 10 000 positions"] = engine_agent("default")
    agents |= {name: _some_games(players) for name, players in PAPERS.items()}
    for name in MANY_SEATS:
        agents[name] = _some_games({f"star:seats={seats}": name for seats in (3, 4, 6)} | {"star": name})
    return agents
