import { $, act, call, keep, make, pretty, refresher, say, shown, span } from "./dom.js";

/** Maximum number of records shown. */
const maxRecords = 100;

/** Columns of the collections beside id and state; of others, the first fields that fit into a cell. */
const columns = {
  ruleTemplates: ["name", "rule", "ruleType", "weight"],
  clusters: ["name", "version", "project_id", "region_id", "created_at"],
  reservations: ["name", "region_id", "activity_period", "active_to"],
  appTemplates: ["name", "api_type", "binary_id"],
  apps: ["name", "api_type", "plan"],
  appLogs: ["timestamp", "app_name", "log"],
  secrets: ["name", "comment"],
  streams: ["name", "active", "live"],
  gpuClusters: ["name", "project_id", "region_id"],
  tasks: ["task_type", "created_on", "finished_on"],
  flavors: ["vcpus", "ram_text", "in_stock", "price_status", "price_per_hour"],
  regions: ["name", "price_status"],
  priceList: ["currency_code", "vat_percent", "discount_percent"],
  thresholds: ["threshold", "last_sending"],
};

const isPlain = (value) => value === null || typeof value !== "object";

/** The fields of a record that its row shows. */
function columnsOf(name, record) {
  if (columns[name] !== undefined) return columns[name];
  const fields = Object.entries(record).filter(([field, value]) => isPlain(value) && field !== "id");
  return fields.slice(0, 4).map(([field]) => field);
}

/** What the numbers of an edge app's status mean. */
const appStatuses = ["draft", "enabled", "disabled", "hourly limit exceeded", "daily limit exceeded", "suspended"];

function stateOf(name, record) {
  const state = record.status ?? record.state;
  return name === "apps" ? (appStatuses[state] ?? state) : state;
}

const goodStates = new Set(["Provisioned", "FINISHED", "ACTIVATED", "ACTIVE", "enabled"]);
const badStates = new Set(["ERROR", "Failed", "REJECTED", "EXPIRED", "suspended"]);

function stateBadge(state) {
  const kind = goodStates.has(state) ? "good" : badStates.has(state) ? "bad" : "warn";
  return span(String(state), `badge ${kind}`);
}

export function showCounts(counts) {
  keep(
    $("counts"),
    Object.entries(counts),
    ([name]) => name,
    ([name, count], present) => {
      const button =
        present?.firstElementChild ?? make("button", { type: "button", onclick: () => openCollection(name) });
      button.replaceChildren(span(name), span(String(count), "soft"));
      return present ?? make("li", {}, button);
    },
  );
  for (const item of $("counts").children)
    item.firstElementChild.setAttribute("aria-expanded", String(shown.collection === item.dataset.key));
}

async function openCollection(name) {
  $("record-text").value = "";
  shown.collection = shown.collection === name ? undefined : name;
  await act(async () => {}, shown.collection === undefined ? "" : `Showing ${name}.`);
}

function titleOf(name, count, text, found) {
  if (text === "") return `${name}: ${count}${count > maxRecords ? `, latest ${maxRecords} shown` : ""}`;
  const number = found === maxRecords ? `latest ${found} records that contain` : `${found} of ${count} contain`;
  return `${name}: ${number} "${text}"`;
}

/** Refreshes overlap: what an earlier one reads is not shown after what a later one has read. */
let reads = 0;
let lastShown = 0;

export async function showCollection(counts) {
  const name = shown.collection;
  const count = counts[name];
  $("collection").hidden = name === undefined;
  if (name === undefined) return;
  const text = $("record-text").value.trim();
  const find = text === "" ? "" : `&find=${encodeURIComponent(text)}`;
  const read = ++reads;
  const records = Object.entries(await call(`state/${name}?last=${maxRecords}${find}`));
  // The text may have changed meanwhile.
  if (read < lastShown || shown.collection !== name || $("record-text").value.trim() !== text) return;
  lastShown = read;
  $("collection-title").textContent = titleOf(name, count, text, records.length);
  $("collection-records").hidden = records.length === 0;
  if (records.length === 0) return;
  const fields = columnsOf(name, records[0][1]);
  const hasState = records.some(([, record]) => stateOf(name, record) !== undefined);
  const headings = ["id", ...fields, ...(hasState ? ["state"] : []), "actions"];
  keep($("collection-head"), headings, String, (heading) => make("th", { scope: "col", textContent: heading }));
  keep(
    $("collection-rows"),
    records.reverse(),
    ([id]) => `${name} ${id}`,
    ([id, record]) => recordRow(name, id, record, fields, hasState),
  );
}

