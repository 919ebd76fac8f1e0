// The replay viewer: opens a file, a shared link or what another screen has left.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule, Player } from "../board.ts";
import { loadBoard } from "../boards/registry.ts";
import { RefusedError } from "../match/connection.ts";
import { LocalReplay } from "../match/local-replay.ts";
import { FileButton } from "../parts/file-button.tsx";
import { ReplayTable } from "../parts/replay-table.tsx";
import { unpackReplay } from "../share.ts";
import { fill, texts } from "../texts.ts";

interface Props {
  text: string | null;
  /** Whose eyes it begins with. */
  viewer: Player | null;
  shared: string | null;
  onOpen(text: string): void;
}

async function textOf(shared: string): Promise<string> {
  try {
    return await unpackReplay(shared);
  } catch {
    throw new Error(texts.replay.badLink);
  }
}

/** Whatever keeps a replay from being opened is wrong with its first line, unless it could not even be asked about. */
function problemOf(error: Error): string {
  if (!(error instanceof RefusedError)) return error.message;
  return error.slug === "bad_request"
    ? fill(texts.replay.notReplay, { reason: error.message })
    : fill(texts.replay.damaged, { line: 1, reason: error.message });
}

export function ReplayScreen({ text, viewer, shared, onOpen }: Props) {
  const [opened, setOpened] = useState<{ replay: LocalReplay; board: BoardModule } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let replay: LocalReplay | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      if (text === null && shared === null) return;
      replay = await LocalReplay.open(shared === null ? text! : await textOf(shared));
      const board = await loadBoard(replay.info.facts.id);
      if (isGone) replay.close();
      else setOpened({ replay, board });
    };
    open().catch((error: Error) => setProblem(problemOf(error)));
    return () => {
      isGone = true;
      replay?.close();
    };
  }, [text, shared]);
  if (opened) return <ReplayTable {...opened} first={shared === null ? viewer : null} onOpen={onOpen} />;
  const isOpening = !problem && (text !== null || shared !== null);
  return (
    <section class="panel open-replay">
      <div>
        <h1>{texts.replay.open}</h1>
        {problem && <p class="refusal" role="alert">{problem}</p>}
        <p role="status">{isOpening ? texts.app.loading : texts.replay.paste}</p>
      </div>
      {!isOpening && <FileButton label={texts.replay.choose} onReplay={onOpen} />}
    </section>
  );
}
