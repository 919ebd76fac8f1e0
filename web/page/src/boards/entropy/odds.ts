// The chance of an attack, exactly: both sides roll one number from 1 to six times their dice, and
// the attacker must be higher.

export interface Odds {
  wins: number;
  of: number;
  chance: number;
}

export function attackOdds(attackDice: number, defenseDice: number): Odds {
  const a = 6 * attackDice,
    d = 6 * defenseDice;
  // The attacker's x beats min(x − 1, d) of the defender's numbers.
  const full = Math.max(0, a - d);
  const part = Math.min(a, d);
  const wins = (part * (part - 1)) / 2 + full * d;
  return { wins, of: a * d, chance: wins / (a * d) };
}
