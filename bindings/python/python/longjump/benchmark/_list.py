"""The list of all results, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import TASKS


def markdown(results: Sequence[dict[str, Any]]) -> str:
    """A table, the strongest first; who plays only some of the games comes after those who play all."""
    rows = ["| agent | mean | " + " | ".join(TASKS) + " |", "|---|---:|" + "---:|" * len(TASKS)]
    for result in sorted(results, key=lambda it: (-len(it["tasks"]), -it["rating"], it["agent"])):
        tasks = {task["game"]: task["rating"] for task in result["tasks"]}
        cells = [_cell(tasks.get(task)) for task in TASKS]
        mean = f"**{result['rating']:.0f}**" if len(tasks) == len(TASKS) else ""
        rows.append(f"| {result['agent']} | {mean} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _cell(rating: dict[str, float] | None) -> str:
    return "" if rating is None else f"{rating['value']:.0f} ± {(rating['high'] - rating['low']) / 2:.0f}"
