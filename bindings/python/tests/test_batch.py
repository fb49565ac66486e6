"""A batch plays exactly what states play, whatever the number of threads."""

import numpy as np
import pytest

import longjump

SPECS = sorted({spec for _, _, specs in longjump.games() for spec in specs})


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("actions", ["turns", "hops"])
def test_games_are_those_of_states(spec, actions):
    env = longjump.BatchEnv(spec, 5, threads=2, seed=3, observation="planes", mask=True, actions=actions)
    arrays = env.reset()
    states = [longjump.load(spec, actions=actions, own_side=True) for _ in range(5)]
    for _ in range(300):
        chosen = env.sample().copy()
        for index, state in enumerate(states):
            assert arrays.turns[index] == state.turn
            legal = arrays.legal[index, : arrays.counts[index]].tolist()
            assert legal == state.legal_actions()
            assert np.flatnonzero(arrays.mask[index]).tolist() == sorted(legal)
            assert (arrays.planes[index] == state.observation("planes")).all()
            state.apply(int(chosen[index]))
        env.step(chosen)
        for index, state in enumerate(states):
            assert arrays.dones[index] == state.is_terminal()
            assert arrays.rewards[index].tolist() == pytest.approx(state.returns())
            if state.is_terminal():
                states[index] = longjump.load(spec, actions=actions, own_side=True)


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_the_same_numbers_whatever_the_threads(opponent):
    def history(threads):
        engine = opponent and f"star:seats=3/{opponent}"
        env = longjump.BatchEnv("star:seats=3", 7, threads=threads, seed=11, opponent=engine, nodes=50)
        seen = []
        arrays = env.reset()
        for _ in range(60):
            arrays = env.step(env.sample())
            seen.append((arrays.flat.copy(), arrays.rewards.copy(), arrays.turns.copy()))
        return seen

    first = history(1)
    for threads in (2, 3, 7, 20):
        for one, other in zip(first, history(threads), strict=True):
            for a, b in zip(one, other, strict=True):
                assert (a == b).all()


def test_an_opponent_plays_for_the_others():
    env = longjump.BatchEnv("corners", 4, opponent="corners/greedy", nodes=50, auto_reset=False)
    arrays = env.reset()
    assert arrays.turns.tolist() == [0, 1, 0, 1]
    for _ in range(400):
        arrays = env.step(env.sample())
    assert arrays.dones.all() and (arrays.counts == 0).all()


def test_seeds_and_resets():
    env = longjump.BatchEnv("diamond", 3, seed=5)
    env.reset()
    first = [env.step(env.sample()).flat.copy() for _ in range(20)]
    env.reset(seed=5)
    again = [env.step(env.sample()).flat.copy() for _ in range(20)]
    env.reset(seed=6)
    other = [env.step(env.sample()).flat.copy() for _ in range(20)]
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert any((a != b).any() for a, b in zip(first, other, strict=True))


def test_arrays_of_ones_own():
    env = longjump.BatchEnv("star", 2, observation=None)
    own = longjump.Arrays(rewards=np.zeros((2, 2), np.float32), flat=np.zeros((4, 367), np.float32)[::2])
    with pytest.raises(ValueError, match=r"contiguous|shape"):
        env.reset(arrays=own)
    own.flat = None
    assert env.reset(arrays=own) is own


def test_errors_say_what_to_do():
    for wrong, words in [
        (lambda: longjump.BatchEnv("star", 0), "at least one"),
        (lambda: longjump.BatchEnv("star", 2, observation="text"), "'flat', 'planes'"),
        (lambda: longjump.BatchEnv("star", 2, opponent="star/nobody"), "nobody"),
        (lambda: longjump.BatchEnv("star", 2).step([0, 0]), "reset()"),
    ]:
        with pytest.raises(ValueError) as error:
            wrong()
        assert words in str(error.value)
    env = longjump.BatchEnv("star", 2, most_legal=3)
    with pytest.raises(ValueError, match="wider"):
        env.reset()
    env = longjump.BatchEnv("star", 2)
    env.reset()
    with pytest.raises(ValueError, match=r"game 0: .*legal_actions"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="2 elements, not 3"):
        env.step([0, 0, 0])
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(["a", "b"])
    with pytest.raises(TypeError, match="there is no array called reward"):
        longjump.Arrays(reward=None)
