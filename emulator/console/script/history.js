import { Difference } from "./json.js";
import { objectAddress, to } from "./router.js";
import { Ago } from "./time.js";
import { Empty, State } from "./ui.js";
import { html } from "./view.js";

/** Changes of records, each with its cause and the differing fields. */
export function History({ changes, named = false }) {
  if (changes.length === 0)
    return html`<${Empty} title="No changes yet."><p>The object is as it was in the initial data. Changes by requests, tasks or this console appear here.</p><//>`;
  return html`<ol class="history">${changes.map(
    (change) => html`<li key=${change.id}>
      <div class="history-head"><${State} value=${change.kind} />
        ${named && html`<a class="mono" href=${objectAddress(change.collection, change.object)}>${change.collection} ${change.object}</a>`}
        <span>by <${CauseOf} cause=${change.cause} /></span>
        <span class="soft"><${Ago} at=${change.at} /></span>
      </div>
      ${change.kind === "updated" ? html`<${Difference} before=${change.before} after=${change.after} />` : html`<details><summary>${change.kind === "created" ? "Fields at creation" : "Fields before deletion"}</summary><${Difference} before=${change.before} after=${change.after} /></details>`}
    </li>`,
  )}</ol>`;
}

function CauseOf({ cause }) {
  if (cause.kind === "request")
    return html`request <a class="mono" href=${to(["requests", cause.id])}>${cause.text}</a>`;
  if (cause.kind === "task") return html`task <a class="mono" href=${to(["tasks", cause.id])}>${cause.text}</a>`;
  if (cause.kind === "timer") return html`the platform’s timer <span class="mono">${cause.text}</span>`;
  return "a control route, outside the API";
}
