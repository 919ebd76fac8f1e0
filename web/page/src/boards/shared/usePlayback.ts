// The player of playback.ts as a hook: a board gives its props and draws the frame it gets.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../board.ts";
import { Player, type Frame, type Script } from "./playback.ts";

export interface Playback<Scene, Event> extends Frame<Scene, Event> {
  /** An animation runs: show, but take no input. */
  busy: boolean;
}

type Feed<View, Event> = Pick<
  BoardProps<View, any, Event>,
  "view" | "previous" | "events" | "step" | "animate" | "still" | "speed" | "onSettled"
>;

export function usePlayback<View, Scene, Event>(
  feed: Feed<View, Event>,
  script: Script<View, Scene, Event>,
): Playback<Scene, Event> {
  const [, redraw] = useState(0);
  const player = useRef<Player<View, Scene, Event> | null>(null);
  const played = useRef<{ step: number; view: View }>({ step: feed.step, view: feed.view });
  player.current ??= new Player(feed.view, script, () => redraw((n) => n + 1));
  const { step, view, animate } = feed;

  useLayoutEffect(() => {
    const fresh = played.current.step !== step || played.current.view !== view;
    played.current = { step, view };
    if (!player.current) return;
    if (!animate) {
      if (fresh || player.current.busy) player.current.show(view);
    } else if (fresh) {
      player.current.play(feed, feed.onSettled);
    } else if (!player.current.busy) {
      feed.onSettled();
    }
  }, [step, view, animate]);

  useEffect(
    () => () => {
      player.current?.dispose();
      player.current = null;
    },
    [],
  );
  return { ...player.current.frame, busy: player.current.busy };
}
