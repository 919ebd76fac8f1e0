// What everybody can still play and has claimed, and the viewer's hand.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import type { Seat } from "../../board.ts";
import { classes, SeatBadge, SeatPatterns } from "../shared/pieces.tsx";
import { useRoving } from "../shared/roving.ts";
import { fleet, scoreOf, toCome } from "./scene.ts";
import { CARD_H, CARD_W, CardShape, PlanetDisc } from "./Table.tsx";
import type { View } from "./types.ts";
import { planetName } from "./words.ts";

const texts = all.boards["stellar-skirmish"];

function Claimed({ view, player }: { view: View; player: number }): JSX.Element {
  const planets = view.claimed_planets[String(player)] ?? [];
  return (
    <span class="claimed on-dark" role="img" aria-label={texts.claimed(planets.map(planetName).join(", ") || texts.nothing)}>
      {planets.map((planet, i) => (
        <svg key={i} width="24" height="24" viewBox="-14 -14 28 28" aria-hidden="true">
          <PlanetDisc planet={planet} r={9} />
        </svg>
      ))}
    </span>
  );
}

interface FleetProps {
  view: View;
  seats: Seat[];
  start: readonly number[];
  ahead: number;
}

export function Fleets({ view, seats, start, ahead }: FleetProps): JSX.Element {
  return (
    <ul class="fleet-rows">
      {seats.map((seat) => {
        const player = Number(seat.player),
          hand = view.hands[String(player)] ?? [];
        const score = scoreOf(view, player);
        return (
          <li key={player} class={classes(score === ahead && score > 0 && "is-ahead")}>
            <SeatBadge seat={seat.index} />
            <b class="who">{seat.name}</b>
            <span class="points">{texts.points(score)}</span>
            <span
              class="values"
              role="img"
              style={`--columns:${Math.min(start.length, 16)}`}
              aria-label={`${texts.handOf(seat.name)}: ${hand.join(", ")}`}
            >
              {fleet(start, hand).map(({ value, left }, i) => (
                <i key={i} class={left ? "" : "gone"}>
                  {value}
                </i>
              ))}
            </span>
            <Claimed view={view} player={player} />
          </li>
        );
      })}
    </ul>
  );
}

export function Unseen({ view }: { view: View }): JSX.Element | null {
  const groups = toCome(view);
  if (groups.length === 0) return null;
  return (
    <p class="unseen quiet" title={texts.unseenNote}>
      {texts.unseen}:{" "}
      {groups.map(({ points, count }) => (
        <span key={points}>
          {count}×<b>{texts.points(points)}</b>
        </span>
      ))}
    </p>
  );
}

interface HandProps {
  hand: readonly number[];
  seat: number;
  /** Cards that may be played now. */
  valid: ReadonlySet<number>;
  chosen: number | null;
  pick: (card: number) => void;
}

export function Hand({ hand, seat, valid, chosen, pick }: HandProps): JSX.Element {
  const roving = useRoving(
    hand.map((_, i) => ({ id: String(i), x: i, y: 0 })),
    (id) => pick(hand[Number(id)]!),
  );
  return (
    <div ref={roving.root as never} class="ship-hand on-dark" role="group" aria-label={texts.yourHand}>
      {hand.map((card, i) => (
        <button
          key={`${card}-${i}`}
          type="button"
          class={classes(chosen === card && "is-chosen")}
          aria-disabled={!valid.has(card)}
          aria-pressed={chosen === card}
          aria-label={texts.playLabel(card)}
          data-card={card}
          onClick={() => pick(card)}
          {...roving.props(String(i))}
        >
          <svg viewBox={`${-CARD_W / 2 - 1} ${-CARD_H / 2 - 1} ${CARD_W + 2} ${CARD_H + 2}`} aria-hidden="true">
            <SeatPatterns prefix="sky" />
            <CardShape value={card} seat={seat} />
          </svg>
        </button>
      ))}
    </div>
  );
}
