// What happened in the last turn, as the view tells it.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { Panel } from "../shared/pieces.tsx";
import { starById } from "./planning.ts";
import type { Combat, Seat, View } from "./types.ts";

const texts = all.boards["space-conquest"];

/** A fight as the viewer saw it: own ships first. */
export function combatText(fight: Combat, viewer: string): string {
  const attacking = fight.attacker === viewer;
  const foe = attacking ? fight.defender : fight.attacker;
  const [mine, theirs] = attacking
    ? [fight.attacker_ships, fight.defender_ships]
    : [fight.defender_ships, fight.attacker_ships];
  const left = attacking ? fight.attacker_survivors : fight.defender_survivors;
  const won = fight.winner === null ? null : (fight.winner === "attacker") === attacking;
  return texts.combat(fight.star_name, mine, theirs, foe === "npc", won, left);
}

export function reportLines(view: View): string[] {
  const errors = view.order_errors[view.viewer as Seat] ?? [];
  return [
    ...errors.map((error) => texts.orderError(error.text)),
    ...view.rebellions_last_turn.map((one) => texts.rebellion(one.star_name, one.garrison_before, one.rebel_ships)),
    ...view.hyperspace_losses_last_turn.map((one) => texts.lossLine(one.ships, starById(view, one.dest).name)),
    ...view.combats_last_turn.map((fight) => combatText(fight, view.viewer)),
  ];
}

export function Report({ view }: { view: View }): JSX.Element {
  const lines = reportLines(view);
  return (
    <Panel title={texts.report} class="report">
      {lines.length === 0 ? (
        <p class="quiet">{texts.quietTurn}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Where the viewer's ships are, beside the map. */
export function FleetList({ view }: { view: View }): JSX.Element | null {
  if (view.fleets.length === 0) return null;
  const fleets = [...view.fleets].sort((a, b) => a.dist_remaining - b.dist_remaining);
  return (
    <Panel title={texts.fleets} class="fleets">
      <ul class="fleet-list">
        {fleets.map((fleet) => (
          <li key={fleet.id}>
            <span>
              <b>{fleet.ships}</b> {fleet.origin} → <b>{fleet.dest}</b>
            </span>
            <small>{texts.arrives(view.turn + fleet.dist_remaining)}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
