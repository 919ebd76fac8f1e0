// Skirmish: the table, the hand, and one question at a time: what, at whom, where to.
import "../shared/board.css";
import "./board.css";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { LiveRegion, useHotkeys } from "../shared/pieces.tsx";
import { usePlayback } from "../shared/usePlayback.ts";
import { cardName, cardOf, leads, nameOf, unitAt } from "./cards.ts";
import { optionsFor, pickSlot, playable, ready, untargeted, type Choice, type Options } from "./choose.ts";
import { CardPicture, Hand } from "./Hand.tsx";
import { Lanes, slotFromId } from "./Lanes.tsx";
import { script } from "./scene.ts";
import { Details, Graveyard, PlayerLine } from "./Side.tsx";
import type { Action, Event, Side, Slot, View } from "./types.ts";
import { describeEvent } from "./words.ts";
export { describeAction, describeEvent, describeSeat } from "./words.ts";

const texts = all.boards.skirmish;
type Props = BoardProps<View, Action, Event>;
type Look = { card: string; seat: Side; slot: Slot | null } | null;

/** The slot under a point of the screen. */
function slotAtPoint(at: { x: number; y: number }): Slot | null {
  const slot = document.elementFromPoint(at.x, at.y)?.closest<SVGElement>("[data-slot]")?.dataset.slot;
  return slot ? slotFromId(slot) : null;
}

function prompt(props: Props, choice: Choice, options: Options, mine: boolean, enabled: boolean): string {
  const { view, seats } = props;
  const pending = view.pendingInput;
  if (view.matchWinner !== undefined) return texts.over;
  if (pending && mine) return texts.pending(nameOf(pending.source), texts.inputTexts[pending.kind] ?? texts.inputDefault);
  if (pending) return texts.pendingOther(nameOf(pending.source), seats[pending.player]?.name ?? "");
  if (!enabled) return texts.waiting(seats[view.currentPlayer]?.name ?? "");
  const picked = choice.card ?? (choice.unit && cardOf(choice.unit));
  if (!picked) return view.activating ? texts.chooseActivate : texts.choose;
  if (options.graves.length > 0) return texts.pickCard(cardName(picked));
  if (options.moving) return texts.pickTo(cardName(picked));
  const own = options.slots.every(([player]) => player === props.viewer);
  return own ? texts.pickSlot(cardName(picked)) : texts.pickTarget(cardName(picked));
}

interface DragState { card: string; x: number; y: number; over: Slot | null }

