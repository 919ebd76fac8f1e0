// Who plays: a line per player.
import type { GameFacts } from "agon-engine";
import { hasBoard } from "../boards/registry.ts";
import { fill, texts } from "../texts.ts";

/** A seat in the making; a name that was not typed follows from who plays. */
export interface Draft {
  name: string | null;
  who: string;
}

const searches = ["search:sims=200", "search:sims=1000", "search:sims=5000"];

/** Whom one can put on a seat. */
function choicesFor(game: string): string[] {
  if (game === "entropy") return ["person", "random", "null", "gte", "greedy", ...searches];
  // Every game has a random and a searching bot; a heuristic those that have a board.
  return hasBoard(game) ? ["person", "random", "greedy", ...searches] : ["person", "random", ...searches];
}

/** The seats' names: typed ones as they are, the others made up so that all differ. */
export function namesOf(seats: Draft[]): string[] {
  const typed = seats.map((seat) => seat.name?.trim());
  const taken = new Set(typed.filter((name) => name !== undefined));
  return seats.map((seat, i) => {
    if (typed[i] !== undefined) return typed[i];
    const bot = texts.setup.bots[seat.who.split(":")[0]!];
    const base = seat.who === "person" ? fill(texts.setup.seat, { n: i + 1 }) : (bot ?? seat.who);
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base} ${n}`;
    taken.add(name);
    return name;
  });
}

interface Props {
  facts: GameFacts;
  seats: Draft[];
  onChange(seats: Draft[]): void;
}

function SeatLine({ facts, seats, onChange, index }: Props & { index: number }) {
  const seat = seats[index]!;
  const n = index + 1;
  const set = (part: Partial<Draft>): void =>
    onChange(seats.map((other, i) => (i === index ? { ...other, ...part } : other)));
  return (
    <li class="seat-line" style={{ "--seat": `var(--seat-${index})` }}>
      <span class="seat-mark" aria-hidden="true">{n}</span>
      <input type="text" maxLength={24} value={namesOf(seats)[index]} aria-label={fill(texts.setup.name, { n })}
        onInput={(event) => set({ name: event.currentTarget.value })} />
      <select value={seat.who} aria-label={fill(texts.setup.kind, { n })} onChange={(event) => set({ who: event.currentTarget.value })}>
        {choicesFor(facts.id).map((who) => <option key={who} value={who}>{texts.setup.levels[who] ?? who}</option>)}
      </select>
      {seats.length > facts.min_players && (
        <button type="button" class="quiet" aria-label={fill(texts.setup.removeSeat, { n })}
          onClick={() => onChange(seats.filter((_, i) => i !== index))}>×</button>
      )}
      <small>{texts.setup.strengths[seat.who]}</small>
    </li>
  );
}

export function SeatList({ facts, seats, onChange }: Props) {
  const add = (): void => onChange([...seats, { name: null, who: seats.at(-1)!.who === "person" ? "greedy" : seats.at(-1)!.who }]);
  return (
    <fieldset>
      <legend>{texts.setup.seats}</legend>
      <ol class="seat-lines">
        {seats.map((_, index) => <SeatLine key={index} facts={facts} seats={seats} onChange={onChange} index={index} />)}
      </ol>
      {seats.length < facts.max_players && <button type="button" onClick={add}>{texts.setup.addSeat}</button>}
    </fieldset>
  );
}
