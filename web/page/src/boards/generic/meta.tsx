// What is said of a game that nobody has drawn yet.
import type { MetaModule } from "../../board.ts";

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="160" height="100" fill="var(--surface-2)" />
      <g fill="none" stroke="var(--ink-2)" stroke-width="2">
        <rect x="50" y="20" width="60" height="60" rx="8" />
        <path d="M70 20v60M90 20v60M50 40h60M50 60h60" />
      </g>
      <circle cx="60" cy="70" r="7" fill="var(--seat-0)" />
      <rect x="93" y="23" width="14" height="14" rx="2" fill="var(--seat-1)" />
    </svg>
  );
}

export const options: MetaModule["options"] = [];

export const makeConfig: MetaModule["makeConfig"] = () => ({});
