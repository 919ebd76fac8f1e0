// The orders of this turn, and the button that sends them.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { Panel } from "../shared/pieces.tsx";
import { distance, mayRebel, starById, type Budget } from "./planning.ts";
import type { Move, View } from "./types.ts";

const texts = all.boards["space-conquest"];

interface Props {
  view: View;
  /** Handed in before, by single steps: they stand. */
  sent: readonly Move[];
  moves: readonly Move[];
  /** The order being made: sent with the others. */
  preview: readonly Move[];
  budgets: readonly Budget[];
  enabled: boolean;
  committed: boolean;
  change: (index: number, ships: number) => void;
  remove: (index: number) => void;
  commit: () => void;
}

function OrderRow({ view, move, children }: { view: View; move: Move; children?: JSX.Element }): JSX.Element {
  const steps = distance(starById(view, move.from), starById(view, move.to));
  return (
    <li>
      <span class="order-route">
        <b>{move.from}</b> → <b>{move.to}</b>
        <small>
          {" "}
          {starById(view, move.to).name} · {texts.inTurns(steps)}
        </small>
      </span>
      {children ?? <output>{move.ships}</output>}
    </li>
  );
}

/** More and fewer ships, and away with it. */
function Editor({ index, move, props }: { index: number; move: Move; props: Props }): JSX.Element {
  const name = `${move.from} → ${move.to}`;
  return (
    <span class="order-edit">
      <button
        type="button"
        class="tiny"
        disabled={!props.enabled || move.ships <= 1}
        aria-label={texts.fewer(name)}
        onClick={() => props.change(index, move.ships - 1)}
      >
        −
      </button>
      <output>{move.ships}</output>
      <button
        type="button"
        class="tiny"
        disabled={!props.enabled}
        aria-label={texts.more(name)}
        onClick={() => props.change(index, move.ships + 1)}
      >
        +
      </button>
      <button
        type="button"
        class="tiny"
        disabled={!props.enabled}
        aria-label={texts.removeOrder(name)}
        onClick={() => props.remove(index)}
      >
        ×
      </button>
    </span>
  );
}

function Warnings({ view, budgets }: Props): JSX.Element {
  return (
    <>
      {budgets
        .filter((one) => one.over)
        .map((one) => (
          <p key={one.star.id} class="warning bad" role="alert" data-testid="over-commitment">
            {texts.overCommit(one.star.id, one.ordered, one.ships)} {texts.overCommitNote}
          </p>
        ))}
      {budgets
        .filter((one) => !one.over && mayRebel(view, one))
        .map((one) => (
          <p key={one.star.id} class="warning warn">
            {texts.mayRebel(one.star.name, one.left, one.star.base_ru ?? 0)}
          </p>
        ))}
    </>
  );
}

export function Orders(props: Props): JSX.Element {
  const { view, sent, moves, budgets, enabled } = props;
  const over = budgets.some((one) => one.over);
  const count = sent.length + moves.length + props.preview.length;
  return (
    <Panel title={texts.orders} class="orders">
      {count === 0 && <p class="quiet">{enabled ? texts.noOrders : texts.noOrdersYet}</p>}
      <ol class="order-list">
        {sent.map((move, i) => (
          <OrderRow key={`sent-${i}`} view={view} move={move} />
        ))}
        {moves.map((move, i) => (
          <OrderRow key={i} view={view} move={move}>
            <Editor index={i} move={move} props={props} />
          </OrderRow>
        ))}
        {props.preview.map((move) => (
          <OrderRow key="preview" view={view} move={move} />
        ))}
      </ol>
      <Warnings {...props} />
      <button
        type="button"
        class="primary wide"
        disabled={!enabled || over}
        onClick={props.commit}
        data-testid="commit"
      >
        {props.committed ? texts.committed : texts.commit(count)} <kbd>C</kbd>
      </button>
    </Panel>
  );
}
