"""The helpers of PettingZoo, Gymnasium and OpenSpiel themselves, for every game and number of seats."""

import importlib.util

import numpy as np
import pytest

import longjump

SPECS = sorted({spec for _, _, specs in longjump.games() for spec in specs})


def has(package):
    return pytest.mark.skipif(importlib.util.find_spec(package) is None, reason=f"{package} is not installed")


@has("pettingzoo")
@pytest.mark.parametrize("actions", ["turns", "hops"])
@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo(spec, actions):
    from pettingzoo.test import api_test, seed_test

    from longjump import pettingzoo

    api_test(pettingzoo.env(spec, actions=actions), num_cycles=200)
    seed_test(lambda: pettingzoo.env(spec, actions=actions), num_cycles=20)


@has("gymnasium")
@pytest.mark.parametrize("observation", ["flat", "planes"])
@pytest.mark.parametrize("spec", SPECS)
def test_gymnasium(spec, observation):
    from gymnasium.utils.env_checker import check_env

    from longjump.gymnasium import LongjumpEnv

    check_env(LongjumpEnv(spec, "greedy", observation=observation, nodes=50), skip_render_check=True)


@has("gymnasium")
def test_a_learner_plays_a_game():
    from longjump.gymnasium import LongjumpEnv

    for seat in (None, 0, 2):
        env = LongjumpEnv("star:seats=3", "random", seat=seat)
        _, info = env.reset(seed=4)
        is_over = False
        while not is_over:
            action = int(np.random.default_rng(1).choice(np.flatnonzero(info["action_mask"])))
            _, reward, is_over, _, info = env.step(action)
        assert -1 <= reward <= 1 and 1 <= info["place"] <= 3
        env.reset(seed=4)
        assert env.step(0)[1:3] == (-1.0, True)


@has("pyspiel")
@pytest.mark.parametrize("actions", ["turns", "hops"])
@pytest.mark.parametrize("spec", SPECS)
def test_open_spiel(spec, actions):
    import pyspiel

    from longjump import open_spiel

    game = open_spiel.load_game(spec, actions=actions)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@has("pyspiel")
def test_open_spiels_search_plays():
    from open_spiel.python.algorithms import mcts

    from longjump import open_spiel

    game = open_spiel.load_game("minicheckers")
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
