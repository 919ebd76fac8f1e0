// The boards, found by their names: a game of its own needs a folder here, and nothing else.
import type { BoardModule, MetaModule } from "../board.ts";

const boards = import.meta.glob<BoardModule>("./*/board.tsx");
const metas = import.meta.glob<MetaModule>("./*/meta.tsx", { eager: true });

const loaded = new Map<string, Promise<BoardModule>>();

/** Whether a game has a board of its own. */
export function hasBoard(game: string): boolean {
  return `./${game}/board.tsx` in boards;
}

/** The board of a game; the generic one if it has none. */
export function loadBoard(game: string): Promise<BoardModule> {
  const name = hasBoard(game) ? game : "generic";
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