export function Board(props: Props): JSX.Element {
  const { view, onAction, seats } = props;
  const playback = usePlayback(props, script);
  const enabled = props.canAct && !props.disabled && !playback.busy;
  const actions = enabled ? props.actions.items : [];
  const bottom: Side = props.viewer === 1 ? 1 : 0, top = (1 - bottom) as Side;
  const [choice, setChoice] = useState<Choice>({});
  const [look, setLook] = useState<Look>(null);
  const [drag, setDrag] = useState<DragState | null>(null);
  const focusSlot = useRef<((slot: Slot) => void) | null>(null);
  const focusHand = useRef<(() => void) | null>(null);
  const byKeys = useRef(false);
  useEffect(() => setChoice({}), [props.step]);
  const asked = enabled && view.pendingInput !== null;
  const picked = choice.card !== undefined || choice.unit !== undefined;
  const options: Options = asked || picked ? optionsFor(actions, choice, bottom) : { slots: [], graves: [], moving: false };

  // Who plays by keys is taken to where the next decision is.
  useEffect(() => {
    if (!enabled || !byKeys.current) return;
    if (asked && options.slots[0]) focusSlot.current?.(options.slots[0]);
    else if (!asked) focusHand.current?.();
  }, [enabled, props.step]);

  const send = (action: Action) => { setChoice({}); onAction(action); };
  const start = (next: Choice, byKey: boolean) => {
    setChoice(next);
    const first = optionsFor(actions, next, bottom).slots[0];
    if (byKey && first) focusSlot.current?.(first);
  };
  const pickCard = (card: string, byKey: boolean) => {
    setLook({ card, seat: bottom, slot: null });
    if (choice.card === card) setChoice({});
    else if (playable(actions, card)) start({ card }, byKey);
  };
  const dropOn = (from: Choice, slot: Slot, byKey: boolean): boolean => {
    const result = pickSlot(actions, from, bottom, slot);
    if (!result) return false;
    byKeys.current = byKey;
    if ("action" in result) send(result.action);
    else start(result.choice, byKey);
    return true;
  };
  const inspect = (slot: Slot) => {
    const unit = unitAt(playback.scene.view, slot);
    if (unit) setLook({ card: unit.card, seat: unit.owner, slot });
  };
  const onSlot = (slot: Slot, byKey: boolean) => {
    inspect(slot);
    if ((asked || picked) && dropOn(choice, slot, byKey)) return;
    const unit = unitAt(view, slot);
    if (!unit || !ready(actions, unit.cardId) || choice.unit === unit.cardId) { if (!asked) setChoice({}); return; }
    const direct = untargeted(actions, unit.cardId);
    if (direct) send(direct);
    else start({ unit: unit.cardId }, byKey);
  };
  const onDrag = (card: string, at: { x: number; y: number } | null, drop: boolean) => {
    const over = at && slotAtPoint(at);
    setDrag(drop || !at ? null : { card, ...at, over });
    if (!drop) { if (choice.card !== card && playable(actions, card)) setChoice({ card }); }
    else if (over) dropOn({ card }, over, false);
  };

  const find = (type: Action["type"]) => actions.find((one) => one.type === type && !("target" in one));
  const pass = find("PASS"), end = find("END_TURN"), skip = find("INPUT");
  const cancel = picked ? () => setChoice({}) : null;
  useHotkeys({ d: pass ? () => send(pass) : null, e: end ? () => send(end) : null, n: skip ? () => send(skip) : null, Escape: cancel });

  const scene = playback.scene, shown = scene.view;
  const words = { seats, viewer: props.viewer, view: shown, name: (player: string | number) => seats[Number(player)]?.name ?? "" };
  const told = scene.told ? describeEvent(scene.told, words) : null;
  const status = playback.busy ? told ?? "" : prompt(props, choice, options, asked, enabled);
  const hand = shown.players[bottom]!.hand;
  const lead = leads(shown);
  const lookUnit = look?.slot ? unitAt(shown, look.slot) : null;
  const name = (side: Side) => seats[side]?.name ?? "";
  return (
    <div class="board board-skirmish">
      <div class="board-main">
        <PlayerLine view={shown} side={top} name={name(top)} own={false} />
        <p class="board-status" data-testid="status"><b>{texts.skirmish(shown.currentRound)}.</b> {status}</p>
        <div class="table">
          <Lanes scene={scene} serial={playback.serial} ms={playback.ms} bottom={bottom} names={name} options={options.slots}
            chosenUnit={choice.unit ?? null} aimed={choice.target} over={drag?.over ?? null} focusRef={focusSlot}
            ready={(unit) => !picked && !asked && ready(actions, unit.cardId)} pick={onSlot} inspect={inspect} />
          {scene.spotlight && (
            <div class="spotlight" key={playback.serial} aria-hidden="true">
              <CardPicture card={cardOf(scene.spotlight)} seat={scene.spotlight.startsWith("1") ? 1 : 0} size={150} />
            </div>)}
          {scene.told?.type === "ROUND_ENDED" && <div class="round-banner">{told}</div>}
        </div>
        <PlayerLine view={shown} side={bottom} name={name(bottom)} own={typeof hand !== "number"} />
        {typeof hand !== "number" && (
          <Hand hand={hand} seat={bottom} playable={(card) => !asked && playable(actions, card)} chosen={choice.card ?? null}
            pick={pickCard} inspect={(card) => setLook({ card, seat: bottom, slot: null })} drag={onDrag} focusRef={focusHand} />)}
        {!props.replay && props.viewer !== "spectator" && view.matchWinner === undefined && (
          <div class="row bar">
            {skip && <button type="button" onClick={() => send(skip)} data-testid="skip-input">{texts.skip} <kbd>N</kbd></button>}
            {end && <button type="button" class="primary" onClick={() => send(end)} data-testid="end-turn">{texts.endTurn} <kbd>E</kbd></button>}
            {cancel && <button type="button" onClick={cancel}>{texts.cancel} <kbd>Esc</kbd></button>}
            <button type="button" disabled={!pass} title={texts.passNote} onClick={() => pass && send(pass)} data-testid="pass">
              {texts.passLabel} <kbd>D</kbd></button>
            <span class="quiet lead">{texts.leads(lead[bottom], lead[top])}</span>
          </div>)}
      </div>
      <aside class="board-side">
        <Details card={look?.card ?? null} seat={look?.seat ?? bottom} unit={lookUnit}
          modifier={look?.slot ? shown.slots[look.slot[1]]?.modifiers[look.slot[0]] ?? 0 : 0} />
        {[bottom, top].map((side) => (
          <Graveyard key={side} title={texts.graveyardOf(name(side as Side))} seat={side as Side}
            cards={shown.players[side]!.discard} options={side === bottom ? options.graves : []}
            pick={(grave) => start({ ...choice, grave }, true)} inspect={(card) => setLook({ card, seat: side as Side, slot: null })} />))}
      </aside>
      {drag && <div class="drag-card" style={`left:${drag.x}px;top:${drag.y}px`} aria-hidden="true"><CardPicture card={drag.card} seat={bottom} size={80} /></div>}
      <LiveRegion text={status} />
    </div>
  );
}
