import { showChart } from "./chart.js";
import { showClock } from "./clock.js";
import { $, act, base, call, make, refresher, say, shown } from "./dom.js";
import { showFaults } from "./faults.js";
import { listHabits, showHabits } from "./habits.js";
import { showCollection, showCounts } from "./records.js";
import { showRequests } from "./requests.js";
import { showTasks } from "./tasks.js";

async function refresh() {
  const summary = await call("summary");
  showClock(summary.clock);
  showCounts(summary.counts);
  showTasks(summary.tasks);
  showChart(summary.requestRate);
  showFaults(summary.faults);
  showHabits(summary.habits);
  $("bodies-hidden").hidden = summary.recordsBodies;
  await Promise.all([showRequests(summary.lastSeq), showCollection(summary.counts)]);
}

/** Refresh interval: slow enough to read, fast enough to follow a task. */
const refreshMs = 1000;

async function keepRefreshing() {
  try {
    await refresh();
    if ($("message").textContent.startsWith("The emulator does not respond")) say("");
  } catch (cause) {
    say(`The emulator does not respond: ${cause.message}`, true);
  }
  setTimeout(keepRefreshing, refreshMs);
}

function faultFields() {
  const { name } = $("fault-form").elements;
  for (const label of $("fault-form").querySelectorAll("[data-for]"))
    label.hidden = !label.dataset.for.split(" ").includes(name.value);
}

const numeric = new Set(["status", "retryAfter", "ms", "count", "probability"]);

/** The values of the selected fault's fields. */
function faultOf(form) {
  const visible = [...form.elements].filter((field) => field.name && field.value !== "" && !field.closest("[hidden]"));
  return Object.fromEntries(visible.map(({ name, value }) => [name, numeric.has(name) ? Number(value) : value]));
}

$("fault-form").addEventListener("change", faultFields);
$("fault-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const fault = faultOf(event.target);
  act(() => call("faults", "POST", fault), `Fault ${fault.name} injected.`);
});
$("preset-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const preset = event.target.elements.preset.value;
  act(() => call("habits", "PUT", { preset }), `Preset ${preset} applied.`);
});
$("advance").addEventListener("click", ({ target }) => {
  if (target.dataset.ms === undefined) return;
  act(
    () => call("clock", "POST", { advanceMs: Number(target.dataset.ms) }),
    `Clock advanced by ${target.textContent.slice(1)}.`,
  );
});
$("speed-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const speed = Number(event.target.elements.speed.value);
  act(() => call("clock", "POST", { speed }), `Speed is ${speed}.`);
});
$("pause").addEventListener("click", () => {
  const pause = $("pause").getAttribute("aria-pressed") !== "true";
  act(() => call("clock", "POST", { pause }), pause ? "Clock paused." : "Clock resumed.");
});
$("forget-requests").addEventListener("click", () => {
  shown.lastSeq = -1;
  act(() => call("requests", "DELETE"), "Requests cleared.");
});
$("reset").addEventListener("click", () => {
  if (!confirm("Delete all state and apply the seed again?")) return;
  shown.lastSeq = -1;
  act(() => call("reset", "POST"), "State reset.");
});
$("openapi").href = `${base}openapi.json`;

async function listEndpoints() {
  const { paths } = await call("openapi.json");
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
  $("fault-form").elements.endpoint.append(...ids.sort().map((id) => make("option", { textContent: id })));
}

faultFields();
listHabits().catch((cause) => say(cause.message, true));
listEndpoints().catch((cause) => say(cause.message, true));
refresher.run = refresh;
keepRefreshing();
