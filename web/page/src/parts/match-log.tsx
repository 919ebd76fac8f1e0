// What has happened, line by line; the newest is in sight unless one has scrolled away.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts.ts";

export interface LogLine {
  text: string;
  move: number;
}

const most = 400;

export function MatchLog({ lines, current }: { lines: LogLine[]; current?: number }) {
  const list = useRef<HTMLOListElement>(null);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element && wasAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines]);
  const lastTop = useRef(0);
  const scroll = (): void => {
    const element = list.current;
    if (!element) return; // a last scroll event of a list that is gone
    // Scroll events come late, when more lines may have been added: only going up leaves the end.
    if (element.scrollHeight - element.scrollTop - element.clientHeight < 24) wasAtEnd.current = true;
    else if (element.scrollTop < lastTop.current) wasAtEnd.current = false;
    lastTop.current = element.scrollTop;
  };
  return (
    <section class="panel log" aria-label={texts.game.log}>
      <h2>{texts.game.log}</h2>
      <ol ref={list} aria-live="polite" tabIndex={0} onScroll={scroll}>
        {lines.slice(-most).map((line, i) => (
          <li key={i} class={line.move === current ? "is-current" : ""}>{line.text}</li>
        ))}
      </ol>
    </section>
  );
}
