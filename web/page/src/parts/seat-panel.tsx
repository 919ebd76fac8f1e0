// The players: who they are, their scores, whose turn it is.
import type { BoardModule, MatchStatus, Player, Seat, Words } from "../board.ts";
import { SeatBadge } from "../boards/shared/pieces.tsx";
import type { OnlineNews } from "../match/connection.ts";
import { texts } from "../texts.ts";
import { Clock } from "./clock.tsx";

interface Props {
  seats: Seat[];
  status: MatchStatus;
  board: BoardModule;
  words: Words;
  thinking: Player[];
  /** Of matches on a server. */
  news?: OnlineNews | null;
}

function noteOf(seat: Seat, { board, words, status }: Props): string {
  const note = board.describeSeat?.(seat, words);
  return note ?? `${texts.game.score} ${status.scores[seat.index] ?? 0}`;
}

/** Whether somebody is there, and how long yet. */
function Presence({ seat, news }: { seat: Seat; news: OnlineNews }) {
  const word = news.hasLeft[seat.index] ? texts.online.leftSeat : news.isThere[seat.index] ? null : texts.online.away;
  return (
    <>
      {word && <small> {word}</small>}
      {news.clock && <Clock clock={news.clock} seat={seat.index} />}
    </>
  );
}

export function SeatPanel(props: Props) {
  const { seats, status, words, thinking, news } = props;
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
              <span class="seat-name" title={seat.name}>
                {hasWon && "★ "}{seat.name}
                {words.viewer === seat.player && <small> ({texts.setup.you})</small>}
              </span>
              <span class="seat-note">
                {thinking.includes(seat.player) ? "…" : noteOf(seat, props)}
                {news && <Presence seat={seat} news={news} />}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
