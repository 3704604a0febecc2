import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { clusterInputs, fast } from "../cluster/cluster.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";

// A run of stack dev was killed during a create. Then dev was renamed to prod, and a new stack dev exists.

const folder = join(mkdtempSync(join(tmpdir(), "renamed-")), "intents");
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
process.env.CLOUDPLATFORM_POLL_INTERVAL_SECONDS = "0.05";
const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform(fast);

interface Kind {
  type: string;
  handler: AnyHandler;
  inputs: object;
  /** The response fields in the create record. */
  recorded(state: NonNullable<EngineHarness["state"]>): object;
}

const lost = ({ id }: { id: string }) => ({ id, isLost: true });
const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }];
const cluster = { type: "kubernetes:Cluster", handler: clusterHandler, inputs: clusterInputs({ name: "own" }) };
const kinds: Record<string, Kind> = {
  "rule template": {
    ...{ type: "cdn:RuleTemplate", handler: ruleTemplateHandler, recorded: lost },
    inputs: { name: "own", rule: "/own/", ruleType: 0 },
  },
  "app template": {
    ...{ type: "edge:AppTemplate", handler: appTemplateHandler, recorded: lost },
    inputs: { name: "own", binaryId: 42, owned: true, params: [] },
  },
  reservation: {
    ...{ type: "reservations:Reservation", handler: reservationHandler, recorded: lost },
    inputs: { name: "own", period: "MONTHS12", regionId: 76, resources },
  },
  "cluster whose creation was answered": { ...cluster, recorded: lost },
  "cluster whose tasks are known": { ...cluster, recorded: ({ outputs }) => ({ tasks: outputs.tasks, id: undefined }) },
};

let last = 0;

beforeEach(() => {
  emulator.platform.reset();
  for (const stack of ["dev", "prod"]) backend.write(stack, []);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(kinds))("a %s that a stack of this name has requested", (_, kind) => {
  const { type, handler, inputs } = kind;
  const token = `pulumi-nodejs:dynamic/cloudplatform/${type}`;
  const urnOf = (stack: string) => `urn:pulumi:${stack}::shop::${token}::own`;

  /** Creates the object of the killed run, whose record the next run of stack dev finds. */
  async function interrupted(): Promise<{ id: string; next: EngineHarness }> {
    // A different setting means a new client, without reads cached by earlier tests.
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last) };
    const killed = new EngineHarness(handler, emulator, urnOf("dev"), settings);
    await killed.up(inputs);
    if (killed.state === undefined) throw new Error("Nothing was created.");
    const record = await CreateRecordFile.open(urnOf("dev"), emulator.url, emulator.platform.clientId);
    record.asks(killed.state.inputs);
    await record.note({ mark: { address: killed.state.id, after: 0 }, at: Date.now(), ...kind.recorded(killed.state) });
    emulator.platform.requests.clear();
    return { id: killed.state.id, next: new EngineHarness(handler, emulator, urnOf("dev"), settings) };
  }
  /** Adds the object to the stack's state. */
  function holds(stack: string, id: string, urn = urnOf(stack)): void {
    const provider = `urn:pulumi:${stack}::shop::pulumi:providers:pulumi-nodejs::default`;
    backend.write(stack, [
      {
        urn: provider,
        type: "pulumi:providers:pulumi-nodejs",
        id: "p",
        inputs: { "cloudplatform:baseUrl": emulator.url },
      },
      { urn, type: token, id, provider: `${provider}::p` },
    ]);
  }

  const writes = () => emulator.platform.requests.list({}).filter(({ method }) => method !== "GET");

  test("is resumed while no other stack has it", async () => {
    const { id, next } = await interrupted();
    await next.up(inputs);
    expect(next.state?.id).toBe(id);
    expect(writes().filter(({ path }) => !/pricing|check_limits/.test(path))).toEqual([]);
  });

  test("is not adopted from the stack that has it in state", async () => {
    const { id, next } = await interrupted();
    holds("prod", id);
    await expect(next.up(inputs)).rejects.toThrow(`${id} for a resource of this name. Stack prod has it in state.`);
    expect(next.state).toBeUndefined();
    expect(writes().filter(({ path }) => !/pricing|check_limits/.test(path))).toEqual([]);
  });

  // Not for clusters: their names are unique, so the program must choose another name.
  if (type !== cluster.type)
    test("is left to the stack that has it if the program declares a different one", async () => {
      const { id, next } = await interrupted();
      holds("prod", id);
      await next.up({ ...inputs, allowDuplicate: true });
      expect(next.state?.id).not.toBe(id);
      expect(await CreateRecordFile.open(urnOf("dev"), emulator.url, emulator.platform.clientId)).toMatchObject({
        previous: { id: next.state?.id },
      });
    });

  // A cluster of the same name is another matter: the platform has one already.
  const holders = type === cluster.type ? ["own"] : ["own", "renamed"];
  test.each(holders)("does not stop a creation if %s of this stack has it in state", async (holder) => {
    const { id, next } = await interrupted();
    holds("dev", id, urnOf("dev").replace("::own", `::${holder}`));
    // The state is of before a killed replacement, so only the record of a finished one is contradicted by its own resource.
    const record = await CreateRecordFile.open(urnOf("dev"), emulator.url, emulator.platform.clientId);
    if (holder === "own") await record.noteResponse({ id, isLost: undefined });
    if (type === cluster.type) {
      await expect(next.up(inputs)).rejects.toThrow("To replace it, set the option deleteBeforeReplace: true");
      expect(writes()).toEqual([]);
    } else if (handler.deleteBeforeReplace === true)
      await expect(next.up(inputs)).rejects.toThrow(holder === "own" ? "would be replaced" : "Nothing was bought");
    else {
      await next.up(inputs);
      expect(next.state?.id).not.toBe(id);
    }
  });

  if (type === cluster.type)
    test("is not adopted from another resource of this stack, which an alias keeps", async () => {
      const { id, next } = await interrupted();
      holds("dev", id, urnOf("dev").replace("::own", "::earlier"));
      await expect(next.up(inputs)).rejects.toThrow('To manage it here, set the option aliases: [{ name: "earlier" }]');
      expect(writes()).toEqual([]);
    });

  test("is not adopted from the stack whose create of it was interrupted", async () => {
    const { id, next } = await interrupted();
    backend.write("prod", [], [{ urn: urnOf("prod"), inputs: { ...inputs } }]);
    await expect(next.up(inputs)).rejects.toThrow(
      `${id} for a resource of this name. Stack prod has it, or has requested it.`,
    );
    expect(next.state).toBeUndefined();
  });
});
