// A replay, opened in a worker of its own.
import type { Eyes, ReplayFrame, ReplayInfo } from "./worker-replay.ts";
import { WorkerClient } from "./worker-client.ts";

export class LocalReplay {
  private constructor(
    readonly client: WorkerClient,
    readonly info: ReplayInfo,
    readonly text: string,
  ) {}

  static async open(text: string): Promise<LocalReplay> {
    const client = new WorkerClient();
    try {
      return new LocalReplay(client, await client.ask("openReplay", text), text);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  frame(position: number, viewer: Eyes): Promise<ReplayFrame> {
    return this.client.ask("frame", position, viewer);
  }

  story(viewer: Eyes): Promise<{ type: string }[][]> {
    return this.client.ask("story", viewer);
  }

  verify(): ReturnType<WorkerClient["ask"]> {
    return this.client.ask("verify", this.text);
  }

  close(): void {
    this.client.close();
  }
}
