"""The opponents' own ratings."""

from __future__ import annotations

from itertools import combinations

from .._arena import match, ratings
from . import BUDGET, OPPONENTS, SEED


def measure(task: str, games: int) -> dict[str, dict[str, float]]:
    """Every opponent against every other, each also alone among the other where there are many seats."""
    results: list[list[tuple[str, int]]] = []
    for pair in combinations(OPPONENTS, 2):
        for first, second in (pair, pair[::-1]) if "seats" in task else (pair,):
            played = match(f"{task}/{first}", f"{task}/{second}", games=games, nodes=BUDGET, seed=SEED, threads=2)
            for record in played.records:
                names = ((first, second)[player] for player in record["players"])
                results.append(list(zip(names, record["places"], strict=True)))
    rated = ratings(results, anchor=("random", 0))
    return {name: {end: round(getattr(rated[name], end), 1) for end in ("value", "low", "high")} for name in OPPONENTS}
