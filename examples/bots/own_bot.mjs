#!/usr/bin/env node
// A bot in JavaScript: plays every game of Agon, and Stellar Skirmish with a plan.
//
//     agon match stellar-skirmish --seat cmd:./examples/bots/own_bot.mjs --seat random
import { createInterface } from "node:readline";

let game = "";
let chance = 1;

// A small generator, fed by the match's seed: the same match can be played again.
function random(n) {
    chance = (Math.imul(chance, 1103515245) + 12345) >>> 0;
    return Math.floor((chance / 4294967296) * n);
}

// Stellar Skirmish: bid high for a rich pot, low for a poor one, in between for what is still hidden.
function bid(view, actions) {
    const cards = actions.map((action) => action.card).sort((a, b) => a - b);
    const pot = view.planet_pot;
    const stake = pot.length ? pot.reduce((sum, planet) => sum + planet.victory_points, 0) : 2;
    const share = Math.min(1, Math.max(0, stake) / 4);
    return { type: "play", card: cards[Math.round(share * (cards.length - 1))] };
}

const answers = {
    hello: () => ({ type: "ready", protocol: 1, name: "own_bot.mjs" }),
    match: (message) => {
        game = message.game;
        chance = message.seed;
    },
    think: (message) => {
        const answer = { type: "action", id: message.id };
        return game === "stellar-skirmish"
            ? { ...answer, action: bid(message.view, message.actions) }
            : { ...answer, index: random(message.count) };
    },
    quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    const answer = answers[message.type]?.(message); // unknown types are ignored
    if (answer) {
        console.log(JSON.stringify(answer));
    }
}
