import { metaOf } from "../boards/registry.ts";
import { titleOf } from "../games.ts";
import { RulesText } from "../parts/rules-text.tsx";
import { fill, texts } from "../texts.ts";

export function RulesScreen({ game }: { game: string }) {
  const title = titleOf(game);
  const { Picture } = metaOf(game);
  return (
    <article class="panel prose">
      <h1>{fill(texts.rulesPage.title, { game: title })}</h1>
      <div class="rules-picture"><Picture /></div>
      <RulesText game={game} />
      <p class="buttons">
        <a class="button primary" href={`#/play/${game}`}>{fill(texts.rulesPage.play, { game: title })}</a>
        <a class="button" href="#/">{texts.nav.home}</a>
      </p>
    </article>
  );
}
