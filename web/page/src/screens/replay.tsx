// The replay viewer: opens a file, a shared link or what another screen has left.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../board.ts";
import { loadBoard } from "../boards/registry.ts";
import { RefusedError } from "../match/link.ts";
import { ReplayLink } from "../match/replay-link.ts";
import { FileButton } from "../parts/file-button.tsx";
import { ReplayTable } from "../parts/replay-table.tsx";
import { unpackReplay } from "../share.ts";
import { fill, texts } from "../texts.ts";

interface Props {
  text: string | null;
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

function problemOf(error: Error): string {
  if (error instanceof RefusedError && error.path?.startsWith("line ")) {
    return fill(texts.replay.damaged, { line: error.path.slice(5), reason: error.message });
  }
  return error instanceof RefusedError ? fill(texts.replay.notReplay, { reason: error.message }) : error.message;
}

export function ReplayScreen({ text, shared, onOpen }: Props) {
  const [opened, setOpened] = useState<{ link: ReplayLink; board: BoardModule } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let link: ReplayLink | undefined;
    let isGone = false;
    const open = async (): Promise<void> => {
      if (text === null && shared === null) return;
      link = await ReplayLink.open(shared === null ? text! : await textOf(shared));
      const board = await loadBoard(link.info.facts.id);
      if (isGone) link.close();
      else setOpened({ link, board });
    };
    open().catch((error: Error) => setProblem(problemOf(error)));
    return () => {
      isGone = true;
      link?.close();
    };
  }, [text, shared]);
  if (opened) return <ReplayTable {...opened} onOpen={onOpen} />;
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
