import { useEffect, useState } from "preact/hooks";
import { metaOf } from "../boards/registry.ts";
import { titleOf } from "../games.ts";
import { Markdown } from "../parts/markdown.tsx";
import { loadRules, type RulesPage } from "../rules/pages.ts";
import { fill, texts } from "../texts.ts";

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

export function RulesScreen({ game }: { game: string }) {
  const title = titleOf(game);
  const { Picture } = metaOf(game);
  const { page, note } = usePage(game);
  return (
    <article class="panel prose">
      <h1>{fill(texts.rulesPage.title, { game: title })}</h1>
      <div class="rules-picture"><Picture /></div>
      {page ? <Markdown text={page.text} figures={page.figures} /> : <p role="status">{note}</p>}
      <p class="buttons">
        <a class="button primary" href={`#/play/${game}`}>{fill(texts.rulesPage.play, { game: title })}</a>
        <a class="button" href="#/">{texts.nav.home}</a>
      </p>
    </article>
  );
}
