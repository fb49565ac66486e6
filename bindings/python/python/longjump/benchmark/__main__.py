"""python -m longjump.benchmark"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

from . import FORMER_NAMES, GAMES, TASKS, Agent, engine_agent, play
from ._ladder import measure
from ._list import markdown
from ._picture import svg
from ._signing import check, sign
from .baselines import baselines

EXAMPLES = """examples:
  python -m longjump.benchmark run default:level=3 --out level-3
  python -m longjump.benchmark run my_agent.py:make --name "My agent" --out mine
  python -m longjump.benchmark check mine/result.json my_agent.py:make
  python -m longjump.benchmark list baselines/*/result.json mine/result.json
"""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m longjump.benchmark",
        description="Longjump-6: how strong an agent is, over five games and tables of 2, 3, 4 and 6 seats.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="play an agent against all opponents; write its result and a picture")
    run.add_argument("agent", help="FILE.py:FUNCTION, or a player that all games have, such as default:level=3")
    run.add_argument("--name", help="what the agent is called on the list")
    run.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    checked = commands.add_parser("check", help="check that a result is what was signed, and that it comes out again")
    checked.add_argument("result", type=Path)
    checked.add_argument("agent", nargs="?", help="play this agent again and compare")
    listed = commands.add_parser("list", help="write results as a table, the strongest first")
    listed.add_argument("results", nargs="+", type=Path)
    every = commands.add_parser("baselines", help="run every baseline and list them")
    every.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    ladder = commands.add_parser("ladder", help="measure the opponents' ratings anew, when engines have changed")
    ladder.add_argument("--out", type=Path, required=True, metavar="FILE")
    for command in (run, every, ladder):
        command.add_argument("--games", type=int, default=GAMES, help="against each opponent (%(default)s)")
        command.add_argument("--tasks", nargs="+", choices=TASKS, default=TASKS, metavar="GAME")
    options = parser.parse_args(arguments)
    try:
        _COMMANDS[options.command](options)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped: nothing was written", file=sys.stderr)
        return 130
    return 0


def _run(options: argparse.Namespace) -> None:
    _write(_played(load_agent(options.agent), options.name or options.agent, options), options.out)


def _played(agent: Agent, name: str, options: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for result in play(agent, name, games=options.games, tasks=tuple(options.tasks)):
        if "game" in result:
            rating = result["rating"]
            print(f"{name:32} {result['game']:14} {rating['value']:6.0f}", file=sys.stderr)
    return result


def _write(result: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    signed = sign(result)
    (folder / "result.json").write_text(json.dumps(signed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "result.svg").write_text(svg(signed), encoding="utf-8")
    print(f"{result['agent']}: {result['rating']:.0f}, in {folder / 'result.json'} and {folder / 'result.svg'}")


def _check(options: argparse.Namespace) -> None:
    result = _read(options.result)
    print(f"signed by {result['key']}")
    if options.agent is None:
        return
    options.games, options.tasks = result["games_per_opponent"], [task["game"] for task in result["tasks"]]
    again = _played(load_agent(options.agent), result["agent"], options)
    for before, now in zip(result["tasks"], again["tasks"], strict=True):
        if before != now:
            raise ValueError(
                f"{before['game']}: another result this time: "
                "the agent draws lots without a fixed seed, or it is another one"
            )
    print("the same games once more")


def _list(options: argparse.Namespace) -> None:
    print(markdown([_read(file) for file in options.results]), end="")


def _baselines(options: argparse.Namespace) -> None:
    results = []
    for name, agent in baselines().items():
        if not any(map(agent, options.tasks)):
            continue
        result = _played(agent, name, options)
        _write(result, options.out / "".join(letter if letter.isalnum() else "-" for letter in name.lower()))
        results.append(result)
    (options.out / "list.md").write_text(markdown(results), encoding="utf-8")


def _ladder(options: argparse.Namespace) -> None:
    rungs = {}
    for task in options.tasks:
        rungs[task] = measure(task, options.games)
        print(task, {name: rung["value"] for name, rung in rungs[task].items()}, file=sys.stderr)
    options.out.write_text(json.dumps(rungs, indent=1) + "\n", encoding="utf-8")


def _read(file: Path) -> dict[str, Any]:
    """A result that is what was signed, with its tasks as they are called now."""
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    check(result)
    for task in result["tasks"]:
        task["game"] = FORMER_NAMES.get(task["game"], task["game"])
    return result


def load_agent(name: str) -> Agent:
    """The agent of a command line: a function in a file, or a player that all games have."""
    file, colon, function = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        return engine_agent(name)
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    if spec is None or spec.loader is None or not Path(file).exists():
        raise ValueError(f"there is no file {file}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    agent = getattr(module, function, None)
    if not callable(agent):
        raise ValueError(f"{file} has no function {function}")
    found: Agent = agent
    return found


_COMMANDS = {"run": _run, "check": _check, "list": _list, "baselines": _baselines, "ladder": _ladder}

if __name__ == "__main__":
    sys.exit(main())
