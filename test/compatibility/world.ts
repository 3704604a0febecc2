import type { Emulator } from "@cloudplatform/emulator";
import { endpoints } from "@cloudplatform/pulumi/api";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack, type Run, type StackOptions, type StateResource, type TestStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";
import { firstArgs, type Kind, kinds, logicalName, type OfEachKind } from "./resources.ts";

/** An object on the platform. */
export interface PlatformObject {
  id: string;
  name: string;
  record: Record<string, unknown>;
}

/** A request that may change something. */
export interface Sent {
  kind: Kind;
  method: string;
  path: string;
  body: unknown;
  response: unknown;
}

/** The result of a command: its steps, the state file, the objects on the platform, and the requests it sent. */
export interface Snapshot {
  run: Run;
  resources: StateResource[];
  objects: OfEachKind<PlatformObject[]>;
  sent: Sent[];
}

/** A platform, with a snapshot after each command of a stack. */
export class World {
  readonly emulator: Emulator;
  /** Seed objects of the platform. */
  readonly #initial: OfEachKind<Set<string>>;

  constructor(emulator: Emulator) {
    this.emulator = emulator;
    // Reservations are not approved, because only a CREATED one can be cancelled.
    emulator.platform.timers.on("reservation.CREATED", () => undefined);
    const present = this.objects(() => true);
    this.#initial = ofEachKind((kind) => new Set(present[kind].map(({ id }) => id)));
  }

  openStack(options: Partial<StackOptions> = {}): Promise<TestStack> {
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2", PULUMI_EXPERIMENTAL: "true", ...options.env };
    return openStack({ url: this.emulator.url, ...options, env });
  }

  /** Runs a command and records its result. */
  async snapshot(stack: Pick<TestStack, "resources">, command: () => Promise<Run>): Promise<Snapshot> {
    const { requests } = this.emulator.platform;
    const since = requests.lastSeq;
    const run = await command();
    const sent = requests.list({ since }).flatMap(({ method, path, endpoint, request, response }) => {
      const kind = kinds.find((one) => families[one].some((family) => endpoint?.startsWith(family)));
      return kind === undefined || method === "GET" ? [] : [{ kind, method, path, body: request, response }];
    });
    return { run, resources: await stack.resources(), objects: this.objects(), sent };
  }

  /** Returns the objects other than seed objects. */
  objects(isShown = (kind: Kind, id: string) => !this.#initial[kind].has(id)): OfEachKind<PlatformObject[]> {
    const { store } = this.emulator.platform;
    const all: OfEachKind<Record<string, unknown>[]> = {
      "cdn.RuleTemplate": store.ruleTemplates.all(),
      "kubernetes.Cluster": store.clusters.all(),
      "reservations.Reservation": store.reservations.all(),
      "edge.AppTemplate": store.appTemplates.all(),
    };
    return ofEachKind((kind) =>
      all[kind].map((record) => objectOf(kind, record)).filter(({ id }) => isShown(kind, id)),
    );
  }

  /** Creates one ready object of each kind outside any stack. Returns their ids for the option `import`. */
  async makeObjects(name: string): Promise<OfEachKind<string>> {
    const client = clientOf(this.emulator);
    const args = firstArgs(name);
    const template = await client.call(endpoints["ruleTemplates.create"], {
      body: args["cdn.RuleTemplate"] as never,
    });
    const { projectId: _project, regionId: _region, ...cluster } = args["kubernetes.Cluster"];
    await client.call(endpoints["clusters.create"], {
      params: { projectId: 1, regionId: 76 },
      body: cluster as never,
    });
    const params = { projectId: 1, regionId: 76, clusterName: name };
    const isReady = async () =>
      (await client.call(endpoints["clusters.get"], { params })).status === "Provisioned" || undefined;
    await until(`the cluster ${name} is ready`, isReady);
    const reservation = await client.call(endpoints["reservations.create"], {
      body: args["reservations.Reservation"] as never,
    });
    const app = await client.call(endpoints["appTemplates.create"], {
      body: args["edge.AppTemplate"] as never,
    });
    return {
      "cdn.RuleTemplate": String(template.id),
      "kubernetes.Cluster": `1/76/${name}`,
      "reservations.Reservation": String(reservation.id),
      "edge.AppTemplate": String(app.id),
    };
  }
}

export async function openWorld(): Promise<World> {
  return new World(await platform({ speed: 600 }));
}

/** Prefixes of the endpoints that change objects of a kind. */
const families: OfEachKind<string[]> = {
  "cdn.RuleTemplate": ["ruleTemplates."],
  "kubernetes.Cluster": ["clusters.", "pools."],
  "reservations.Reservation": ["reservations."],
  "edge.AppTemplate": ["appTemplates."],
};

export function ofEachKind<T>(value: (kind: Kind) => T): OfEachKind<T> {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as OfEachKind<T>;
}

function objectOf(kind: Kind, record: Record<string, unknown>): PlatformObject {
  const name = String(record.name);
  return { id: kind === "kubernetes.Cluster" ? `1/76/${name}` : String(record.id), name, record };
}

/** One resource of a group, as a snapshot shows it. */
export class Cell {
  readonly #snapshot: Snapshot;
  readonly kind: Kind;
  readonly #name: string;
  readonly #label: string;

  constructor(snapshot: Snapshot, kind: Kind, name: string, label = name) {
    this.#snapshot = snapshot;
    this.kind = kind;
    this.#name = name;
    this.#label = label;
  }

  /** The resource's steps, in order. */
  get steps(): string[] {
    const end = `::${logicalName(this.#label, this.kind)}`;
    return this.#snapshot.run.steps.filter(({ urn }) => urn.endsWith(end)).map(({ op }) => op);
  }

  /** The resource in the state. Throws if the state has several. */
  get resource(): StateResource | undefined {
    const end = `::${logicalName(this.#label, this.kind)}`;
    return atMostOne(this.#snapshot.resources.filter(({ urn }) => urn.endsWith(end)));
  }

  /** The resource's object on the platform. Throws if there are several. */
  get object(): PlatformObject | undefined {
    return atMostOne(this.objects);
  }

  get objects(): PlatformObject[] {
    return this.#snapshot.objects[this.kind].filter(({ name }) => name === this.#name);
  }

  /** Returns the methods, in order, of the requests that concern an object of this name or one of these ids. */
  sent(...ids: (string | undefined)[]): string[] {
    const known = new Set([...ids, this.object?.id].filter((id) => id !== undefined).map((id) => id.split("/").at(-1)));
    if (this.kind === "kubernetes.Cluster") known.add(this.#name);
    return this.#snapshot.sent
      .filter(({ kind, path, body }) => {
        if (kind !== this.kind) return false;
        const isNamed = body !== null && typeof body === "object" && "name" in body && body.name === this.#name;
        return (isNamed && !path.includes("/pools")) || path.split("/").some((part) => known.has(part));
      })
      .map(({ method }) => method);
  }
}

function atMostOne<T>(all: T[]): T | undefined {
  if (all.length > 1) throw new Error(`There are ${all.length}: ${JSON.stringify(all)}`);
  return all[0];
}
