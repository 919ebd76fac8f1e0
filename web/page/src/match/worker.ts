// The worker: engine and bots live here, and the state never leaves it.
import { AgonError, load, type Agon } from "agon-engine";
import wasm from "agon-engine/agon.wasm?url";
import type { Refusal } from "./connection.ts";
import type { Requests } from "./worker-client.ts";
import { savedReplay } from "./saved.ts";
import { listed, WorkerMatch } from "./worker-match.ts";
import { WorkerReplay } from "./worker-replay.ts";

let agon: Promise<Agon> | undefined;
let match: WorkerMatch | undefined;
let replay: WorkerReplay | undefined;

function engine(): Promise<Agon> {
  agon ??= load(new URL(wasm, self.location.href));
  return agon;
}

function need<T>(opened: T | undefined): T {
  if (!opened) throw new Error("there is no match");
  return opened;
}

const answers: { [K in keyof Requests]: (...args: Parameters<Requests[K]>) => unknown } = {
  games: async () => (await engine()).games,
  match: async (setup) => {
    match?.close();
    const save = setup.isResumed ? await savedReplay(setup.id) : null;
    match = new WorkerMatch(await engine(), setup, save, (update) => postMessage({ update }));
    return match.info;
  },
  start: () => need(match).start(),
  act: (player, action) => need(match).act(player, action),
  shown: (step) => need(match).shown(step),
  look: (viewer) => need(match).look(viewer),
  resign: () => need(match).resign(),
  actions: (player, offset, limit) => need(match).actions(player, offset, limit),
  replay: () => need(match).replay(),
  openReplay: async (text) => {
    replay?.close();
    replay = new WorkerReplay(await engine(), text);
    return replay.info;
  },
  frame: (position, viewer) => need(replay).frame(position, viewer),
  story: (viewer) => need(replay).story(viewer),
  verify: async (text, commitment) => (await engine()).verifyReplay(text, commitment),
  viewFacts: async (game, view, viewer) => {
    const rules = (await engine()).game(game);
    const { winners, scores, to_act } = rules.getStatus(view);
    const isToAct = viewer !== "spectator" && to_act.includes(viewer);
    const page = isToAct ? rules.getActionPage(view, viewer, { limit: listed }) : { count: 0, actions: [] };
    return { winners, scores, actions: { count: page.count, items: page.actions }, text: rules.render(view) };
  },
  viewActions: async (game, view, player, offset, limit) =>
    (await engine()).game(game).getActionPage(view, player, { offset, limit }).actions,
  viewAllows: async (game, view, player, action) => (await engine()).game(game).isValidAction(view, action, player),
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof AgonError) {
    return { slug: error.slug, message: error.message, path: error.path };
  }
  return { slug: "failed", message: error instanceof Error ? error.message : String(error), path: null };
}

addEventListener("message", async (event: MessageEvent) => {
  const { id, method, args } = event.data as { id: number; method: keyof Requests; args: never[] };
  try {
    postMessage({ id, result: await (answers[method] as (...args: never[]) => unknown)(...args) });
  } catch (error) {
    postMessage({ id, refusal: refusalOf(error) });
  }
});
