// The rules pages: a game's manual (games/<id>/manual.md), the figures it names, and how its board is used
// (boards/<id>/controls.md); fetched when somebody asks.
import type { FunctionComponent } from "preact";

type Files = Record<string, () => Promise<string>>;
const manuals: Files = import.meta.glob<string>("../../../../games/*/manual.md", { query: "?raw", import: "default" });
const controls: Files = import.meta.glob<string>("../boards/*/controls.md", { query: "?raw", import: "default" });

export interface RulesPage {
  text: string;
  figures: Record<string, FunctionComponent>;
}

/** The page of a game, or null if it has no manual. */
export async function loadRules(game: string): Promise<RulesPage | null> {
  const manual = manuals[`../../../../games/${game}/manual.md`];
  if (!manual) return null;
  const [text, board, { figures }] = await Promise.all([
    manual(),
    controls[`../boards/${game}/controls.md`]?.() ?? "",
    import("./figures.tsx"),
  ]);
  return { text: `${text}\n${board}`, figures: figures[game] ?? {} };
}
