import type { BehaviorName, BehaviorSettings } from "@cloudplatform/emulator";
import { cluster, clustersPath, longMs, type Running, running, template } from "../platform.ts";
import { transitProbes } from "./transit-probes.ts";

/** Requests whose responses show a behavior. */
type Probe = (platform: Running) => Promise<unknown>;

type Fields = Record<string, unknown>;

const templates = "/cdn/resources/rule_templates";
const edgeTemplates = "/edgeapp/v1/template";
const reservations = "/cloud/v1/reservations";
const one = `${clustersPath}/edge-1`;
const dayMs = 24 * longMs;

/** Returns a field, or "absent" if it is missing: unlike undefined, a text can be compared. */
const seen = (fields: Fields, name: string) => (name in fields ? fields[name] : "absent");

const resources = [{ resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 1 }];
const reservation = { name: "r", period: "MONTHS12", region_id: 76, resources };

/** Advances the clock, so that every created object is visible and no task runs. */
const settle = ({ control }: Running) => control("POST", "clock", { advanceMs: longMs });

async function made(platform: Running, path: string, body: object): Promise<Fields> {
  const { status, body: created, text } = await platform.call("POST", path, { body });
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
  await settle(platform);
  return created;
}

async function bareMetalCluster(platform: Running): Promise<Fields> {
  await made(platform, clustersPath, {
    ...cluster,
    pools: [{ name: "metal", flavor_id: "bm1-hf-medium", min_node_count: 1 }],
  });
  return (await platform.call("GET", one)).body;
}

const firstPool = (fields: Fields) => (fields.pools as Fields[])[0] ?? {};

async function madeTemplate(platform: Running, options: object): Promise<Fields> {
  const { id } = await made(platform, templates, { ...template, options });
  return (await platform.call("GET", `${templates}/${id}`)).body;
}

const edgeTemplate = { name: "t", binary_id: 41, owned: true, params: [] };

async function madeEdgeTemplate(platform: Running): Promise<Fields> {
  const { id } = await made(platform, edgeTemplates, edgeTemplate);
  return (await platform.call("GET", `${edgeTemplates}/${id}`)).body;
}

async function madeReservation(platform: Running): Promise<Fields> {
  const { id } = await made(platform, reservations, reservation);
  return (await platform.call("GET", `${reservations}/${id}`)).body;
}

async function listOf(platform: Running, path: string, key: string): Promise<Fields[]> {
  return (await platform.call("GET", path)).body[key];
}

/** Reads an object of each kind. The result has the form of each value, not the value, which may differ anyway. */
const formsOfReads: Probe = async (platform) =>
  formOf([
    await bareMetalCluster(platform),
    await madeTemplate(platform, {}),
    await madeEdgeTemplate(platform),
    await madeReservation(platform),
  ]);

function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (value === null || typeof value !== "object") return value && typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, formOf(field)]));
}

