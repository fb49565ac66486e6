"""States of every game with every option, held against slower ways of finding the same."""

import copy
import pickle
import random

import numpy as np
import pytest

import longjump

SPECS = sorted({spec for _, _, specs in longjump.games() for spec in specs})
MODES = [(actions, own_side) for actions in ("turns", "hops") for own_side in (False, True)]


def walk(state, plies, seed=1):
    """Random actions, and each state before one."""
    chance = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            return
        action = chance.choice(state.legal_actions())
        yield state, action
        state.apply(action)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("actions", "own_side"), MODES)
def test_random_games_end_and_undo_leads_back(spec, actions, own_side):
    state = longjump.load(spec, actions=actions, own_side=own_side)
    texts = []
    for before, _ in walk(state, 200):
        texts.append((before.to_text(), sorted(before.legal_actions())))
    for text, legal in reversed(texts):
        assert state.undo()
        assert (state.to_text(), sorted(state.legal_actions())) == (text, legal)
    assert not state.undo()


def ends(hopping):
    """The whole turns that sequences of hops come to."""
    for action in hopping.legal_actions():
        after = hopping.clone()
        after.apply(action)
        if after.played:
            yield after.played[0]
        else:
            yield from ends(after)


@pytest.mark.parametrize("spec", SPECS)
def test_hops_come_to_the_same_turns(spec):
    """Every sequence of hops is one legal turn, and every legal turn one sequence."""
    state = longjump.load(spec)
    for before, _ in walk(state, 60):
        hops = longjump.load(spec, before.to_text(), actions="hops")
        found = list(ends(hops))
        turns = [before.action_to_text(action) for action in before.legal_actions()]
        assert sorted(found) == sorted(turns)


@pytest.mark.parametrize("spec", SPECS)
def test_a_turn_is_its_hops(spec):
    state = longjump.load(spec)
    hopping = longjump.load(spec, actions="hops")
    for before, action in walk(state, 80):
        text = before.action_to_text(action)
        for hop in before.hops_of(text):
            hopping.apply(hop)
        after = before.clone()
        after.apply(action)
        assert hopping.to_text() == after.to_text()


@pytest.mark.parametrize("spec", SPECS)
def test_masks_texts_copies_and_pickles(spec):
    for actions, own_side in MODES:
        state = longjump.load(spec, actions=actions, own_side=own_side)
        mask = np.zeros(state.num_actions, bool)
        for before, action in walk(state, 40, seed=2):
            legal = before.legal_actions()
            assert len(set(legal)) == len(legal)
            assert np.flatnonzero(before.legal_mask(mask)).tolist() == sorted(legal)
            assert before.text_to_action(before.action_to_text(action)) == action
            for same in (before.clone(), copy.copy(before), copy.deepcopy(before), pickle.loads(pickle.dumps(before))):
                assert same == before and hash(same) == hash(before)
                assert same.legal_actions() == legal
                same.apply(action)
                assert same != before
                assert before.legal_actions() == legal


@pytest.mark.parametrize("spec", SPECS)
def test_every_seat_sees_its_own_home_first(spec):
    start = longjump.load(spec)
    first = start.observation("planes", 0)
    for seat in range(start.seats):
        planes = start.observation("planes", seat)
        assert planes.shape == first.shape
        assert (planes[0] == first[0]).all(), "one's own pieces"
        assert (planes[start.seats :] == first[start.seats :]).all(), "board and goal"
        assert planes[: start.seats].sum() == first[: start.seats].sum()
        flat = start.observation("flat", seat)
        assert flat.dtype == np.float32
        assert flat[: start.seats * len(start.holes)].sum() == planes[: start.seats].sum()


@pytest.mark.parametrize("spec", [spec for spec in SPECS if longjump.load(spec).seats in (2, 3, 6)])
def test_from_ones_own_side_the_first_turn_is_the_same(spec):
    """Where seats are alike, so is what they may do, as long as the others have not moved."""
    state = longjump.load(spec, own_side=True)
    first = sorted(state.legal_actions())
    rows = state.to_text().split(" ")
    for seat in range(1, state.seats):
        rows[1] = "abcdef"[seat]
        other = longjump.load(spec, " ".join(rows), own_side=True)
        assert other.turn == seat
        assert sorted(other.legal_actions()) == first


@pytest.mark.parametrize("spec", SPECS)
def test_returns_are_places(spec):
    for seed in range(3):
        state = longjump.load(spec)
        for _ in walk(state, 5000, seed):
            pass
        assert state.is_terminal() and state.turn is None and state.legal_actions() == []
        places, returns = state.standings(), state.returns()
        assert isinstance(places, list) and isinstance(state.standings_so_far(), list)
        assert abs(sum(returns)) < 1e-9
        assert state.ending() is not None
        for one in range(state.seats):
            for other in range(state.seats):
                assert (places[one] < places[other]) == (returns[one] > returns[other])
        assert max(returns) <= 1 and min(returns) >= -1


def test_errors_say_what_to_do():
    for wrong, words in [
        (lambda: longjump.load("chess"), "star"),
        (lambda: longjump.load("star:seats=9"), "seats"),
        (lambda: longjump.load("star", "nonsense"), "position"),
        (lambda: longjump.load("star", actions="steps"), "'turns' or 'hops'"),
        (lambda: longjump.load("star").apply(0), "legal_actions()"),
        (lambda: longjump.load("star").apply(-1), "legal_actions()"),
        (lambda: longjump.load("star").apply("a1a2"), "such as"),
        (lambda: longjump.load("star").observation("picture"), "'planes' or 'flat'"),
        (lambda: longjump.load("star").observation("flat", 2), "seats are 0 to 1"),
        (lambda: longjump.load("star").legal_mask(np.zeros(3, bool)), "14641"),
    ]:
        with pytest.raises((ValueError, IndexError)) as error:
            wrong()
        assert words in str(error.value)


def test_a_picture_shows_itself():
    state = longjump.load("corners")
    assert state._repr_svg_().startswith("<svg")
    assert "State(" in repr(state)
