// A match in a worker of this page.
import type { Player, Viewer } from "../board.ts";
import type { MatchConnection, MatchInfo, MatchListener, MatchSetup } from "./connection.ts";
import { WorkerClient } from "./worker-client.ts";

export class LocalMatch implements MatchConnection {
  readonly info: MatchInfo;
  readonly #client: WorkerClient;

  private constructor(client: WorkerClient, info: MatchInfo) {
    this.#client = client;
    this.info = info;
  }

  static async open(setup: MatchSetup): Promise<LocalMatch> {
    const client = new WorkerClient();
    try {
      return new LocalMatch(client, await client.ask("match", setup));
    } catch (error) {
      client.close();
      throw error;
    }
  }

  listen(listener: MatchListener): void {
    this.#client.onUpdate = (update) => listener.update(update);
    this.#client.onFailed = (message) => listener.failed(message);
    this.#client.ask("start").catch((error: Error) => listener.failed(error.message));
  }

  act(player: Player, action: object): Promise<void> {
    return this.#client.ask("act", player, action);
  }

  shown(step: number): void {
    void this.#client.ask("shown", step);
  }

  look(viewer: Viewer): Promise<void> {
    return this.#client.ask("look", viewer);
  }

  actions(player: Player, offset: number, limit: number): Promise<object[]> {
    return this.#client.ask("actions", player, offset, limit);
  }

  resign(): Promise<void> {
    return this.#client.ask("resign");
  }

  replay(): Promise<string> {
    return this.#client.ask("replay");
  }

  close(): void {
    this.#client.close();
  }
}
