// Three hands, drawn as outlines.
import type { rockPaperScissors } from "agon-engine";

type Choice = rockPaperScissors.Choice;

const paths: Record<Choice, string> = {
  rock: "M24 62c-8-6-10-18-8-28 2-7 9-9 13-5 1-7 12-8 14-1 3-6 13-5 14 2 4-5 12-2 12 6v14c0 14-8 24-22 24-9 0-17-5-23-12zM29 29v14M43 28v15M57 30v13",
  paper:
    "M22 58 10 42c-3-5 3-10 7-6l11 10V16c0-7 9-7 9 0v20-26c0-7 10-7 10 0v26-22c0-7 9-7 9 0v24-16c0-7 9-6 9 0v28c0 16-8 26-22 26-10 0-16-5-21-12z",
  scissors:
    "M26 60c-7-6-9-14-7-22 2-6 8-7 12-3L20 14c-3-6 5-10 9-4l13 24L52 9c3-6 11-3 9 4l-8 26c6-1 12 3 12 10 0 16-8 27-20 27-8 0-14-4-19-16z",
};

export function Hand({ choice }: { choice: Choice }) {
  return (
    <svg viewBox="0 0 80 88" class="rps-hand" aria-hidden="true">
      <path
        d={paths[choice]}
        fill="var(--surface)"
        stroke="currentColor"
        stroke-width="3.5"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}

/** A card face down. */
export function Covered() {
  return (
    <svg viewBox="0 0 80 88" class="rps-hand" aria-hidden="true">
      <rect
        x="10"
        y="6"
        width="60"
        height="76"
        rx="10"
        fill="currentColor"
        opacity="0.18"
        stroke="currentColor"
        stroke-width="3"
      />
      <text x="40" y="57" text-anchor="middle" font-size="36" font-weight="700" fill="currentColor">
        ?
      </text>
    </svg>
  );
}
