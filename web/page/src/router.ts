// Routes live in the hash, so that the page works from any folder of static files.
//
//   #/                    home             #/play/<game>       set-up
//   #/match/<id>          a match here     #/rules/<game>      rules
//   #/replay              replay viewer    #replay=<text>      a shared replay
//   #/online              the lobby        #/online/<id>[/<invitation>]   a match on the server
import { useEffect, useRef, useState } from "preact/hooks";

export type Route =
  | { screen: "home" }
  | { screen: "setup"; game: string }
  | { screen: "match"; id: string }
  | { screen: "rules"; game: string }
  | { screen: "replay"; shared: string | null }
  | { screen: "lobby" }
  | { screen: "online"; id: string; invite: string | null }
  | { screen: "missing" };

export function parseRoute(hash: string): Route {
  if (hash.startsWith("#replay=")) return { screen: "replay", shared: hash.slice("#replay=".length) };
  const [name = "", rest = "", last = ""] = hash.replace(/^#\/?/, "").split("/");
  if (name === "") return { screen: "home" };
  if (name === "match" && rest) return { screen: "match", id: decodeURIComponent(rest) };
  if (name === "replay") return { screen: "replay", shared: null };
  if (name === "play" && rest) return { screen: "setup", game: decodeURIComponent(rest) };
  if (name === "rules" && rest) return { screen: "rules", game: decodeURIComponent(rest) };
  if (name === "online" && !rest) return { screen: "lobby" };
  if (name === "online") {
    return { screen: "online", id: decodeURIComponent(rest), invite: last ? decodeURIComponent(last) : null };
  }
  return { screen: "missing" };
}

export function go(hash: string): void {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const drawn = useRef(location.hash);
  useEffect(() => {
    const change = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", change);
    // The address may have changed between drawing and listening.
    if (location.hash !== drawn.current) change();
    return () => removeEventListener("hashchange", change);
  }, []);
  return route;
}
