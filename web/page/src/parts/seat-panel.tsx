// The players: who they are, their scores, whose turn it is.
import type { BoardModule, MatchStatus, Player, Seat, Words } from "../board.ts";
import { SeatBadge } from "../boards/shared/pieces.tsx";
import { texts } from "../texts.ts";

interface Props {
  seats: Seat[];
  status: MatchStatus;
  board: BoardModule;
  words: Words;
  thinking: Player[];
}

function noteOf(seat: Seat, { board, words, status }: Props): string {
  const note = board.describeSeat?.(seat, words);
  return note ?? `${texts.game.score} ${status.scores[seat.index] ?? 0}`;
}

export function SeatPanel(props: Props) {
  const { seats, status, words, thinking } = props;
  return (
    <section class="panel seats" aria-label={texts.game.players}>
      <h2>{texts.game.players}</h2>
      <ul>
        {seats.map((seat) => {
          const isToAct = status.toAct.includes(seat.player) && !status.over;
          const hasWon = status.winners?.includes(seat.player) ?? false;
          return (
            <li key={seat.index} class={isToAct ? "is-to-act" : ""} style={{ "--seat": `var(--seat-${seat.index})` }}>
              <SeatBadge seat={seat.index} size={28} />
              <span class="seat-name">
                {hasWon && "★ "}{seat.name}
                {words.viewer === seat.player && <small> ({texts.setup.you})</small>}
              </span>
              <span class="seat-note">{thinking.includes(seat.player) ? "…" : noteOf(seat, props)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
