"""The arena with Python functions in it."""

import math
import random

import pytest

import longjump


def test_a_function_plays_an_engine():
    chance = random.Random(1)

    def by_chance(state):
        assert state.turn is not None
        state.apply(chance.choice(state.legal_actions()))
        state.undo()
        return state.action_to_text(chance.choice(state.legal_actions()))

    result = longjump.match(by_chance, "knightthrough/default:level=8", games=6, threads=2)
    assert (result.games, result.score) == (6, 0.0)
    assert result.summary["players"][0]["name"] == "by_chance"
    assert result.summary["players"][0]["faults"] == 0
    assert [record["players"] for record in result.records] == [[0, 1], [1, 0]] * 3
    for record in result.records:
        state = longjump.load("knightthrough")
        for move in record["moves"].split():
            state.apply(move)
        assert state.standings() == record["places"]


def test_the_same_seed_plays_the_same_games():
    def games(threads):
        result = longjump.match("minicheckers/default:level=2", "minicheckers/random", games=8, threads=threads, seed=5)
        return [record["moves"] for record in result.records]

    assert games(1) == games(2)


def test_an_interval_may_have_no_end():
    result = longjump.match("corners/default:level=6", "corners/random", games=2)
    assert result.elo is None
    result = longjump.match(lambda state: state.legal_actions()[0], "minicheckers/default:level=3", games=4)
    assert result.elo is not None
    assert (result.elo.low, result.elo.high < 0) == (-math.inf, True)


def test_many_seats():
    result = longjump.match("star:seats=3/greedy", lambda state: state.legal_actions()[0], games=6)
    assert result.games == 6 and result.score > 0.9


def test_a_sequential_test_ends_a_match():
    result = longjump.match("corners/default:level=5", "corners/random", games=2000, sprt=(0, 30), nodes=200)
    assert result.decision == "stronger" and result.games < 2000


def test_errors_end_a_match():
    def broken(state):
        raise KeyError("nothing there")

    with pytest.raises(KeyError, match="nothing there"):
        longjump.match(broken, "corners/random", games=2)
    with pytest.raises(ValueError, match="not legal"):
        longjump.match(lambda state: 3, "corners/random", games=2)
    with pytest.raises(ValueError, match="which game"):
        longjump.match(broken, broken)
    with pytest.raises(ValueError, match="nobody"):
        longjump.match("corners/nobody", "corners/random")


def test_ratings_have_intervals():
    chance = random.Random(1)
    games = []
    for _ in range(300):
        first, second = ("ann", "bob") if chance.random() < 0.75 else ("bob", "ann")
        games.append([(first, 1), (second, 2)])
    rated = longjump.ratings(games, anchor=("bob", 1000))
    assert list(rated) == ["ann", "bob"]
    assert rated["bob"].value == pytest.approx(1000)
    assert rated["ann"].low < 1191 < rated["ann"].high
    with pytest.raises(ValueError, match="cid has played no game"):
        longjump.ratings(games, anchor=("cid", 0))
    with pytest.raises(ValueError, match="two players"):
        longjump.ratings([[("ann", 1)]])


def test_records_books_and_races():
    state = longjump.load("star")
    known = longjump.book(state)
    assert known == sorted(known, key=lambda move: -move[1])
    assert {move for move, _ in known} <= {state.action_to_text(action) for action in state.legal_actions()}
    assert longjump.race(state) is None
    won = longjump.load("star", "a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b a 80 -")
    assert longjump.race(won) == (0, 2)
    won.apply("i13i12")
    record = longjump.read_record(longjump.write_record(won, Seat1="Ann"))
    assert record.tags["Seat1"] == "Ann" and record.state() == won
    with pytest.raises(ValueError, match="record"):
        longjump.read_record("nothing")
