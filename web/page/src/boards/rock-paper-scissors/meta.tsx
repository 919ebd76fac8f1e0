import type { rockPaperScissors } from "agon-engine";
import type { MetaModule } from "../../board.ts";
import { Hand } from "./hands.tsx";

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="160" height="100" fill="var(--surface-2)" />
      <svg x="8" y="26" width="44" height="48" style="color: var(--seat-0)">
        <Hand choice="rock" />
      </svg>
      <svg x="58" y="18" width="44" height="48" style="color: var(--seat-2)">
        <Hand choice="paper" />
      </svg>
      <svg x="108" y="26" width="44" height="48" style="color: var(--seat-1)">
        <Hand choice="scissors" />
      </svg>
    </svg>
  );
}

export const options: MetaModule["options"] = [];

export const makeConfig: MetaModule["makeConfig"] = ({ names }) => ({ playerIds: names });

export const namesOf: MetaModule["namesOf"] = (config: rockPaperScissors.Config) => config.playerIds ?? null;
