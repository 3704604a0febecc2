import { createServer } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { PartialStateError } from "../../provider/engine/lifecycle/errors.ts";
import { ResourceLifecycle } from "../../provider/engine/lifecycle/lifecycle.ts";
import type { Deployed, Result } from "../../provider/engine/lifecycle/request.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import type { ResourceType } from "../../provider/resources/registry.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clusterInputs, fast } from "../cluster/cluster.ts";
import { controlOf } from "../helpers/control.ts";
import { atEndOfFile } from "../helpers/endings.ts";
import { platform } from "../helpers/platform.ts";
import { isOwn, isRest, rowsOf, testOnce } from "../helpers/rest.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
const { store } = emulator.platform;

/** The point at which an operation is cancelled: while this request is in flight, or after its response. */
interface CancelPoint {
  request: number;
  isAnswered: boolean;
}

/** The requests between provider and platform, and the point at which a cancel interrupts them. */
const line = {
  requests: [] as { text: string; isAfterCancel: boolean }[],
  cancelAt: undefined as CancelPoint | undefined,
  cancel: new AbortController(),
};

const server = createServer(async (request, response) => {
  const number = line.requests.length;
  const { method = "GET", url = "/", headers } = request;
  line.requests.push({ text: `${method} ${url}`, isAfterCancel: line.cancel.signal.aborted });
  const isIt = line.cancelAt?.request === number;
  if (isIt && line.cancelAt?.isAnswered === false) line.cancel.abort();
  const body: Buffer[] = [];
  for await (const part of request) body.push(part);
  const { authorization = "", "content-type": type = "application/json" } = headers;
  const answer = await fetch(`${emulator.url}${url}`, {
    method,
    headers: { authorization, "content-type": type },
    ...(body.length > 0 && { body: Buffer.concat(body) }),
  });
  const text = await answer.text();
  const after = answer.headers.get("retry-after");
  response.writeHead(answer.status, { "content-type": "application/json", ...(after && { "retry-after": after }) });
  response.end(answer.status === 204 ? undefined : text, () => {
    if (isIt && line.cancelAt?.isAnswered === true) line.cancel.abort();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
atEndOfFile(() => {
  server.closeAllConnections();
  server.close();
});
const baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

let processes = 0;

/** A resource lifecycle as in a new process: only create records on disk and the state survive from earlier ones. */
function processOf(handler: AnyHandler): ResourceLifecycle {
  const lifecycle = new ResourceLifecycle(handler);
  const settings: Record<string, string> = {
    baseUrl,
    apiKey: "local",
    pollIntervalSeconds: "0.03",
    pollTimeoutSeconds: String(7_200 + ++processes),
  };
  const names = Object.keys(settings);
  lifecycle.configure({ get: (key) => settings[key.replace("cloudplatform:", "")], names: () => names });
  return lifecycle;
}

interface Subject {
  handler: AnyHandler;
  inputs: Properties;
  changed: Properties;
  /** Returns how many objects of the test exist. */
  count(): number;
  /** Returns the platform's values of the fields that the update changes. */
  seen(): unknown;
}

const template = { rule: "/cancelled", ruleType: 0 };
const cluster = clusterInputs({ name: "cancelled" });
const named = (name: string) => (one: object) => (one as { name?: string }).name === name;
const ofRule = () => store.ruleTemplates.all().filter((one) => one.rule.startsWith("/cancelled"));

/** One subject for each resource type. A new type does not compile until it is added here. */
const subjects: Record<ResourceType, Subject> = {
  RuleTemplate: {
    handler: lifecycles.RuleTemplate,
    ...{ inputs: template, changed: { ...template, ruleType: 1 } },
    count: () => ofRule().length,
    seen: () => ofRule().map((one) => one.ruleType),
  },
  RuleSet: {
    handler: lifecycles.RuleSet,
    inputs: { rules: { a: { ...template, rule: "/cancelled/a" } }, order: ["a"] },
    changed: { rules: { a: { ...template, rule: "/cancelled/a", ruleType: 1 } }, order: ["a"] },
    count: () => ofRule().length,
    seen: () => ofRule().map((one) => one.ruleType),
  },
  AppTemplate: {
    handler: lifecycles.AppTemplate,
    inputs: { binaryId: 42, name: "cancelled", owned: true, params: [] },
    changed: { binaryId: 43, name: "cancelled", owned: true, params: [] },
    count: () => store.appTemplates.all().filter(named("cancelled")).length,
    seen: () =>
      store.appTemplates
        .all()
        .filter(named("cancelled"))
        .map((one) => one.binary_id),
  },
  Secret: {
    handler: lifecycles.Secret,
    inputs: { name: "cancelled", secretSlots: [{ slot: 0, value: "planted" }] },
    changed: { name: "cancelled", comment: "changed", secretSlots: [{ slot: 0, value: "planted" }] },
    count: () => store.secrets.all().filter(named("cancelled")).length,
    seen: () =>
      store.secrets
        .all()
        .filter(named("cancelled"))
        .map((one) => one.comment),
  },
  NotificationThreshold: {
    handler: lifecycles.NotificationThreshold,
    ...{ inputs: { clientId: 6, threshold: 71 }, changed: { clientId: 6, threshold: 72 } },
    count: () => store.thresholds.all().filter((one) => one.client_id === 6 && one.threshold !== 80).length,
    seen: () => store.thresholds.all().flatMap((one) => (one.client_id === 6 ? [one.threshold] : [])),
  },
  Reservation: {
    handler: lifecycles.Reservation,
    inputs: {
      // A pause that the platform requested in another test may leave no time to fetch a price.
      ...{ name: "cancelled", period: "MONTHS12", regionId: 76, confirmCommitment: "unknown" },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
    changed: {
      ...{ name: "cancelled", period: "MONTHS12", regionId: 76, confirmCommitment: "unknown", allowReplacement: true },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
    count: () => store.reservations.all().filter(named("cancelled")).length,
    seen: () => store.reservations.all().filter(named("cancelled")).length,
  },
  Cluster: {
    handler: lifecycles.Cluster,
    inputs: { ...cluster },
    changed: { ...cluster, autoscalerConfig: { "scale-down-delay": "5m" } },
    count: () => store.clusters.all().filter(named("cancelled")).length,
    seen: () =>
      store.clusters
        .all()
        .filter(named("cancelled"))
        .map((one) => one.autoscaler_config),
  },
};

beforeEach(async () => {
  await control.clearFaults();
  await control.reset();
});

let resources = 0;

/** A resource for which a test cancels one operation and runs the next operation in another process. */
class Life {
  readonly subject: Subject;
  readonly urn = `urn:pulumi:test::cancelled::cloudplatform::one-${++resources}`;
  deployed: Deployed | undefined;

  constructor(subject: Subject) {
    this.subject = subject;
  }

  #request(signal: AbortSignal) {
    return { urn: this.urn, secretPaths: [], secretSettings: [], signal };
  }

  /** Inputs as `check` returns them. */
  async check(inputs: Properties, signal: AbortSignal, adopt?: string): Promise<Properties> {
    const declared = this.deployed?.declared;
    const given = { ...this.#request(signal), inputs, declared, adopt };
    const { inputs: checked, failures } = await processOf(this.subject.handler).check(given);
    expect(failures).toEqual([]);
    return checked;
  }

  /** Creates, adopts or updates, and keeps the state that the engine would keep. */
  async up(inputs: Properties, signal: AbortSignal, adopt?: string): Promise<void> {
    const lifecycle = processOf(this.subject.handler);
    const { deployed } = this;
    const request = { ...this.#request(signal), inputs };
    try {
      this.#keep(
        deployed === undefined
          ? await lifecycle.create({ ...request, adopt })
          : await lifecycle.update({ ...request, deployed }),
      );
    } catch (error) {
      if (error instanceof PartialStateError) this.#keep({ ...error.made, inputs });
      throw error;
    }
  }

  async read(signal: AbortSignal): Promise<void> {
    await processOf(this.subject.handler).read({ ...this.#request(signal), deployed: this.#inState() });
  }

  async diff(inputs: Properties, signal: AbortSignal): Promise<void> {
    await processOf(this.subject.handler).diff({ ...this.#request(signal), inputs, deployed: this.#inState() });
  }

  async delete(signal: AbortSignal): Promise<void> {
    await processOf(this.subject.handler).delete({ ...this.#request(signal), deployed: this.#inState() });
    this.deployed = undefined;
  }

  #keep({ id, inputs, state, origin }: Result): void {
    const [declared, outputs] = JSON.parse(JSON.stringify([inputs, state]));
    this.deployed = { id, declared, state: outputs, origin };
  }

  #inState(): Deployed {
    if (this.deployed === undefined) throw new Error("Nothing is in state.");
    return this.deployed;
  }
}

const endless = new AbortController().signal;

/** An operation, and how to prepare a resource for it. */
interface Operation {
  prepare(life: Life): Promise<void>;
  /** Returns the part that can be cancelled. Checks before it are not cancelled. */
  begin(life: Life): Promise<(signal: AbortSignal) => Promise<unknown>>;
  /** Asserts the result after the next run has finished what the cancelled run did not. */
  finished(life: Life): void;
}

const create = async (life: Life) => life.up(await life.check(life.subject.inputs, endless), endless);
const isOne = ({ subject }: Life) => expect(subject.count()).toBe(1);
const isNone = ({ subject }: Life) => expect(subject.count()).toBe(0);

/** The lifecycle operations that send requests. A new one does not compile until it is added here. */
type OperationName = Exclude<LifecycleMethod, "configure"> | "adopt";
type LifecycleMethod = {
  [Name in keyof ResourceLifecycle]: ResourceLifecycle[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof ResourceLifecycle];

const operations: Record<OperationName, Operation> = {
  check: {
    prepare: async () => undefined,
    begin: async (life) => (signal) => life.check(life.subject.inputs, signal),
    finished: isNone,
  },
  create: {
    prepare: async () => undefined,
    async begin(life) {
      const inputs = await life.check(life.subject.inputs, endless);
      return (signal) => life.up(inputs, signal);
    },
    finished(life) {
      isOne(life);
      expect(life.deployed).toBeDefined();
    },
  },
  read: { prepare: create, begin: async (life) => (signal) => life.read(signal), finished: isOne },
  diff: {
    prepare: create,
    async begin(life) {
      const inputs = await life.check(life.subject.changed, endless);
      return (signal) => life.diff(inputs, signal);
    },
    finished: isOne,
  },
  update: {
    prepare: create,
    async begin(life) {
      const inputs = await life.check(life.subject.changed, endless);
      return (signal) => life.up(inputs, signal);
    },
    finished: isOne,
  },
  delete: {
    prepare: create,
    begin: async (life) => async (signal) => (life.deployed === undefined ? undefined : life.delete(signal)),
    finished: isNone,
  },
  adopt: {
    async prepare(life) {
      const owner = new Life(life.subject);
      await create(owner);
      adopted.set(life, owner.deployed?.id ?? "");
    },
    async begin(life) {
      const id = adopted.get(life);
      if (life.deployed !== undefined) return async () => undefined;
      const inputs = await life.check(life.subject.inputs, endless, id);
      return (signal) => life.up(inputs, signal, id);
    },
    finished: isOne,
  },
};

const adopted = new WeakMap<Life, string>();

/** Runs an operation, cancels it at the given point, and returns its requests and outcome. */
async function requestsOf(life: Life, operation: Operation, cancelAt: CancelPoint | undefined, isCancelled = false) {
  const cancel = new AbortController();
  const run = await operation.begin(life);
  if (isCancelled) cancel.abort();
  Object.assign(line, { requests: [], cancel, cancelAt });
  const outcome = await run(cancel.signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  line.cancelAt = undefined;
  return { outcome, requests: line.requests };
}

const isWriting = (text: string) => !text.startsWith("GET ") && !/pricing|check_limits/.test(text);

const rows = Object.entries(subjects)
  .flatMap(([kind, subject]) =>
    Object.entries(operations)
      .filter(([name]) => !(kind === "RuleSet" && name === "adopt"))
      .map(([name, operation]) => ({ kind, name, subject, operation })),
  )
  .map((row, turn) => ({ ...row, turn }));

describe("after a cancel nothing is sent, and the next run finishes", () => {
  test.each(rows)("$name of a $kind", async ({ subject, operation, turn }) => {
    const first = new Life(subject);
    await operation.prepare(first);
    const { requests: all, outcome } = await requestsOf(first, operation, undefined);
    expect(outcome).toBeUndefined();
    const seen = subject.seen();
    const points = all.flatMap(({ text }, request): CancelPoint[] => {
      const isFirst = (request + turn) % 2 === 0;
      if (isWriting(text)) return [{ request, isAnswered: isOwn(isFirst) }];
      // A read changes nothing, so a cancel before or after its response is equivalent. Cover every fourth read.
      if (request % 4 !== turn % 4) return [];
      return isOwn(request % 8 === turn % 8) ? [{ request, isAnswered: isFirst }] : [];
    });
    for (const point of isRest() ? points : [undefined, ...points]) {
      await control.reset();
      const life = new Life(subject);
      await operation.prepare(life);
      const cancelled = await requestsOf(life, operation, point, point === undefined);
      const late = cancelled.requests.filter(({ text, isAfterCancel }) => isAfterCancel && isWriting(text));
      expect(late, JSON.stringify(point)).toEqual([]);
      await requestsOf(life, operation, undefined).then(({ outcome: next }) =>
        expect(next, JSON.stringify(point)).toBeUndefined(),
      );
      operation.finished(life);
      expect(subject.seen(), JSON.stringify(point)).toEqual(seen);
    }
  });
});

/** A few rows suffice, because the client pauses in only one place. */
const paused = Object.keys(subjects).flatMap((kind, column) =>
  rowsOf(["create", "update", "delete"], column).flatMap((operation) =>
    rows.filter((row) => row.kind === kind && row.name === operation),
  ),
);

test.each(paused)("a wait for Retry-After ends with a cancel: $name of a $kind", async ({ subject, operation }) => {
  const first = new Life(subject);
  await operation.prepare(first);
  const { requests } = await requestsOf(first, operation, undefined);
  const write = requests.findIndex(({ text }) => isWriting(text));
  if (write < 0) return expect(subject.handler).toBe(lifecycles.Reservation);
  await control.reset();
  const life = new Life(subject);
  await operation.prepare(life);
  await control.fault({ name: "status", status: 429, retryAfter: 30 });
  const cancelled = await requestsOf(life, operation, { request: 0, isAnswered: true });
  expect(cancelled.outcome).toBeInstanceOf(Error);
  expect(cancelled.requests.filter(({ isAfterCancel }) => isAfterCancel)).toEqual([]);
});

const searched = [
  { kind: "RuleTemplate", endpoint: "ruleTemplates.create", done: "created" },
  { kind: "AppTemplate", endpoint: "appTemplates.create", done: "created" },
  { kind: "Reservation", endpoint: "reservations.create", done: "bought" },
] as const;

test.each(isRest() ? [] : searched)(
  "a cancelled search for what was requested says that it goes on: $kind",
  async ({ kind, endpoint, done }) => {
    const { requests } = await requestsOf(new Life(subjects[kind]), operations.create, undefined);
    await control.reset();
    await control.fault({ name: "garbage", endpoint, count: 1 });
    const request = requests.findIndex(({ text }) => isWriting(text));
    const { outcome } = await requestsOf(new Life(subjects[kind]), operations.create, { request, isAnswered: true });
    expect((outcome as Error).message).toContain(
      `The platform may have ${done} it. Run pulumi up again: it searches for it first.`,
    );
  },
);

testOnce("a cancel after the search for what an earlier run has requested says that it may exist", async () => {
  const subject = subjects.RuleTemplate;
  const run = async (cancelAt?: CancelPoint) => {
    await control.reset();
    const life = new Life(subject);
    const record = await CreateRecordFile.open(life.urn, baseUrl);
    record.asks(subject.inputs);
    await record.note({ mark: { known: "1-1000000" }, at: 0 });
    return requestsOf(life, operations.create, cancelAt);
  };
  const { requests } = await run();
  const write = requests.findIndex(({ text }) => isWriting(text));
  const { outcome } = await run({ request: write - 1, isAnswered: true });
  expect((outcome as Error).message).toContain("The platform may have created it. Run pulumi up again");
});

testOnce("a cancel after a gateway has refused a creation says that it may exist", async () => {
  const subject = subjects.RuleTemplate;
  const run = async (cancelAt?: CancelPoint) => {
    await control.reset();
    if (cancelAt !== undefined)
      await control.fault({ name: "status", status: 503, retryAfter: 5, endpoint: "ruleTemplates.create", count: 1 });
    return requestsOf(new Life(subject), operations.create, cancelAt);
  };
  const { requests } = await run();
  const write = requests.findIndex(({ text }) => isWriting(text));
  const { outcome } = await run({ request: write, isAnswered: true });
  expect((outcome as Error).message).toContain("The platform may have created it. Run pulumi up again");
});
