import { call, useRead } from "./api.js";
import { to } from "./router.js";
import { Ago } from "./time.js";
import { Empty, PageHead, plural, State, useAct, useConsole } from "./ui.js";
import { html, useState } from "./view.js";

/** The faults, each with a description and its own fields. */
const faults = {
  status: ["Answers with an error status; the handler does not run.", ["status", "retryAfter"]],
  "task-error": ["The next task ends in ERROR.", ["error"]],
  "task-stall": ["The next task never ends.", []],
  delay: ["Answers later.", ["ms"]],
  "drop-before": ["Closes the connection; the handler does not run.", []],
  "drop-after": ["The handler runs, and the response is lost.", []],
  late: ["Closes the connection; the handler runs later.", ["ms"]],
  garbage: ["Answers with a body that is not JSON.", []],
  foreign: ["The response comes from a gateway, not from the platform.", ["status", "form"]],
  drip: ["Sends the body byte by byte.", ["ms"]],
  "duplicate-field": ["The response has a field twice.", []],
  "unknown-field": ["The response has an unknown field.", []],
};

const own = {
  status: { label: "Status", value: "503", type: "number", min: 400, max: 599 },
  retryAfter: { label: "Retry-After (s)", value: "", type: "number", min: 0 },
  ms: { label: "Milliseconds", value: "2000", type: "number", min: 1, max: 600000 },
  error: { label: "Error of the task", value: "No hosts left." },
  form: { label: "Body", choices: ["text", "html", "json", "empty"] },
};
const general = {
  count: { label: "Times", value: "1", type: "number", min: 1, help: "Empty: until you end it." },
  probability: {
    label: "Probability",
    value: "",
    type: "number",
    min: 0,
    max: 1,
    step: 0.05,
    help: "0 to 1; empty: always.",
  },
};
const numeric = new Set(["status", "retryAfter", "ms", "count", "probability"]);

export function Faults() {
  const { summary } = useConsole();
  const act = useAct();
  const stamp = `${summary.lastSeq} ${summary.faults.map(({ id, hits }) => `${id}:${hits}`)}`;
  const { data: history } = useRead("faults/history", stamp);
  const end = ({ id, name }) => act(() => call(`faults/${id}`, "DELETE"), `Fault ${name} ended.`);
  return html`<${PageHead} title="Faults" lead="Break the platform on purpose and see what your program does. Faults of tasks wait for a task; all others apply to requests." />
    <div class="columns">
      <section aria-labelledby="inject"><h2 id="inject">Inject a fault</h2><${Inject} /></section>
      <div><section aria-labelledby="active"><h2 id="active">Active</h2>
        ${
          summary.faults.length === 0
            ? html`<${Empty} title="No active faults."><p>Every request is handled as documented. Choose a fault and inject it.</p><//>`
            : html`<ul class="plain">${summary.faults.map((fault) => html`<${Fault} key=${fault.id} fault=${fault}><button type="button" class="small" aria-label="End fault ${fault.name} ${fault.id}" onClick=${() => end(fault)}>End</button><//>`)}</ul>`
        }
      </section>
      <section aria-labelledby="ended"><h2 id="ended">History</h2>
        ${
          !history || history.length === 0
            ? html`<${Empty} title="No fault has ended yet."><p>Used-up and removed faults appear here, with the requests that they applied to.</p><//>`
            : html`<ul class="plain">${history.map((fault) => html`<${Fault} key=${fault.id} fault=${fault}><span class="soft">${fault.end} <${Ago} at=${fault.endedAt} real=${true} /></span><//>`)}</ul>`
        }
      </section></div>
    </div>`;
}

const notDetails = new Set(["id", "name", "hits", "met", "seed", "addedAt", "endedAt", "end"]);

function Fault({ fault, children }) {
  const details = Object.entries(fault).filter(
    ([name, value]) => !notDetails.has(name) && !(name === "probability" && value === 1),
  );
  const unit = fault.name.startsWith("task-") ? "task" : "request";
  return html`<li class="fault"><${State} value=${fault.name} />
    <span class="grow">${details.map(([name, value]) => `${name} ${value}`).join(", ")}</span>
    ${fault.hits > 0 ? html`<a href=${to(["requests"], { fault: fault.id })}>${plural(fault.hits, unit)}</a>` : html`<span class="soft">${unit === "task" ? "waits for a task" : "not used"}</span>`}
    ${children}</li>`;
}

function Inject() {
  const act = useAct();
  const [name, setName] = useState("status");
  const { data: api } = useRead("openapi.json", "");
  const endpoints = api
    ? Object.values(api.paths)
        .flatMap((path) => Object.values(path).map((one) => one.operationId))
        .sort()
    : [];
  const [description, fields] = faults[name];
  const submit = (event) => {
    event.preventDefault();
    const entries = [...event.target.elements].filter((field) => field.name && field.value !== "");
    const fault = Object.fromEntries(
      entries.map((field) => [field.name, numeric.has(field.name) ? Number(field.value) : field.value]),
    );
    act(() => call("faults", "POST", fault), `Fault ${name} injected.`);
  };
  return html`<form onSubmit=${submit}><div class="form-fields">
    <label class="full"><span class="field-name">Fault</span><select name="name" value=${name} onChange=${(event) => setName(event.target.value)}>${Object.keys(faults).map((one) => html`<option>${one}</option>`)}</select><span class="help">${description}</span></label>
    ${fields.map((field) => html`<${Input} key=${`${name} ${field}`} name=${field} ...${own[field]} />`)}
    <label class="full"><span class="field-name">Endpoint</span><select name="endpoint"><option value="">all</option>${endpoints.map((one) => html`<option>${one}</option>`)}</select></label>
    ${Object.entries(general).map(([field, input]) => html`<${Input} key=${field} name=${field} ...${input} />`)}
  </div><div class="dialog-actions"><button type="submit" class="primary">Inject</button></div></form>`;
}

function Input({ name, label, help, choices, value, ...input }) {
  return html`<label><span class="field-name">${label}</span>${
    choices
      ? html`<select name=${name}>${choices.map((one) => html`<option>${one}</option>`)}</select>`
      : html`<input name=${name} defaultValue=${value} autocomplete="off" ...${input} />`
  }${help && html`<span class="help">${help}</span>`}</label>`;
}
