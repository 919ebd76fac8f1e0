// Everything beside the table: who plays, piles, graveyards, and the card being looked at.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { signed } from "../shared/numbers.ts";
import { classes, Panel, SeatBadge } from "../shared/pieces.tsx";
import { basePower, cardKind, cardName, cardOf, cardText, hasAbility, nameOf, stacks } from "./cards.ts";
import { Backs, CardPicture } from "./Hand.tsx";
import type { Side, Unit, View } from "./types.ts";

const texts = all.boards.skirmish;

export function PlayerLine({
  view,
  side,
  name,
  own,
}: {
  view: View;
  side: Side;
  name: string;
  own: boolean;
}): JSX.Element {
  const player = view.players[side]!;
  const count = typeof player.hand === "number" ? player.hand : player.hand.length;
  const now = view.matchWinner === undefined && view.currentPlayer === side;
  const known = view.known?.[side] ?? [];
  return (
    <div class={classes("player-line", now && "is-now", own && "is-own")}>
      <SeatBadge seat={side} />
      <b class="who">{name}</b>
      <span class="wins" role="img" aria-label={`${view.roundsWon[side]} / 2`}>
        {[0, 1].map((i) => (
          <i key={i} class={i < view.roundsWon[side]! ? "won" : ""} />
        ))}
      </span>
      {view.hasPassed[side] && <span class="done-flag">{texts.isDone}</span>}
      {!own && <Backs count={count} seat={side} />}
      <span class="quiet piles" title={known.length ? texts.known(known.map(nameOf).join(", ")) : undefined}>
        {texts.cards(count)} · {texts.deck(player.deck)}
      </span>
    </div>
  );
}

/** The other's cards, once there is nothing to hide. */
export function OpenHand({ view, side, name }: { view: View; side: Side; name: string }): JSX.Element | null {
  const { hand } = view.players[side]!;
  if (typeof hand === "number" || hand.length === 0) return null;
  const cards = stacks(hand).map(({ card, count }) => `${cardName(card)}${count > 1 ? ` ×${count}` : ""}`);
  return <p class="quiet open-hand">{texts.handOf(name)}: {cards.join(", ")}</p>;
}

interface DetailsProps {
  card: string | null;
  seat: Side;
  unit: Unit | null;
  modifier: number;
}

function statusOf(unit: Unit): string | null {
  if (unit.silenced) return texts.silenced;
  if (!hasAbility(unit.card)) return null;
  if (unit.activated) return texts.used;
  return unit.cooldown > 0 ? texts.readyIn(unit.cooldown) : texts.ready;
}

function Breakdown({ unit, modifier }: { unit: Unit; modifier: number }): JSX.Element {
  const status = statusOf(unit);
  return (
    <p class="breakdown">
      <b>{unit.power}</b> = {unit.base} {texts.base}
      {unit.buffs !== 0 && (
        <span class="part-buff">
          {" "}
          {signed(unit.buffs)} {texts.buffs}
        </span>
      )}
      {unit.damage !== 0 && (
        <span class="part-damage">
          {" "}
          {signed(-unit.damage)} {texts.damage}
        </span>
      )}
      {modifier !== 0 && (
        <span class="part-slot">
          {" "}
          {signed(modifier)} {texts.slot}
        </span>
      )}
      {status && <em> · {status}</em>}
    </p>
  );
}

/** Words of the rules that a card's text uses, explained where they stand. */
function Terms({ text }: { text: string }): JSX.Element | null {
  const found = texts.terms.filter(([, pattern]) => pattern.test(text));
  if (found.length === 0) return null;
  return (
    <dl class="terms">
      {found.map(([word, , meaning]) => [<dt key={word}>{word}: </dt>, <dd key={`${word}-meaning`}>{meaning}</dd>])}
    </dl>
  );
}

export function Details({ card, seat, unit, modifier }: DetailsProps): JSX.Element {
  if (!card)
    return (
      <Panel title={texts.details} class="details">
        <p class="quiet">{texts.detailsHint}</p>
      </Panel>
    );
  const base = basePower(card);
  const kind = cardKind(card);
  return (
    <section class="board-panel details" aria-live="off">
      <CardPicture card={card} seat={seat} size={72} />
      <div>
        <h2>
          {cardName(card)}{" "}
          <small class="quiet">
            {kind}
            {base === null ? "" : `, ${texts.power} ${base}`}
          </small>
        </h2>
        <p>{cardText(card)}</p>
        <Terms text={cardText(card)} />
        {unit && <Breakdown unit={unit} modifier={modifier} />}
      </div>
    </section>
  );
}

interface GraveyardProps {
  title: string;
  cards: readonly string[];
  seat: Side;
  /** Cards that can be chosen now, by id. */
  options: readonly string[];
  pick: (id: string) => void;
  inspect: (card: string) => void;
}

export function Graveyard({ title, cards, seat, options, pick, inspect }: GraveyardProps): JSX.Element {
  return (
    <details class="board-panel graveyard" open={options.length > 0 || undefined}>
      <summary>
        <SeatBadge seat={seat} size={18} /> {title} <span class="quiet">({cards.length})</span>
      </summary>
      {cards.length === 0 && <p class="quiet">{texts.graveyardEmpty}</p>}
      <div class="grave-cards">
        {stacks(cards).map(({ card, count }) => {
          const option = options.find((one) => cardOf(one) === card);
          return (
            <button
              key={card}
              type="button"
              class={classes("small", option && "is-valid")}
              data-grave={card}
              onFocus={() => inspect(card)}
              onMouseEnter={() => inspect(card)}
              onClick={() => (option ? pick(option) : inspect(card))}
            >
              {cardName(card)}
              {count > 1 ? ` ×${count}` : ""}
            </button>
          );
        })}
      </div>
    </details>
  );
}
