// The order being made: how many ships, and what that means, before it is added to the list.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { texts as all } from "../../texts.ts";
import { classes, Panel } from "../shared/pieces.tsx";
import { percent } from "../shared/numbers.ts";
import {
  arrivalChance,
  controlOf,
  distance,
  mayRebel,
  safeShips,
  shipsToTake,
  starById,
  type Budget,
} from "./planning.ts";
import type { View } from "./types.ts";

const texts = all.boards["space-conquest"];

interface Props {
  view: View;
  from: string;
  to: string;
  ships: number;
  /** What the other orders of this turn leave at the origin. */
  budget: Budget;
  setShips: (ships: number) => void;
  add: () => void;
  cancel: () => void;
}

function Facts({ view, from, to, ships, budget }: Props): JSX.Element {
  const target = starById(view, to);
  const steps = distance(starById(view, from), target);
  const after: Budget = { ...budget, left: budget.left - ships, over: ships > budget.left };
  const needed = controlOf(view, target) === "npc" ? shipsToTake(target) : null;
  return (
    <ul class="facts">
      <li>{texts.travel(steps, view.turn + steps, percent(arrivalChance(steps)))}</li>
      {needed !== null && <li class={ships >= needed ? "good" : "warn"}>{texts.garrison(needed - 1, needed)}</li>}
      {after.over ? (
        <li class="bad" role="alert">
          {texts.overCommit(budget.star.id, budget.ordered + ships, budget.ships)}
        </li>
      ) : (
        <li class={classes(mayRebel(view, after) && "warn")}>
          {texts.stay(after.left, budget.star.id)}
          {mayRebel(view, after) && ` ${texts.rebelRisk(budget.star.base_ru ?? 0)}`}
        </li>
      )}
    </ul>
  );
}

export function Composer(props: Props): JSX.Element {
  const { view, from, to, ships, budget, setShips } = props;
  const slider = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => slider.current?.focus({ preventScroll: true }), [from, to]);
  const most = Math.max(1, budget.ships);
  const presets: [string, number][] = [
    [texts.one, 1],
    [texts.half, Math.ceil(budget.left / 2)],
    [texts.safe, safeShips(view, budget)],
    [texts.all, budget.left],
  ];
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && ships <= budget.left) props.add();
    if (event.key === "Escape") props.cancel();
  };
  return (
    <Panel title={texts.composeTitle(starById(view, from).name, starById(view, to).name)} class="composer">
      <div class="ship-row">
        <label>
          <span class="sr-only">{texts.shipsToSend}</span>
          <input
            ref={slider}
            type="range"
            min="1"
            max={most}
            value={ships}
            onKeyDown={onKey}
            onInput={(event) => setShips(Number(event.currentTarget.value))}
            class={classes(ships > budget.left && "is-over")}
            data-testid="ship-slider"
          />
        </label>
        <output class="ship-count">{ships}</output>
      </div>
      <div class="presets">
        {presets
          .filter(([, n]) => n > 0)
          .map(([label, n]) => (
            <button key={label} type="button" class="small" aria-pressed={ships === n} onClick={() => setShips(n)}>
              {label} <b>{n}</b>
            </button>
          ))}
      </div>
      <Facts {...props} />
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={props.add}
          disabled={ships > budget.left}
          data-testid="add-order"
        >
          {texts.addOrder}
        </button>
        <button type="button" onClick={props.cancel}>
          {texts.cancel}
        </button>
      </div>
    </Panel>
  );
}
