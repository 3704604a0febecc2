const $ = (id) => document.getElementById(id);
const base = `${location.pathname.replace(/\/$/, "")}/`;
/** Refresh interval: slow enough to read, fast enough to follow a task. */
const lookMs = 1000;
const shown = { collection: undefined, lastSeq: -1, path: "" };

async function call(path, method = "GET", body = undefined) {
  const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(value?.message ?? `Status ${answer.status}`);
  return value;
}

function say(text, bad = false) {
  $("message").textContent = text;
  $("message").classList.toggle("bad", bad);
}

/** Runs a user's action, then refreshes the page. */
async function act(work, done) {
  try {
    await work();
    say(done);
    await look();
  } catch (cause) {
    say(cause.message, true);
  }
}

function make(tag, properties = {}, ...children) {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

const span = (text, className = "") => make("span", { className, textContent: text });
const pretty = (value) => JSON.stringify(value, null, 2);

/** Updates a list without rebuilding it, so that focus and open details stay. */
function keep(list, items, keyOf, build) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const wanted = items.map((item) => {
    const key = String(keyOf(item));
    const text = JSON.stringify(item);
    const present = old.get(key);
    if (present?.dataset.text === text) return present;
    const element = build(item, present);
    element.dataset.key = key;
    element.dataset.text = text;
    if (present !== undefined && present !== element) present.replaceWith(element);
    return element;
  });
  for (const child of [...list.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

function showClock(clock) {
  $("now").textContent = clock.now.replace("T", " ").replace(/\.\d+Z/, " UTC");
  $("now").dateTime = clock.now;
  $("pace").textContent = clock.paused ? "paused" : clock.speed === 1 ? "" : `at ${clock.speed} times real time`;
  $("pause").setAttribute("aria-pressed", String(clock.paused));
  $("pause").textContent = clock.paused ? "Resume" : "Pause";
  const speed = $("speed-form").elements.speed;
  if (document.activeElement !== speed) speed.value = clock.speed;
}

function showCounts(counts) {
  keep(
    $("counts"),
    Object.entries(counts),
    ([name]) => name,
    ([name, count], present) => {
      const button =
        present?.firstElementChild ?? make("button", { type: "button", onclick: () => openCollection(name) });
      button.replaceChildren(span(name), span(String(count), "soft"));
      button.setAttribute("aria-expanded", String(shown.collection === name));
      return present ?? make("li", {}, button);
    },
  );
  for (const item of $("counts").children)
    item.firstElementChild.setAttribute("aria-expanded", String(shown.collection === item.dataset.key));
}

async function openCollection(name) {
  shown.collection = shown.collection === name ? undefined : name;
  await act(async () => {}, shown.collection === undefined ? "" : `Showing ${name}.`);
}

/** Maximum number of records shown. */
const mostRecords = 100;

async function showCollection(counts) {
  const name = shown.collection;
  const count = counts[name];
  $("collection").hidden = name === undefined;
  if (name === undefined) return;
  const records = Object.entries(await call(`state/${name}?last=${mostRecords}`));
  if (shown.collection !== name) return;
  const isCut = count > mostRecords;
  $("collection-title").textContent = `${name}: ${count}${isCut ? `, latest ${mostRecords} shown` : ""}`;
  keep(
    $("collection-records"),
    records.reverse(),
    ([id]) => id,
    ([id, record], present) => {
      const title = [record.name, record.status, record.state].filter((text) => text !== undefined).join(" · ");
      const details = present ?? make("details", {}, make("summary"), make("pre"));
      details.firstElementChild.replaceChildren(span(id, "mono"), ` ${title}`);
      details.lastElementChild.textContent = pretty(record);
      return details;
    },
  );
}

const stateClass = { FINISHED: "good", ERROR: "bad", RUNNING: "warn", NEW: "soft" };

function showTasks(tasks) {
  $("no-tasks").hidden = tasks.length > 0;
  keep(
    $("task-list"),
    tasks,
    (task) => task.id,
    (task) => {
      const left = task.remainingMs === null ? "stalled" : `${Math.ceil(task.remainingMs / 1000)} s left`;
      const bar = make("progress", { max: 100, value: task.percent, ariaLabel: `Progress of ${task.task_type}` });
      return make(
        "li",
        {},
        make(
          "div",
          { className: "line" },
          span(task.state, stateClass[task.state] ?? ""),
          span(`${task.task_type} ${task.subject}`, "grow"),
          ...(task.finished_on === null ? [bar, span(`${task.percent} %, ${left}`, "soft")] : []),
        ),
        make("div", { className: "line soft" }, span(task.id, "mono grow")),
        task.error === null ? undefined : make("div", { className: "bad", textContent: task.error }),
      );
    },
  );
}

const statusClass = (status) => (status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good");

async function showRequests(lastSeq) {
  const path = $("request-path").value.trim();
  if (lastSeq === shown.lastSeq && path === shown.path) return;
  const filter = new URLSearchParams({ limit: "50", ...(path !== "" && { path }) });
  const { requests } = await call(`requests?${filter}`);
  Object.assign(shown, { lastSeq, path });
  $("no-requests").hidden = requests.length > 0;
  keep($("request-list"), requests.reverse(), (request) => request.seq, buildRequest);
}

function buildRequest(request) {
  const { method, path, query, status, ms, faults } = request;
  const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(Object.entries(query))}`;
  const line = make(
    "summary",
    {},
    make(
      "span",
      { className: "line" },
      span(status === null ? "dropped" : String(status), statusClass(status)),
      span(method, "mono"),
      span(path + search, "mono grow"),
      span(`${request.at.slice(11, 19)} · ${ms} ms${faults.length > 0 ? ` · ${faults.join(", ")}` : ""}`, "soft"),
    ),
  );
  const { request: sent, response, endpoint, unknownFields } = request;
  const body = make("pre", { tabIndex: 0, textContent: pretty({ endpoint, sent, answered: response, unknownFields }) });
  return make("li", {}, make("details", {}, line, body));
}

function showFaults(faults) {
  $("no-faults").hidden = faults.length > 0;
  keep(
    $("fault-list"),
    faults,
    (fault) => fault.id,
    ({ id, name, hits, met: _met, seed: _seed, ...rest }) => {
      const details = Object.entries(rest).map(([key, value]) => `${key} ${value}`);
      const end = () => act(() => call(`faults/${id}`, "DELETE"), `Fault ${name} ended.`);
      return make(
        "li",
        { className: "line" },
        span(name, "warn"),
        span(details.join(", "), "grow"),
        span(`${hits} hits`, "soft"),
        make("button", { type: "button", textContent: "End", ariaLabel: `End fault ${name} ${id}`, onclick: end }),
      );
    },
  );
}

/** The list of habits, which does not change while the emulator runs. */
let habits = [];

function showHabits(values) {
  keep(
    $("habit-list"),
    habits.map((habit) => ({ ...habit, value: values[habit.name] })),
    ({ name }) => name,
    ({ name, values: choices, default: first, description, value }, present) => {
      const field = present?.querySelector("select, input") ?? habitField(name, choices);
      field.value = value;
      const title = present?.querySelector("b") ?? make("b", { textContent: name });
      title.className = value === first ? "" : "warn";
      return (
        present ?? make("li", {}, make("label", { className: "line" }, title, span(description, "grow soft"), field))
      );
    },
  );
}

function habitField(name, values) {
  const field = Array.isArray(values)
    ? make("select", {}, ...values.map((value) => make("option", { textContent: value })))
    : make("input", { type: "number", min: values.min, max: values.max });
  field.addEventListener("change", () => {
    const value = Array.isArray(values) ? field.value : Number(field.value);
    act(() => call("habits", "PATCH", { [name]: value }), `Habit ${name} is ${value}.`);
  });
  return field;
}

async function listHabits() {
  const { presets, habits: listed } = await call("habits");
  $("preset-form").elements.preset.append(...presets.map((name) => make("option", { textContent: name })));
  habits = listed;
}

async function look() {
  const summary = await call("summary");
  showClock(summary.clock);
  showCounts(summary.counts);
  showTasks(summary.tasks);
  showFaults(summary.faults);
  showHabits(summary.habits);
  $("bodies-hidden").hidden = summary.recordsBodies;
  await Promise.all([showRequests(summary.lastSeq), showCollection(summary.counts)]);
}

async function keepLooking() {
  try {
    await look();
    if ($("message").textContent.startsWith("The emulator does not respond")) say("");
  } catch (cause) {
    say(`The emulator does not respond: ${cause.message}`, true);
  }
  setTimeout(keepLooking, lookMs);
}

function faultFields() {
  const { name } = $("fault-form").elements;
  for (const label of $("fault-form").querySelectorAll("[data-for]")) label.hidden = label.dataset.for !== name.value;
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
keepLooking();
