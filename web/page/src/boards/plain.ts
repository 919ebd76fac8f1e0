// The drawn board, or the plain one for whoever prefers to read: text, and actions as a list.
import { createElement, type FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BoardModule, BoardProps } from "../board.ts";
import { loadBoard } from "./registry.ts";

const key = "agon.board";

function kept(): boolean {
  try {
    return localStorage.getItem(key) === "plain";
  } catch {
    return false;
  }
}

export interface BoardChoice {
  Board: BoardModule["Board"];
  isPlain: boolean;
  choose(isPlain: boolean): void;
}

/** The plain board with the game's own words for its actions. */
function worded({ Board }: BoardModule, { describeAction }: BoardModule): FunctionComponent<BoardProps> {
  const Plain = Board as FunctionComponent<BoardProps & { describe: BoardModule["describeAction"] }>;
  return (props) => createElement(Plain, { ...props, describe: describeAction });
}

export function useBoard(drawn: BoardModule): BoardChoice {
  const [isPlain, setIsPlain] = useState(kept);
  const [plain, setPlain] = useState<BoardModule["Board"] | null>(null);
  useEffect(() => {
    if (isPlain && !plain) void loadBoard("generic").then((module) => setPlain(() => worded(module, drawn)));
  }, [isPlain, plain]);
  const choose = (wanted: boolean): void => {
    try {
      localStorage.setItem(key, wanted ? "plain" : "drawn");
    } catch {
      // Then it lasts until the page is closed.
    }
    setIsPlain(wanted);
  };
  return { Board: isPlain && plain ? plain : drawn.Board, isPlain, choose };
}
