import { render } from "preact";
import { App } from "./app.tsx";
import "./style.css";
import "./app.css";

render(<App />, document.getElementById("app")!);

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it the page works all the same, only not offline.
  navigator.serviceWorker.register("./sw.js").catch(() => {});
}
