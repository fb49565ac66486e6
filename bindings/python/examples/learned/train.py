"""Trains the small nets of agent.py, one for each task of the benchmark, on the processor alone:

    pip install torch
    python examples/learned/train.py [GAME ...] [--positions 20000] [--epochs 40]

The positions come from games of weak engines that now and then play any move; what the net learns for
each is how far ahead the engine thinks the mover is after looking at a few hundred positions.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch

import longjump
from longjump.benchmark import TASKS

SCALE = 6.0
"""So many moves ahead are nearly won."""


def examples(game, count, nodes, seed):
    """Observations, and how far ahead the mover is, between -1 and 1."""
    chance = random.Random(seed)
    judge = longjump.Engine(f"{game}/default")
    players = [longjump.Engine(f"{game}/default:level={level}") for level in (2, 4, 6)]
    observations, values = [], []
    while len(values) < count:
        state = longjump.load(game)
        player, carelessness = chance.choice(players), chance.choice((0.05, 0.2, 0.5))
        while not state.is_terminal() and len(values) < count:
            lines = judge.analyse(state, nodes=nodes)
            if lines:
                observations.append(state.observation("flat"))
                values.append(worth(lines[0]))
            if not lines or chance.random() < carelessness:
                state.apply(chance.choice(state.legal_actions()))
            elif chance.random() < 0.5:
                state.apply(lines[0].moves[0])
            else:
                state.apply(player.choose(state))
    return np.stack(observations), np.array(values, dtype=np.float32)


def worth(line):
    """How far ahead the mover is, between -1 and 1."""
    if line.ahead is None:
        return 1.0 if line.win_in is not None else -1.0
    return float(np.tanh(line.ahead / SCALE))


def train(observations, values, epochs, seed):
    """A net of two hidden layers, and by how much it is wrong on positions that it has not seen."""
    torch.manual_seed(seed)
    inputs, targets = torch.from_numpy(observations), torch.from_numpy(values)[:, None]
    held_out = len(inputs) // 20
    net = torch.nn.Sequential(
        torch.nn.Linear(inputs.shape[1], 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 32),
        torch.nn.ReLU(),
        torch.nn.Linear(32, 1),
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    batches = (len(inputs) - held_out) // 256
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=max(epochs * batches, 1))
    for _ in range(epochs):
        order = torch.randperm(len(inputs) - held_out) + held_out
        for batch in order[: batches * 256].split(256):
            optimiser.zero_grad()
            loss = torch.nn.functional.mse_loss(torch.tanh(net(inputs[batch])), targets[batch])
            loss.backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        wrong = (torch.tanh(net(inputs[:held_out])) - targets[:held_out]).abs().mean().item()
    return net, wrong


def save(net, game, folder):
    """As halves of floats, which are enough."""
    folder.mkdir(exist_ok=True, parents=True)
    layers = [layer for layer in net if isinstance(layer, torch.nn.Linear)]
    arrays = {f"w{i}": layer.weight.detach().numpy().T.astype(np.float16) for i, layer in enumerate(layers)}
    arrays |= {f"b{i}": layer.bias.detach().numpy().astype(np.float16) for i, layer in enumerate(layers)}
    np.savez_compressed(folder / f"{game.replace(':', '-').replace('=', '-')}.npz", **arrays)


def main():
    parser = argparse.ArgumentParser(description="Train the small nets of agent.py.")
    parser.add_argument("games", nargs="*", default=TASKS, metavar="GAME")
    parser.add_argument("--positions", type=int, default=20_000, help="to learn from, for each game")
    parser.add_argument("--nodes", type=int, default=400, help="that the engine looks at for each of them")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights"))
    options = parser.parse_args()
    # Nets this small are faster on one.
    torch.set_num_threads(1)
    for game in options.games:
        begun = time.perf_counter()
        data = examples(game, options.positions, options.nodes, options.seed)
        net, wrong = train(*data, options.epochs, options.seed)
        save(net, game, options.out)
        print(f"{game:14} wrong by {wrong:.3f} on average, {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
