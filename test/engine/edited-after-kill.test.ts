import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { seal, unseal } from "../../provider/engine/records/record-facts.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";

/** A run is killed during a create, the program is edited, and the next run finds the record of the killed run. */
const emulator = await platform({ speed: 20_000 });
const control = controlOf(emulator);
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  await control.reset();
  rmSync(folder, { recursive: true, force: true });
});

interface Kind {
  handler: AnyHandler;
  collection: string;
  asked: object;
  /** The program after the edit, and the platform's fields after the update. */
  edited: object;
  shown: object;
  /** An edit that requires replacement, and the error that refuses it. */
  other?: object;
  refusal?: RegExp;
}

const pool = { name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 };
const kinds: Record<string, Kind> = {
  "rule template": {
    handler: ruleTemplateHandler,
    collection: "ruleTemplates",
    asked: { name: "own", rule: "/own/", ruleType: 0, weight: 3 },
    edited: { name: "mine", rule: "/mine/", ruleType: 0, weight: 4 },
    shown: { name: "mine", rule: "/mine/", weight: 4 },
  },
  "app template": {
    handler: appTemplateHandler,
    collection: "appTemplates",
    asked: { binaryId: 42, name: "own", owned: true, params: [] },
    edited: { binaryId: 42, name: "mine", owned: true, params: [], shortDescr: "Mine" },
    shown: { name: "mine", short_descr: "Mine" },
  },
  cluster: {
    handler: clusterHandler,
    collection: "clusters",
    asked: { projectId: 1, regionId: 76, name: "own-1", keypair: "ops", version: "v1.31.9", pools: [pool] },
    edited: {
      ...{ projectId: 1, regionId: 76, name: "own-1", keypair: "ops", version: "v1.31.9" },
      pools: [{ ...pool, minNodeCount: 2, maxNodeCount: 3 }],
    },
    shown: { name: "own-1", pools: [expect.objectContaining({ min_node_count: 2, max_node_count: 3 })] },
    other: { projectId: 1, regionId: 76, name: "own-2", keypair: "ops", version: "v1.31.9", pools: [pool] },
    refusal: /may have created cluster 1\/76\/own-1/,
  },
  secret: {
    handler: secretHandler,
    collection: "secrets",
    asked: { name: "own", secretSlots: [{ slot: 0, value: "pl4nt-first" }] },
    edited: { name: "mine", comment: "Mine", secretSlots: [{ slot: 0, value: "pl4nt-second" }] },
    shown: { name: "mine", comment: "Mine" },
  },
  "notification threshold": {
    handler: notificationThresholdHandler,
    collection: "thresholds",
    asked: { clientId: 900, threshold: 90 },
    edited: { clientId: 900, threshold: 70 },
    shown: { client_id: 900, threshold: 70 },
    other: { clientId: 901, threshold: 90 },
    refusal:
      /an earlier run has created quota notification threshold 900, and the program now declares another clientId/,
  },
  reservation: {
    handler: reservationHandler,
    collection: "reservations",
    asked: {
      ...{ name: "own", period: "MONTHS12", regionId: 76 },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
    edited: {
      ...{ name: "own", period: "MONTHS12", regionId: 76, onDelete: "abandon" },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
    shown: { name: "own" },
    other: {
      ...{ name: "other", period: "MONTHS12", regionId: 76 },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
    refusal: /reservation \d+ "own" .* is not what the program wants: name is "own", not "other"/,
  },
};

let serial = 0;

/** Removes responses from the record of a finished create, as if the run had been killed before they arrived. */
function kill(answers: readonly string[]): void {
  const [file] = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (file === undefined) throw new Error("There is no record.");
  const { sealed, facts, ...rest } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const known = sealed === undefined ? facts : JSON.parse(unseal(sealed, "local") ?? "");
  for (const answer of answers) delete known[answer];
  const record =
    sealed === undefined ? { ...rest, facts: known } : { ...rest, sealed: seal(JSON.stringify(known), "local") };
  writeFileSync(join(folder, file), JSON.stringify(record));
}

async function objects({ collection }: Kind): Promise<Record<string, unknown>[]> {
  return control.state(collection);
}

const cases = Object.entries(kinds);

/** Returns the objects that did not exist before. */
async function madeSince(kind: Kind, before: readonly Record<string, unknown>[]) {
  const isOld = ({ id, client_id }: Record<string, unknown>) =>
    before.some((one) => one.id === id && one.client_id === client_id);
  return (await objects(kind)).filter((one) => !isOld(one));
}

const withoutResponse = ["id", "tasks"];

describe.each(providerKinds)("served by the %s provider", (provider) => {
  /** The resource in a new process, without the caches of earlier ones. */
  const harness = ({ handler }: Kind) =>
    open[provider](handler, emulator, "killed", { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) });

  describe("the object of a killed run is found by its request, and updated to the edited program", () => {
    test.each([
      ...cases.map(([name, kind]) => [name, kind, withoutResponse] as const),
      ["cluster, killed after the response", kinds.cluster as Kind, ["id"]] as const,
    ])("%s", async (_, kind, answers) => {
      const before = await objects(kind);
      const first = harness(kind);
      await first.up(kind.asked);
      kill(answers);
      await control.clearRequests();
      const next = harness(kind);
      await next.up(kind.edited);
      expect(next.state?.id).toBe(first.state?.id);
      expect(await next.preview(kind.edited)).toBe("same");
      expect(await madeSince(kind, before)).toMatchObject([kind.shown]);
      const posts = (await control.requests()).filter((line) => line.startsWith("POST") && !line.includes("pric"));
      expect(posts).toEqual([]);
      // No record is left for another resource of this name.
      expect(readdirSync(folder).filter((file) => file.endsWith(".json"))).toEqual([]);
    });
  });

  test.each(cases.filter(([, { other }]) => other !== undefined))(
    "the object of a killed run is named if the edited program declares a different one: %s",
    async (_, kind) => {
      await harness(kind).up(kind.asked);
      const made = await objects(kind);
      kill(withoutResponse);
      await expect(harness(kind).up(kind.other ?? {})).rejects.toThrow(kind.refusal);
      expect(await objects(kind)).toEqual(made);
    },
  );

  describe("the object of a killed run is named if somebody has changed it since", () => {
    test.each([
      ["rule template", { weight: 9 }],
      ["app template", { short_descr: "Theirs" }],
      ["secret", { comment: "Theirs" }],
      ["reservation", { activity_period_length: 36 }],
      ["cluster", { authentication: { oidc: { issuer_url: "https://theirs.example.com", client_id: "theirs" } } }],
    ])("%s", async (name, theirs) => {
      const kind = kinds[name] as Kind;
      const first = harness(kind);
      await first.up(kind.asked);
      const id = first.state?.id ?? "";
      const [record] = (await objects(kind)).slice(-1);
      kill(withoutResponse);
      await control.change(kind.collection, name === "cluster" ? id : String(record?.id), theirs);
      const made = await objects(kind);
      for (const inputs of [kind.asked, kind.edited])
        await expect(harness(kind).up(inputs)).rejects.toThrow(new RegExp(`import: "${id}"`));
      expect(await objects(kind)).toEqual(made);
    });
  });

  test("a request that was interrupted for an update counts with the inputs of that update", async () => {
    const kind = kinds.secret as Kind;
    await harness(kind).up(kind.asked);
    kill(["id"]);
    await control.fault({ name: "status", endpoint: "secrets.patch", status: 403, count: 1 });
    await expect(harness(kind).up(kind.edited)).rejects.toThrow("403");
    const next = harness(kind);
    await next.up(kind.edited);
    expect((await objects(kind)).slice(-1)).toMatchObject([kind.shown]);
    expect((await objects(kind)).filter((one) => one.name === "own")).toEqual([]);
  });
});
