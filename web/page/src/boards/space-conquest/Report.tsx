// What happened in the last turn, as the view tells it.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { Panel } from "../shared/pieces.tsx";
import { starById } from "./planning.ts";
import type { Combat, Seat, View } from "./types.ts";

const texts = all.boards["space-conquest"];

/** A fight as the viewer saw it: own ships first. */
export function combatText(fight: Combat, viewer: string, names: (owner: string) => string): string {
  if (viewer !== fight.attacker && viewer !== fight.defender) return neutralText(fight, names);
  const attacking = fight.attacker === viewer;
  const foe = attacking ? fight.defender : fight.attacker;
  const [mine, theirs] = attacking
    ? [fight.attacker_ships, fight.defender_ships]
    : [fight.defender_ships, fight.attacker_ships];
  const left = attacking ? fight.attacker_survivors : fight.defender_survivors;
  const won = fight.winner === null ? null : (fight.winner === "attacker") === attacking;
  return texts.combat(fight.star_name, mine, theirs, foe === "npc", won, left);
}

/** A fight as whoever plays no side in it sees it. */
function neutralText(fight: Combat, names: (owner: string) => string): string {
  const side = (word: string): string => (word === "npc" ? texts.garrisonOf : names(word));
  const [attacker, defender] = [side(fight.attacker), side(fight.defender)];
  const winner = fight.winner === null ? null : fight.winner === "attacker" ? attacker : defender;
  const left = fight.winner === "attacker" ? fight.attacker_survivors : fight.defender_survivors;
  return texts.fight(fight.star_name, attacker, fight.attacker_ships, defender, fight.defender_ships, winner, left);
}

export function reportLines(view: View, names: (owner: string) => string): string[] {
  const errors = view.order_errors[view.viewer as Seat] ?? [];
  return [
    ...errors.map((error) => texts.orderError(error.text)),
    ...view.rebellions_last_turn.map((one) => texts.rebellion(one.star_name, one.garrison_before, one.rebel_ships)),
    ...view.hyperspace_losses_last_turn.map((one) => texts.lossLine(one.ships, starById(view, one.dest).name)),
    ...view.combats_last_turn.map((fight) => combatText(fight, view.viewer, names)),
  ];
}

export function Report({ view, names }: { view: View; names: (owner: string) => string }): JSX.Element {
  const lines = reportLines(view, names);
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
