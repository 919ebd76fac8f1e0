// The rules of a game, fetched when somebody asks for them.
import { useEffect, useState } from "preact/hooks";
import { loadRules, type RulesPage } from "../rules/pages.ts";
import { texts } from "../texts.ts";
import { Markdown } from "./markdown.tsx";

function usePage(game: string): { page: RulesPage | null; note: string } {
  const [state, setState] = useState<{ page: RulesPage | null; note: string }>({ page: null, note: texts.app.loading });
  useEffect(() => {
    let isWanted = true;
    loadRules(game)
      .then((page) => ({ page, note: page ? "" : texts.rulesPage.missing }))
      .catch(() => ({ page: null, note: texts.rulesPage.failed }))
      .then((next) => isWanted && setState(next));
    return () => {
      isWanted = false;
    };
  }, [game]);
  return state;
}

export function RulesText({ game }: { game: string }) {
  const { page, note } = usePage(game);
  return page ? <Markdown text={page.text} figures={page.figures} /> : <p role="status">{note}</p>;
}
