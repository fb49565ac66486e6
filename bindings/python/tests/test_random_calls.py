"""Random calls, wrong ones among them, from several threads: nothing but the errors that are promised, and
no memory that is not given back. CALLS in the environment says how many; `.ci/run --all` makes ten million."""

import contextlib
import copy
import os
import pickle
import random
import threading

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import longjump

CALLS = int(os.environ.get("CALLS", "100000"))
THREADS = 4
CALLS_A_THREAD = 1000
SPECS = sorted({spec for _, _, specs in longjump.games() for spec in specs})
PROMISED = (ValueError, IndexError, OverflowError, TypeError)
NONSENSE = [
    None,
    -1,
    0,
    7,
    1 << 40,
    1 << 80,
    2.5,
    "a1a2",
    "stay",
    "pass",
    "",
    "\0",
    [],
    np.int64(3),
    np.zeros(3),
    object(),
]


def number_of(state, chance):
    legal = state.legal_actions()
    if legal and chance.random() < 0.7:
        return chance.choice(legal)
    return chance.choice([*NONSENSE, chance.randrange(-5, 20000)])


def calls(chance):
    """A state, and a batch, and what can be asked of them."""
    state = longjump.load(
        chance.choice(SPECS), actions=chance.choice(["turns", "hops"]), own_side=chance.random() < 0.5
    )
    spec = state.spec
    batch = longjump.BatchEnv(
        spec, chance.randrange(1, 4), chance.randrange(1, 3), seed=chance.randrange(1 << 40), mask=True
    )
    wrong = chance.choice(NONSENSE)
    return [
        lambda: state.apply(number_of(state, chance)),
        lambda: state.apply(number_of(state, chance)),
        lambda: state.apply(number_of(state, chance)),
        lambda: state.undo(),
        lambda: state.legal_mask(),
        lambda: state.legal_mask(chance.choice(NONSENSE)),
        lambda: state.observation(
            chance.choice(["planes", "flat", "", wrong]), chance.choice([None, 0, 1, 5, 6, -1, wrong])
        ),
        lambda: state.action_to_text(number_of(state, chance)),
        lambda: state.text_to_action(chance.choice(["a1a2", "pass", "stay", wrong])),
        lambda: state.hops_of(chance.choice(["a1a2", wrong])),
        lambda: state.is_legal(number_of(state, chance)),
        lambda: (
            state.returns(),
            state.standings(),
            state.standings_so_far(),
            state.ending(),
            state.turn,
            state.played,
        ),
        lambda: (copy.copy(state) == state, hash(state), repr(state), state == wrong),
        lambda: pickle.loads(pickle.dumps(state)),
        lambda: longjump.State._restore(spec, None, "hops", True, [chance.randrange(1 << 16)], [chance.randrange(300)]),
        lambda: longjump.load(spec, chance.choice([state.to_text(), state.to_text()[:-3], "x", wrong])),
        lambda: longjump.load(chance.choice(["star:seats=7", "star:", ":", "diamond:hops=no", wrong])),
        lambda: batch.reset(chance.choice([None, 1, -1, wrong])),
        lambda: batch.step(batch.sample()),
        lambda: batch.step(batch.sample()),
        lambda: batch.step([number_of(state, chance) for _ in range(batch.games)]),
        lambda: batch.step(wrong),
        lambda: batch.sample(wrong),
        lambda: longjump.BatchEnv(spec, chance.choice([0, 1, -1, wrong]), chance.choice([0, 1, wrong])),
    ]


def many(seed, errors):
    chance = random.Random(seed)
    try:
        asked = calls(chance)
        for _ in range(CALLS_A_THREAD):
            with contextlib.suppress(PROMISED):
                chance.choice(asked)()
    except BaseException as error:
        errors.append(error)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def from_threads(seeds):
    errors = []
    threads = [threading.Thread(target=many, args=(seed, errors)) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors[0]


def test_random_calls():
    rounds = max(CALLS // (THREADS * CALLS_A_THREAD), 10)
    # Hypothesis keeps what it has tried, so that it needs more memory with every round. It begins, and of most
    # rounds the seeds are drawn here.
    by_hypothesis = min(rounds // 2, 100)

    @settings(max_examples=by_hypothesis, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(st.integers(0, 1 << 60), min_size=THREADS, max_size=THREADS))
    def begin(seeds):
        from_threads(seeds)

    begin()
    chance = random.Random(1)
    used = []
    for _ in range(rounds - by_hypothesis):
        from_threads([chance.randrange(1 << 60) for _ in range(THREADS)])
        used.append(resident())
    # What the first few need they keep; after that nothing is added.
    warm = used[len(used) // 4]
    assert used[-1] - warm < 8 << 20, f"{warm} bytes after a quarter of the calls, {used[-1]} at the end"
    print(f"{warm} bytes after a quarter of {len(used)} rounds, {used[-1]} at the end")
