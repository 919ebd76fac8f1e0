#!/usr/bin/env python3
"""Trains a small policy-value network by self-play, in numpy, and saves it as a bot.

    python examples/python/train.py stellar-skirmish --minutes 5 --out stellar.net
    agon tourney stellar-skirmish --bot net:stellar.net --bot greedy --games 2000

Both seats are played by the net. Every match gives each decision a target: its outcome, blended with what the net
thought of the positions on the way (TD-lambda). The policy follows by proximal policy optimization (PPO): a few
passes over each batch of decisions, none of which moves the policy far. `--imitate` lets it watch `greedy` play itself
first; games with many actions are too wide to be found by chance in twenty minutes.
"""
import argparse
import json
import time

import agon
import numpy as np
from agon.net import Net, inputs_for

SETTINGS = {
    "stellar-skirmish": {"one_hot": {}, "scales": {"table": 1 / 15, "scores": 1 / 8}, "hidden": [128, 64],
                         "lanes": 512, "steps": 60},
    "skirmish": {"one_hot": {"units": 33, "used": 3, "input": 33, "round": 3},
                 "scales": {"powers": 0.2, "damages": 0.2, "hand_sizes": 0.1, "deck_sizes": 0.05, "cooldowns": 0.3},
                 "hidden": [128], "lanes": 256, "steps": 96},
}


class Adam:
    """The usual optimizer."""

    def __init__(self, parameters, rate):
        self.parameters, self.rate, self.steps = parameters, rate, 0
        self.means = [np.zeros_like(p) for p in parameters]
        self.squares = [np.zeros_like(p) for p in parameters]

    def step(self, slopes):
        self.steps += 1
        norm = np.sqrt(sum(float((slope ** 2).sum()) for slope in slopes))
        scale = min(1.0, 1.0 / (norm + 1e-8))
        rate = self.rate * np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
        for parameter, slope, mean, square in zip(self.parameters, slopes, self.means, self.squares):
            slope = slope * scale
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            parameter -= rate * mean / (np.sqrt(square) + 1e-8)


def softmax(logits, masks):
    logits = np.where(masks > 0, logits, -1e9)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def draw(chances, rng):
    """A number from each row of chances, which may be a little off 1."""
    sums = chances.cumsum(1)
    return (sums > rng.random((len(sums), 1)) * sums[:, -1:] * (1 - 1e-6)).argmax(1)


def play(net, batch, steps, rng):
    """Self-play: everything that was seen, done and thought."""
    rows = {name: [] for name in ("x", "mask", "action", "chance", "value", "player", "ended", "outcomes")}
    for _ in range(steps):
        x = net.encode(batch.observations)
        _, logits, values = net.forward(x)
        masks = batch.masks.astype(bool)
        chances = softmax(logits, masks)
        actions = draw(chances, rng)
        rows["x"].append(x)
        rows["mask"].append(masks)
        rows["action"].append(actions)
        rows["chance"].append(chances[np.arange(len(actions)), actions])
        rows["value"].append(values)
        rows["player"].append(batch.players.copy())
        batch.step(actions)
        rows["ended"].append(batch.ended.copy())
        rows["outcomes"].append(batch.outcomes.astype(np.float32))
    return rows


def targets(rows, lanes, players, keep):
    """What each decision led to. Decisions of matches that were cut off have no target."""
    future = np.zeros((lanes, players), np.float32)
    known = np.zeros((lanes, players), bool)
    goals, valid = [], []
    at = np.arange(lanes)
    for t in reversed(range(len(rows["x"]))):
        ended, player = rows["ended"][t], rows["player"][t]
        future[ended] = rows["outcomes"][t][ended]
        known[ended] = True
        goals.append(future[at, player].copy())
        valid.append(known[at, player].copy())
        future[at, player] = keep * future[at, player] + (1 - keep) * rows["value"][t]
    return np.concatenate(goals[::-1]), np.concatenate(valid[::-1])


def slope_of_policy(chances, actions, old, advantages, entropy):
    """The slope of PPO's objective and of the entropy by the logits."""
    at = np.arange(len(actions))
    ratio = chances[at, actions] / old
    moves = ((advantages > 0) & (ratio < 1.2)) | ((advantages <= 0) & (ratio > 0.8))
    slope = chances * (ratio * advantages * moves)[:, None]
    slope[at, actions] -= ratio * advantages * moves
    logs = np.log(chances + 1e-9)
    mean = (chances * logs).sum(1, keepdims=True)
    return slope + entropy * chances * (logs - mean)


