// Skirmish: the table, the hand, and one question at a time: what, at whom, where to.
import "../shared/board.css";
import "./board.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts as all } from "../../texts.ts";
import { LiveRegion } from "../shared/pieces.tsx";
import { usePlayback, type Playback } from "../shared/usePlayback.ts";
import { basePower, cardName, cardOf, cardQuestion, leads, nameOf, unitAt } from "./cards.ts";
import { playable, ready } from "./choose.ts";
import { useDecisions, type Decisions, type Props } from "./decisions.ts";
import { CardPicture, Hand } from "./Hand.tsx";
import { Terrains } from "./Terrains.tsx";
import { script, type Scene } from "./scene.ts";
import { Details, Graveyard, OpenHand, PlayerLine } from "./Side.tsx";
import type { Event, Side, Slot, View } from "./types.ts";
import { describeEvent } from "./words.ts";
export { openView } from "./scene.ts";
export { describeAction, describeEvent, describeSeat } from "./words.ts";

const texts = all.boards.skirmish;
type Look = { card: string; seat: Side; slot: Slot | null } | null;

function prompt(props: Props, { choice, options, asked }: Decisions, enabled: boolean): string {
  const { view, seats } = props;
  const pending = view.pendingInput;
  if (props.status.over) return texts.over;
  if (pending && asked)
    return texts.pending(nameOf(pending.source), cardQuestion(pending.kind));
  if (pending) return texts.pendingOther(nameOf(pending.source), seats[pending.player]?.name ?? "");
  if (!enabled) return texts.waiting(seats[view.currentPlayer]?.name ?? "");
  const picked = choice.card ?? (choice.unit && cardOf(choice.unit));
  if (!picked) return view.activating ? texts.chooseActivate : texts.choose;
  if (choice.confirm) return outcome(view, choice.confirm, picked);
  if (options.graves.length > 0) return texts.pickCard(cardName(picked));
  if (options.moving) return texts.pickTo(cardName(picked));
  const own = options.slots.every(([player]) => player === props.viewer);
  return own ? texts.pickSlot(cardName(picked)) : texts.pickTarget(cardName(picked));
}

/** What a deployment over one's own unit leads to. */
function outcome(view: View, slot: Slot, card: string): string {
  const lost = unitAt(view, slot)!;
  const modifier = view.slots[slot[1]]?.modifiers[slot[0]] ?? 0;
  const power = Math.max(0, (basePower(card) ?? 0) + modifier);
  return texts.confirmConsume(cardName(card), slot[1], power, cardName(lost.card), lost.power);
}

/** Buttons for what needs no place on the table. */
function Buttons({ decisions, children }: { decisions: Decisions; children: JSX.Element }): JSX.Element {
  const { pass, end, skip, cancel, confirm } = decisions;
  return (
    <div class="row bar">
      {confirm && (
        <button type="button" class="primary" onClick={confirm} data-testid="confirm">
          {texts.confirm}
        </button>
      )}
      {skip && (
        <button type="button" onClick={skip} data-testid="skip-input">
          {texts.skip} <kbd>N</kbd>
        </button>
      )}
      {end && (
        <button type="button" class="primary" onClick={end} data-testid="end-turn">
          {texts.endTurn} <kbd>E</kbd>
        </button>
      )}
      {cancel && (
        <button type="button" onClick={cancel}>
          {texts.cancel} <kbd>Esc</kbd>
        </button>
      )}
      <button type="button" disabled={!pass} title={texts.passNote} onClick={() => pass?.()} data-testid="pass">
        {texts.passLabel} <kbd>D</kbd>
      </button>
      {children}
    </div>
  );
}

/** An action card held up, and the outcome of a skirmish: over the table for a moment. */
function Overlay({ scene, serial, told }: { scene: Scene; serial: number; told: string | null }): JSX.Element {
  const { spotlight } = scene;
  return (
    <>
      {spotlight && (
        <div class="spotlight" key={serial} aria-hidden="true">
          <CardPicture card={cardOf(spotlight)} seat={spotlight.startsWith("1") ? 1 : 0} size={150} />
        </div>
      )}
      {scene.told?.type === "ROUND_ENDED" && <div class="round-banner">{told}</div>}
    </>
  );
}

interface TableProps {
  playback: Playback<Scene, Event>;
  decisions: Decisions;
  bottom: Side;
  name: (side: Side) => string;
  told: string | null;
  setLook: (look: Look) => void;
}

