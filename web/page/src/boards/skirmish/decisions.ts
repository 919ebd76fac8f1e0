// The player's decision in the making: from clicks, drags and keys to one action.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../board.ts";
import { useHotkeys } from "../shared/pieces.tsx";
import { sameSlot, unitAt } from "./cards.ts";
import { consumes, optionsFor, pickSlot, playable, ready, untargeted, type Choice, type Options } from "./choose.ts";
import type { Action, Event, Side, Slot, View } from "./types.ts";

export type Props = BoardProps<View, Action, Event>;

export interface Drag {
  card: string;
  x: number;
  y: number;
  over: Slot | null;
}

const NOTHING: Options = { slots: [], graves: [], moving: false };

/** The slot under a point of the screen. */
function slotAtPoint(at: { x: number; y: number }): Slot | null {
  const id = document.elementFromPoint(at.x, at.y)?.closest<SVGElement>("[data-slot]")?.dataset.slot;
  return id ? slotFromId(id) : null;
}

export function slotId([player, terrain]: Slot): string {
  return `${player}-${terrain}`;
}

export function slotFromId(id: string): Slot {
  const [player, terrain] = id.split("-").map(Number);
  return [player === 1 ? 1 : 0, terrain ?? 0];
}

/** Actions that need no place: they have buttons and keys. */
function plainActions(actions: readonly Action[], send: (action: Action) => void) {
  const find = (type: Action["type"]) => {
    const action = actions.find((one) => one.type === type && !("target" in one));
    return action ? () => send(action) : null;
  };
  return { pass: find("PASS"), end: find("END_TURN"), skip: find("INPUT") };
}

/** Who plays by keys is taken to where the next decision is. */
function useFocus(enabled: boolean, asked: boolean, options: Options, step: number) {
  const slot = useRef<((slot: Slot) => void) | null>(null);
  const hand = useRef<(() => void) | null>(null);
  const byKeys = useRef(false);
  useLayoutEffect(() => {
    if (!enabled || !byKeys.current) return;
    if (asked && options.slots[0]) slot.current?.(options.slots[0]);
    else if (!asked) hand.current?.();
  }, [enabled, step]);
  return { slot, hand, byKeys };
}

export function useDecisions(props: Props, enabled: boolean, viewer: Side) {
  const { view, onAction, step } = props;
  const actions = enabled ? props.actions.items : [];
  const [choice, setChoice] = useState<Choice>({});
  const [drag, setDrag] = useState<Drag | null>(null);
  // Before the new step is seen: a choice made on it must not be taken for an old one.
  useLayoutEffect(() => setChoice({}), [step]);
  const asked = enabled && view.pendingInput !== null;
  const picked = choice.card !== undefined || choice.unit !== undefined;
  const options = asked || picked ? optionsFor(actions, choice, viewer) : NOTHING;
  const focus = useFocus(enabled, asked, options, step);

  const send = (action: Action) => {
    setChoice({});
    onAction(action);
  };
  const start = (next: Choice, byKey: boolean) => {
    setChoice(next);
    const first = optionsFor(actions, next, viewer).slots[0];
    if (byKey && first) focus.slot.current?.(first);
  };
  const dropOn = (from: Choice, slot: Slot, byKey: boolean): boolean => {
    const result = pickSlot(actions, from, viewer, slot);
    if (!result) return false;
    focus.byKeys.current = byKey;
    const lost = "action" in result ? consumes(result.action, view, viewer) : null;
    // What dies by it cannot be taken back: the second click, or the button, means it.
    if (lost && !sameSlot(from.confirm, lost)) setChoice({ ...from, confirm: lost });
    else if ("action" in result) send(result.action);
    else start(result.choice, byKey);
    return true;
  };
  const pickCard = (card: string, byKey: boolean) => {
    if (choice.card === card) setChoice({});
    else if (playable(actions, card)) start({ card }, byKey);
  };
  const onSlot = (slot: Slot, byKey: boolean) => {
    if ((asked || picked) && dropOn(choice, slot, byKey)) return;
    const unit = unitAt(view, slot);
    const able = unit !== null && ready(actions, unit.cardId) && choice.unit !== unit.cardId;
    const direct = able ? untargeted(actions, unit.cardId) : null;
    if (direct) send(direct);
    else if (able) start({ unit: unit.cardId }, byKey);
    else if (!asked) setChoice({});
  };
  const onDrag = (card: string, at: { x: number; y: number } | null, drop: boolean) => {
    const over = at && slotAtPoint(at);
    setDrag(drop || !at ? null : { card, ...at, over });
    if (drop && over) dropOn({ card }, over, false);
    else if (!drop && choice.card !== card && playable(actions, card)) setChoice({ card });
  };
  const plain = plainActions(actions, send);
  const cancel = picked ? () => setChoice({}) : null;
  useHotkeys({ d: plain.pass, e: plain.end, n: plain.skip, Escape: cancel });
  const pickGrave = (grave: string) => start({ ...choice, grave }, true);
  return {
    actions,
    choice,
    drag,
    asked,
    picked,
    options,
    focus,
    pickCard,
    pickGrave,
    confirm: choice.confirm ? () => void dropOn(choice, choice.confirm!, false) : null,
    onSlot,
    onDrag,
    cancel,
    ...plain,
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
