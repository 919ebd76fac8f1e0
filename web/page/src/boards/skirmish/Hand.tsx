// The viewer's cards, to click or to drag onto the table, and the backs of the other's.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { texts as all } from "../../texts.ts";
import { classes, SeatPatterns } from "../shared/pieces.tsx";
import { useRoving } from "../shared/roving.ts";
import { CARD_H, CARD_W, Face } from "./CardFace.tsx";
import { basePower, cardKind, cardName, cardText, stacks } from "./cards.ts";
import type { Side } from "./types.ts";

const texts = all.boards.skirmish;

interface Props {
  hand: readonly string[];
  seat: Side;
  playable: (card: string) => boolean;
  chosen: string | null;
  pick: (card: string, byKey: boolean) => void;
  inspect: (card: string) => void;
  drag: (card: string, at: { x: number; y: number } | null, drop: boolean) => void;
  focusRef: { current: (() => void) | null };
}

export function CardPicture({ card, seat, size }: { card: string; seat: number; size?: number }): JSX.Element {
  return (
    <svg viewBox={`-2 -2 ${CARD_W + 4} ${CARD_H + 4}`} width={size} class="card-picture" aria-hidden="true">
      <SeatPatterns />
      <Face card={card} seat={seat} />
    </svg>
  );
}

const THRESHOLD = 8;

/** Follows a pointer from a card. Listeners live on the window only while a button is down. */
function useDrag(report: Props["drag"]) {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (card: string, start: PointerEvent) => {
    if (start.button !== 0) return;
    let moved = false;
    const move = (event: PointerEvent) => {
      moved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > THRESHOLD;
      if (moved) report(card, { x: event.clientX, y: event.clientY }, false);
    };
    const end = (event: PointerEvent) => {
      stop.current?.();
      if (moved) report(card, event.type === "pointerup" ? { x: event.clientX, y: event.clientY } : null, true);
    };
    stop.current = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      stop.current = null;
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
}

/** "Archer ×2, power 3. What it does." */
function handLabel(card: string, count: number): string {
  const base = basePower(card);
  const power = base === null ? cardKind(card) : `${texts.power} ${base}`;
  return `${cardName(card)}${count > 1 ? ` ×${count}` : ""}, ${power}. ${cardText(card)}`;
}

export function Hand(props: Props): JSX.Element {
  const groups = stacks(props.hand);
  const roving = useRoving(
    groups.map((group, i) => ({ id: group.card, x: i, y: 0 })),
    (id) => props.pick(id, true),
  );
  props.focusRef.current = roving.focusHome;
  const startDrag = useDrag(props.drag);
  return (
    <div ref={roving.root as never} class="hand" role="group" aria-label={texts.hand}>
      {groups.map(({ card, count }) => {
        const able = props.playable(card),
          spot = roving.props(card);
        return (
          <div key={card} class="hand-place">
          <CardPicture card={card} seat={props.seat} />
          {count > 1 && <span class="hand-count" aria-hidden="true">×{count}</span>}
          <button
            type="button"
            class={classes("hand-card", able && "is-able", props.chosen === card && "is-chosen")}
            aria-pressed={props.chosen === card}
            {...spot}
            data-card={card}
            aria-label={handLabel(card, count)}
            onFocus={() => {
              spot.onFocus();
              props.inspect(card);
            }}
            onMouseEnter={() => props.inspect(card)}
            onClick={() => props.pick(card, false)}
            onPointerDown={(event) => able && startDrag(card, event)}
          />
          </div>
        );
      })}
    </div>
  );
}

export function Backs({ count, seat }: { count: number; seat: Side }): JSX.Element {
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: Math.min(count, 14) }, (_, i) => (
        <span key={i} style={`--seat:var(--seat-${seat})`} />
      ))}
    </span>
  );
}
