// Drawn or plain.
import type { BoardChoice } from "../boards/plain.ts";
import { texts } from "../texts.ts";

export function BoardSwitch({ choice }: { choice: BoardChoice }) {
  return (
    <button type="button" class="quiet board-switch" aria-pressed={choice.isPlain} onClick={() => choice.choose(!choice.isPlain)}>
      {texts.game.plainBoard}
    </button>
  );
}
