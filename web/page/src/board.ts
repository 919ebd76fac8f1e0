// The border between the page and a game's board.
//
// A game is one folder, src/boards/<id>/, with up to four files that are found by their names:
//
//   board.tsx    exports a BoardModule: `Board`, `describeEvent`, `describeAction`
//   meta.tsx     exports a MetaModule: its picture on the home page and the options of its set-up
//   board.css    imported by board.tsx
//   controls.md  what pointer and keys do on the board; the rules page shows it below the game's manual
//
// All of them are optional: without them the page draws the game's text rendering and lists its
// valid actions (src/boards/generic/board.tsx). Texts are in src/texts.ts.
// src/boards/rock-paper-scissors/ is the model to copy.
//
// A board gets what its viewer may see and nothing else: a view, events, valid actions. The worker
// keeps the state. It draws `view`; when `step` changes and `animate` is true it may first show how
// `events` led from `previous` to `view`, and calls `onSettled` when it is done. The page shows the
// next step only then, so nothing is lost however fast the bots are. "Skip" is the page's business: it gives
// `animate: false`, and may do so while an animation runs. For those who want nothing to move it gives `still`.
import type { FunctionComponent, VNode } from "preact";

export type Player = string | number;
export type Viewer = Player | "spectator";

/** Who sits where, in player order. */
export interface Seat {
  /** 0, 1, …: for colours (`var(--seat-0)`, …) and order. */
  index: number;
  /** As the game names this player in its JSON. */
  player: Player;
  /** What to call it on the screen. */
  name: string;
  kind: "person" | "bot" | "remote";
  /** The bot's word, e.g. `greedy` or `search:sims=800`. */
  bot?: string;
}

/** The viewer's valid actions. `items` are the first of them; few games ever have more. */
export interface ActionList<Action> {
  count: number;
  items: Action[];
  /** More of them, for games with thousands. */
  page(offset: number, limit: number): Promise<Action[]>;
}

/** Where the match stands, as the contract tells it. */
export interface MatchStatus {
  over: boolean;
  /** Who has given up or run out of time, and has lost by that. */
  forfeits: Player[];
  winners: Player[] | null;
  scores: number[];
  toAct: Player[];
}

export interface BoardProps<View = any, Action = any, Event = any, Config = any> {
  game: string;
  /** As the match was set up, without its seed. */
  config: Config;
  seats: Seat[];
  /** Whose view this is. In a hot-seat match it changes with the person at the screen. */
  viewer: Viewer;
  view: View;
  /** The board as the engine draws it in plain text. */
  text: string;
  /** The view before `events`; null at the beginning and after a jump. */
  previous: View | null;
  /** What led from `previous` to `view`, as the viewer may see it. */
  events: Event[];
  /** Counts up with every new `view`: the key of an animation. */
  step: number;
  /** Whether to animate. If false, draw `view` at once; `onSettled` need not be called then. */
  animate: boolean;
  /** While `animate`: nothing moves, but what came out (a battle, a roll) is shown as a picture for a moment. */
  still: boolean;
  /** 1 is normal; larger is faster (autoplay of replays). */
  speed: number;
  /** Says that the animation of this step is over. Calling it twice, or late, does no harm. */
  onSettled(): void;
  status: MatchStatus;
  /** Whether the viewer may act now: it is to act, and all animations are over. */
  canAct: boolean;
  /** An action is on its way, or the page is covered: keep the board visible, take no input. */
  disabled: boolean;
  /** Empty unless the viewer may act. */
  actions: ActionList<Action>;
  /** Hands in an action. What the engine refuses is shown by the page, and the view stays. */
  onAction(action: Action): void;
  /** The board is that of a replay: nobody acts. */
  replay: boolean;
}

/** What a game's words need to know. */
export interface Words<View = any> {
  seats: Seat[];
  viewer: Viewer;
  /** The view after the event or before the action. */
  view: View;
  /** The name of a player. */
  name(player: Player): string;
}

export interface BoardModule<View = any, Action = any, Event = any> {
  Board: FunctionComponent<BoardProps<View, Action, Event>>;
  /** One line of the match log, or null for events that need none. */
  describeEvent(event: Event, words: Words<View>): string | null;
  /** An action in words, for lists and replays. */
  describeAction(action: Action, words: Words<View>): string;
  /**
   * A view of everything, made from a state: what is shown once a match is over and in replays. `viewer` is whose
   * side it is drawn from. Left out: the state has all that a view has.
   */
  openView?(state: any, viewer: Viewer | "everything"): View;
  /** Anything to show beside the players' names, e.g. points. Default: the score. */
  describeSeat?(seat: Seat, words: Words<View>): string | null;
}

/** An option in the set-up form; its value goes into the config under `key`. */
export type Option =
  | { kind: "number"; key: string; label: string; help?: string; min: number; max: number; value: number }
  | { kind: "choice"; key: string; label: string; help?: string; value: string; choices: [value: string, label: string][] }
  | { kind: "switch"; key: string; label: string; help?: string; value: boolean };

/** What the set-up form hands to a game. */
export interface SetupValues {
  names: string[];
  /** By `key`. */
  options: Record<string, number | string | boolean>;
}

export interface MetaModule {
  /** A picture for the home page; viewBox 0 0 160 100, colours from the theme's variables. */
  Picture: FunctionComponent;
  options: Option[];
  /** The game's config, without seed. */
  makeConfig(values: SetupValues): object;
  /** The players' names, if the config of a replay knows them. */
  namesOf?(config: any): string[] | null;
}

/** For small pieces of SVG. */
export type Drawing = VNode | null;
