import { useRead } from "./api.js";
import { History } from "./history.js";
import { Json } from "./json.js";
import { progressOf } from "./progress.js";
import { objectAddress, to } from "./router.js";
import { EndTask } from "./task-row.js";
import { Ago, span, useTick, utc } from "./time.js";
import { PageHead, Problem, State, useConsole } from "./ui.js";
import { html } from "./view.js";

export function Task({ id }) {
  const { summary } = useConsole();
  useTick();
  const { data: task, error } = useRead(`state/tasks/${encodeURIComponent(id)}`, summary.revision);
  const { data: changes } = useRead(`changes?collection=tasks&object=${encodeURIComponent(id)}`, summary.revision);
  const trail = [["Tasks", "#/tasks"]];
  if (task === undefined) return html`<${PageHead} title="Task" trail=${trail} /><${Problem} error=${error} />`;
  const { percent, left, from, to: end } = progressOf(task);
  const isRunning = task.finished_on === null;
  const request = changes?.find(({ kind }) => kind === "created")?.cause;
  return html`<${PageHead} title=${task.task_type} trail=${trail}>${isRunning && html`<${EndTask} task=${task} small=${false} />`}<//>
    ${task.error !== null && html`<div class="callout bad"><strong>The task failed.</strong><p>${task.error}</p></div>`}
    <dl class="facts">
      <div><dt>State</dt><dd><${State} value=${task.state} /></dd></div>
      <div><dt>Object</dt><dd><a class="mono" href=${objectAddress("clusters", task.work.subject)}>${task.work.subject}</a></dd></div>
      <div><dt>Started</dt><dd><${Ago} at=${task.created_on} /> <span class="soft">${utc(task.created_on)}</span></dd></div>
      <div><dt>${isRunning ? "Progress" : "Took"}</dt><dd>${isRunning ? html`<progress max="100" value=${percent} aria-label="Progress"></progress> ${left === null ? "stalled by a fault" : `${percent} %, ${span(left)} left`}` : span(end - from)}</dd></div>
      ${request?.kind === "request" && html`<div><dt>Started by</dt><dd><a class="mono" href=${to(["requests", request.id])}>${request.text}</a></dd></div>`}
      <div><dt>Id</dt><dd class="mono">${task.id}</dd></div>
    </dl>
    <${Changed} id=${id} />
    ${task.data !== null && html`<${Json} label="Parameters" value=${task.data} />`}
    ${changes && html`<section aria-labelledby="states"><h2 id="states">States</h2><${History} changes=${changes} /></section>`}`;
}

/** Changes made by the end of the task. */
function Changed({ id }) {
  const { summary } = useConsole();
  const { data } = useRead(`changes?cause=${encodeURIComponent(id)}`, summary.revision);
  const others = data?.filter(({ collection }) => collection !== "tasks") ?? [];
  return others.length === 0
    ? null
    : html`<section aria-labelledby="changed"><h2 id="changed">Objects it changed</h2><${History} changes=${others} named=${true} /></section>`;
}
