import { useRead, withQuery } from "./api.js";
import { catalog, infoOf, isTime, stateOf, stateText } from "./catalog.js";
import { go, objectAddress, to } from "./router.js";
import { Choice, Pager, pageOf, Search, Table } from "./table.js";
import { Ago } from "./time.js";
import { Empty, PageHead, Problem, State, useConsole } from "./ui.js";
import { html } from "./view.js";

/** The collections in catalog order, followed by those that the catalog does not list. */
function collectionsOf(counts) {
  const known = Object.keys(catalog).filter((name) => name in counts);
  return [...known, ...Object.keys(counts).filter((name) => name !== "tasks" && !known.includes(name))];
}

export function Objects({ collection = "clusters", query }) {
  const { summary } = useConsole();
  const names = collectionsOf(summary.counts);
  return html`<div class="split">
    <nav class="side" aria-label="Collections"><ul>${names.map(
      (name) =>
        html`<li key=${name}><a href=${to(["objects", name])} aria-current=${name === collection ? "page" : undefined}><span>${infoOf(name).title}</span><span class="count">${summary.counts[name].toLocaleString("en")}</span></a></li>`,
    )}</ul></nav>
    <label class="side-select">Collection <select value=${collection} onChange=${(event) => go(to(["objects", event.target.value]))}>${names.map((name) => html`<option value=${name}>${infoOf(name).title} (${summary.counts[name]})</option>`)}</select></label>
    <div class="split-main"><${Collection} key=${collection} collection=${collection} query=${query} /></div>
  </div>`;
}

function Collection({ collection, query }) {
  const { summary } = useConsole();
  const { offset, limit, sort, descending } = pageOf(query);
  const { find, status } = query;
  const path = withQuery(`objects/${collection}`, { find, status, sort, descending, offset, limit });
  const { data, error, isStale } = useRead(path, summary.revision);
  const { title, noun } = infoOf(collection);
  const items = data?.items ?? [];
  const isFiltered = find || status;
  const create = html`<a class="button primary" href=${to(["objects", collection, "new"])}>Create</a>`;
  return html`<${PageHead} title=${title}>${create}<//>
    <div class="bar"><${Search} value=${find} label="Search ${title}" />
      ${(data?.states.length ?? 0) > 0 && html`<${Choice} label="State" name="status" value=${status} choices=${data.states.map((state) => [state, stateText(collection, state)])} />`}
    </div>
    <${Problem} error=${error} />
    ${
      data !== undefined && data.total === 0
        ? html`<${Empty} title=${isFiltered ? `No ${noun} matches these filters.` : `There is no ${noun} yet.`}>${
            isFiltered
              ? html`<p><a href=${to(["objects", collection])}>Remove the filters</a></p>`
              : html`<p>Declare one in a program and run <code>pulumi up</code>, or <a href=${to(["objects", collection, "new"])}>create one here</a>.</p>`
          }<//>`
        : html`<${Table} label=${title} columns=${columnsOf(collection, data)} rows=${items} keyOf=${({ id }) => id} hrefOf=${({ id }) => objectAddress(collection, id)} sort=${sort} descending=${descending} isStale=${isStale} />
          <${Pager} total=${data?.total ?? 0} offset=${offset} count=${items.length} noun="object" />`
    }`;
}

function columnsOf(collection, data) {
  const fields = infoOf(collection).columns.map((field) => ({
    id: field,
    label: field,
    sorts: true,
    className: field === "name" || field === "rule" ? "" : "wide",
    cell: ({ record }) => html`<${Cell} value=${record[field]} />`,
  }));
  const state = {
    id: "status",
    label: "state",
    sorts: true,
    cell: ({ record }) => html`<${State} value=${stateOf(collection, record)} />`,
  };
  return [
    {
      id: "id",
      label: "id",
      sorts: true,
      className: "id",
      cell: ({ id }) => html`<a class="mono" href=${objectAddress(collection, id)}>${id}</a>`,
    },
    ...fields,
    ...(data?.states.length > 0 ? [state] : []),
  ];
}

function Cell({ value }) {
  if (value === null || value === undefined) return html`<span class="soft">–</span>`;
  if (isTime(value)) return html`<${Ago} at=${value} />`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return html`<span class="clip" title=${text.length > 40 ? text.slice(0, 300) : undefined}>${text.slice(0, 120)}</span>`;
}
