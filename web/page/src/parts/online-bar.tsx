// What a match on a server needs besides the table: connection, leaving, playing again.
import { useState } from "preact/hooks";
import type { MatchConnection, OnlineNews } from "../match/connection.ts";
import { go } from "../router.ts";
import { texts } from "../texts.ts";

interface Props {
  match: MatchConnection;
  news: OnlineNews;
  isOver: boolean;
}

function Rematch({ match, news }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const { controls } = match;
  const take = (): void => {
    controls!.rematch().then((id) => go(`#/online/${id}`), (error: Error) => setProblem(error.message));
  };
  return (
    <>
      {news.rematch && <span role="status">{texts.online.rematchOffered}</span>}
      {controls ? (
        <button type="button" class="primary" onClick={take}>{news.rematch ? texts.online.rematchJoin : texts.online.rematch}</button>
      ) : (
        news.rematch && <a class="button" href={`#/online/${news.rematch}`}>{texts.online.rematchWatch}</a>
      )}
      {problem && <span class="field-error" role="alert">{problem}</span>}
    </>
  );
}

function Leave({ match }: { match: MatchConnection }) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isAsking) return <button type="button" class="quiet" onClick={() => setIsAsking(true)}>{texts.online.leave}</button>;
  const leave = (): void => {
    match.controls!.leave().then(() => setIsAsking(false), (error: Error) => setProblem(error.message));
  };
  return (
    <>
      <span>{problem ?? texts.online.leaveSure}</span>
      <button type="button" onClick={leave}>{texts.online.leaveYes}</button>
      <button type="button" class="quiet" onClick={() => setIsAsking(false)}>{texts.game.stay}</button>
    </>
  );
}

export function OnlineBar(props: Props) {
  const { match, isOver } = props;
  return (
    <div class="online-bar buttons">
      {isOver ? <Rematch {...props} /> : match.controls && <Leave match={match} />}
      <a class="button" href="#/online">{texts.online.lobby}</a>
    </div>
  );
}