function recordRow(name, id, record, fields, hasState) {
  const cells = fields.map((field) => make("td", { textContent: cellText(record[field]) }));
  const state = stateOf(name, record);
  const edit = { type: "button", textContent: "Edit", ariaLabel: `Edit ${name} ${id}` };
  const remove = { type: "button", className: "danger", textContent: "Delete", ariaLabel: `Delete ${name} ${id}` };
  return make(
    "tr",
    {},
    make("th", { scope: "row", className: "mono", textContent: id }),
    ...cells,
    hasState ? make("td", {}, state === undefined ? "" : stateBadge(state)) : undefined,
    make(
      "td",
      { className: "actions" },
      make("button", { ...edit, onclick: () => openEditor(name, id, record) }),
      make("button", { ...remove, onclick: () => removeRecord(name, id) }),
    ),
  );
}

function cellText(value) {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const recordPath = (name, id) => `state/${name}/${id.split("/").map(encodeURIComponent).join("/")}`;

function removeRecord(name, id) {
  if (!confirm(`Delete ${name} ${id} behind the API's back?`)) return;
  act(() => call(recordPath(name, id), "DELETE"), `${name} ${id} deleted.`);
}

/** A form with a field for each property: text, number, yes or no, and JSON for everything that is nested. */
function openEditor(name, id, record) {
  const fields = Object.entries(record).map(([field, value]) => {
    const isFlag = typeof value === "boolean";
    const input = isPlain(value)
      ? make("input", { name: field, type: isFlag ? "checkbox" : "text", value: isFlag ? "on" : (value ?? "") })
      : make("textarea", { name: field, rows: 4, value: pretty(value), spellcheck: false });
    if (isFlag) input.checked = value;
    if (value === null) input.placeholder = "null";
    return make("label", {}, field, input);
  });
  $("editor-title").textContent = `${name} ${id}`;
  $("editor-error").textContent = "";
  $("editor-fields").replaceChildren(...fields);
  $("editor").returnValue = "";
  $("editor-form").onsubmit = (event) => {
    event.preventDefault();
    save(name, id, record);
  };
  $("editor").showModal();
}

async function save(name, id, record) {
  try {
    const changed = Object.entries(record)
      .map(([field, value]) => [field, editedValue($("editor-form").elements[field], value)])
      .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]));
    if (changed.length > 0) await call(recordPath(name, id), "POST", Object.fromEntries(changed));
    $("editor").close();
    await refresher.run();
    say(
      changed.length === 0
        ? "Nothing was changed."
        : `${name} ${id} changed: ${changed.map(([key]) => key).join(", ")}.`,
    );
  } catch (cause) {
    $("editor-error").textContent = cause.message;
  }
}

/** The value of a field in the type that it had; an empty field that was null stays null. */
function editedValue(input, before) {
  if (typeof before === "boolean") return input.checked;
  if (before === null) return input.value === "" ? null : jsonOrText(input.value);
  if (typeof before === "string") return input.value;
  if (typeof before === "number" && input.value.trim() === "") throw new Error(`${input.name} must be a number.`);
  try {
    return JSON.parse(input.value);
  } catch (cause) {
    throw new Error(`${input.name} is not valid JSON: ${cause.message}`);
  }
}

function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** After the last key, so that a search of many records is not made for each. */
const typingMs = 200;
let typing;
$("record-text").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => refresher.run().catch((cause) => say(cause.message, true)), typingMs);
});
$("editor-cancel").addEventListener("click", () => $("editor").close());
