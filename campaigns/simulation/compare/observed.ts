import { inflateRawSync } from "node:zlib";
import type { Platform } from "../../../emulator/platform.ts";
import { signatureKey } from "../../../provider/pulumi/formats/markers.ts";

/** The result of a command, without the parts that always differ between two lives of one script. */
export interface Observed {
  code: number | null;
  /** Error codes in the output. */
  errors: string[];
  /** Requests that change something, in their order. */
  writes: string[];
  /** Requests that only read, without their bodies. */
  reads: string[];
  state: { resources: string[]; pending: string[] };
  output: string;
}

/** The platform's requests since the last call. */
export function requestsOf({ requests }: Platform): Pick<Observed, "writes" | "reads"> {
  const all = requests.list({}).map(({ id }) => requests.find(id));
  requests.clear();
  const text = (one: (typeof all)[number], body: boolean) =>
    alike(
      `${one?.method} ${one?.path}${queryText(one?.query)} → ${one?.status ?? "closed"}${body ? ` ${JSON.stringify(sorted(one?.request))}` : ""}`,
    );
  const isRead = (one: (typeof all)[number]) => one?.method === "GET" || one?.path.includes("/pricing/") === true;
  const writes = all.filter((one) => !isRead(one)).map((one) => text(one, true));
  // The engine deletes independent resources in no particular order.
  const isDeletion = (line: string) => line.startsWith("DELETE ");
  return {
    writes: [...writes.filter((line) => !isDeletion(line)), ...writes.filter(isDeletion).sort()],
    reads: [...new Set(all.filter(isRead).map((one) => text(one, false)))].sort(),
  };
}

function queryText(query: Record<string, unknown> = {}): string {
  const names = Object.keys(query).sort();
  return names.length === 0 ? "" : `?${names.map((name) => `${name}=${query[name]}`).join("&")}`;
}

interface Resource {
  urn: string;
  type?: string;
  id?: string;
  inputs?: object;
  outputs?: object;
  [name: string]: unknown;
}

/** The state in a checkpoint of either engine. */
export function stateOf(resources: readonly Resource[], pending: readonly { type: string; resource: Resource }[]) {
  const own = resources.filter(({ type }) => !/^pulumi:(pulumi|providers):/.test(type ?? ""));
  return {
    resources: own.map(({ urn, id, inputs, outputs, ...rest }) =>
      alike(
        JSON.stringify([
          ...[urn, id, sorted(inputs), sorted(outputs)],
          ...["delete", "taint", "pendingReplacement"].filter((name) => rest[name] === true),
          ...(((rest.initErrors ?? []) as unknown[]).length > 0 ? ["initErrors"] : []),
        ]),
      ),
    ),
    pending: pending.map(({ type, resource }) => alike(`${type} ${resource.urn}`)).sort(),
  };
}

/**
 * Properties that the SDK adds, including the names of secret settings. These settings come from the stack in one life and from
 * the environment in the other.
 */
const leftOut = new Set(["__provider", "__defaults", "__secrets"]);

/** Sorts keys, also those of packed outputs, which the real engine sends in no particular order, and replaces secrets, which are encrypted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  if (signatureKey in value) return "<secret>";
  const names = Object.keys(value).filter((name) => !leftOut.has(name));
  const contentOf = (name: string): unknown => {
    const one = Reflect.get(value, name);
    return name === "__packed" && typeof one === "string" ? unpacked(one) : one;
  };
  return Object.fromEntries(names.sort().map((name) => [name, sorted(contentOf(name))]));
}

function unpacked(text: string): unknown {
  return JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));
}

export function errorsOf(output: string): string[] {
  return [...new Set(output.match(/\bCP\d{4}\b/g))].sort();
}

/** Removes times, random ids, the address of the platform and the name of the project. */
function alike(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, "<date>")
    .replaceAll(/\b1[5-9]\d{8}(\d{3})?\b/g, "<time>")
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, "<platform>")
    .replaceAll(/("client(?:_id|Id)?":)\d+/g, "$1<client>")
    .replaceAll(/(urn:pulumi:[^:]+::)(campaign|simulation)::/g, "$1<project>::");
}

/** The differences between the reading requests of two lives. Their cause is not yet understood, and they are not errors. */
export function otherReads(real: Observed, simulated: Observed): string[] {
  return [
    ...real.reads.filter((line) => !simulated.reads.includes(line)).map((line) => `real ${line}`),
    ...simulated.reads.filter((line) => !real.reads.includes(line)).map((line) => `simulated ${line}`),
  ];
}

/** The differences between two lives after a command. */
export function differences(real: Observed, simulated: Observed): string[] {
  const found: string[] = [];
  if (real.code !== simulated.code) found.push(`EXIT CODE: ${real.code}, simulated ${simulated.code}`);
  const lists = {
    "ERROR CODES": (one: Observed) => one.errors,
    REQUESTS: (one: Observed) => one.writes,
    STATE: (one: Observed) => one.state.resources,
    PENDING: (one: Observed) => one.state.pending,
  };
  for (const [name, of] of Object.entries(lists)) {
    const [a, b] = [of(real), of(simulated)];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    const only = (one: string[], other: string[]) => one.filter((line) => !other.includes(line));
    const lines = [...only(a, b).map((it) => `  real:      ${it}`), ...only(b, a).map((it) => `  simulated: ${it}`)];
    found.push(
      [`${name}:`, ...(lines.length > 0 ? lines : ["  another order or number", ...a, "  simulated:", ...b])].join(
        "\n",
      ),
    );
  }
  return found;
}
