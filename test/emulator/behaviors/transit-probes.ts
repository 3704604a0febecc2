import { request } from "undici";
import { cluster, clustersPath, type Running, template } from "../platform.ts";

const templates = "/cdn/resources/rule_templates";
const secrets = "/edgeapp/v1/secrets";
const one = `${clustersPath}/edge-1`;

/** Returns a field of the response to a read, or its status if the read fails. */
async function seen({ call }: Running, path: string, field: string): Promise<unknown> {
  const { status, body } = await call("GET", path);
  return status === 200 ? body[field] : status;
}

/** Reads a template after its create, change and delete, with the clock paused. */
async function readsAfterWrites(platform: Running): Promise<unknown[]> {
  const { call, control } = platform;
  await control("POST", "clock", { pause: true });
  const { id } = (await call("POST", templates, { body: { ...template, name: "one" } })).body;
  const path = `${templates}/${id}`;
  const listed = async () => (await call("GET", templates)).body.some((each: { id: number }) => each.id === id);
  const reads = async () => [
    await seen(platform, path, "name"),
    await seen(platform, path, "name"),
    await seen(platform, path, "name"),
    await listed(),
  ];
  const after: unknown[] = [await listed(), await reads()];
  await call("PUT", path, { body: { ...template, name: "two" } });
  after.push(await reads());
  await call("DELETE", path);
  after.push(await reads());
  await control("POST", "clock", { advanceMs: 2000 });
  return [...after, await listed(), await seen(platform, path, "name")];
}

async function madeSecret({ call }: Running, body: object): Promise<{ status: number; body: unknown }> {
  const { status, body: made } = await call("POST", secrets, { body });
  return { status, body: made };
}

const texts = { name: " É-e\u0301 ", comment: " Mixed " };

/** Returns the content encoding on the wire: undici's `request` does not decode responses. */
async function wire({ emulator }: Running, accepted?: string) {
  const headers = { authorization: "apikey local", ...(accepted && { "accept-encoding": accepted }) };
  const response = await request(`${emulator.url}${templates}`, { headers });
  await response.body.dump();
  return response.headers["content-encoding"] ?? "identity";
}

/** Probes of the behaviors in `table/transit.ts`. */
export const transitProbes = {
  staleReads: readsAfterWrites,
  staleSeconds: readsAfterWrites,
  listDelay: readsAfterWrites,
  staleOrder: async (platform: Running) => {
    await platform.control("PATCH", "behaviors", { staleReads: 2 });
    return await readsAfterWrites(platform);
  },
  clusterAfterTask: async (platform: Running) => {
    const { call, control } = platform;
    await control("POST", "clock", { pause: true });
    const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
    const task = async () => (await call("GET", `/cloud/v1/tasks/${tasks[0]}`)).body.state;
    await control("POST", "clock", { advanceMs: 601_000 });
    const atEnd = [await task(), await seen(platform, one, "status")];
    await control("POST", "clock", { advanceMs: 2000 });
    return [...atEnd, await seen(platform, one, "status")];
  },
  gateway: async ({ call }: Running) => (await call("GET", templates)).text,
  unknownPaths: async ({ call }: Running) => {
    const { status, text, headers } = await call("GET", "/v2/cdn/resources/rule_templates");
    return [status, headers["content-type"], text.slice(0, 20)];
  },
  texts: async (platform: Running) => {
    const { body } = await madeSecret(platform, texts);
    return [(body as typeof texts).name, (body as typeof texts).comment];
  },
  emptyTexts: async (platform: Running) =>
    ((await madeSecret(platform, { name: "s" })).body as { comment: string }).comment,
  ids: async (platform: Running) => {
    const { id } = (await platform.call("POST", templates, { body: template })).body;
    return id < 1000 ? "ascending" : "random";
  },
  paging: async ({ call }: Running) => {
    const first = async (query: string) => (await call("GET", `/edgeapp/v1/apps?limit=1&${query}`)).body.apps[0]?.id;
    return [await first("offset=1"), await first("page=2")];
  },
  listCount: async ({ call }: Running) => Object.keys((await call("GET", "/edgeapp/v1/apps")).body),
  compression: async (platform: Running) => [
    await wire(platform),
    await wire(platform, "gzip"),
    await wire(platform, "br"),
  ],
  dripMs: async ({ emulator }: Running) => {
    const response = await fetch(`${emulator.url}/cloud/v1/tasks`, { headers: { authorization: "apikey local" } });
    const chunks: number[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk.length);
    return chunks.length > 1 ? "dripping" : "whole";
  },
  writeResponses: async ({ call }: Running) => {
    const { status, text } = await call("POST", templates, { body: template });
    return [status, text.replace(/\d+/g, "")];
  },
  auxiliaryRights: async ({ call }: Running) => [
    (await call("GET", "/cloud/v1/tasks")).status,
    (await call("GET", "/edgeapp/v1/me")).status,
  ],
};
