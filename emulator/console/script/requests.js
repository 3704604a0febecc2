import { $, call, keep, make, pretty, shown, span } from "./dom.js";

const statusClass = (status) => (status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good");

export async function showRequests(lastSeq) {
  const path = $("request-path").value.trim();
  if (lastSeq === shown.lastSeq && path === shown.path) return;
  const filter = new URLSearchParams({ limit: "50", ...(path !== "" && { path }) });
  const { requests } = await call(`requests?${filter}`);
  Object.assign(shown, { lastSeq, path });
  $("no-requests").hidden = requests.length > 0;
  keep($("request-list"), requests.reverse(), (request) => request.seq, buildRequest);
}

function buildRequest(request) {
  const { method, path, query, status, ms, faults } = request;
  const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(Object.entries(query))}`;
  const line = make(
    "summary",
    {},
    make(
      "span",
      { className: "line" },
      span(status === null ? "dropped" : String(status), statusClass(status)),
      span(method, "mono"),
      span(path + search, "mono grow"),
      span(`${request.at.slice(11, 19)} · ${ms} ms${faults.length > 0 ? ` · ${faults.join(", ")}` : ""}`, "soft"),
    ),
  );
  const { request: sent, response, endpoint, unknownFields } = request;
  const body = make("pre", { tabIndex: 0, textContent: pretty({ endpoint, sent, answered: response, unknownFields }) });
  return make("li", {}, make("details", {}, line, body));
}
