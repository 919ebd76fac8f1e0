#!/usr/bin/env python3
"""A bot in Python: plays every game of Agon, and Entropy with a plan.

    agon match entropy --seat cmd:./examples/bots/own_bot.py --seat random
"""
import json
import random
import sys


def attacks_by_advantage(view, actions):
    """Entropy: the attack with the best odds, as long as the odds are good."""
    nodes = view["nodes"]
    best, most = actions[-1], 0  # end_turn is the last action
    for action in actions[:-1]:
        mine, theirs = nodes[action["from"]]["dice"], nodes[action["to"]]["dice"]
        if mine - theirs > most or (mine == 8 and most == 0):
            best, most = action, mine - theirs
    return best


class Bot:
    def __init__(self):
        self.game, self.chance = "", random.Random()

    def hello(self, message):
        return {"type": "ready", "protocol": 1, "name": "own_bot.py"}

    def match(self, message):
        self.game = message["game"]
        self.chance = random.Random(message["seed"])  # so that a match can be repeated

    def think(self, message):
        if self.game == "entropy" and message["count"] == len(message["actions"]):
            action = attacks_by_advantage(message["view"], message["actions"])
            return {"type": "action", "id": message["id"], "action": action}
        # Any other game: one of the valid actions, by its number.
        index = self.chance.randrange(message["count"])
        return {"type": "action", "id": message["id"], "index": index}


bot = Bot()
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "quit":
        break
    answer = getattr(bot, said["type"], lambda message: None)(said)  # unknown types are ignored
    if answer:
        print(json.dumps(answer), flush=True)