def learn(net, adam, rows, lanes, rng, settings):
    goals, valid = targets(rows, lanes, net.game.players, settings["keep"])
    x, masks = np.concatenate(rows["x"])[valid], np.concatenate(rows["mask"])[valid]
    actions, old = np.concatenate(rows["action"])[valid], np.concatenate(rows["chance"])[valid]
    advantages = goals[valid] - np.concatenate(rows["value"])[valid]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    goals = goals[valid]
    for _ in range(settings["epochs"]):
        order = rng.permutation(len(x))
        for part in np.array_split(order, max(1, len(order) // 2048)):
            layers, logits, values = net.forward(x[part])
            chances = softmax(logits, masks[part])
            policy = slope_of_policy(chances, actions[part], old[part], advantages[part], settings["entropy"])
            worth = (values - goals[part]) * (1 - values * values)
            slope = np.concatenate([policy, worth[:, None]], 1) / len(part)
            adam.step(net.backward(layers, slope.astype(np.float32)))
    return int(valid.sum())


def imitate(net, adam, seconds, rng):
    """Watches `greedy` play itself, and learns what it does and how the matches end."""
    game, until, seed = net.game, time.monotonic() + seconds, 1_000_000
    right = total = 0
    while time.monotonic() < until:
        seen, masks, did, who, ends = [], [], [], [], []
        while len(seen) < 2048:
            seed += 1
            state, bot, first = game.new_initial_state(seed), game.bot("greedy", seed), len(seen)
            while not state.is_terminal():
                player = state.players_to_act()[0]
                action = bot.choose(state, player)
                seen.append(state.observation_tensor(player))
                masks.append(state.legal_actions_mask(player))
                did.append(action)
                who.append(player)
                state.apply_action(action, player)
            returns = state.returns()
            ends += [returns[player] for player in who[first:]]
        x, masks = net.encode(np.array(seen)), np.array(masks)
        actions, ends = np.array(did), np.array(ends, np.float32)
        for part in np.array_split(rng.permutation(len(x)), len(x) // 256):
            layers, logits, values = net.forward(x[part])
            slope = softmax(logits, masks[part])
            right, total = right + (slope.argmax(1) == actions[part]).sum(), total + len(part)
            slope[np.arange(len(part)), actions[part]] -= 1
            worth = (values - ends[part]) * (1 - values * values)
            slope = np.concatenate([slope, 0.5 * worth[:, None]], 1) / len(part)
            adam.step(net.backward(layers, slope.astype(np.float32)))
    print(f"imitation: {total} decisions, {100 * right / max(total, 1):.1f} % as greedy", flush=True)


def measure(net, rival, pairs, seed, rng, sharpness):
    """Points per match against a bot, with swapped seats on the same deals, and half the 95 % interval."""
    points = []
    for player in (0, 1):
        rivals = [None, rival] if player == 0 else [rival, None]
        batch = agon.Batch(net.game, pairs, seed=seed, rivals=rivals, player=player)
        batch.reset()
        score = np.full(pairs, np.nan)
        while np.isnan(score).any():
            logits, _ = net(batch.observations)
            batch.step(draw(softmax(sharpness * logits, batch.masks), rng))
            new = batch.ended & np.isnan(score)
            score[new] = (batch.rewards[new] + 1) / 2
        points.append(score)
    both = (points[0] + points[1]) / 2
    return float(both.mean()), float(1.96 * both.std() / np.sqrt(pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=SETTINGS)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--imitate", type=float, default=0, help="minutes of watching greedy, of these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--keep", type=float, default=0.95, help="lambda: how much outcomes count beside values")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--sharpness", type=float, default=2.0, help="of the bot that is saved")
    parser.add_argument("--pairs", type=int, default=1000, help="of matches in the last measurement")
    parser.add_argument("--out", default="trained.net")
    parser.add_argument("--curve", help="where to write the measurements on the way, as JSON lines")
    options = parser.parse_args()
    settings = {**SETTINGS[options.game], **vars(options)}
    rng = np.random.default_rng(options.seed)
    game = agon.load_game(options.game)
    net = Net(game, inputs_for(game, settings["one_hot"], settings["scales"]), settings["hidden"], options.seed)
    adam = Adam(net.parameters(), options.rate)
    begin = time.monotonic()
    if options.imitate:
        imitate(net, adam, 60 * options.imitate, rng)
    batch = agon.Batch(game, settings["lanes"], seed=options.seed)
    batch.reset()
    decisions, next_look, curve = 0, 0.0, []
    while True:
        spent = time.monotonic() - begin
        if spent >= next_look:
            score, half = measure(net, "greedy", 200, 77_000_000, rng, options.sharpness)
            curve.append({"seconds": round(spent), "decisions": decisions, "score": score, "interval": half})
            print(json.dumps(curve[-1]), flush=True)
            next_look = spent + max(20, 0.6 * options.minutes)
        if spent >= 60 * options.minutes:
            break
        adam.rate = options.rate * max(0.1, 1 - spent / (60 * options.minutes))
        rows = play(net, batch, settings["steps"], rng)
        decisions += learn(net, adam, rows, settings["lanes"], rng, settings)
    net.save(options.out, options.sharpness)
    score, half = measure(net, "greedy", options.pairs, 99_000_000, rng, options.sharpness)
    print(f"{2 * options.pairs} paired matches against greedy: {100 * score:.1f} % ± {100 * half:.1f}")
    if options.curve:
        with open(options.curve, "w") as file:
            file.writelines(json.dumps(point) + "\n" for point in curve)


if __name__ == "__main__":
    main()
