// Rock-Paper-Scissors: two hands, three buttons. The model for other boards.
import type { rockPaperScissors } from "agon-engine";
import { useEffect, useState } from "preact/hooks";
import type { BoardModule, BoardProps, Seat } from "../../board.ts";
import { fill, texts } from "../../texts.ts";
import { useHotkeys } from "../shared/pieces.tsx";
import { Covered, Hand } from "./hands.tsx";
import "./board.css";

type Props = BoardProps<rockPaperScissors.View, rockPaperScissors.Action, rockPaperScissors.Event>;
type Module = BoardModule<rockPaperScissors.View, rockPaperScissors.Action, rockPaperScissors.Event>;
const words = texts.boards["rock-paper-scissors"];
const all: rockPaperScissors.Choice[] = ["rock", "paper", "scissors"];

export const describeEvent: Module["describeEvent"] = (event, { name }) => {
  if (event.type === "CHOSEN") {
    const who = name(event.player);
    return event.choice === null
      ? fill(words.logChosen, { name: who })
      : fill(words.logChosenWhat, { name: who, choice: words.choices[event.choice] });
  }
  const plays = Object.entries(event.choices).map(([player, choice]) => `${name(player)} ${words.choices[choice]}`);
  const outcome = event.winners ? fill(words.logWin, { name: event.winners.map(name).join(", ") }) : words.logDraw;
  return `${fill(words.logRevealed, { plays: plays.join(", ") })} ${outcome}`;
};

export const describeAction: Module["describeAction"] = (action) => words.choices[action.choice];

/** Where the reveal is: counting (0, 1, 2) or done (3). */
function useReveal({ animate, still, step, events, speed, onSettled }: Props): number {
  const isReveal = events.some((event) => event.type === "REVEALED");
  const [beat, setBeat] = useState({ step: -1, n: 3 });
  useEffect(() => {
    if (!animate) return;
    if (!isReveal) {
      onSettled();
      return;
    }
    if (still) {
      setBeat({ step, n: 3 });
      const timer = setTimeout(onSettled, 1200 / speed);
      return () => clearTimeout(timer);
    }
    setBeat({ step, n: 0 });
    const timers = [1, 2, 3].map((n) => setTimeout(() => setBeat({ step, n }), (n * 350) / speed));
    timers.push(setTimeout(onSettled, 1500 / speed));
    return () => timers.forEach(clearTimeout);
  }, [step, animate]);
  if (!animate || !isReveal || still) return 3;
  return beat.step === step ? beat.n : 0;
}

function Side({
  seat,
  choice,
  beat,
  isWinner,
}: {
  seat: Seat;
  choice: string | null;
  beat: number;
  isWinner: boolean;
}) {
  const known = choice === "rock" || choice === "paper" || choice === "scissors" ? choice : null;
  const shown = beat < 3 && known ? "rock" : known;
  const text = shown && beat === 3 ? words.choices[shown] : choice === null ? words.none : words.hidden;
  return (
    <figure
      class={`rps-side ${isWinner && beat === 3 ? "is-winner" : ""}`}
      style={{ color: `var(--seat-${seat.index})` }}
    >
      <div class={`rps-hold ${beat < 3 ? "is-shaking" : ""} ${seat.index === 1 ? "is-mirrored" : ""}`}>
        {shown ? <Hand choice={shown} /> : choice === null ? <div class="rps-empty" /> : <Covered />}
      </div>
      <figcaption>
        <strong>{seat.name}</strong>
        <span>{text}</span>
      </figcaption>
    </figure>
  );
}

/** What beat what, in words; nothing until both are known. */
function verdictOf({ view, seats }: Props): string | null {
  if (!view.revealed) return null;
  const winner = view.winners?.[0];
  if (winner === undefined) return words.even;
  const choice = view.choices[winner] as rockPaperScissors.Choice;
  const name = seats.find((seat) => seat.player === winner)?.name ?? winner;
  return `${words.beats[choice]} ${fill(words.logWin, { name })}`;
}

export function Board(props: Props) {
  const { view, seats, viewer, canAct, disabled, actions, onAction } = props;
  const beat = useReveal(props);
  const act = (choice: rockPaperScissors.Choice) => () => {
    const action = actions.items.find((item) => item.choice === choice);
    if (action) onAction(action);
  };
  const isOpen = canAct && !disabled;
  useHotkeys({ r: isOpen ? act("rock") : null, p: isOpen ? act("paper") : null, s: isOpen ? act("scissors") : null });
  const verdict = beat === 3 ? verdictOf(props) : null;
  const own = viewer === "spectator" ? null : (view.choices[viewer as string] ?? null);
  return (
    <div class="rps">
      <div class="rps-table">
        {seats.map((seat) => (
          <Side
            key={seat.index}
            seat={seat}
            choice={view.choices[seat.player] ?? null}
            beat={beat}
            isWinner={view.winners?.includes(String(seat.player)) ?? false}
          />
        ))}
      </div>
      {canAct ? (
        <div class="rps-choices" role="group" aria-label={words.pick}>
          {all.map((choice) => {
            const action = actions.items.find((item) => item.choice === choice);
            return (
              <button
                type="button"
                key={choice}
                disabled={disabled || !action}
                onClick={act(choice)}
                aria-keyshortcuts={choice.charAt(0)}
              >
                <Hand choice={choice} />
                <span>{words.choices[choice]}</span>
              </button>
            );
          })}
        </div>
      ) : verdict ? (
        <p class="rps-verdict">{verdict}</p>
      ) : (
        own && own !== "hidden" && <p class="rps-own">{fill(words.yours, { choice: words.choices[own] })}</p>
      )}
    </div>
  );
}