function Table({ playback, decisions, bottom, name, told, setLook }: TableProps): JSX.Element {
  const { scene } = playback;
  const inspect = (slot: Slot) => {
    const unit = unitAt(scene.view, slot);
    if (unit) setLook({ card: unit.card, seat: unit.owner, slot });
  };
  const { asked, picked, actions } = decisions;
  return (
    <div class="table board-drawing">
      <Terrains
        scene={scene}
        serial={playback.serial}
        ms={playback.ms}
        bottom={bottom}
        names={name}
        options={decisions.options.slots}
        chosenUnit={decisions.choice.unit ?? null}
        aimed={decisions.choice.target ?? decisions.choice.confirm}
        deploying={decisions.choice.card !== undefined && basePower(decisions.choice.card) !== null ? decisions.choice.card : null}
        over={decisions.drag?.over ?? null}
        focusRef={decisions.focus.slot}
        inspect={inspect}
        ready={(unit) => !picked && !asked && ready(actions, unit.cardId)}
        pick={(slot, byKey) => {
          inspect(slot);
          decisions.onSlot(slot, byKey);
        }}
      />
      <Overlay scene={scene} serial={playback.serial} told={told} />
    </div>
  );
}

interface AsideProps {
  scene: Scene;
  decisions: Decisions;
  bottom: Side;
  name: (side: Side) => string;
  look: Look;
  setLook: (look: Look) => void;
}

function Aside({ scene, decisions, bottom, name, look, setLook }: AsideProps): JSX.Element {
  const { view } = scene;
  const sides: Side[] = bottom === 0 ? [0, 1] : [1, 0];
  const modifier = look?.slot ? (view.slots[look.slot[1]]?.modifiers[look.slot[0]] ?? 0) : 0;
  return (
    <aside class="board-side">
      <Details
        card={look?.card ?? null}
        seat={look?.seat ?? bottom}
        unit={look?.slot ? unitAt(view, look.slot) : null}
        modifier={modifier}
      />
      {sides.map((side) => (
        <Graveyard
          key={side}
          title={texts.graveyardOf(name(side))}
          seat={side}
          cards={view.players[side].discard}
          options={side === bottom ? decisions.options.graves : []}
          pick={decisions.pickGrave}
          inspect={(card) => setLook({ card, seat: side, slot: null })}
        />
      ))}
    </aside>
  );
}

export function Board(props: Props): JSX.Element {
  const { seats, viewer } = props;
  const playback = usePlayback(props, script);
  const enabled = props.canAct && !props.disabled && !playback.busy;
  const bottom: Side = viewer === 1 ? 1 : 0;
  const top: Side = viewer === 1 ? 0 : 1;
  const decisions = useDecisions(props, enabled, bottom);
  const [look, setLook] = useState<Look>(null);
  // What one person looked at is not for the next one at the same screen.
  useEffect(() => setLook(null), [viewer]);
  const { scene } = playback;
  const { view } = scene;
  const name = (side: Side) => seats[side]?.name ?? "";
  const words = { seats, viewer, view, name: (player: string | number) => name(player as Side) };
  const told = scene.told ? describeEvent(scene.told, words) : null;
  const status = playback.busy ? (told ?? "") : prompt(props, decisions, enabled);
  const hand = view.players[bottom].hand;
  const lookAt = (card: string) => setLook({ card, seat: bottom, slot: null });
  const lead = leads(view);
  const { drag, actions } = decisions;
  return (
    <div class="board board-skirmish">
      <div class="board-main">
        <PlayerLine view={view} side={top} name={name(top)} own={false} />
        <OpenHand view={view} side={top} name={name(top)} />
        <p class="board-status" data-testid="status">
          <b>{texts.skirmish(view.currentRound)}.</b> {status}
        </p>
        <Table playback={playback} decisions={decisions} bottom={bottom} name={name} told={told} setLook={setLook} />
        <PlayerLine view={view} side={bottom} name={name(bottom)} own={typeof hand !== "number"} />
        {typeof hand !== "number" && (
          <Hand
            hand={hand}
            seat={bottom}
            chosen={decisions.choice.card ?? null}
            inspect={lookAt}
            drag={decisions.onDrag}
            playable={(card) => !decisions.asked && playable(actions, card)}
            focusRef={decisions.focus.hand}
            pick={(card, byKey) => {
              lookAt(card);
              decisions.pickCard(card, byKey);
            }}
          />
        )}
        {!props.replay && viewer !== "spectator" && !props.status.over && (
          <Buttons decisions={decisions}>
            <span class="quiet lead">{texts.leads(lead[bottom], lead[top])}</span>
          </Buttons>
        )}
      </div>
      <Aside scene={scene} decisions={decisions} bottom={bottom} name={name} look={look} setLook={setLook} />
      {drag && (
        <div class="drag-card" style={`left:${drag.x}px;top:${drag.y}px`} aria-hidden="true">
          <CardPicture card={drag.card} seat={bottom} size={80} />
        </div>
      )}
      <LiveRegion text={status} />
    </div>
  );
}
