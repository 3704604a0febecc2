import { call } from "./api.js";
import { Behaviors } from "./behaviors.js";
import { Clock } from "./clock.js";
import { Create } from "./create.js";
import { Faults } from "./faults.js";
import { ObjectPage } from "./object.js";
import { Objects } from "./objects.js";
import { Overview } from "./overview.js";
import { Request } from "./request.js";
import { Requests } from "./requests.js";
import { go, useRoute } from "./router.js";
import { Shortcuts } from "./shortcuts.js";
import { Snapshots } from "./snapshots.js";
import { Task } from "./task.js";
import { Tasks } from "./tasks.js";
import { setClock } from "./time.js";
import { Console } from "./ui.js";
import { html, render, useEffect, useMemo, useRef, useState } from "./view.js";

/** The tabs: path segment and title. */
const tabs = [
  ["", "Overview"],
  ["objects", "Objects"],
  ["requests", "Requests"],
  ["tasks", "Tasks"],
  ["faults", "Faults"],
  ["behaviors", "Behaviors"],
  ["snapshots", "Snapshots"],
];

function View({ parts, query }) {
  const [tab = "", first, second] = parts;
  if (tab === "objects" && second === "new") return html`<${Create} key=${first} collection=${first} />`;
  if (tab === "objects" && second !== undefined)
    return html`<${ObjectPage} key=${parts.join("/")} collection=${first} id=${second} query=${query} />`;
  if (tab === "objects") return html`<${Objects} collection=${first} query=${query} />`;
  if (tab === "requests" && first !== undefined) return html`<${Request} key=${first} id=${first} />`;
  if (tab === "requests") return html`<${Requests} query=${query} />`;
  if (tab === "tasks" && first !== undefined) return html`<${Task} key=${first} id=${first} />`;
  if (tab === "tasks") return html`<${Tasks} query=${query} />`;
  if (tab === "faults") return html`<${Faults} />`;
  if (tab === "behaviors") return html`<${Behaviors} query=${query} />`;
  if (tab === "snapshots") return html`<${Snapshots} />`;
  return html`<${Overview} />`;
}

/** Refresh interval of the summary: slow enough to read, fast enough to follow a task. */
const refreshMs = 1000;
/** How long a message is shown. */
const messageMs = 6000;

/** The summary. It is refreshed every second while the page is visible, and after each action. */
function useSummary() {
  const [summary, setSummary] = useState();
  const [error, setError] = useState();
  const refresh = async () => {
    try {
      const read = await call("summary");
      setClock(read.clock);
      setSummary(read);
      setError(undefined);
    } catch (cause) {
      setError(cause.message);
    }
  };
  useEffect(() => {
    let timer;
    const follow = async () => {
      if (!document.hidden) await refresh();
      timer = setTimeout(follow, refreshMs);
    };
    follow();
    return () => clearTimeout(timer);
  }, []);
  return { summary, error, refresh };
}

function App() {
  const route = useRoute();
  const { summary, error, refresh } = useSummary();
  const [message, setMessage] = useState();
  const say = (text, isBad = false) => setMessage({ text, isBad });
  useEffect(() => {
    if (message === undefined || message.isBad) return undefined;
    const timer = setTimeout(() => setMessage(undefined), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  const current = route.parts[0] ?? "";
  useFocus(route.parts.join("/"), tabs.find(([name]) => name === current)?.[1] ?? "Overview");
  const shared = useMemo(() => ({ summary, refresh, say }), [summary]);
  const badges = summary && { tasks: summary.active, faults: summary.faults.length };
  return html`<${Console.Provider} value=${shared}>
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <header class="top">
      <a class="brand" href="#/"><span class="mark" aria-hidden="true"></span>Emulator</a>
      <nav class="tabs-main" aria-label="Sections">${tabs.map(
        ([name, text]) =>
          html`<a key=${name} href="#/${name}" aria-current=${name === current ? "page" : undefined}>${text}${badges?.[name] > 0 && html` <span class="count">${badges[name]}</span>`}</a>`,
      )}</nav>
      ${summary && html`<${Clock} />`}
    </header>
    ${error && html`<p class="banner" role="alert">The emulator does not respond: ${error}. Start it again; this page then continues automatically.</p>`}
    <main id="main" tabindex="-1">${summary === undefined ? html`<p class="soft">${error ? "" : "Loading…"}</p>` : html`<${View} ...${route} />`}</main>
    <div class="toast ${message?.isBad ? "bad" : ""} ${message ? "shown" : ""}" role="status" aria-live="polite">${message?.text}${message && html`<button type="button" class="small" onClick=${() => setMessage(undefined)} aria-label="Dismiss the message">×</button>`}</div>
    <${Shortcuts} tabs=${tabs} />
  <//>`;
}

/** Moves the focus to the heading of a new view, for screen readers and the keyboard, and scrolls to the top. */
function useFocus(path, tab) {
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${tab} · Emulator`;
    document.querySelector(".tabs-main [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector("h1")?.focus({ preventScroll: true });
  }, [path]);
}

/** The part of the address after "#" selects the view, so the link must not change it. */
function skip(event) {
  event.preventDefault();
  document.querySelector("#main").focus();
}

if (location.hash === "") go("#/");
const root = document.querySelector("#app");
root.replaceChildren();
render(html`<${App} />`, root);
