import { call } from "./api.js";
import { platformNow, useTick, utc } from "./time.js";
import { useAct, useConsole } from "./ui.js";
import { html, useEffect, useRef } from "./view.js";

const steps = [
  [60_000, "1 minute"],
  [900_000, "15 minutes"],
  [3_600_000, "1 hour"],
  [86_400_000, "1 day"],
  [2_678_400_000, "31 days"],
];
const speeds = [1, 10, 60, 600, 3600];

/** The platform's clock with its controls, visible in every view. */
export function Clock() {
  const { summary } = useConsole();
  const act = useAct();
  const menu = useRef();
  const { speed, paused } = summary.clock;
  useTick(250);
  useEffect(() => {
    const close = (event) => {
      const isAway = event.type === "keydown" ? event.key === "Escape" : !menu.current.contains(event.target);
      if (!isAway || !menu.current.open) return;
      menu.current.open = false;
      if (event.type === "keydown") menu.current.querySelector("summary").focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  const change = (body, done) => act(() => call("clock", "POST", body), done);
  const [day, time, zone] = utc(platformNow()).split(" ");
  const pace = paused ? "paused" : speed === 1 ? "" : `× ${speed}`;
  return html`<div class="clock">
    <time class="mono" datetime=${new Date(platformNow()).toISOString()} title="The platform’s clock"><span>${day}</span> <span>${time} ${zone}</span></time>
    ${pace && html`<span class="badge busy" id="pace">${pace}</span>`}
    <button type="button" onClick=${() => change({ pause: !paused }, paused ? "Clock resumed." : "Clock paused.")}>${paused ? "Resume" : "Pause"}</button>
    <details class="menu" ref=${menu}><summary class="button">Advance</summary>
      <div class="menu-body">
        <p class="menu-title">Advance the clock by</p>
        <div class="menu-steps">${steps.map(([ms, text]) => html`<button type="button" onClick=${() => change({ advanceMs: ms }, `Clock advanced by ${text}.`)}>${text}</button>`)}</div>
        <label>Speed <select value=${String(speed)} onChange=${(event) => change({ speed: Number(event.target.value) }, `The clock runs at ${event.target.value} × real time.`)}>
          ${[...new Set([...speeds, speed])].map((one) => html`<option value=${String(one)}>${one} ×</option>`)}</select></label>
      </div>
    </details>
  </div>`;
}
