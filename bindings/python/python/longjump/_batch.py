"""Thousands of games at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ._longjump import Batch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# NumPy is imported where it is used: it takes longer to import than all else.


class Arrays:
    """Where a batch writes how its games stand. What is None is not written.

    Give arrays of your own (shared memory, a part of a larger array) by setting these; they must be
    contiguous and of the same type and shape.
    """

    planes: NDArray[np.uint8] | None
    """What the seat to move sees: (games, planes, rows, columns)."""
    flat: NDArray[np.float32] | None
    """The same as a vector: (games, length)."""
    mask: NDArray[np.bool_] | None
    """For each number of an action whether it is legal: (games, actions)."""
    legal: NDArray[np.int16] | None
    """The numbers of the legal actions, as many as `counts` says: (games, any width that suffices)."""
    counts: NDArray[np.int32] | None
    """How many actions are legal."""
    turns: NDArray[np.int8] | None
    """The seat to move."""
    rewards: NDArray[np.float32] | None
    """The returns of games that have ended with this step, else zeros: (games, seats)."""
    dones: NDArray[np.bool_] | None
    """Which games have ended with this step."""

    __slots__ = ("counts", "dones", "flat", "legal", "mask", "planes", "rewards", "turns")

    def __init__(self, **arrays: NDArray[Any] | None) -> None:
        for name in self.__slots__:
            setattr(self, name, arrays.pop(name, None))
        if arrays:
            raise TypeError(f"there is no array called {', '.join(arrays)}; there are {', '.join(self.__slots__)}")


class BatchEnv:
    """Many games of one kind, stepped together on several threads: the same numbers whatever their number.

    Every game has random numbers of its own, which follow from ``seed``. With ``auto_reset`` a game
    that is over begins anew in the same step. With an ``opponent``, such as ``"star/default:level=2"``,
    which looks at ``nodes`` positions for a move, actions are for one seat of each game, in turn, and the
    engine plays the others. ``arrays`` has how the games stand; ``most_legal`` is the width of its
    ``legal``.

    >>> env = BatchEnv("star", 64, threads=2, seed=7)
    >>> arrays = env.reset()
    >>> for _ in range(10):
    ...     arrays = env.step(env.sample())
    >>> int(arrays.turns[0])
    0
    """

    def __init__(
        self,
        spec: str,
        games: int,
        threads: int = 1,
        *,
        seed: int = 0,
        observation: Literal["flat", "planes"] | None = "flat",
        mask: bool = False,
        most_legal: int = 512,
        actions: Literal["turns", "hops"] = "turns",
        own_side: bool = True,
        auto_reset: bool = True,
        opponent: str | None = None,
        nodes: int = 1000,
    ) -> None:
        import numpy as np

        self._batch = Batch(spec, games, threads, seed, actions, own_side, auto_reset, opponent, nodes)
        if observation not in ("flat", "planes", None):
            raise ValueError(f"an observation is 'flat', 'planes' or None, not {observation!r}")
        self.arrays = Arrays(
            planes=np.zeros((games, *self._batch.planes_shape), np.uint8) if observation == "planes" else None,
            flat=np.zeros((games, self._batch.flat_length), np.float32) if observation == "flat" else None,
            mask=np.zeros((games, self.num_actions), bool) if mask else None,
            legal=np.zeros((games, most_legal), np.int16) if most_legal else None,
            counts=np.zeros(games, np.int32),
            turns=np.zeros(games, np.int8),
            rewards=np.zeros((games, self.seats), np.float32),
            dones=np.zeros(games, bool),
        )
        self._sampled = np.zeros(games, np.int64)

    @property
    def spec(self) -> str:
        """The game and those of its options that are not the usual ones."""
        return self._batch.spec

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._batch.games

    @property
    def seats(self) -> int:
        """How many seats take part."""
        return self._batch.seats

    @property
    def num_actions(self) -> int:
        """How many numbers of actions there are."""
        return self._batch.num_actions

    def reset(self, seed: int | None = None, arrays: Arrays | None = None) -> Arrays:
        """Begins every game anew, with other random numbers if a seed is given."""
        arrays = self.arrays if arrays is None else arrays
        self._batch.reset(seed, arrays)
        return arrays

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int], arrays: Arrays | None = None) -> Arrays:
        """Plays an action in each game and writes how they stand then."""
        arrays = self.arrays if arrays is None else arrays
        self._batch.step(actions, arrays)
        return arrays

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action of each game, all equally likely."""
        out = self._sampled if out is None else out
        self._batch.sample(out)
        return out
