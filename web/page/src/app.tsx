// The frame around every screen, and what is shared between them.
import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { titleOf } from "./games.ts";
import { type OpenedHere, useOpenedHere } from "./match/opened-here.ts";
import { DropZone } from "./parts/drop-zone.tsx";
import { ThemeSwitch } from "./parts/theme-switch.tsx";
import { type Route, useRoute } from "./router.ts";
import { HomeScreen } from "./screens/home.tsx";
import { LobbyScreen } from "./screens/lobby.tsx";
import { MatchScreen } from "./screens/match.tsx";
import { OnlineScreen } from "./screens/online.tsx";
import { ReplayScreen } from "./screens/replay.tsx";
import { RulesScreen } from "./screens/rules.tsx";
import { SetupScreen } from "./screens/setup.tsx";
import { texts } from "./texts.ts";

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

/** Where an address leads nowhere: what is wrong, and ways on. */
function Missing({ text }: { text: string }) {
  return (
    <section class="panel missing">
      <h1>{texts.app.notFound}</h1>
      <p>{text}</p>
      <p class="buttons">
        <a class="button primary" href="#/">{texts.nav.home}</a>
        <a class="button" href="#/online">{texts.nav.online}</a>
      </p>
    </section>
  );
}

function Screen({ route, opened }: { route: Route; opened: OpenedHere }) {
  const { watching, start, watch } = opened;
  switch (route.screen) {
    case "home":
      return <HomeScreen onReplay={watch} />;
    case "setup":
      return <SetupScreen key={route.game} game={route.game} onStart={start} />;
    case "match":
      // The match itself stays on the page, see App.
      if (opened.isMissing) return <Missing text={texts.app.noMatch} />;
      return opened.setup?.id === route.id ? null : <p class="panel" role="status">{texts.app.loading}</p>;
    case "rules":
      return <RulesScreen game={route.game} />;
    case "replay":
      return (
        <ReplayScreen key={route.shared ?? watching?.text ?? ""} text={watching?.text ?? null} viewer={watching?.viewer ?? null}
          shared={route.shared} onOpen={watch} />
      );
    case "lobby":
      return <LobbyScreen />;
    case "online":
      return <OnlineScreen key={route.id} id={route.id} invite={route.invite} onWatch={watch} />;
    case "missing":
      return <Missing text={texts.app.notFoundHelp} />;
  }
}

function titleFor(route: Route): string {
  const games: Partial<Record<Route["screen"], string>> = { setup: texts.setup.title, rules: texts.home.rules };
  const others: Partial<Record<Route["screen"], string>> = {
    match: texts.nav.match,
    missing: texts.app.notFoundTitle,
    replay: texts.replay.title,
    lobby: texts.online.title,
    online: texts.online.title,
  };
  const part = "game" in route ? `${titleOf(route.game)}: ${games[route.screen]}` : others[route.screen];
  return part ? `${part} – ${texts.app.name}` : texts.app.name;
}

export function App() {
  const route = useRoute();
  const opened = useOpenedHere(route);
  const screen = route.screen + ("game" in route ? route.game : "") + ("id" in route ? route.id : "");
  const isMatch = route.screen === "match" && route.id === opened.setup?.id;
  // A new screen begins at its top, also for those who read with a screen reader.
  useEffect(() => {
    document.title = titleFor(route);
    scrollTo(0, 0);
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <>
      <a class="skip-link" href="#content" onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}>{texts.app.skip}</a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Guard key={screen}>
          <Screen route={route} opened={opened} />
        </Guard>
        {opened.setup && (
          // A match is not lost when one looks something up elsewhere: it waits here, out of sight.
          <div hidden={!isMatch}>
            <Guard key={opened.setup.id}>
              <MatchScreen key={opened.setup.id} setup={opened.setup} isHidden={!isMatch} onAgain={opened.start} onWatch={opened.watch} />
            </Guard>
          </div>
        )}
      </main>
      <DropZone onReplay={opened.watch} />
    </>
  );
}
