// Playing again on a server: who held a seat may take one in the next match, who watched may watch it.
import { useState } from "preact/hooks";
import type { MatchConnection, OnlineNews } from "../match/connection.ts";
import { go } from "../router.ts";
import { texts } from "../texts.ts";

export function Rematch({ match, news }: { match: MatchConnection; news: OnlineNews }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { controls } = match;
  if (!controls) return news.rematch ? <a class="button" href={`#/online/${news.rematch}`}>{texts.online.rematchWatch}</a> : null;
  const take = (): void => {
    controls.rematch().then((id) => go(`#/online/${id}`), (error: Error) => setProblem(error.message));
  };
  return (
    <>
      {news.rematch && <span role="status">{texts.online.rematchOffered}</span>}
      <button type="button" class="primary" onClick={take}>{news.rematch ? texts.online.rematchJoin : texts.online.rematch}</button>
      {problem && <span class="field-error" role="alert">{problem}</span>}
    </>
  );
}
