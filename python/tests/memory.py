"""Memory stays as it is over many steps: python memory.py [STEPS].

Everything that a step may hold on to is done: single steps with their lists, structs, events, views and packed states;
errors; matches with players in Python; batches. What is resident after the first half is compared with the end: by then
every game has grown its lists and documents to their full size once.
"""
import pathlib
import sys

import agon
import numpy as np

PAGE_KIB = 4
ALLOWED_KIB = 1024  # what the allocators' own housekeeping may wander


def resident():
    """KiB of this process in memory."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * PAGE_KIB


def single_steps(game, count, rng):
    """Steps one by one; the costly ways of looking at a state only now and then."""
    state = game.new_initial_state(1)
    for i in range(count):
        if state.is_terminal():
            state = game.new_initial_state(i)
        player = state.players_to_act()[0]
        action = state.random_action(rng, player)
        state.legal_actions(player)
        state.observation_tensor(player)
        if i % 64 == 0:
            state, _ = state.apply(action, player)
            state.view(player).resample(rng).pack()
            state.to_dict()
            look_for_errors(game, state)
        else:
            state.apply_action(action, player)


def look_for_errors(game, state):
    for wrong in (lambda: state.child(1 << 40, 0), lambda: game.unpack(b"nothing"), lambda: game.bot("nobody")):
        try:
            wrong()
        except (ValueError, agon.AgonError, OverflowError):
            continue
        raise AssertionError("this is an error")


def first(view, player):
    return view.legal_action_structs(limit=1)[0]


def batch_steps(batch, count):
    done = 0
    while done < count:
        batch.step(batch.masks.argmax(1).astype(np.int64))
        done += batch.lanes


def measure(steps):
    """(KiB after the first half, KiB at the end)"""
    games = [agon.load_game(info.id) for info in agon.registered_games()]
    batches = [agon.Batch(game, 64, seed=1) for game in games]
    for batch in batches:
        batch.reset()
    rng = agon.Rng(1)
    sizes = []
    for _ in range(10):
        for game, batch in zip(games, batches):
            share = steps // (20 * len(games))
            single_steps(game, share, rng)
            batch_steps(batch, share)
            agon.play_match(game, [first] * game.players, seed=1, record=True)
        sizes.append(resident())
    return sizes[4], sizes[-1]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    first, last = measure(steps)
    print(f"{steps:,} steps: {first:,} KiB resident after the first half, {last:,} KiB at the end")
    return 1 if last - first > ALLOWED_KIB else 0


if __name__ == "__main__":
    sys.exit(main())
