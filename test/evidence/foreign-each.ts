import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { beforeEach, describe, expect, test } from "vitest";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import type { Harness, StateOfHarness } from "../helpers/harness.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn, isRest } from "../helpers/rest.ts";
import { time } from "../helpers/time.ts";
import { kindNames, kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 200 });
const { faults, requests, store } = emulator.platform;
const folder = mkdtempSync(join(tmpdir(), "foreign-"));
let serial = 0;

beforeEach(newMachine);

/** Starts on a new machine, without the notes and deletions of earlier commands. */
function newMachine(): void {
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(folder, "machine-"));
  process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
}

/** A command, and the expected result of its success. */
interface Command {
  /** Whether the resource is in state before the command. */
  isMade: boolean;
  run(harness: Harness, name: ResourceName): Promise<unknown>;
  /** Number of objects after the command. */
  objects: 0 | 1;
}

const commands: Record<string, Command> = {
  create: { isMade: false, run: (one, name) => one.up(kinds[name].inputs), objects: 1 },
  refresh: { isMade: true, run: (one) => one.refresh(), objects: 1 },
  update: { isMade: true, run: (one, name) => one.up(kinds[name].changed), objects: 1 },
  destroy: { isMade: true, run: (one) => one.destroy(), objects: 0 },
};

/** Returns the number of a resource's objects. A threshold counts if it differs from the default. */
function count(name: ResourceName): number {
  const { collection } = kinds[name];
  if (collection === "thresholds") return store.thresholds.all().filter((one) => one.threshold !== 80).length;
  return store[collection].count();
}

/** Opens the resource in a new process, with the given state. */
function open(
  provider: ProviderKind,
  name: ResourceName,
  urnName: string,
  of?: Pick<Harness, "state" | "halfMade">,
): Harness {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
  const harness = openInProcess[provider](kinds[name].handler, emulator, urnName, settings);
  return Object.assign(harness, { state: of?.state, halfMade: of?.halfMade ?? false });
}

/** Runs a command while a gateway answers some requests, and repeats the command if it failed. */
async function disturbed(provider: ProviderKind, name: ResourceName, command: Command, foreign: object | undefined) {
  newMachine();
  emulator.platform.reset();
  const urnName = `each-${++serial}`;
  const none = count(name);
  let made: { state: StateOfHarness | undefined; halfMade: boolean } | undefined;
  if (command.isMade) {
    const first = open(provider, name, urnName);
    await first.up(kinds[name].inputs);
    made = first;
    // Stale reads are no longer possible, so a missing object would be believed.
    time.advance(70_000);
  }
  requests.clear();
  if (foreign !== undefined) faults.add({ name: "foreign", status: 404, ...foreign } as never);
  const attempt = open(provider, name, urnName, made);
  const id = attempt.state?.id;
  const error = await failureOf(() => command.run(attempt, name));
  const sent = requests.list({}).map(({ endpoint, method }, after, all): Requested => {
    const isFirst = all.findIndex((one) => one.endpoint === endpoint) === after;
    return { after, endpoint, isRead: method === "GET", isFirst };
  });
  faults.clear();
  if (error === undefined) {
    expect(count(name), "objects").toBe(none + command.objects);
    expect(attempt.state !== undefined, "in state").toBe(command.objects === 1);
    return sent;
  }
  // The resource stays in state, and the next command finds created or remaining objects.
  expect(error).toMatch(/404/);
  if (command.isMade) expect(attempt.state?.id, error).toBe(id);
  const next = open(provider, name, urnName, attempt);
  const again = await failureOf(() => command.run(next, name));
  if (again !== undefined && name === "reservations.Reservation" && !command.isMade) {
    // A purchase that a gateway answered is never repeated without confirmation.
    expect(again).toMatch(/CP2107/);
    expect(count(name), again).toBe(none);
  } else {
    expect(again).toBeUndefined();
    expect(count(name), error).toBe(none + command.objects);
  }
  return sent;
}

async function failureOf(run: () => Promise<unknown>): Promise<string | undefined> {
  return run().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** A request of an undisturbed command. */
interface Requested {
  after: number;
  endpoint: string | null | undefined;
  isRead: boolean;
  /** Whether it is the first request to its endpoint. */
  isFirst: boolean;
}

/**
 * Faults from a given request on: a gateway answers this request, two in a row, all that follow, or all to the same endpoint (without
 * a body); or all writes to an endpoint get the platform's own 404, while other requests prove the platform. Repetitions are undefined.
 */
const disturbances: readonly ((of: Requested) => object | undefined)[] = [
  ({ after }) => ({ form: foreignForms[after % foreignForms.length], after, count: 1 }),
  ({ after }) => ({ form: foreignForms[(after + 1) % foreignForms.length], after, count: 2 }),
  ({ after }) => ({ form: foreignForms[(after + 2) % foreignForms.length], after }),
  ({ endpoint, isFirst }) => (endpoint && isFirst ? { form: "empty", endpoint } : undefined),
  ({ endpoint, isFirst, isRead }) => (endpoint && isFirst && !isRead ? { name: "status", endpoint } : undefined),
];

const rows = providerKinds.flatMap((provider) => Object.keys(commands).map((command) => ({ provider, command })));

describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
  const own = rows
    .map((row, index) => ({ ...row, index, isFirst: index % 4 === turn % 4 }))
    // The full run tries all disturbances of each command with one of the providers, alternating.
    .filter(({ isFirst, index }) => (isRest() ? (index + Math.floor(index / 4) + turn) % 2 === 0 : isFirst));
  test.each(own)(
    "$command with the $provider provider, whichever requests a gateway answers",
    async ({ provider, command, isFirst }) => {
      const of = commands[command] as Command;
      const requested = await disturbed(provider, name, of, undefined);
      for (const one of requested)
        for (const [index, disturbance] of disturbances.entries()) {
          if (!isOwn(isFirst && index === (turn + one.after) % disturbances.length)) continue;
          const answered = disturbance(one);
          if (answered === undefined) continue;
          await disturbed(provider, name, of, answered).catch((error: Error) => {
            const text = JSON.stringify(answered);
            throw new Error(`${text}, ${one.after} of ${requested.length}: ${error.message}`, { cause: error });
          });
        }
    },
  );
});
