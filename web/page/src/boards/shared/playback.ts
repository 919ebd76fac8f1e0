// Plays the events of a step as a row of frames. Pure but for one timer, so that it can be tested
// with a clock of the test's own. Boards use it through usePlayback.

/** `Scene` is what a board draws: a view, and perhaps marks that come and go with events. */
export interface Frame<Scene, Event> {
  scene: Scene;
  /** The event being shown, or null once everything has been. */
  event: Event | null;
  /** Grows with every frame: a key that restarts CSS animations. */
  serial: number;
  /** How long this frame stays. CSS animations take it as their duration. */
  ms: number;
}

export interface Script<View, Scene, Event> {
  /** The picture of a view when nothing happens. */
  scene(view: View): Scene;
  /** How long an event is shown; 0 leaves it out (what it changed comes with the next frame). */
  duration(event: Event, scene: Scene): number;
  /** How long a picture of an event stands where nothing shall move; 0 or left out: it is not shown. */
  still?(event: Event): number;
  /** The picture with an event: a step towards the next view, which the last frame shows exactly. */
  reduce(scene: Scene, event: Event): Scene;
}

export interface Step<View, Event> {
  previous: View | null;
  events: readonly Event[];
  view: View;
  speed: number;
  /** Nothing moves: only pictures of what came out. */
  still?: boolean;
}

export interface Clock {
  set(run: () => void, ms: number): number;
  clear(id: number): void;
}

const systemClock: Clock = {
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (id) => window.clearTimeout(id),
};

export class Player<View, Scene, Event> {
  frame: Frame<Scene, Event>;
  private queue: Frame<Scene, Event>[] = [];
  private timer: number | null = null;
  private serial = 0;
  private settled: () => void = () => {};

  constructor(
    view: View,
    private readonly script: Script<View, Scene, Event>,
    private onFrame: () => void,
    private readonly clock: Clock = systemClock,
  ) {
    this.frame = this.frameOf(view);
  }

  get busy(): boolean {
    return this.timer !== null;
  }

  /** Shows how events led to a view. What was being shown is dropped, its end never half drawn. */
  play(step: Step<View, Event>, onSettled: () => void): void {
    this.stop();
    this.settled = onSettled;
    this.queue = [...this.frames(step), this.frameOf(step.view)];
    this.next();
  }

  /** Draws a view at once. */
  show(view: View): void {
    this.stop();
    this.queue = [];
    this.present(this.frameOf(view));
    this.finish();
  }

  /** No timer survives this, and nobody is called any more. */
  dispose(): void {
    this.stop();
    this.queue = [];
    this.onFrame = () => {};
    this.settled = () => {};
  }

  private frameOf(view: View): Frame<Scene, Event> {
    return { scene: this.script.scene(view), event: null, serial: ++this.serial, ms: 0 };
  }

  private frames({ previous, events, speed, still = false }: Step<View, Event>): Frame<Scene, Event>[] {
    if (previous === null) return [];
    const frames: Frame<Scene, Event>[] = [];
    let scene = this.script.scene(previous);
    for (const event of events) {
      const whole = still ? (this.script.still?.(event) ?? 0) : this.script.duration(event, scene);
      const ms = whole / Math.max(0.1, speed);
      scene = this.script.reduce(scene, event);
      if (ms > 0) frames.push({ scene, event, serial: ++this.serial, ms });
    }
    return frames;
  }

  private next(): void {
    this.timer = null;
    const frame = this.queue.shift();
    if (!frame) return;
    if (frame.ms > 0) this.timer = this.clock.set(() => this.next(), frame.ms);
    this.present(frame);
    if (frame.ms === 0) this.finish();
  }

  private present(frame: Frame<Scene, Event>): void {
    this.frame = frame;
    this.onFrame();
  }

  private finish(): void {
    const settled = this.settled;
    this.settled = () => {};
    settled();
  }

  private stop(): void {
    if (this.timer !== null) this.clock.clear(this.timer);
    this.timer = null;
  }
}
