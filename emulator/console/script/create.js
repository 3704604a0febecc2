import { call, useRead } from "./api.js";
import { infoOf } from "./catalog.js";
import { Fields, readFields } from "./form.js";
import { go, objectAddress, to } from "./router.js";
import { PageHead, Problem, useAct, useConsole } from "./ui.js";
import { html, useMemo, useState } from "./view.js";

/** How to create an object of a collection: through the platform's API if it has an endpoint, otherwise directly in the store. */
function wayOf(collection, api, seed) {
  for (const [path, methods] of Object.entries(api.paths))
    if (methods.post?.operationId === `${collection}.create`) {
      const schema = methods.post.requestBody.content["application/json"].schema;
      const parameters = methods.post.parameters.filter((one) => one.in === "path").map((one) => one.name);
      if (schema.properties !== undefined) return { path, schema, parameters };
    }
  return { schema: seed.properties[collection]?.items ?? { properties: {} }, parameters: [] };
}

/** Project and region of the example programs. */
const usual = { project_id: 1, region_id: 76 };

export function Create({ collection }) {
  const { title, noun, create = {} } = infoOf(collection);
  const { data: api, error } = useRead("openapi.json", "");
  const { data: seed } = useRead("seed", "");
  const way = useMemo(() => (api && seed ? wayOf(collection, api, seed) : undefined), [api, seed, collection]);
  const trail = [
    ["Objects", "#/objects"],
    [title, to(["objects", collection])],
  ];
  const lead =
    way?.path === undefined
      ? "The object is added to the platform’s data directly: its API cannot create one."
      : "The request goes through the platform’s API, with its checks, defaults and tasks.";
  return html`<${PageHead} title="Create a ${noun}" trail=${trail} lead=${way && lead} /><${Problem} error=${error} />
    ${way && html`<${CreateForm} collection=${collection} way=${way} example=${create} />`}`;
}

function CreateForm({ collection, way, example }) {
  const { refresh, say } = useConsole();
  const act = useAct();
  const [asJson, setAsJson] = useState(false);
  const [text, setText] = useState(JSON.stringify(example, null, 2));
  const [error, setError] = useState();
  const { schema, parameters, path } = way;
  const required = schema.required ?? [];
  const names = Object.keys(schema.properties);
  const shown = names.filter((name) => required.includes(name) || name in example);
  const others = names.filter((name) => !shown.includes(name));

  const submit = async (event) => {
    event.preventDefault();
    setError(undefined);
    try {
      const form = event.target;
      const body = asJson ? JSON.parse(text) : readFields(form, schema);
      const address = path === undefined ? await store(collection, body) : await send(collection, path, form, body);
      await refresh();
      say("Created.");
      go(address);
    } catch (cause) {
      setError(cause);
      await act(async () => {});
    }
  };
  return html`<form class="sheet" onSubmit=${submit}>
    ${parameters.length > 0 && html`<div class="form-fields">${parameters.map((name) => html`<label><span class="field-name">${name}</span><input type="text" inputmode="numeric" name="path:${name}" defaultValue=${usual[name] ?? ""} required /></label>`)}</div>`}
    <label class="switch"><input type="checkbox" checked=${asJson} onChange=${(event) => setAsJson(event.target.checked)} /> Write the body as JSON</label>
    ${
      asJson
        ? html`<label class="full"><span class="field-name">Body</span><textarea rows="16" spellcheck=${false} value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>`
        : html`<${Fields} schema=${schema} value=${example} names=${shown} required=${required} />
          ${others.length > 0 && html`<details class="more"><summary>Optional fields (${others.length})</summary><${Fields} schema=${schema} names=${others} /></details>`}`
    }
    ${error && html`<div class="callout bad" role="alert"><strong>Not created.</strong><p class="lines">${error.message}</p>${error.request && html`<p><a href=${to(["requests", error.request])}>Show the request</a></p>`}</div>`}
    <div class="dialog-actions"><a class="button" href=${to(["objects", collection])}>Cancel</a><button type="submit" class="primary">Create</button></div>
  </form>`;
}

/** Sends the request. Returns the address of the created object. */
async function send(collection, template, form, body) {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(form.elements[`path:${name}`].value));
  const { id, status } = await call("send", "POST", { method: "POST", path, body });
  const request = await call(`requests/${id}`);
  if (status === null || status >= 400) {
    const reason = request.refusal ?? `The platform answered ${status}.`;
    throw Object.assign(new Error(reason), { request: id });
  }
  const created = request.changes.find((change) => change.collection === collection);
  return created === undefined ? to(["requests", id]) : objectAddress(collection, created.object);
}

/** Adds a record to the store. The id is a field of the record, or follows from its fields. */
async function store(collection, body) {
  const id = body.id ?? body.name ?? body.kind ?? body.flavor_id ?? body.client_id ?? body.region_id;
  if (id === undefined) throw new Error("The record needs the field that identifies it, such as id.");
  await call(`state/${collection}/${String(id).split("/").map(encodeURIComponent).join("/")}`, "POST", body);
  return objectAddress(collection, String(id));
}
