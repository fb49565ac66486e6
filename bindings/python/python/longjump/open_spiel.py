"""Every game as one of OpenSpiel's, for its algorithms: ``pip install longjump[open_spiel]``.

>>> from longjump import open_spiel
>>> game = open_spiel.load_game("minicheckers")
>>> state = game.new_initial_state()
>>> len(state.legal_actions())
5
"""

import numpy as np
import pyspiel

import longjump

# Enough for every game: star and diamond count plies, and in the others pieces only go forward.
_MOST_TURNS = {"star": lambda seats: 200 * seats, "diamond": lambda seats: 200}
_OTHERS_MOST_TURNS = 1000
_MOST_HOPS_A_TURN = 40

_GAME_TYPE = pyspiel.GameType(
    short_name="python_longjump",
    long_name="Longjump",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"spec": "star", "actions": "turns"},
)


def load_game(spec="star", *, actions="turns"):
    """A game for OpenSpiel's algorithms."""
    return pyspiel.load_game("python_longjump", {"spec": spec.translate(_INTO_PARAMETER), "actions": actions})


# OpenSpiel writes a game as one text, in which these signs have a meaning of its own.
_INTO_PARAMETER = str.maketrans("=,", "~;")
_FROM_PARAMETER = str.maketrans("~;", "=,")


class LongjumpGame(pyspiel.Game):
    """The rules of a game."""

    def __init__(self, params=None):
        params = {"spec": "star", "actions": "turns", **(params or {})}
        self.start = longjump.load(params["spec"].translate(_FROM_PARAMETER), actions=params["actions"], own_side=True)
        seats = self.start.seats
        turns = _MOST_TURNS.get(self.start.spec.partition(":")[0], lambda _: _OTHERS_MOST_TURNS)(seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_actions,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turns * (_MOST_HOPS_A_TURN if params["actions"] == "hops" else 1),
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self):
        return LongjumpState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return LongjumpObserver(self.start, params)


class LongjumpState(pyspiel.State):
    """A game being played."""

    def __init__(self, game):
        super().__init__(game)
        self.state = game.start.clone()

    def current_player(self):
        turn = self.state.turn
        return pyspiel.PlayerId.TERMINAL if turn is None else turn

    def _legal_actions(self, player):
        return sorted(self.state.legal_actions()) if player == self.state.turn else []

    def _apply_action(self, action):
        self.state.apply(action)

    def _action_to_string(self, player, action):
        return self.state.action_to_text(action)

    def is_terminal(self):
        return self.state.is_terminal()

    def returns(self):
        return self.state.returns()

    def __str__(self):
        return self.state.to_text()

    def __deepcopy__(self, memo):
        copied = type(self)(self.get_game())
        copied.state = self.state.clone()
        return copied


class LongjumpObserver:
    """What a player sees: the planes of :meth:`longjump.State.observation`."""

    def __init__(self, start, params):
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        planes = start.observation("planes")
        self.tensor = np.zeros(planes.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state, player):
        self.dict["observation"][:] = state.state.observation("planes", player)

    def string_from(self, state, player):
        return state.state.to_text()


pyspiel.register_game(_GAME_TYPE, LongjumpGame)
