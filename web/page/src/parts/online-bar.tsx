// What a match on a server needs besides the table: connection, leaving, playing again.
import { useState } from "preact/hooks";
import type { MatchLink, OnlineNews } from "../match/link.ts";
import { go } from "../router.ts";
import { texts } from "../texts.ts";

interface Props {
  link: MatchLink;
  news: OnlineNews;
  isOver: boolean;
}

function Rematch({ link, news }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const { controls } = link;
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

function Leave({ link }: { link: MatchLink }) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isAsking) return <button type="button" class="quiet" onClick={() => setIsAsking(true)}>{texts.online.leave}</button>;
  const leave = (): void => {
    link.controls!.leave().then(() => setIsAsking(false), (error: Error) => setProblem(error.message));
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
  const { link, isOver } = props;
  return (
    <div class="online-bar buttons">
      {isOver ? <Rematch {...props} /> : link.controls && <Leave link={link} />}
      <a class="button" href="#/online">{texts.online.lobby}</a>
    </div>
  );
}
