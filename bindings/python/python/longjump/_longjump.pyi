"""What is written in Rust."""

from collections.abc import Sequence
from typing import Any, Literal, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Batch",
    "Engine",
    "Line",
    "State",
    "__version__",
    "book",
    "games",
    "is_x86_64_v3",
    "play_match",
    "positions_seen",
    "race",
    "rate",
    "read_record",
    "write_record",
]

__version__: str

def games() -> list[tuple[str, str, list[str]]]:
    """For each game its name, what it is, and the specs that show its options."""

def book(state: State) -> list[tuple[str, float]]:
    """What the opening book has for a position: moves with how far ahead they leave the mover, the best first."""

def race(state: State) -> tuple[int, int] | None:
    """Who wins a race that nobody can disturb any more, and in how many moves of its own.

    None if it is not one, or the game has no table.
    """

def play_match(names: tuple[str, str], players: tuple[Any, Any], settings: Any) -> tuple[str, list[str]]: ...
def positions_seen() -> int:
    """How many positions this thread has made with `State.apply` or had searched by an `Engine` so far."""

def rate(
    players: int, blocks: list[list[list[tuple[int, int]]]], anchor: tuple[int, float] | None, seed: int
) -> list[tuple[float, float, float]]: ...
def read_record(text: str) -> tuple[str, str | None, list[str], list[tuple[str, str]], list[int] | None]: ...
def write_record(state: State, tags: list[tuple[str, str]]) -> str: ...
def is_x86_64_v3() -> bool:
    """Whether the processor has all instructions that the level x86-64-v3 names."""

@final
class State:
    """A game being played: what stands where, whose turn it is, and how it came about."""

    def __new__(
        cls,
        spec: str,
        position: str | None = None,
        *,
        actions: Literal["turns", "hops"] = "turns",
        own_side: bool = False,
    ) -> State: ...
    @classmethod
    def from_text(
        cls, spec: str, text: str, *, actions: Literal["turns", "hops"] = "turns", own_side: bool = False
    ) -> State:
        """A game of these rules that begins at a position given as text."""

    @property
    def spec(self) -> str:
        """The game and those of its options that are not the usual ones."""

    @property
    def seats(self) -> int:
        """How many seats take part."""

    @property
    def num_actions(self) -> int:
        """How many numbers of actions there are: 0 to this, not included."""

    @property
    def actions(self) -> Literal["turns", "hops"]:
        """What an action is."""

    @property
    def own_side(self) -> bool:
        """Whether actions are counted from the mover's own side of the board, as observations are."""

    @property
    def turn(self) -> int | None:
        """The seat to move, from 0; None once the game is over."""

    @property
    def played(self) -> list[str]:
        """The whole turns played, as text."""

    @property
    def holes(self) -> list[str]:
        """The names of the holes, in the order of their numbers."""

    def board(self) -> NDArray[np.int8]:
        """For each hole the seat whose piece is in it, or -1."""

    def legal_actions(self) -> list[int]:
        """The numbers of all legal actions; none once the game is over."""

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal now."""

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """For each number of an action whether it is legal now. Written into `out` if it is given."""

    def apply(self, action: int | str) -> None:
        """Plays an action: its number, or its text."""

    def undo(self) -> bool:
        """Takes back the last action, if there is one; whether there was."""

    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def clone(self) -> State:
        """A copy that goes its own way."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def returns(self) -> list[float]:
        """For each seat a number from 1 (first alone) to -1 (last alone), 0 in sum; zeros while the game goes on."""

    def standings(self) -> list[int] | None:
        """The place of each seat, 1 being the first and equal places being ties; None while the game goes on."""

    def standings_so_far(self) -> list[int]:
        """The place of each seat if everybody stopped here: those who have none yet share what is left."""

    def ending(self) -> str | None:
        """Why the game is over, such as 'goal-filled'; None while it goes on."""

    @overload
    def observation(self, kind: Literal["planes"] = "planes", seat: int | None = None) -> NDArray[np.uint8]: ...
    @overload
    def observation(self, kind: Literal["flat"], seat: int | None = None) -> NDArray[np.float32]:
        """What a seat sees, the one to move unless another is named, with its own home where the first seat's is.

        'planes' is an array of bytes (planes, rows, columns): the pieces of each seat, oneself first and
        then in turn order; the holes of the board; one's own goal; the piece in the middle of its hops.
        'flat' is a vector of floats: pieces and hops as in the planes, without cells that are no holes,
        then places, then plies.
        """

    def action_to_text(self, action: int) -> str:
        """A legal action as text."""

    def text_to_action(self, text: str) -> int:
        """The number of a legal action given as text."""

    def hops_of(self, turn: str) -> list[str]:
        """The hops, staying included, that a legal whole turn given as text consists of: texts again."""

    def to_text(self) -> str:
        """The position as text."""

    def svg(self) -> str:
        """A picture of the board. Notebooks show it by themselves."""

@final
class Engine:
    """An engine with its own memory: `Engine("star/default:level=4")`."""

    def __new__(cls, spec: str) -> Engine: ...
    @property
    def spec(self) -> str:
        """The spec it was made from."""

    def set_option(self, name: str, value: Any) -> None:
        """Changes an option, as in the spec."""

    def try_option(self, name: str, value: Any) -> bool:
        """Changes an option if the engine has it; whether it does."""

    def new_game(self) -> None:
        """Forgets what it has learned from the last game."""

    def choose(
        self, state: State, *, nodes: int | None = None, depth: int | None = None, seconds: float | None = None
    ) -> int:
        """Chooses an action of a state, as the state counts them.

        Without a limit it looks at 10 000 positions; `seconds` is how long it may think.
        """

    def analyse(
        self,
        state: State,
        *,
        lines: int = 1,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> list[Line]:
        """What it thinks of a state: the best lines of play, the best first.

        None if it looked at too few positions to know, or does not tell, as the papers' players.
        """

@final
class Line:
    """One line of play and what an engine thinks of it."""

    @property
    def moves(self) -> list[str]:
        """The moves expected, whole turns as text."""

    @property
    def ahead(self) -> float | None:
        """How far ahead the seat to move is, in moves; None if the end is certain."""

    @property
    def win_in(self) -> int | None:
        """In how many plies the seat to move wins for certain."""

    @property
    def loss_in(self) -> int | None:
        """In how many plies it loses for certain."""

    @property
    def depth(self) -> int:
        """The depth that was completed, in plies."""

    @property
    def nodes(self) -> int:
        """Positions looked at."""

@final
class Batch:
    """Many games of one kind, stepped together. `longjump.BatchEnv` is made of it."""

    def __new__(
        cls,
        spec: str,
        games: int,
        threads: int,
        seed: int,
        actions: Literal["turns", "hops"],
        own_side: bool,
        auto_reset: bool,
        opponent: str | None,
        nodes: int,
    ) -> Batch: ...
    @property
    def spec(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def planes_shape(self) -> tuple[int, int, int]: ...
    @property
    def flat_length(self) -> int: ...
    def reset(self, seed: int | None, arrays: Any) -> None: ...
    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int], arrays: Any) -> None: ...
    def sample(self, out: NDArray[np.int64]) -> None: ...
