// A seat's clock, running down between the server's messages.
import { useEffect, useState } from "preact/hooks";
import type { OnlineNews } from "../match/connection.ts";

function format(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function Clock({ clock, seat }: { clock: NonNullable<OnlineNews["clock"]>; seat: number }) {
  const [, tick] = useState(0);
  const left = clock.left[seat] ?? null;
  const isRunning = clock.running[seat] ?? false;
  useEffect(() => {
    if (!isRunning || left === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [isRunning, left]);
  if (left === null) return null;
  const now = isRunning ? left - (performance.now() - clock.at) : left;
  return <span class={`clock ${now < 20_000 ? "is-short" : ""}`} role="timer">{format(now)}</span>;
}
