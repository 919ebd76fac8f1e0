// The board of any game: what the engine draws as text, and the valid actions as a list.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule, BoardProps, Words } from "../../board.ts";
import { fill, texts } from "../../texts.ts";
import "./board.css";

const most = 200;

/** `key value` pairs of anything, without braces. */
function plain(value: unknown): string {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(plain).join(" ");
  const pairs = Object.entries(value).filter(([key]) => key !== "type");
  return pairs.map(([key, inner]) => `${key} ${plain(inner)}`).join(", ");
}

function sentence(document: { type?: string }): string {
  const head = (document.type ?? "").toLowerCase().replaceAll("_", " ");
  const rest = plain(document);
  return head && rest ? `${head}: ${rest}` : head || rest;
}

export const describeEvent: BoardModule["describeEvent"] = (event: { type: string }) => sentence(event);

export const describeAction: BoardModule["describeAction"] = (action: { type?: string }) => sentence(action);

interface Plain extends BoardProps {
  /** The game's own words for actions, where it has some. */
  describe?: BoardModule["describeAction"];
}

function Actions({ actions, canAct, disabled, onAction, words, describe = describeAction }: Plain & { words: Words }) {
  const [more, setMore] = useState<object[]>([]);
  const shown = [...actions.items.slice(0, most), ...more];
  useEffect(() => setMore([]), [actions]);
  if (!canAct) return null;
  const left = actions.count - shown.length;
  const load = async (): Promise<void> => {
    const items = await actions.page(shown.length, most);
    setMore([...more, ...items]);
  };
  return (
    <section class="generic-actions" aria-label={texts.game.actions}>
      <h3>{texts.game.actions}</h3>
      <ul>
        {shown.map((action, i) => (
          <li key={i}>
            <button type="button" disabled={disabled} onClick={() => onAction(action)}>
              {describe(action, words)}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" onClick={() => void load()}>
          {fill(texts.game.showMore, { n: left })}
        </button>
      )}
    </section>
  );
}

export function Board(props: Plain) {
  const { animate, step, speed, onSettled, seats, viewer, view } = props;
  useEffect(() => {
    if (!animate) return;
    const timer = setTimeout(onSettled, 250 / speed);
    return () => clearTimeout(timer);
  }, [step, animate]);
  const name: Words["name"] = (player) => seats.find((seat) => seat.player === player)?.name ?? String(player);
  return (
    <div class="generic-board">
      <pre tabIndex={0}>{props.text}</pre>
      <Actions {...props} words={{ seats, viewer, view, name }} />
    </div>
  );
}
