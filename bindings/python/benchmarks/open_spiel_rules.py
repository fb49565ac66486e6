"""Holds our rules against OpenSpiel's Chinese Checkers: equal legal turns in every position of random games.

    python benchmarks/open_spiel_rules.py [--positions 1000000] [--seed 1]

OpenSpiel's game is ours with `corners=open,win=own,home_deadline=off`, turned by half a turn: there the
first seat is at the top. Its turns are sequences of hops; all of them are followed to their ends, and the
set of ends must be our legal turns. What differs, and is left out here: it knows no draw by repetition,
counts a thousand turns instead of plies, plays for the winner alone, and has no five seats.
"""

import argparse
import random
import time

import pyspiel

import longjump

RULES = "corners=open,win=own,home_deadline=off"
PASS = 726


def hole_of_position(state):
    """For each position of OpenSpiel's, numbered from the top row by row, our hole."""
    rows = {}
    for number, name in enumerate(state.holes):
        rows.setdefault(int(name[1:]), []).append(number)
    return [hole for _, row in sorted(rows.items()) for hole in reversed(row)]


class Comparison:
    def __init__(self, seats):
        self.game = pyspiel.load_game("chinese_checkers", {"players": seats, "max_moves": 100_000})
        self.start = longjump.load(f"star:seats={seats},{RULES}")
        self.holes = hole_of_position(self.start)
        self.beside, self.beyond = ([self.reached(position, far) for position in range(121)] for far in (1, 2))

    def reached(self, position, far):
        """The position so many holes away in each of OpenSpiel's six directions, if there is one."""
        cells = {}
        for number, hole in enumerate(self.holes):
            name = self.start.holes[hole]
            row, column = int(name[1:]), ord(name[0]) - ord("a")
            # Seen from the other side, and with columns counted in halves.
            cells[row, -(2 * column + row)] = number
        row, column = next(cell for cell, number in cells.items() if number == position)
        offsets = [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)]
        return [cells.get((row + far * down, column + far * right)) for down, right in offsets]

    def turns(self, state, board):
        """The ends of all turns, as our numbers, each with the actions that lead to it."""
        found, seen = {}, set()
        width, mover = len(self.holes), state.current_player()

        def follow(origin, path):
            for action in state.legal_actions():
                if action == PASS:
                    end = self.number(path[-1][1], origin, width) if path else 0
                    found.setdefault(end, [*(action for action, _ in path), PASS])
                    continue
                source, direction = divmod(action, 6)
                first = source if origin is None else origin
                beside, beyond = self.beside[source][direction], self.beyond[source][direction]
                end = beside if not path and board[self.holes[beside]] < 0 else beyond
                state.apply_action(action)
                taken = [*path, (action, end)]
                if state.current_player() != mover:
                    found.setdefault(self.number(end, first, width), [action for action, _ in taken])
                elif (first, end) not in seen:
                    seen.add((first, end))
                    follow(first, taken)
                state.undo_action(mover, action)

        follow(None, [])
        return found

    def number(self, end, origin, width):
        return self.holes[origin] * width + self.holes[end]

    def game_of(self, chance, positions):
        """Plays a random game, comparing before every turn; returns how many positions that were."""
        theirs, ours, count = self.game.new_initial_state(), self.start.clone(), 0
        while count < positions and not theirs.is_terminal() and not ours.is_terminal():
            numbers = self.turns(theirs, ours.board().tolist())
            legal = set(ours.legal_actions())
            if legal != numbers.keys():
                raise SystemExit(
                    f"different turns in {ours.to_text()}: only here {sorted(legal - numbers.keys())}, "
                    f"only there {sorted(numbers.keys() - legal)}\n{theirs}"
                )
            count += 1
            chosen = chance.choice(sorted(legal))
            for action in numbers[chosen]:
                theirs.apply_action(action)
            ours.apply(chosen)
        winner = theirs.is_terminal() and max(theirs.returns()) > 0
        if winner and ours.standings_so_far()[theirs.returns().index(max(theirs.returns()))] != 1:
            raise SystemExit(f"another winner in {ours.to_text()}\n{theirs}")
        return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, begun, told = random.Random(given.seed), time.monotonic(), time.monotonic()
    comparisons = [Comparison(seats) for seats in (2, 3, 4, 6)]
    compared, games = 0, 0
    while compared < given.positions:
        compared += comparisons[games % 4].game_of(chance, given.positions - compared)
        games += 1
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(f"{compared:,} positions of {games} games, all equal", flush=True)
    print(
        f"{compared:,} positions of {games} games for 2, 3, 4 and 6: "
        f"equal legal turns, {time.monotonic() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
