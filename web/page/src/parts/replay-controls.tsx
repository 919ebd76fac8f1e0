// The time line and its buttons.
import { fill, texts } from "../texts.ts";

export const speeds = [0.5, 1, 2, 4, 8];

interface Props {
  position: number;
  total: number;
  isPlaying: boolean;
  speed: number;
  onMove(position: number): void;
  onPlay(isPlaying: boolean): void;
  onSpeed(speed: number): void;
}

const icons = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

function IconButton({ icon, label, disabled, onClick }: { icon: keyof typeof icons; label: string; disabled?: boolean; onClick(): void }) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} disabled={disabled ?? false} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icons[icon]} fill={icon === "pause" ? "none" : "currentColor"} stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" />
      </svg>
    </button>
  );
}

export function ReplayControls({ position, total, isPlaying, speed, onMove, onPlay, onSpeed }: Props) {
  const where = position === 0 ? texts.replay.start : fill(texts.replay.position, { n: position, total });
  return (
    <div class="replay-controls panel">
      <input type="range" min={0} max={total} value={position} aria-label={texts.replay.timeline} aria-valuetext={where}
        onInput={(event) => onMove(event.currentTarget.valueAsNumber)} />
      <div class="replay-buttons">
        <IconButton icon="first" label={texts.replay.first} disabled={position === 0} onClick={() => onMove(0)} />
        <IconButton icon="back" label={texts.replay.back} disabled={position === 0} onClick={() => onMove(position - 1)} />
        <IconButton icon={isPlaying ? "pause" : "play"} label={isPlaying ? texts.replay.pause : texts.replay.play}
          disabled={total === 0} onClick={() => onPlay(!isPlaying)} />
        <IconButton icon="forward" label={texts.replay.forward} disabled={position === total} onClick={() => onMove(position + 1)} />
        <IconButton icon="last" label={texts.replay.last} disabled={position === total} onClick={() => onMove(total)} />
        <span class="replay-where" role="status">{where}</span>
        <label class="replay-speed">
          {texts.replay.speed}{" "}
          <select value={speed} onChange={(event) => onSpeed(Number(event.currentTarget.value))}>
            {speeds.map((value) => <option key={value} value={value}>{value}×</option>)}
          </select>
        </label>
      </div>
    </div>
  );
}
