// Home: the games.
import type { GameFacts } from "agon-engine";
import { metaOf } from "../boards/registry.ts";
import { knownGames, useGames } from "../games.ts";
import { FileButton } from "../parts/file-button.tsx";
import { MyMatches } from "../parts/my-matches.tsx";
import { fill, texts } from "../texts.ts";

function playersOf({ min_players, max_players }: GameFacts): string {
  const text = min_players === max_players ? texts.home.playersOne : texts.home.players;
  return fill(text, { min: min_players, max: max_players });
}

function featuresOf(facts: GameFacts): string[] {
  const words = texts.home.features;
  const kinds = ["simultaneous", "chance", "hidden"] as const;
  return [playersOf(facts), ...kinds.filter((kind) => facts[kind]).map((kind) => words[kind])];
}

function GameCard({ facts }: { facts: GameFacts }) {
  const { id, title, summary } = facts;
  const { Picture } = metaOf(id);
  return (
    <li class="game-card">
      <a class="game-picture" href={`#/play/${id}`} tabIndex={-1} aria-hidden="true">
        <Picture />
      </a>
      <div class="game-words">
        <h2>{title}</h2>
        <p>{summary}</p>
        <p class="tags">{featuresOf(facts).map((word) => <span key={word}>{word}</span>)}</p>
        <p class="buttons">
          <a class="button primary" href={`#/play/${id}`} aria-label={`${texts.home.play} ${title}`}>{texts.home.play}</a>
          <a class="button" href={`#/rules/${id}`} aria-label={`${texts.home.rules}: ${title}`}>{texts.home.rules}</a>
        </p>
      </div>
    </li>
  );
}

export function HomeScreen({ onReplay }: { onReplay(text: string): void }) {
  const { games, error } = useGames();
  return (
    <>
      <section class="hero">
        <h1>{texts.app.name}</h1>
        <p>{texts.app.tagline}</p>
      </section>
      {error && <p class="panel problem" role="alert">{fill(texts.errors.engine, { reason: error })}</p>}
      <MyMatches onReplay={onReplay} />
      <ul class="game-list">
        {(games ?? knownGames).map((facts) => <GameCard key={facts.id} facts={facts} />)}
      </ul>
      <section class="panel open-replay">
        <div>
          <h2>{texts.home.openReplay}</h2>
          <p>{texts.home.openReplayHelp}</p>
        </div>
        <FileButton label={texts.replay.choose} onReplay={onReplay} />
      </section>
    </>
  );
}
