"""Engines seen from Python."""

import threading
import time

import pytest

import longjump


@pytest.mark.parametrize("actions", ["turns", "hops"])
@pytest.mark.parametrize("spec", ["star", "star:seats=3", "diamond", "corners", "knightthrough", "minicheckers"])
def test_an_engine_plays_a_legal_game(spec, actions):
    engine = longjump.Engine(f"{spec}/default:level=1")
    state = longjump.load(spec, actions=actions, own_side=True)
    for _ in range(40):
        if state.is_terminal():
            break
        state.apply(engine.choose(state, nodes=100))


def test_analysis_has_lines_and_scores():
    engine = longjump.Engine("star")
    state = longjump.load("star")
    lines = engine.analyse(state, lines=3, nodes=5000)
    assert len(lines) == 3
    assert len({line.moves[0] for line in lines}) == 3
    assert lines[0].ahead >= lines[1].ahead >= lines[2].ahead
    assert lines[0].depth > 0 and "moves ahead" in repr(lines[0])


def test_a_won_position_is_known():
    state = longjump.load("knightthrough")
    for move in ["b2c4", "a7b5", "c4d6", "b5a3", "d6f7"]:
        state.apply(move)
    (line,) = longjump.Engine("knightthrough").analyse(state, depth=3)
    assert line.win_in == 1 and line.moves[0].startswith("a3")


def test_others_go_on_while_an_engine_thinks():
    engine = longjump.Engine("star")
    state = longjump.load("star")
    thinking = threading.Thread(target=engine.choose, args=(state,), kwargs={"seconds": 0.5})
    thinking.start()
    begun, count = time.monotonic(), 0
    while thinking.is_alive():
        longjump.load("star").legal_actions()
        count += 1
    thinking.join()
    assert count > 100 and time.monotonic() - begun < 5


def test_errors_say_what_to_do():
    with pytest.raises(ValueError, match="nobody"):
        longjump.Engine("star/nobody")
    with pytest.raises(ValueError, match="plays star, and this is a state of diamond"):
        longjump.Engine("star").choose(longjump.load("diamond"))
    with pytest.raises(ValueError, match="no number of seconds"):
        longjump.Engine("star").choose(longjump.load("star"), seconds=-1)
    with pytest.raises(ValueError, match="one line only"):
        longjump.Engine("star/greedy").analyse(longjump.load("star"), lines=2)
