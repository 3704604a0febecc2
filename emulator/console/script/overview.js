import { useRead } from "./api.js";
import { Chart } from "./chart.js";
import { to } from "./router.js";
import { TaskRow } from "./task-row.js";
import { Ago } from "./time.js";
import { Command, Empty, PageHead, plural, Status, useConsole } from "./ui.js";
import { html } from "./view.js";

export function Overview() {
  const { summary } = useConsole();
  const { data: failed } = useRead("requests/page?status=failed&limit=5", summary.lastSeq);
  const running = summary.tasks.filter((task) => task.finished_on === null);
  const objects = Object.values(summary.counts).reduce((sum, count) => sum + count, 0);
  const isNew = summary.lastSeq === 0;
  return html`<${PageHead} title="Overview" />
    ${isNew && html`<${Connect} />`}
    <div class="cards">
      <${Card} href="#/requests" title="Requests in the last minute"><${Chart} bars=${summary.requestRate} /><//>
      <${Card} href=${to(["tasks"], { status: "RUNNING" })} title="Running tasks"><strong>${summary.active}</strong><//>
      <${Card} href="#/faults" title="Active faults"><strong>${summary.faults.length}</strong><//>
      <${Card} href="#/objects" title="Objects"><strong>${objects.toLocaleString("en")}</strong><//>
    </div>
    <div class="columns">
      <section aria-labelledby="running"><h2 id="running">Tasks in progress</h2>
        ${
          running.length === 0
            ? html`<${Empty} title="No task is running."><p>Creating a Kubernetes cluster starts one. <a href="#/objects/clusters/new">Create a cluster</a></p><//>`
            : html`<ul class="plain">${running.map((task) => html`<${TaskRow} key=${task.id} task=${task} />`)}</ul>`
        }
      </section>
      <section aria-labelledby="failed"><h2 id="failed">Latest failed requests</h2>
        ${
          failed === undefined || failed.requests.length === 0
            ? html`<${Empty} title="No request has failed."><p>Test how your program copes: <a href="#/faults">inject a fault</a>.</p><//>`
            : html`<ul class="plain">${failed.requests.map((request) => html`<${Failed} key=${request.id} request=${request} />`)}</ul>`
        }
      </section>
    </div>
    ${!isNew && html`<${Connect} />`}`;
}

function Card({ href, title, children }) {
  return html`<a class="card" href=${href}><span class="card-title">${title}</span>${children}</a>`;
}

function Failed({ request }) {
  return html`<li class="failed"><a href=${to(["requests", request.id])}><${Status} value=${request.status} /> <span class="mono">${request.method} ${request.path}</span></a>
    <span class="soft"><${Ago} at=${request.at} /></span>
    ${request.refusal && html`<p class="soft clip">${request.refusal}</p>`}
  </li>`;
}

function Connect() {
  const { summary } = useConsole();
  return html`<section aria-labelledby="connect"><h2 id="connect">Connect a program</h2>
    <p class="soft">${summary.lastSeq === 0 ? "No program has sent a request yet." : `${plural(summary.lastSeq, "request")} since the emulator started.`} Point a stack at this emulator and run <code>pulumi up</code>; its requests appear here.</p>
    <${Command} text=${`pulumi config set cloudplatform:baseUrl ${location.origin}`} />
    <${Command} text="pulumi config set --secret cloudplatform:apiKey local" />
    <p class="soft">The key is <code>local</code> unless the emulator was started with <code>--api-key</code>. All routes: <a href="openapi.json">OpenAPI 3.1</a>.</p>
  </section>`;
}
