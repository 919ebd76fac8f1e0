// The rules pages: a text in Markdown per game and the figures it names, fetched when somebody asks.
import type { FunctionComponent } from "preact";

const files = import.meta.glob<string>("./*.md", { query: "?raw", import: "default" });

export interface RulesPage {
  text: string;
  figures: Record<string, FunctionComponent>;
}

/** The page of a game, or null if there is none. */
export async function loadRules(game: string): Promise<RulesPage | null> {
  const file = files[`./${game}.md`];
  if (!file) return null;
  const [text, { figures }] = await Promise.all([file(), import("./figures.tsx")]);
  return { text, figures: figures[game] ?? {} };
}
