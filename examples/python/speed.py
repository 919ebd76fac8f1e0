#!/usr/bin/env python3
"""Steps a second in one run: agon one by one and in batches, beside OpenSpiel and PettingZoo.

    build/python/bin/python examples/python/speed.py [--seconds 2]

C itself is measured by build/bench/batch.
"""
import argparse
import time

import agon
import numpy as np


def rate(step, seconds):
    """Calls of `step` a second times what it returns, the best of three."""
    best = 0.0
    for _ in range(3):
        begin, done = time.process_time(), 0
        while time.process_time() - begin < seconds / 3:
            for _ in range(20):
                done += step()
        best = max(best, done / (time.process_time() - begin))
    return best


def single(game_id):
    game = agon.load_game(game_id)
    seen = np.zeros(game.width, np.int16)
    holder = [game.new_initial_state(1)]

    def step():
        state = holder[0]
        if state.is_terminal():
            holder[0] = state = game.new_initial_state(1)
        actions = state.legal_actions()
        state.observation_tensor(None, seen)
        state.apply_action(actions[len(actions) // 2])
        return 1

    return step


def open_spiel(points):
    import pyspiel

    game = pyspiel.load_game(f"turn_based_simultaneous_game(game=goofspiel(num_cards={points}))")
    holder = [game.new_initial_state()]

    def step():
        state = holder[0]
        if state.is_terminal():
            holder[0] = state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            return 1
        actions = state.legal_actions()
        state.observation_tensor()
        state.apply_action(actions[len(actions) // 2])
        return 1

    return step


def vector(game_id, lanes):
    batch = agon.Batch(agon.load_game(game_id), lanes)
    batch.reset()
    numbers = np.zeros(lanes, np.int64)

    def step():
        np.argmax(batch.masks, axis=1, out=numbers)
        batch.step(numbers)
        return lanes

    return step


def pettingzoo(env):
    env.reset(seed=1)

    def step():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.reset(seed=1)
            return 0
        env.step(int(np.argmax(seen["action_mask"])))
        return 1

    return step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    from agon.pettingzoo import env
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    rows = [("agon, stellar-skirmish, one by one", single("stellar-skirmish")),
            ("pyspiel, goofspiel(15), one by one", open_spiel(15)),
            ("agon.Batch, stellar-skirmish, 4096 lanes", vector("stellar-skirmish", 4096)),
            ("agon.pettingzoo, stellar-skirmish", pettingzoo(env("stellar-skirmish"))),
            ("pettingzoo classic, connect_four", pettingzoo(connect_four_v3.raw_env())),
            ("pettingzoo classic, tictactoe", pettingzoo(tictactoe_v3.raw_env()))]
    found = {}
    for name, step in rows:
        found[name] = rate(step, options.seconds)
        print(f"{name:45} {found[name]:14,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
