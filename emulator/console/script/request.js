import { call, useRead } from "./api.js";
import { Json } from "./json.js";
import { ValuesHidden } from "./requests.js";
import { go, objectAddress, to } from "./router.js";
import { Ago, utc } from "./time.js";
import { Copy, Empty, PageHead, State, Status, useAct } from "./ui.js";
import { html } from "./view.js";

/** The request as a curl command. The API key is a shell variable, because it is a secret. */
function curlOf({ method, path, query, request }) {
  const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(Object.entries(query))}`;
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [`curl -X ${method} ${quoted(`${location.origin}${path}${search}`)}`];
  parts.push('-H "Authorization: apikey $CLOUDPLATFORM_API_KEY"');
  if (request !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(request))}`);
  return parts.join(" \\\n  ");
}

export function Request({ id }) {
  const act = useAct();
  const { data: request, error } = useRead(`requests/${encodeURIComponent(id)}`, "");
  const trail = [["Requests", "#/requests"]];
  if (request === undefined)
    return html`<${PageHead} title="Request" trail=${trail} />${
      error === undefined
        ? null
        : html`<${Empty} title="This request is no longer in the log."><p>The emulator keeps the latest 1,000 requests, until it stops. <a href="#/requests">All requests</a></p><//>`
    }`;
  const send = async () => {
    const done = ({ status }) =>
      `Sent again: ${status === null ? "the connection was dropped" : `answered ${status}`}.`;
    const sent = await act(() => call(`requests/${encodeURIComponent(id)}/send`, "POST"), done);
    if (sent !== undefined) go(to(["requests", sent.id]));
  };
  const { method, path, status, at, ms, endpoint, faults, faultIds, query, refusal, changes, unknownFields } = request;
  return html`<${PageHead} title=${html`<span class="mono">${method} ${path}</span>`} trail=${trail}>
      <${Copy} text=${curlOf(request)} label="Copy as curl" />
      <button type="button" class="primary" onClick=${send}>Send again</button>
    <//>
    ${refusal && html`<div class="callout bad"><strong>${status === null ? "No response." : `Answered ${status}.`}</strong><p class="lines">${refusal}</p></div>`}
    <dl class="facts">
      <div><dt>Status</dt><dd><${Status} value=${status} /></dd></div>
      <div><dt>When</dt><dd><${Ago} at=${at} /> <span class="soft">${utc(at)}</span></dd></div>
      <div><dt>Took</dt><dd>${ms} ms</dd></div>
      <div><dt>Endpoint</dt><dd class="mono">${endpoint ?? "none: the path or method does not exist"}</dd></div>
      ${faults.length > 0 && html`<div><dt>Faults</dt><dd>${faults.map((name, index) => html`<a href=${to(["requests"], { fault: faultIds[index] })}>${name}</a> `)}</dd></div>`}
      <div><dt>Id</dt><dd class="mono">${id}</dd></div>
    </dl>
    ${
      changes.length > 0 &&
      html`<section aria-labelledby="changed"><h2 id="changed">What it changed</h2><ul class="plain">${changes.map(
        ({ collection, object, kind }) =>
          html`<li><${State} value=${kind} /> <a class="mono" href=${objectAddress(collection, object)}>${collection} ${object}</a></li>`,
      )}</ul></section>`
    }
    ${unknownFields.length > 0 && html`<p class="note">The platform ignores fields that it does not know: ${unknownFields.map((name) => html`<code>${name}</code> `)}</p>`}
    <${ValuesHidden} />
    <div class="columns">
      <section aria-labelledby="sent"><h2 id="sent">Sent</h2>
        ${Object.keys(query).length > 0 && html`<${Json} label="Query" value=${query} />`}
        ${request.request === undefined ? html`<p class="soft">${request.requestBytes > 0 ? "The body was too large to keep, or no JSON." : "No body."}</p>` : html`<${Json} label="Body" value=${request.request} />`}
      </section>
      <section aria-labelledby="answered"><h2 id="answered">Answered</h2>
        ${request.response === undefined || request.response === null ? html`<p class="soft">${request.responseBytes > 0 ? "The body was too large to keep." : "No body."}</p>` : html`<${Json} label="Body of the response" value=${request.response} />`}
      </section>
    </div>`;
}
