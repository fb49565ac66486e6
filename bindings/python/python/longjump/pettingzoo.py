"""Every game as a PettingZoo environment in which agents take turns: ``pip install longjump[pettingzoo]``.

>>> from longjump import pettingzoo
>>> env = pettingzoo.env("star:seats=3")
>>> env.reset(seed=1)
>>> env.agent_selection
'seat_0'
"""

from typing import ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import longjump


def env(spec="star", *, actions="turns", observation="planes", render_mode=None):
    """A game with PettingZoo's usual checks around it; an illegal action loses."""
    game = raw_env(spec, actions=actions, observation=observation, render_mode=render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class raw_env(AECEnv):
    """A game without checks: an illegal action raises a ValueError."""

    metadata: ClassVar = {"name": "longjump_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, spec="star", *, actions="turns", observation="planes", render_mode=None):
        super().__init__()
        self.render_mode = render_mode
        self._load = lambda: longjump.load(spec, actions=actions, own_side=True)
        self._kind = observation
        self.state_of_game = self._load()
        example = self.state_of_game.observation(observation)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.state_of_game.seats)]
        space = gymnasium.spaces.Box(0, 1 if example.dtype == np.uint8 else 2, example.shape, example.dtype)
        mask = gymnasium.spaces.Box(0, 1, (self.state_of_game.num_actions,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": space, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.state_of_game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        # The games have no chance in them: there is nothing for a seed to decide.
        self.state_of_game = self._load()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_of_game.turn]

    def observe(self, agent):
        state = self.state_of_game
        seat = self.possible_agents.index(agent)
        mask = np.zeros(state.num_actions, np.int8)
        if seat == state.turn:
            mask[state.legal_actions()] = 1
        return {"observation": state.observation(self._kind, seat), "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_of_game.apply(int(action))
        self._clear_rewards()
        if self.state_of_game.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_of_game.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            for agent, place in zip(self.possible_agents, self.state_of_game.standings(), strict=True):
                self.infos[agent]["place"] = place
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.state_of_game.turn]
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "svg":
            return self.state_of_game.svg()
        return self.state_of_game.to_text() if self.render_mode == "ansi" else None

    def close(self):
        pass
