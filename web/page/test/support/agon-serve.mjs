// `agon serve` with the built page, on a free port and a database that is thrown away.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { webFolder } from "./server.mjs";

const native = fileURLToPath(new URL("../../../../build/agon", import.meta.url));

/** A server that can be stopped and started again with the same matches. */
export class AgonServer {
  #folder = mkdtempSync(join(tmpdir(), "agon-serve-"));
  #child = null;
  url = "";

  async start() {
    const port = this.url ? new URL(this.url).port : "0";
    const options = ["--port", port, "--database", join(this.#folder, "agon.db"), "--web", webFolder, "--log", "none"];
    this.#child = spawn(native, ["serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: this.#child.stdout })) {
      const found = /http:\/\/[\d.]+:\d+/.exec(line);
      if (found) {
        this.url = `${found[0]}/`;
        return;
      }
    }
    throw new Error("agon serve did not start");
  }

  /** Ends it without a warning. */
  kill() {
    return this.stop("SIGKILL");
  }

  async stop(signal = "SIGTERM") {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async remove() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
