import { call, useRead, withQuery } from "./api.js";
import { to } from "./router.js";
import { Choice, Pager, pageOf, Search, Table } from "./table.js";
import { Ago } from "./time.js";
import { Confirm, Empty, PageHead, Problem, Status, useAct, useConsole } from "./ui.js";
import { html } from "./view.js";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const statuses = [
  ["2xx", "2xx succeeded"],
  ["failed", "all that failed"],
  ["4xx", "4xx refused"],
  ["5xx", "5xx failed"],
  ["dropped", "dropped"],
];

const columns = [
  { id: "status", label: "Status", sorts: true, cell: ({ status }) => html`<${Status} value=${status} />` },
  {
    id: "method",
    label: "Method",
    sorts: true,
    cell: ({ method }) => html`<span class="mono method">${method}</span>`,
  },
  {
    id: "path",
    label: "Path",
    sorts: true,
    className: "path",
    cell: (request) => html`<${Path} request=${request} />`,
  },
  {
    id: "faults",
    label: "Faults",
    className: "wide",
    cell: ({ faults }) => faults.map((name) => html`<span class="badge busy">${name}</span> `),
  },
  { id: "ms", label: "Time", sorts: true, className: "wide number", cell: ({ ms }) => `${Math.round(ms)} ms` },
  { id: "seq", label: "When", sorts: true, className: "nowrap", cell: ({ at }) => html`<${Ago} at=${at} />` },
];

function Path({ request }) {
  const search =
    Object.keys(request.query).length === 0 ? "" : `?${new URLSearchParams(Object.entries(request.query))}`;
  return html`<a class="mono" href=${to(["requests", request.id])}>${request.path}${decodeURIComponent(search)}</a>
    ${request.refusal && html`<span class="soft clip reason">${request.refusal}</span>`}`;
}

export function Requests({ query }) {
  const { summary } = useConsole();
  const act = useAct();
  const { offset, limit, sort = "seq", descending } = pageOf(query);
  const { find, status, method, fault } = query;
  const path = withQuery("requests/page", { find, status, method, fault, sort, descending, offset, limit });
  const { data, error, isStale } = useRead(path, summary.lastSeq);
  const clear = () => act(() => call("requests", "DELETE"), "Requests cleared.");
  const isFiltered = find || status || method || fault;
  return html`<${PageHead} title="Requests" lead="The latest 1,000 requests of clients, newest first.">
      <${Confirm} label="Clear" title="Clear the request log?" text="All recorded requests are removed. Objects stay." action=${clear} />
    <//>
    <${ValuesHidden} />
    <div class="bar"><${Search} value=${find} label="Search requests" />
      <${Choice} label="Status" name="status" value=${status} choices=${statuses} />
      <${Choice} label="Method" name="method" value=${method} choices=${methods} />
      ${fault && html`<a class="chip" href="#/requests">Fault ${fault} <span aria-hidden="true">×</span><span class="hidden">Remove this filter</span></a>`}
    </div>
    <${Problem} error=${error} />
    ${
      data !== undefined && data.total === 0
        ? html`<${Empty} title=${isFiltered ? "No request matches these filters." : "No requests yet."}>${
            isFiltered
              ? html`<p><a href="#/requests">Remove the filters</a></p>`
              : html`<p>Run <code>pulumi up</code> against this emulator, or <a href="#/objects">create an object</a> here. The <a href="#/">overview</a> has the settings of a stack.</p>`
          }<//>`
        : html`<${Table} label="Requests" columns=${columns} rows=${data?.requests ?? []} keyOf=${({ seq }) => seq} hrefOf=${({ id }) => to(["requests", id])} sort=${sort} descending=${descending} isStale=${isStale} />
          <${Pager} total=${data?.total ?? 0} offset=${offset} count=${data?.requests.length ?? 0} noun="request" />`
    }`;
}

/** Explains why values are shown as `[text]`, and how to see them. */
export function ValuesHidden() {
  const { summary } = useConsole();
  return summary.recordsBodies
    ? null
    : html`<p class="note">Values of bodies are hidden, because a program may mark any of them as secret. Start the emulator with <code>--record-bodies</code> to show them.</p>`;
}
