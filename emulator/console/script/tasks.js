import { useRead, withQuery } from "./api.js";
import { progressOf } from "./progress.js";
import { objectAddress, to } from "./router.js";
import { Choice, Pager, pageOf, Search, Table } from "./table.js";
import { EndTask } from "./task-row.js";
import { Ago, platformNow, span, useTick, utc } from "./time.js";
import { Empty, PageHead, Problem, State, useConsole } from "./ui.js";
import { html } from "./view.js";

const states = ["NEW", "RUNNING", "FINISHED", "ERROR"];

export function Tasks({ query }) {
  const { summary } = useConsole();
  useTick();
  const { offset, limit, sort, descending } = pageOf(query);
  const { find, status } = query;
  const path = withQuery("objects/tasks", { find, status, sort, descending, offset, limit });
  const { data, error, isStale } = useRead(path, summary.revision);
  const tasks = data?.items.map(({ record }) => record) ?? [];
  const scale = scaleOf(tasks);
  const columns = [
    { id: "state", label: "State", sorts: true, cell: (task) => html`<${State} value=${task.state} />` },
    {
      id: "task_type",
      label: "Task",
      sorts: true,
      cell: (task) => html`<a class="strong" href=${to(["tasks", task.id])}>${task.task_type}</a>`,
    },
    {
      id: "subject",
      label: "Object",
      cell: (task) =>
        html`<a class="mono" href=${objectAddress("clusters", task.work.subject)}>${task.work.subject}</a>`,
    },
    {
      id: "timeline",
      label: "Timeline",
      className: "timeline",
      cell: (task) => html`<${Bar} task=${task} scale=${scale} />`,
    },
    { id: "created_on", label: "Started", sorts: true, cell: (task) => html`<${Ago} at=${task.created_on} />` },
    {
      id: "actions",
      label: "Actions",
      className: "nowrap",
      cell: (task) => task.finished_on === null && html`<${EndTask} task=${task} />`,
    },
  ];
  const isFiltered = find || status;
  return html`<${PageHead} title="Tasks" lead="Work of the platform that takes time, on its clock. End a task now to see what your program does." />
    <div class="bar"><${Search} value=${find} label="Search tasks" /><${Choice} label="State" name="status" value=${status} choices=${states} /></div>
    <${Problem} error=${error} />
    ${
      data !== undefined && data.total === 0
        ? html`<${Empty} title=${isFiltered ? "No task matches these filters." : "No tasks yet."}>${
            isFiltered
              ? html`<p><a href="#/tasks">Remove the filters</a></p>`
              : html`<p>Creating, changing or deleting a Kubernetes cluster starts a task. <a href="#/objects/clusters/new">Create a cluster</a></p>`
          }<//>`
        : html`<${Axis} scale=${scale} /><${Table} label="Tasks" columns=${columns} rows=${tasks} keyOf=${(task) => task.id} hrefOf=${(task) => to(["tasks", task.id])} sort=${sort} descending=${descending} isStale=${isStale} />
          <${Pager} total=${data?.total ?? 0} offset=${offset} count=${tasks.length} noun="task" />`
    }`;
}

/** The time range that the bars of a page cover. */
function scaleOf(tasks) {
  const spans = tasks.map(progressOf);
  const from = Math.min(...spans.map((one) => one.from));
  const end = Math.max(...spans.map((one) => one.to), from + 1000);
  return { from, length: end - from };
}

function Axis({ scale }) {
  return Number.isFinite(scale.length)
    ? html`<p class="soft axis">Timeline from ${utc(scale.from)} over ${span(scale.length)}.</p>`
    : null;
}

function Bar({ task, scale }) {
  const { from, to: end, percent, left } = progressOf(task);
  const share = (ms) => Math.min(100, Math.max(0, (ms / scale.length) * 100));
  const kind = task.state === "ERROR" ? "bad" : task.state === "FINISHED" ? "good" : left === null ? "stalled" : "busy";
  const text =
    task.finished_on !== null ? span(end - from) : left === null ? "stalled" : `${percent} %, ${span(left)} left`;
  const now = share(platformNow() - scale.from);
  return html`<div class="lane" title=${text}>
    <div class="lane-track" aria-hidden="true">
      <span class="lane-bar ${kind}" style="left:${share(from - scale.from)}%;width:max(4px, ${share(end - from)}%)"><span style="width:${percent}%"></span></span>
      ${task.finished_on === null && html`<span class="lane-now" style="left:${now}%"></span>`}
    </div>
    <span class="soft">${text}</span>
  </div>`;
}
