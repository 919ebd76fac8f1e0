// Chooses a replay file.
import { useRef, useState } from "preact/hooks";
import { readReplay } from "./drop-zone.tsx";

export function FileButton({ label, onReplay }: { label: string; onReplay(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (): void => {
    const file = input.current?.files?.[0];
    if (!file) return;
    setProblem(null);
    readReplay(file).then(onReplay, (error: Error) => setProblem(error.message));
    input.current!.value = "";
  };
  return (
    <>
      <input ref={input} type="file" accept=".ndjson,.jsonl,.json,.txt" class="visually-hidden" tabIndex={-1} aria-label={label} onChange={choose} />
      <button type="button" onClick={() => input.current?.click()}>{label}</button>
      {problem && <p class="field-error" role="alert">{problem}</p>}
    </>
  );
}
