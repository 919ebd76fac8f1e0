// Set-up: who plays, with which options, from which seed.
import type { GameFacts } from "agon-engine";
import { useMemo, useState } from "preact/hooks";
import type { Option } from "../board.ts";
import { metaOf } from "../boards/registry.ts";
import { titleOf, useGames } from "../games.ts";
import type { MatchSetup } from "../match/connection.ts";
import { Options } from "../parts/options.tsx";
import { type Draft, namesOf, SeatList } from "../parts/seat-list.tsx";
import { fill, texts } from "../texts.ts";

type Values = Record<string, number | string | boolean>;

function defaults(options: Option[]): Values {
  return Object.fromEntries(options.map((option) => [option.key, option.value]));
}

/** A seed as it was typed: undefined is a fresh one, null is wrong. */
export function parseSeed(text: string): number | string | undefined | null {
  const word = text.trim();
  if (word === "") return undefined;
  if (/^[0-9a-fA-F]{32}$/.test(word)) return word.toLowerCase();
  const number = Number(word);
  return /^-?\d+$/.test(word) && Number.isSafeInteger(number) ? number : null;
}

function Form({ facts, onStart }: { facts: GameFacts; onStart(setup: Omit<MatchSetup, "id">): void }) {
  const meta = useMemo(() => metaOf(facts.id), [facts.id]);
  const [seats, setSeats] = useState<Draft[]>(() =>
    Array.from({ length: facts.min_players }, (_, i) => ({ name: null, who: i === 0 ? "person" : "greedy" })),
  );
  const [values, setValues] = useState<Values>(() => defaults(meta.options));
  const [seedText, setSeedText] = useState("");
  const seed = parseSeed(seedText);
  const names = namesOf(seats);
  const areNamed = new Set(names).size === names.length && names.every((name) => name !== "");
  const persons = seats.filter((seat) => seat.who === "person").length;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (seed === null || !areNamed) return;
    onStart({
      game: facts.id,
      config: meta.makeConfig({ names, options: values }),
      ...(seed === undefined ? {} : { seed }),
      seats: seats.map((seat, i) => ({ name: names[i]!, who: seat.who })),
    });
  };
  return (
    <form class="panel setup" onSubmit={submit}>
      <h1>{titleOf(facts.id, facts)}</h1>
      <p class="lead">{facts.summary}</p>
      <SeatList facts={facts} seats={seats} onChange={setSeats} />
      {!areNamed && <p class="field-error" role="alert">{texts.setup.namesDiffer}</p>}
      {persons === 0 && <p class="note">{texts.setup.allBots}</p>}
      {persons > 1 && facts.hidden && <p class="note">{texts.setup.hotSeat}</p>}
      <fieldset>
        <legend>{texts.setup.options}</legend>
        <Options options={meta.options} values={values} onChange={setValues} />
        <label class="field">
          <span>{texts.setup.seed}</span>
          <input type="text" inputMode="text" value={seedText} autocomplete="off" spellcheck={false}
            aria-describedby="seed-help" aria-invalid={seed === null}
            onInput={(event) => setSeedText(event.currentTarget.value)} />
          <small id="seed-help" class={seed === null ? "field-error" : ""}>
            {seed === null ? texts.setup.seedBad : texts.setup.seedHelp}
          </small>
        </label>
      </fieldset>
      <p class="buttons">
        <button type="submit" class="primary" disabled={seed === null || !areNamed}>{texts.setup.start}</button>
        <a class="button" href={`#/rules/${facts.id}`}>{texts.home.rules}</a>
      </p>
    </form>
  );
}

export function SetupScreen({ game, onStart }: { game: string; onStart(setup: Omit<MatchSetup, "id">): void }) {
  const { games, error } = useGames();
  const facts = games?.find((entry) => entry.id === game);
  if (error) return <p class="panel problem" role="alert">{fill(texts.errors.engine, { reason: error })}</p>;
  if (!games) return <p class="panel" role="status">{texts.app.loading}</p>;
  return facts ? <Form facts={facts} onStart={onStart} /> : (
    <section class="panel missing"><h1>{texts.app.notFound}</h1><p><a class="button" href="#/">{texts.nav.home}</a></p></section>
  );
}
