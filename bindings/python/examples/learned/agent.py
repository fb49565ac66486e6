"""A small net that was trained by train.py, as an agent of the benchmark:

    python -m longjump.benchmark run examples/learned/agent.py:make --name "Small net" --out small-net

It looks one move ahead and takes what the net likes best. Playing needs NumPy alone.
"""

from pathlib import Path

import numpy as np

WEIGHTS = Path(__file__).with_name("weights")


class Net:
    """Two hidden layers, and how far ahead whoever looks at the board is, between -1 and 1."""

    def __init__(self, layers):
        self.layers = layers

    @classmethod
    def load(cls, game):
        file = np.load(WEIGHTS / f"{game.replace(':', '-').replace('=', '-')}.npz")
        return cls([(file[f"w{i}"].astype(np.float32), file[f"b{i}"].astype(np.float32)) for i in range(3)])

    def values(self, observations):
        numbers = observations
        for weights, bias in self.layers[:-1]:
            numbers = np.maximum(numbers @ weights + bias, 0)
        weights, bias = self.layers[-1]
        return (numbers @ weights + bias)[:, 0]


def make(game):
    net = Net.load(game)

    def small_net(state):
        me, two = state.turn, state.seats == 2
        actions = state.legal_actions()
        seen, certain = [], np.zeros(len(actions))
        for index, action in enumerate(actions):
            state.apply(action)
            if state.is_terminal():
                certain[index] = 1000 * state.returns()[me]
            # Between two, what is good for the other is bad for me; among many I look from my own side.
            seen.append(state.observation("flat", seat=1 - me if two else me))
            state.undo()
        values = net.values(np.stack(seen)) * (-1 if two else 1)
        return actions[int(np.argmax(np.where(certain != 0, certain, values)))]

    return small_net
