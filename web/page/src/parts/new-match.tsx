// A match on the server: game, seats, options, clock.
import { useMemo, useState } from "preact/hooks";
import type { Option } from "../board.ts";
import { metaOf } from "../boards/registry.ts";
import { titleOf } from "../games.ts";
import { api, type ClockTerms, type NewSeat, type OnlineGame } from "../online/api.ts";
import { clientId, hold } from "../online/seats.ts";
import { go } from "../router.ts";
import { fill, texts } from "../texts.ts";
import { Options } from "./options.tsx";

const clocks: Record<string, ClockTerms | undefined> = {
  default: undefined,
  fast: { kind: "bank", bank: 300, increment: 5 },
  slow: { kind: "bank", bank: 900, increment: 10 },
  mail: { kind: "move", seconds: 86_400 },
};

function seatFor(word: string, name: string): NewSeat {
  if (word === "me") return { kind: "me", ...(name.trim() ? { name: name.trim() } : {}) };
  if (word === "open" || word === "invited") return { kind: word };
  return { kind: "bot", bot: word };
}

function SeatChoice({ game, index, value, onChange }: { game: OnlineGame; index: number; value: string; onChange(word: string): void }) {
  const bots = game.bots.flatMap(({ id }) => (id === "search" ? ["search:sims=1000"] : [id]));
  return (
    <label class="field">
      <span>{fill(texts.setup.seat, { n: index + 1 })}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="me">{texts.online.seatMe}</option>
        <option value="open">{texts.online.seatOpen}</option>
        <option value="invited">{texts.online.seatInvited}</option>
        {bots.map((bot) => <option key={bot} value={bot}>{texts.setup.levels[bot] ?? bot}</option>)}
      </select>
    </label>
  );
}

function defaults(options: Option[]): Record<string, number | string | boolean> {
  return Object.fromEntries(options.map((option) => [option.key, option.value]));
}

function Form({ game, name }: { game: OnlineGame; name: string }) {
  const meta = useMemo(() => metaOf(game.id), [game.id]);
  const [seats, setSeats] = useState<string[]>(() => Array.from({ length: game.min_players }, (_, i) => (i === 0 ? "me" : "open")));
  const [values, setValues] = useState(() => defaults(meta.options));
  const [clock, setClock] = useState("default");
  const [isListed, setIsListed] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  // Only one seat can be one's own.
  const set = (index: number, word: string): void =>
    setSeats(seats.map((old, i) => (i === index ? word : word === "me" && old === "me" ? "open" : old)));
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    const names = seats.map((_, i) => fill(texts.setup.seat, { n: i + 1 }));
    const terms = clocks[clock];
    const made = await api.create({
      game: game.id,
      config: meta.makeConfig({ names, options: values }),
      seats: seats.map((word) => seatFor(word, name)),
      ...(terms ? { clock: terms } : {}),
      listed: isListed,
      client: clientId(),
    });
    hold(made.match.id, { token: made.token, invites: made.invites });
    go(`#/online/${made.match.id}`);
  };
  return (
    <form onSubmit={(event) => void create(event).catch((error: Error) => setProblem(error.message))}>
      {seats.map((word, index) => (
        <SeatChoice key={index} game={game} index={index} value={word} onChange={(next) => set(index, next)} />
      ))}
      <p class="buttons">
        {seats.length < game.max_players && (
          <button type="button" onClick={() => setSeats([...seats, "open"])}>{texts.setup.addSeat}</button>
        )}
        {seats.length > game.min_players && (
          <button type="button" onClick={() => setSeats(seats.slice(0, -1))}>{fill(texts.setup.removeSeat, { n: seats.length })}</button>
        )}
      </p>
      <Options options={meta.options} values={values} onChange={setValues} />
      <label class="field">
        <span>{texts.online.clock}</span>
        <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
          {Object.keys(clocks).map((word) => <option key={word} value={word}>{texts.online.clocks[word]}</option>)}
        </select>
      </label>
      <label class="field">
        <span>{texts.online.listed}</span>
        <input type="checkbox" checked={isListed} onChange={(event) => setIsListed(event.currentTarget.checked)} />
      </label>
      {problem && <p class="refusal" role="alert">{problem}</p>}
      <button type="submit" class="primary">{texts.online.make}</button>
    </form>
  );
}

export function NewMatch({ games, name }: { games: OnlineGame[]; name: string }) {
  const [id, setId] = useState(games[0]!.id);
  const game = games.find((entry) => entry.id === id)!;
  return (
    <section class="panel">
      <h2>{texts.online.create}</h2>
      <label class="field">
        <span>{texts.online.game}</span>
        <select value={id} onChange={(event) => setId(event.currentTarget.value)}>
          {games.map((entry) => <option key={entry.id} value={entry.id}>{titleOf(entry.id, entry)}</option>)}
        </select>
      </label>
      <Form key={id} game={game} name={name} />
    </section>
  );
}
