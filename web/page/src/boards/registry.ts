// The boards, found by their names: a game of its own needs a folder here, and nothing else.
import type { BoardModule, MetaModule } from "../board.ts";

const boards = import.meta.glob<BoardModule>("./*/board.tsx");
const metas = import.meta.glob<MetaModule>("./*/meta.tsx", { eager: true });

const loaded = new Map<string, Promise<BoardModule>>();

/** The board of a game; the generic one if it has none. */
export function loadBoard(game: string): Promise<BoardModule> {
  const name = `./${game}/board.tsx` in boards ? game : "generic";
  let board = loaded.get(name);
  if (!board) {
    board = boards[`./${name}/board.tsx`]!();
    loaded.set(name, board);
  }
  return board;
}

export function metaOf(game: string): MetaModule {
  return metas[`./${game}/meta.tsx`] ?? metas["./generic/meta.tsx"]!;
}
