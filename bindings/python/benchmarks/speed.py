"""How fast random games of two-seat Chinese Checkers are: actions a second, in turn on one machine.

    python benchmarks/speed.py [--rounds 5] [--seconds 2] [--program longjump]

OpenSpiel's game (an action is a hop), a State one action at a time (an action is a whole turn), a
BatchEnv on one thread and on two, and the same games in Rust alone: `longjump playouts` on two
threads. Medians of all rounds, and of the ratios within a round. Where others use the machine too, the
processor time that an action takes, of all threads together, says more than actions a second.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import time

import longjump


def open_spiel(seconds):
    import pyspiel

    game = pyspiel.load_game("chinese_checkers")
    count, state, end = 0, game.new_initial_state(), time.perf_counter() + seconds
    choice = random.Random(1).choice
    while time.perf_counter() < end:
        for _ in range(1000):
            state.apply_action(choice(state.legal_actions()))
            count += 1
            if state.is_terminal():
                state = game.new_initial_state()
    return count


def one_state(seconds):
    count, start = 0, longjump.load("star")
    state, end = start.clone(), time.perf_counter() + seconds
    choice = random.Random(1).choice
    while time.perf_counter() < end:
        for _ in range(1000):
            state.apply(choice(state.legal_actions()))
            count += 1
            if state.is_terminal():
                state = start.clone()
    return count


def batch(threads):
    def run(seconds):
        env = longjump.BatchEnv("star", 4096, threads=threads, observation=None)
        env.reset()
        count, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            env.step(env.sample())
            count += env.games
        return count

    return run


def rust(program, threads):
    def run(seconds):
        command = [program, "playouts", "star", "--seconds", str(seconds), "--json"]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(threads)]
        reports = [json.loads(process.communicate()[0]) for process in both]
        return sum(report["games_per_second"] * report["plies_per_game"] for report in reports) * seconds

    return run


def processor_time():
    """Of this process and of those that it has waited for, in seconds."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def median_ratio(ones, others):
    return statistics.median(one / other for one, other in zip(ones, others, strict=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--program", default="longjump")
    parser.add_argument("--without-open-spiel", action="store_true")
    given = parser.parse_args()
    ways = {
        "OpenSpiel": open_spiel,
        "State": one_state,
        "BatchEnv, 1 thread": batch(1),
        "BatchEnv, 2 threads": batch(2),
        "Rust, 2 threads": rust(given.program, 2),
    }
    if given.without_open_spiel:
        del ways["OpenSpiel"]
    rates, times = {way: [] for way in ways}, {way: [] for way in ways}
    for number in range(given.rounds):
        for way, run in ways.items():
            begun, used = time.perf_counter(), processor_time()
            count = run(given.seconds)
            times[way].append((processor_time() - used) / count * 1e9)
            taken = given.seconds if way.startswith("Rust") else time.perf_counter() - begun
            rates[way].append(count / taken)
        print(f"round {number + 1}:", ", ".join(f"{way} {rates[way][-1]:,.0f}" for way in ways), flush=True)
    base, rust_alone = next(iter(ways)), "Rust, 2 threads"
    print(
        f"\n| | actions a second | times {base} | share of Rust | ns of processor time | times {base} | share of Rust |"
    )
    print("|---|---|---|---|---|---|---|")
    for way in ways:
        print(
            f"| {way} | {statistics.median(rates[way]):,.0f} | {median_ratio(rates[way], rates[base]):.1f} "
            f"| {median_ratio(rates[way], rates[rust_alone]):.2f} | {statistics.median(times[way]):,.0f} "
            f"| {median_ratio(times[base], times[way]):.1f} | {median_ratio(times[rust_alone], times[way]):.2f} |"
        )


if __name__ == "__main__":
    main()
