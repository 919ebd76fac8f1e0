// The frame around every screen, and what is shared between them.
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useErrorBoundary, useState } from "preact/hooks";
import type { MatchSetup } from "./match/link.ts";
import { DropZone } from "./parts/drop-zone.tsx";
import { ThemeSwitch } from "./parts/theme-switch.tsx";
import { go, type Route, useRoute } from "./router.ts";
import { HomeScreen } from "./screens/home.tsx";
import { LobbyScreen } from "./screens/lobby.tsx";
import { MatchScreen } from "./screens/match.tsx";
import { OnlineScreen } from "./screens/online.tsx";
import { ReplayScreen } from "./screens/replay.tsx";
import { RulesScreen } from "./screens/rules.tsx";
import { SetupScreen } from "./screens/setup.tsx";
import { texts } from "./texts.ts";

/** What one screen leaves for the next. */
interface Desk {
  /** Counts up, so that the same set-up can be played again. */
  matchNumber: number;
  setup: MatchSetup | null;
  replay: string | null;
}

function Header() {
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={texts.app.name}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path d="M32 6 58 56H44l-12-25-12 25H6z" fill="var(--seat-0)" />
          <circle cx="32" cy="52" r="6" fill="var(--seat-1)" />
        </svg>
        <span>{texts.app.name}</span>
      </a>
      <nav aria-label={texts.nav.menu}>
        <a href="#/">{texts.nav.home}</a>
        <a href="#/replay">{texts.nav.replay}</a>
        <a href="#/online">{texts.nav.online}</a>
      </nav>
      <ThemeSwitch />
    </header>
  );
}

/** Anything that a screen throws ends here, with a way out. */
function Guard({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <section class="panel problem" role="alert">
      <h1>{texts.app.broken}</h1>
      <p>{String((error as Error).message ?? error)}</p>
      <p>
        <button type="button" onClick={() => location.reload()}>{texts.app.reload}</button>
      </p>
    </section>
  );
}

function Screen({ route, desk, change }: { route: Route; desk: Desk; change(part: Partial<Desk>): void }) {
  const start = (setup: MatchSetup): void => {
    change({ setup, matchNumber: desk.matchNumber + 1 });
    go("#/match");
  };
  const watch = (replay: string): void => {
    change({ replay });
    go("#/replay");
  };
  switch (route.screen) {
    case "home":
      return <HomeScreen onReplay={watch} />;
    case "setup":
      return <SetupScreen key={route.game} game={route.game} onStart={start} />;
    case "match":
      if (!desk.setup) return <HomeScreen onReplay={watch} />;
      return <MatchScreen key={desk.matchNumber} setup={desk.setup} onAgain={start} onWatch={watch} />;
    case "rules":
      return <RulesScreen game={route.game} />;
    case "replay":
      return <ReplayScreen key={route.shared ?? desk.replay ?? ""} text={desk.replay} shared={route.shared} onOpen={watch} />;
    case "lobby":
      return <LobbyScreen />;
    case "online":
      return <OnlineScreen key={route.id} id={route.id} invite={route.invite} onWatch={watch} />;
    case "missing":
      return <section class="panel">{texts.app.notFound}</section>;
  }
}

export function App() {
  const route = useRoute();
  const [desk, setDesk] = useState<Desk>({ matchNumber: 0, setup: null, replay: null });
  const change = useCallback((part: Partial<Desk>) => setDesk((old) => ({ ...old, ...part })), []);
  const screen = route.screen + ("game" in route ? route.game : "") + ("id" in route ? route.id : "");
  // A new screen begins at its top, also for those who read with a screen reader.
  useEffect(() => {
    scrollTo(0, 0);
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [screen]);
  const open = (replay: string): void => {
    change({ replay });
    go("#/replay");
  };
  return (
    <>
      <a class="skip-link" href="#content" onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}>{texts.app.skip}</a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Guard key={screen}>
          <Screen route={route} desk={desk} change={change} />
        </Guard>
      </main>
      <DropZone onReplay={open} />
    </>
  );
}
