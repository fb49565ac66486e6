"""The benchmark: what it measures, and that a result can be trusted."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from longjump import benchmark
from longjump.benchmark import _list, _picture, _rating, _signing, baselines
from longjump.benchmark.__main__ import load_agent, main

AGENT = """
import longjump

def make(game):
    return lambda state: state.legal_actions()[-1]

def few(game):
    return make(game) if game == "corners:preset=waiting" else None

def deep(game):
    engine = longjump.Engine(game)
    return lambda state: engine.choose(state, nodes=200_000)
"""


@pytest.fixture(autouse=True)
def own_key(tmp_path, monkeypatch):
    monkeypatch.setenv(_signing.KEY_FILE, str(tmp_path / "keys" / "key.pem"))


@pytest.fixture
def agent_file(tmp_path):
    file = tmp_path / "agent.py"
    file.write_text(AGENT)
    return file


def test_every_task_has_all_opponents_and_random_moves_are_zero():
    rungs = benchmark.ladder()
    assert tuple(rungs) == benchmark.TASKS
    for opponents in rungs.values():
        assert tuple(opponents) == benchmark.OPPONENTS
        assert opponents["random"]["value"] == 0
        assert all(rung["low"] <= rung["value"] <= rung["high"] for rung in opponents.values())


def test_a_rating_is_where_the_score_is_as_expected():
    even = [_rating.Faced(rating, [1.0, 0.0] * 50) for rating in (0, 400)]
    value, low, high = _rating.rating_of(even)
    assert value == pytest.approx(200, abs=1)
    assert low < value < high
    assert high - low == pytest.approx(2 * 1.96 * 39, rel=0.2)
    three_of_four = [_rating.Faced(500, [1.0, 1.0, 1.0, 0.0] * 2000)]
    assert _rating.rating_of(three_of_four)[0] == pytest.approx(500 + 190.8, abs=1)


def test_who_wins_everything_has_a_rating_too():
    value, low, high = _rating.rating_of([_rating.Faced(0, [1.0] * 24), _rating.Faced(900, [1.0] * 24)])
    assert 1200 < value < 1800
    assert low < value < high
    lost = _rating.rating_of([_rating.Faced(0, [0.0] * 24), _rating.Faced(900, [0.0] * 24)])
    assert lost[0] == pytest.approx(900 - value, abs=1)


def test_a_result_is_signed_and_comes_out_again(tmp_path, agent_file, capsys):
    options = ["--games", "2", "--tasks", "corners:preset=waiting", "minicheckers"]
    for folder in ("one", "two"):
        assert main(["run", f"{agent_file}:make", "--name", "Last", "--out", str(tmp_path / folder), *options]) == 0
    one, two = ((tmp_path / folder / "result.json").read_bytes() for folder in ("one", "two"))
    assert one == two
    result = json.loads(one)
    assert [task["game"] for task in result["tasks"]] == ["corners:preset=waiting", "minicheckers"]
    assert all(task["positions_per_move"] == 0 for task in result["tasks"])
    file = str(tmp_path / "one" / "result.json")
    assert main(["check", file, f"{agent_file}:make"]) == 0
    assert "the same games" in capsys.readouterr().out
    assert main(["check", file, "random"]) == 1
    assert "another result" in capsys.readouterr().err
    assert main(["list", file]) == 0
    assert "| Last |" in capsys.readouterr().out
    result["rating"] += 100
    (tmp_path / "one" / "result.json").write_text(json.dumps(result))
    assert main(["check", file]) == 1
    assert "not what was signed" in capsys.readouterr().err


def test_the_picture_has_a_row_for_each_task(tmp_path, agent_file):
    assert (
        main(["run", "random", "--games", "2", "--tasks", "corners:preset=waiting", "--out", str(tmp_path / "out")])
        == 0
    )
    picture = ElementTree.parse(tmp_path / "out" / "result.svg")
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "corners:preset=waiting" in texts
    assert any("random, mean rating" in (text or "") for text in texts)


def test_an_agent_may_leave_games_out(agent_file):
    *tasks, whole = benchmark.play(load_agent(f"{agent_file}:few"), "few", games=2)
    assert [task["game"] for task in tasks] == ["corners:preset=waiting"]
    assert whole["tasks"] == tasks


def test_more_positions_than_allowed_are_refused(agent_file):
    agent = load_agent(f"{agent_file}:deep")
    with pytest.raises(benchmark.OverBudgetError, match="10000 are allowed"):
        list(benchmark.play(agent, "slow", games=2, tasks=("minicheckers",)))


def test_the_list_has_the_strongest_first():
    def result(agent, rating, games):
        ratings = [
            {"game": game, "rating": {"value": rating, "low": rating - 50, "high": rating + 50}} for game in games
        ]
        return {"agent": agent, "rating": rating, "tasks": ratings}

    every = benchmark.TASKS
    table = _list.markdown(
        [result("weak", 100, every), result("one game", 3000, every[:1]), result("strong", 900, every)]
    )
    assert [line.split("|")[1].strip() for line in table.splitlines()[2:]] == ["strong", "weak", "one game"]
    assert "900 ± 50" in table


def test_baselines_can_be_built():
    for agent in baselines.baselines().values():
        players = [agent(game) for game in benchmark.TASKS]
        assert any(players)
        for game, player in zip(benchmark.TASKS, players, strict=True):
            assert player is None or benchmark.engine_agent(player.partition("/")[2])(game) == player


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "nowhere.py:make", "--out", "x"], "there is no file nowhere.py"),
        (["run", "no-such-player", "--out", "x"], "no-such-player"),
        (["check", "nowhere.json"], "nowhere.json"),
    ],
)
def test_mistakes_are_told(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 1
    assert words in capsys.readouterr().err


def test_a_picture_escapes_names():
    task = {"game": "star", "rating": {"value": 1, "low": 0, "high": 2}, "opponents": []}
    picture = _picture.svg({"benchmark": "B", "agent": "<b> & co", "rating": 1.0, "tasks": [task]})
    ElementTree.fromstring(picture)
