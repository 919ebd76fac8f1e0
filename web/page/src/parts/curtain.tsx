// Covers the board while the screen changes hands.
import { useEffect, useRef } from "preact/hooks";
import { fill, texts } from "../texts.ts";

export function Curtain({ name, onReady }: { name: string; onReady(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [name]);
  return (
    <div class="curtain">
      <h2>{fill(texts.game.handOver, { name })}</h2>
      <p>{texts.game.handOverHelp}</p>
      <button ref={button} type="button" class="primary" onClick={onReady}>{fill(texts.game.ready, { name })}</button>
    </div>
  );
}
