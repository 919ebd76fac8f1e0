// The match: opens it, then hands it to the table.
import type { Player } from "../board.ts";
import { loadBoard } from "../boards/registry.ts";
import type { MatchSetup } from "../match/connection.ts";
import { LocalMatch } from "../match/local-match.ts";
import { useOpened } from "../match/opened.ts";
import { MatchTable } from "../parts/match-table.tsx";
import { texts } from "../texts.ts";

interface Props {
  setup: MatchSetup;
  /** Another screen is in front of it. */
  isHidden: boolean;
  onAgain(setup: Omit<MatchSetup, "id">): void;
  onWatch(replay: string, viewer: Player | null): void;
}

export function MatchScreen({ setup, isHidden, onAgain, onWatch }: Props) {
  const open = async () => {
    const [match, board] = await Promise.all([LocalMatch.open(setup), loadBoard(setup.game)]);
    return { match, board };
  };
  const { opened, error } = useOpened(open, setup);
  if (error) {
    return (
      <section class="panel problem" role="alert">
        <h1>{texts.app.broken}</h1>
        <p>{error}</p>
        <p><a class="button" href={`#/play/${setup.game}`}>{texts.setup.title}</a></p>
      </section>
    );
  }
  if (!opened) return <p class="panel" role="status">{texts.app.loading}</p>;
  const again = (): void => {
    // The same seed would be the same match.
    const { seed: _, id: __, isResumed: ___, ...rest } = setup;
    onAgain(rest);
  };
  return <MatchTable {...opened} isHidden={isHidden} onAgain={again} onWatch={onWatch} />;
}
