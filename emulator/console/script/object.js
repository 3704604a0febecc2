import { call, useRead } from "./api.js";
import { infoOf, isTime, stateOf } from "./catalog.js";
import { Fields, readFields } from "./form.js";
import { History } from "./history.js";
import { Json } from "./json.js";
import { go, setQuery, to } from "./router.js";
import { Ago, utc } from "./time.js";
import { Command, Confirm, Dialog, Empty, PageHead, State, useAct, useConsole } from "./ui.js";
import { html, useState } from "./view.js";

const tabs = [
  ["fields", "Fields"],
  ["json", "JSON"],
  ["history", "History"],
];

const recordPath = (collection, id) => `state/${collection}/${id.split("/").map(encodeURIComponent).join("/")}`;

export function ObjectPage({ collection, id, query }) {
  const { summary } = useConsole();
  const act = useAct();
  const [isEditing, setEditing] = useState(false);
  const stamp = summary.revision;
  const { data: record, error, isStale } = useRead(recordPath(collection, id), stamp);
  const { data: changes } = useRead(`changes?${new URLSearchParams({ collection, object: id })}`, stamp);
  const { title } = infoOf(collection);
  const trail = [
    ["Objects", "#/objects"],
    [title, to(["objects", collection])],
  ];
  const remove = async () => {
    const done = await act(
      async () => (await call(recordPath(collection, id), "DELETE")) ?? true,
      `${id} was deleted.`,
    );
    if (done) go(to(["objects", collection]));
  };
  if (record === undefined || error !== undefined) {
    if (error === undefined) return html`<${PageHead} title=${id} trail=${trail} />`;
    return html`<${PageHead} title=${id} trail=${trail} />
      <${Empty} title="This object does not exist, or no longer."><p><a href=${to(["objects", collection])}>All ${title}</a></p><//>
      ${changes?.length > 0 && html`<section aria-labelledby="past"><h2 id="past">History</h2><${History} changes=${changes} /></section>`}`;
  }
  const tab = tabs.some(([name]) => name === query.tab) ? query.tab : "fields";
  const views = {
    fields: () => html`<${FieldList} record=${record} />`,
    json: () => html`<${Json} label="Record" value=${record} />`,
    history: () => html`<${History} changes=${changes ?? []} />`,
  };
  return html`<${PageHead} title=${record.name || id} trail=${trail}>
      <button type="button" onClick=${() => setEditing(true)}>Edit</button>
      <${Confirm} label="Delete" title="Delete this object?" text="It is removed outside the API, as somebody else would: the next refresh of a stack reports it as drift." action=${remove} />
    <//>
    <${Links} collection=${collection} id=${id} record=${record} changes=${changes ?? []} />
    <div class="tabs" role="tablist" aria-label="Parts of the object">${tabs.map(
      ([name, text]) =>
        html`<button type="button" role="tab" id="tab-${name}" aria-selected=${name === tab} aria-controls="tab-panel" tabindex=${name === tab ? 0 : -1} onKeyDown=${turnTab} onClick=${() => setQuery({ tab: name === "fields" ? undefined : name })}>${text}${name === "history" ? ` (${changes?.length ?? 0})` : ""}</button>`,
    )}</div>
    <div role="tabpanel" id="tab-panel" aria-labelledby="tab-${tab}" class=${isStale ? "stale" : ""}>${views[tab]()}</div>
    ${isEditing && html`<${Editor} collection=${collection} id=${id} record=${record} onClose=${() => setEditing(false)} />`}`;
}

/** Arrow keys switch tabs, as in other applications. */
function turnTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.parentElement.children];
  const next = all[(all.indexOf(event.currentTarget) + step + all.length) % all.length];
  next.focus();
  next.click();
}

/** The origin of the object, tasks running on it, and its Pulumi resource. */
function Links({ collection, id, record, changes }) {
  const { type, adopt } = infoOf(collection);
  const created = changes.find(({ kind }) => kind === "created")?.cause;
  const state = stateOf(collection, record);
  return html`<dl class="facts">
    <div><dt>Id</dt><dd class="mono">${id}</dd></div>
    ${state !== undefined && html`<div><dt>State</dt><dd><${State} value=${state} /></dd></div>`}
    ${record.task_id && html`<div><dt>Running task</dt><dd><a class="mono" href=${to(["tasks", record.task_id])}>${record.task_id.slice(0, 8)}…</a></dd></div>`}
    ${record.creator_task_id && html`<div><dt>Created by task</dt><dd><a class="mono" href=${to(["tasks", record.creator_task_id])}>${record.creator_task_id.slice(0, 8)}…</a></dd></div>`}
    ${created?.kind === "request" && html`<div><dt>Created by request</dt><dd><a class="mono" href=${to(["requests", created.id])}>${created.text}</a></dd></div>`}
    ${type && html`<div class="full"><dt>Pulumi resource</dt><dd><code>${type}</code><${Command} text=${`npx cloudplatform adopt ${adopt} ${id}`} /></dd></div>`}
  </dl>`;
}

function FieldList({ record }) {
  return html`<dl class="fields">${Object.entries(record).map(
    ([name, value]) => html`<div key=${name}><dt>${name}</dt><dd><${Value} value=${value} /></dd></div>`,
  )}</dl>`;
}

function Value({ value }) {
  if (value === null || value === undefined || value === "")
    return html`<span class="soft">${value === "" ? "empty" : "null"}</span>`;
  if (typeof value === "object") {
    const count = Object.keys(value).length;
    if (count === 0) return html`<span class="soft">${Array.isArray(value) ? "empty list" : "empty"}</span>`;
    const text = Array.isArray(value) ? `List of ${count}` : `${count} ${count === 1 ? "field" : "fields"}`;
    return html`<details open=${count <= 3}><summary>${text}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`;
  }
  if (isTime(value)) return html`<${Ago} at=${value} /> <span class="soft">${utc(value)}</span>`;
  return html`<span class="mono">${String(value)}</span>`;
}

/** A form with a field for each property: text, number, yes or no, and JSON for nested values. */
function Editor({ collection, id, record, onClose }) {
  const act = useAct();
  const [error, setError] = useState();
  const schema = {
    properties: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, schemaOf(value)])),
  };
  const save = async (event, close) => {
    event.preventDefault();
    try {
      const edited = readFields(event.target, schema);
      const changed = Object.entries(edited).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name]),
      );
      if (changed.length > 0) await call(recordPath(collection, id), "POST", Object.fromEntries(changed));
      close();
      const text =
        changed.length === 0 ? "Nothing was changed." : `Changed: ${changed.map(([name]) => name).join(", ")}.`;
      await act(async () => {}, text);
    } catch (cause) {
      setError(cause.message);
    }
  };
  const body = (
    close,
  ) => html`<p class="soft">The change is made outside the API, as somebody else would: the next refresh of a stack reports it as drift.</p>
    <form onSubmit=${(event) => save(event, close)}>
      <${Fields} schema=${schema} value=${record} names=${Object.keys(record)} />
      <footer class="dialog-actions">${error && html`<p class="problem" role="alert">${error}</p>`}
        <button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary">Save</button></footer>
    </form>`;
  return html`<${Dialog} title="Edit ${id}" wide=${true} onClose=${onClose}>${body}<//>`;
}

/** The schema of a value by its current type; null can become anything. */
function schemaOf(value) {
  if (value === null) return { anyOf: [{}, { type: "null" }] };
  return { type: Array.isArray(value) ? "array" : typeof value };
}
