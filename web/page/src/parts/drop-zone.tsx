// Drop a replay anywhere on the page.
import { useEffect, useState } from "preact/hooks";
import { maxReplay } from "../share.ts";
import { fill, texts } from "../texts.ts";

/** The text of a file, or why it cannot be one. */
export async function readReplay(file: File): Promise<string> {
  if (file.size > maxReplay) {
    throw new Error(fill(texts.replay.tooBig, { limit: `${maxReplay / 1024 / 1024} MiB` }));
  }
  return file.text();
}

export function DropZone({ onReplay }: { onReplay(text: string): void }) {
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      setIsOver(false);
      if (!file) return;
      event.preventDefault();
      readReplay(file).then(onReplay, (error: Error) => setProblem(error.message));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [onReplay]);
  if (problem) {
    return (
      <div class="toast" role="alert">
        {problem} <button type="button" onClick={() => setProblem(null)}>OK</button>
      </div>
    );
  }
  return isOver ? <div class="drop-zone" aria-hidden="true">{texts.app.dropHere}</div> : null;
}