/** Probes of behaviors that these forms do not show. The responses differ for any two values of the behavior. */
const probes: Partial<Record<BehaviorName, Probe>> = {
  ...transitProbes,
  unsetText: async (platform) => [
    seen(firstPool(await bareMetalCluster(platform)), "servergroup_policy"),
    seen(await madeReservation(platform), "error"),
  ],
  unsetNumber: async (platform) => [
    seen(firstPool(await bareMetalCluster(platform)), "boot_volume_size"),
    seen((await platform.call("GET", "/streaming/streams")).body[0], "cdn_id"),
  ],
  unsetList: async (platform) => {
    const fields = await bareMetalCluster(platform);
    return [seen(firstPool(fields), "taints"), seen(fields, "autoscaler_config")];
  },
  unsetObject: async (platform) => {
    const fields = await bareMetalCluster(platform);
    return [seen(fields, "authentication"), seen(fields.cni as Fields, "cilium")];
  },
  optionFields: async (platform) => {
    const { options } = await madeTemplate(platform, { edge_cache_settings: { enabled: true, value: "1h" } });
    return seen((options as Record<string, Fields>).edge_cache_settings ?? {}, "custom_values");
  },
  cdnPatch: async (platform) => {
    const { id } = await madeTemplate(platform, { slice: { enabled: true, value: true } });
    const options = { websockets: { enabled: true, value: true } };
    const patched = await platform.call("PATCH", `${templates}/${id}`, { body: { options } });
    const value = patched.body.options.slice;
    return value === undefined || value === null ? "replaced" : "merged";
  },
  ruleTemplateList: async ({ call }) => [
    Array.isArray((await call("GET", templates)).body),
    Array.isArray((await call("GET", `${templates}?limit=1`)).body),
  ],
  endTime: async (platform) => {
    const interval = { start_time: "09:00", end_time: "20:00", time_zone: "UTC" };
    const given = { enabled: true, code: 503, body: "", time_interval: interval };
    const { options } = await madeTemplate(platform, { force_return: given });
    const { time_interval } = (options as { force_return: { time_interval: Fields } }).force_return;
    return [time_interval.start_time, time_interval.end_time];
  },
  pageSize: async (platform) => (await listOf(platform, "/edgeapp/v1/apps", "apps")).length,
  enumValues: async (platform) => {
    const { body } = await platform.call("POST", clustersPath, { body: cluster });
    return (await platform.call("GET", `/cloud/v1/tasks/${body.tasks[0]}`)).body.state;
  },
  strangers: async ({ control }) => {
    const { body } = await control("GET", "state/ruleTemplates");
    return Object.values<Fields>(body).some(({ overrideOriginProtocol }) => overrideOriginProtocol === "QUIC");
  },
  timestamps: async (platform) => {
    const zoned = ({ created_at }: Fields) => String(created_at).endsWith("Z");
    return [zoned(await madeReservation(platform)), zoned(await bareMetalCluster(platform))];
  },
  visibilityDelay: async ({ call, control }) => {
    await control("POST", "clock", { pause: true });
    const { id } = (await call("POST", templates, { body: template })).body;
    const statuses = [(await call("GET", `${templates}/${id}`)).status];
    await control("POST", "clock", { advanceMs: 5000 });
    return [...statuses, (await call("GET", `${templates}/${id}`)).status];
  },
  versionPrefix: async (platform) => String((await bareMetalCluster(platform)).version).startsWith("v"),
  patchUpgrades: async (platform) => {
    await bareMetalCluster(platform);
    await platform.control("POST", "clock", { advanceMs: dayMs });
    return (await platform.call("GET", one)).body.version.replace("v", "");
  },
  noopPatch: async (platform) => {
    await bareMetalCluster(platform);
    return (await platform.call("PATCH", one, { body: {} })).body.tasks.length;
  },
  nameConflict: async (platform) => {
    await bareMetalCluster(platform);
    return (await platform.call("POST", clustersPath, { body: cluster })).status;
  },
  resizeBeyondBounds: async (platform) => {
    await bareMetalCluster(platform);
    const resized = await platform.call("POST", `${one}/pools/metal/resize`, { body: { node_count: 3 } });
    await settle(platform);
    const { node_count, max_node_count } = (await platform.call("GET", `${one}/pools/metal`)).body;
    return [resized.status, node_count, max_node_count];
  },
  taskResources: async (platform) => {
    const { tasks } = await made(platform, clustersPath, cluster);
    const { body } = await platform.call("GET", `/cloud/v1/tasks/${(tasks as string[])[0]}`);
    return Object.keys(body.created_resources);
  },
  priceStatusCase: async ({ call }) => (await call("GET", "/cloud/v1/pricing/76/laas")).body.price_status,
  unitSizes: async (platform) => {
    const inRecord = (await madeReservation(platform)).resources as Fields[];
    const body = { period: "MONTHS12", resources };
    const priced = await platform.call("POST", "/cloud/v1/pricing/76/billing_reservation", { body });
    return [typeof inRecord[0]?.unit_size_month, typeof priced.body.resources[0].unit_size_month];
  },
  reservationRefusal: async (platform) => {
    const { id } = await madeReservation(platform);
    await platform.control("POST", `reservations/${id}`, { status: "ACTIVATED" });
    return (await platform.call("DELETE", `${reservations}/${id}`)).status;
  },
  owned: async (platform) => (await madeEdgeTemplate(platform)).owned,
  logTotal: async ({ call }) => {
    const { body } = await call("GET", "/edgeapp/v1/apps/7/logs");
    return ["total_count", "count"].filter((name) => name in body);
  },
};

/** Returns the probe's result on an emulator with these behaviors. */
export async function probed(name: BehaviorName, behaviors: BehaviorSettings): Promise<unknown> {
  const probe = probes[name] ?? formsOfReads;
  return await probe(await running({ behaviors }));
}
