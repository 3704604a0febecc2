import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { beforeEach, expect, test } from "vitest";
import { maxAttempts } from "../../provider/engine/lifecycle/attempts.ts";
import { type Kind, kindNames, kinds } from "../evidence/kinds.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn } from "../helpers/rest.ts";

/** A hook `onError` always retries `Create`, while the platform fails each call in the same way. */
const emulator = await platform({ speed: 100_000 });
const control = controlOf(emulator);
const { store } = emulator.platform;
let serial = 0;

type Fault = Record<string, unknown>;

const own: Partial<Record<Kind["collection"], string>> = {
  thresholds: "notificationThreshold.set",
};
const listed: Partial<Record<Kind["collection"], string>> = { thresholds: "notificationThreshold.get" };

/** Number of fast faults at the start of the list. `npm test` tries one of these for each resource. */
const quick = 2;

/** Faults of the create request, and of the lists that show the created object. */
const faults: Record<string, (create: string, list: string) => Fault[]> = {
  "a refusal": (endpoint) => [{ name: "status", status: 422, endpoint }],
  "a missing right": (endpoint) => [{ name: "status", status: 403, endpoint }],
  "a limit of requests": (endpoint) => [{ name: "status", status: 429, retryAfter: 3600, endpoint }],
  "an error of the platform": (endpoint) => [{ name: "status", status: 500, endpoint }],
  "another server's 404": (endpoint) => [{ name: "foreign", endpoint }],
  "a request that is lost": (endpoint) => [{ name: "drop-before", endpoint }],
  "a response that is lost": (endpoint) => [{ name: "drop-after", endpoint }],
  "a response that is no JSON": (endpoint) => [{ name: "garbage", endpoint }],
  "a lost response, and lists that fail": (endpoint, list) => [
    { name: "drop-after", endpoint },
    { name: "status", status: 403, endpoint: list, after: 2 },
  ],
  "a task that fails": () => [{ name: "task-error", endpoint: "clusters.create" }],
  "a task that fails and leaves its object": () => [
    { name: "task-error", endpoint: "clusters.create", leavesBehind: true },
  ],
};

beforeEach(() => {
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "attempts-"));
  emulator.platform.reset();
});

/** Ways to continue that an error must name if the request must not be repeated. */
const waysOut = /import|is never requested again|remove the record|allowDuplicate/;

interface Row {
  provider: ProviderKind;
  kind: ResourceName;
  fault: string;
}

/**
 * Each resource with every second fault, and each fault with every second resource, alternating between the providers. That is enough
 * because all of them share the retry code. The campaign `attempts` runs every combination.
 */
function rowsOfKind(kind: ResourceName, turn: number): Row[] {
  const titles = Object.keys(faults).filter((fault) => kind === "kubernetes.Cluster" || !fault.startsWith("a task"));
  if (process.env.EVERY_ATTEMPT !== undefined)
    return titles.flatMap((fault) => providerKinds.map((provider) => ({ provider, kind, fault })));
  return titles.flatMap((fault, at) => {
    const isTried = at % quick === turn % quick || fault.startsWith("a task");
    const provider = providerKinds[(Math.floor(turn / quick) + Math.floor(at / quick)) % 2];
    return provider !== undefined && isTried && isOwn(at < quick) ? [{ provider, kind, fault }] : [];
  });
}

test.each(kindNames.flatMap(rowsOfKind))(
  "$kind of the $provider provider: $fault a hundred times",
  async ({ provider, kind, fault: title }) => {
    const { handler, collection, inputs } = kinds[kind];
    const open = (of: string) =>
      openInProcess[provider](handler, emulator, of, { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) });
    const count = () => (collection === "thresholds" ? 1 : store[collection].count());
    const created = own[collection] ?? `${collection}.create`;
    const of = `attempts-${++serial}`;
    const before = count();
    for (const fault of faults[title]?.(created, listed[collection] ?? `${collection}.list`) ?? [])
      await control.fault(fault);
    const first = open(of);
    let calls = 1;
    first.onError = (failures) => {
      calls = failures + 1;
      return true;
    };
    const error = await first.up(inputs).then(
      () => undefined,
      (failure: Error) => failure,
    );
    expect(error?.name, String(error?.cause)).not.toBe("UnreadableStateError");
    if (error !== undefined) expect(calls).toBe(maxAttempts);
    expect(count(), "objects after the attempts").toBeLessThanOrEqual(before + 1);
    if (first.state !== undefined) expect(first.state.id).not.toBe("");

    await control.clearFaults();
    const next = open(of);
    next.state = first.state;
    next.halfMade = first.state !== undefined;
    const refusal = await next.up(inputs).then(
      () => undefined,
      (failure: Error) => failure.message,
    );
    expect(count(), `objects after the next command; ${refusal}`).toBeLessThanOrEqual(before + 1);
    if (refusal !== undefined) return expect(refusal).toMatch(waysOut);
    if (collection !== "thresholds") expect(count()).toBe(before + 1);
    expect(next.state?.id).toBeTruthy();
    expect(await next.preview(inputs)).toBe("same");
  },
);
