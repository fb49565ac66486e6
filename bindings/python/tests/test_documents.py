"""What the documents show runs as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = [
    (path.name, number, program)
    for path in (ROOT / "docs/python.md", ROOT / "docs/benchmark.md", ROOT / "bindings/python/README.md")
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL))
]


@pytest.mark.parametrize(("name", "number", "program"), PROGRAMS)
def test_programs_run(name, number, program):
    exec(compile(program, f"{name}, program {number + 1}", "exec"), {})


def test_the_agent_of_the_guide_beats_random_moves(tmp_path, monkeypatch):
    import longjump
    from longjump import benchmark
    from longjump.benchmark.__main__ import main

    (program,) = [program for name, _, program in PROGRAMS if name == "benchmark.md"]
    names: dict[str, Any] = {}
    exec(program, names)
    players = {game: names["make"](game) for game in benchmark.TASKS}
    assert [game for game, player in players.items() if player is None] == ["minicheckers"]
    for game, player in players.items():
        state = longjump.load(game)
        assert player is None or state.is_legal(player(state))
    assert longjump.match(names["make"]("star"), "star/random", games=4).score > 0.9
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LONGJUMP_BENCHMARK_KEY", str(tmp_path / "key.pem"))
    Path("my_agent.py").write_text(program)
    short = ["--games", "2", "--tasks", "diamond", "minicheckers"]
    assert main(["run", "my_agent.py:make", "--name", "Homewards", "--out", "homewards", *short]) == 0
    assert main(["list", "homewards/result.json"]) == 0
    assert main(["check", "homewards/result.json", "my_agent.py:make"]) == 0
