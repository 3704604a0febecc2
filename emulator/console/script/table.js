import { go, setQuery } from "./router.js";
import { plural } from "./ui.js";
import { html, useEffect, useRef, useState } from "./view.js";

const pageSize = 50;

/** Paging and sorting from the query of an address. */
export function pageOf({ page = "1", sort, order = "desc" }) {
  const number = Math.max(1, Math.floor(Number(page)) || 1);
  return { number, sort, descending: order !== "asc", offset: (number - 1) * pageSize, limit: pageSize };
}

/** A table that keeps its sorting in the address. A click on a row opens the row's page, which the first cell links to. */
export function Table({ label, columns, rows, keyOf, hrefOf, sort, descending, isStale }) {
  const open = (event, row) => {
    if (hrefOf === undefined || event.target.closest("a, button, input, select") || String(getSelection())) return;
    go(hrefOf(row));
  };
  return html`<div class="table-scroll ${isStale ? "stale" : ""}" tabindex="0" role="region" aria-label=${label}>
    <table class="data" role="table">
      <thead role="rowgroup"><tr role="row">${columns.map((column) => html`<${Head} key=${column.id} column=${column} sort=${sort} descending=${descending} />`)}</tr></thead>
      <tbody role="rowgroup">${rows.map(
        (
          row,
        ) => html`<tr role="row" key=${keyOf(row)} class=${hrefOf ? "opens" : ""} onClick=${(event) => open(event, row)}>
          ${columns.map((column) => html`<td role="cell" key=${column.id} class=${column.className ?? ""}>${column.cell(row)}</td>`)}
        </tr>`,
      )}</tbody>
    </table>
  </div>`;
}

function Head({ column, sort, descending }) {
  const { id, label, sorts = false, className = "" } = column;
  if (!sorts) return html`<th scope="col" role="columnheader" class=${className}>${label}</th>`;
  const isSorted = sort === id;
  const turn = () => setQuery({ sort: id, order: isSorted && descending ? "asc" : "desc", page: undefined });
  return html`<th scope="col" role="columnheader" class=${className} aria-sort=${isSorted ? (descending ? "descending" : "ascending") : "none"}>
    <button type="button" class="sort" onClick=${turn}>${label}<span aria-hidden="true">${isSorted ? (descending ? "↓" : "↑") : "↕"}</span></button>
  </th>`;
}

export function Pager({ total, offset, count, noun }) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const number = offset / pageSize + 1;
  const turn = (page) => {
    setQuery({ page: page === 1 ? undefined : String(page) });
    document.querySelector(".table-scroll")?.scrollTo(0, 0);
  };
  const text =
    count === 0 || last === 1
      ? plural(total, noun)
      : `${(offset + 1).toLocaleString("en")}–${(offset + count).toLocaleString("en")} of ${plural(total, noun)}`;
  return html`<nav class="pager" aria-label="Pages">
    <span role="status">${text}</span>
    ${
      last > 1 &&
      html`<span class="turn">
      <button type="button" disabled=${number <= 1} onClick=${() => turn(1)} aria-label="First page">«</button>
      <button type="button" disabled=${number <= 1} onClick=${() => turn(number - 1)}>Previous</button>
      <button type="button" disabled=${number >= last} onClick=${() => turn(number + 1)}>Next</button>
      <button type="button" disabled=${number >= last} onClick=${() => turn(last)} aria-label="Last page">»</button>
    </span>`
    }
  </nav>`;
}

/** Delay after the last keystroke, so that typing does not start a search of many records for each key. */
const typingMs = 250;

/** The search field of a view; its text is part of the address. The key "/" focuses it. */
export function Search({ value = "", label, name = "find" }) {
  const [text, setText] = useState(value);
  const timer = useRef();
  useEffect(() => setText(value), [value]);
  const type = (event) => {
    const { value: typed } = event.target;
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuery({ [name]: typed.trim(), page: undefined }), typingMs);
  };
  return html`<label class="search"><span class="hidden">${label}</span>
    <input type="search" data-search value=${text} placeholder=${label} onInput=${type} autocomplete="off" spellcheck=${false} />
  </label>`;
}

/** A filter with choices; the selected choice is part of the address. */
export function Choice({ label, name, value = "", choices }) {
  const all = choices.map((choice) => (Array.isArray(choice) ? choice : [choice, choice]));
  // A choice in the address is shown even if it is not offered.
  const offered = value === "" || all.some(([id]) => id === value) ? all : [...all, [value, value]];
  return html`<label class="choice"><span class="hidden">${label}</span>
    <select value=${value} onChange=${(event) => setQuery({ [name]: event.target.value, page: undefined })}>
      <option value="">${label}: all</option>
      ${offered.map(([id, text]) => html`<option value=${id}>${text}</option>`)}
    </select>
  </label>`;
}
