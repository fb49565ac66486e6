"""One learner against engines, as a Gymnasium environment: ``pip install longjump[gymnasium]``.

>>> from longjump.gymnasium import LongjumpEnv
>>> env = LongjumpEnv("corners", opponent="greedy")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()) > 0
True
"""

from typing import ClassVar

import gymnasium
import numpy as np

import longjump


class LongjumpEnv(gymnasium.Env):
    """A game in which one seat is the learner's and an engine plays the others.

    ``opponent`` is a player of the game, such as ``"default:level=2"``, which looks at ``nodes``
    positions for a move. ``seat`` is the learner's; None lets the seed of each game decide.
    The reward is 0 until the game is over and then from 1 (first) to -1 (last). ``info["action_mask"]``
    has what is legal; an illegal action loses the game at once.
    """

    metadata: ClassVar = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        spec="star",
        opponent="default:level=1",
        *,
        seat=None,
        nodes=1000,
        actions="turns",
        observation="flat",
        render_mode=None,
    ):
        self._load = lambda: longjump.load(spec, actions=actions, own_side=True)
        self._kind = observation
        self._nodes = nodes
        self._wanted_seat = seat
        self.render_mode = render_mode
        self.state = self._load()
        if seat is not None and not 0 <= seat < self.state.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.state.seats - 1}")
        self.seat = seat or 0
        self._engine = longjump.Engine(f"{self.state.spec}/{opponent}")
        example = self.state.observation(observation)
        most = 1 if example.dtype == np.uint8 else 2
        self.observation_space = gymnasium.spaces.Box(0, most, example.shape, example.dtype)
        self.action_space = gymnasium.spaces.Discrete(self.state.num_actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self._load()
        chance = self.np_random
        self.seat = int(chance.integers(self.state.seats)) if self._wanted_seat is None else self._wanted_seat
        self._engine.new_game()
        self._engine.try_option("seed", int(chance.integers(1 << 31)))
        self._let_others_play()
        return self._observe()

    def step(self, action):
        action = int(action)
        if not self.state.is_legal(action):
            observation, info = self._observe()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self.state.apply(action)
        self._let_others_play()
        observation, info = self._observe()
        is_over = self.state.is_terminal()
        if is_over:
            info["place"] = self.state.standings()[self.seat]
        return observation, self.state.returns()[self.seat], is_over, False, info

    def _let_others_play(self):
        while not self.state.is_terminal() and self.state.turn != self.seat:
            self.state.apply(self._engine.choose(self.state, nodes=self._nodes))

    def _observe(self):
        mask = np.zeros(self.state.num_actions, np.int8)
        mask[self.state.legal_actions()] = 1
        return self.state.observation(self._kind, self.seat), {"action_mask": mask}

    def render(self):
        if self.render_mode == "svg":
            return self.state.svg()
        return self.state.to_text() if self.render_mode == "ansi" else None


def register():
    """Makes ``gymnasium.make("Longjump-v0", spec=..., opponent=...)`` work."""
    if "Longjump-v0" not in gymnasium.registry:
        gymnasium.register("Longjump-v0", entry_point=LongjumpEnv)
