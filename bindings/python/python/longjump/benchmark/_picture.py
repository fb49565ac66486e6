"""The picture of a result: for each task where the agent stands among the opponents."""

from __future__ import annotations

from html import escape
from typing import Any

WIDTH, LEFT, RIGHT, ROW, TOP = 760, 130, 30, 46, 74


def svg(result: dict[str, Any]) -> str:
    """A picture for pages and papers."""
    tasks = result["tasks"]
    ratings = [opponent["rating"] for task in tasks for opponent in task["opponents"]]
    ratings += [task["rating"][end] for task in tasks for end in ("low", "high")]
    low, high = min(ratings), max(ratings)

    def x(rating: float) -> float:
        return float(round(LEFT + (rating - low) / max(high - low, 1) * (WIDTH - LEFT - RIGHT), 1))

    height = TOP + ROW * len(tasks) + 34
    title = f"{result['benchmark']}: {result['agent']}, mean rating {result['rating']:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="13"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="28" font-size="18" font-weight="600" fill="#1d2733">{escape(title)}</text>',
        '<text x="16" y="48" fill="#586574">Elo, random moves being 0; grey are the opponents: '
        "random, greedy, levels 2, 4, 6, 8. Bars are 95 % intervals.</text>",
    ]
    for tick in range(int(low // 500 + 1) * 500, int(high) + 1, 500):
        parts.append(
            f'<text x="{x(tick)}" y="{height - 10}" fill="#586574" text-anchor="middle">{tick}</text>'
            f'<path d="M{x(tick)} {TOP}V{height - 26}" stroke="#e4e8ec"/>'
        )
    for row, task in enumerate(tasks):
        parts += _row(task, TOP + ROW * row + 18, x)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(task: dict[str, Any], y: int, x: Any) -> list[str]:
    parts = [f'<text x="16" y="{y + 5}" fill="#1d2733">{escape(task["game"])}</text>']
    for opponent in task["opponents"]:
        parts.append(
            f'<circle cx="{x(opponent["rating"])}" cy="{y}" r="5" fill="#b8c1ca">'
            f"<title>{escape(opponent['name'])}: {opponent['rating']:.0f}, "
            f"score {opponent['score']:.0%}</title></circle>"
        )
    rating = task["rating"]
    parts.append(f'<path d="M{x(rating["low"])} {y}H{x(rating["high"])}" stroke="#d1495b" stroke-width="3"/>')
    parts.append(
        f'<circle cx="{x(rating["value"])}" cy="{y}" r="6" fill="#d1495b"/>'
        f'<text x="{x(rating["value"])}" y="{y - 10}" fill="#d1495b" text-anchor="middle">{rating["value"]:.0f}</text>'
    )
    return parts
