import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ResourceName, resources, tokenOf } from "@cloudplatform/pulumi/registry";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dynamicToken, nativeToken } from "../../provider/pulumi/formats/type-token.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { kindNames, kinds } from "../evidence/kinds.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";

// If a program uses both providers, each runs in its own process. Neither sees objects that the other creates in the same run, because
// the state from before the run does not contain them. Both see only the create records.

const emulator = await platform({ speed: 100_000 });
let folder = "";
let serial = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beside-"));
  process.env.CLOUDPLATFORM_INTENT_DIR = folder;
  emulator.platform.reset();
});

function open(kind: ResourceName, provider: ProviderKind, name: string) {
  const token = tokenOf(resources[kind]);
  const type = provider === "native" ? nativeToken(token) : dynamicToken(token);
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7_600 + ++serial) };
  return openInProcess[provider](kinds[kind].handler, emulator, `urn:pulumi:dev::shop::${type}::${name}`, settings);
}

/** Changes all records as if another process had written them, for example the parent process, which is alive. */
function writtenBy(pid: number, change: (record: { facts: Properties }) => object = (record) => record): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify({ ...change(JSON.parse(readFileSync(file, "utf8"))), pid }));
  }
}

/** The id of an ended process. */
const gone = Number(spawnSync(process.execPath, ["--version"]).pid);

const other = (provider: ProviderKind) => (provider === "native" ? "dynamic" : "native");

const rows = kindNames
  .filter((kind) => kind !== "cdn.RuleSet")
  .flatMap((kind) => providerKinds.map((provider) => ({ kind, provider })));

describe("an import is refused", () => {
  test.each(rows)("of the $kind that the other provider has created: by the $provider one", async (row) => {
    const { inputs } = kinds[row.kind];
    const maker = open(row.kind, other(row.provider), "made");
    await maker.up(inputs);
    writtenBy(process.ppid);
    const importing = open(row.kind, row.provider, "imported").up({ ...inputs, __adopt: maker.state?.id });
    await expect(importing).rejects.toThrow("::made of this program has it");
  });

  test.each(providerKinds)("of the cluster that the other provider is creating: by the %s one", async (provider) => {
    const kind = "kubernetes.Cluster";
    const { inputs } = kinds[kind];
    const maker = open(kind, other(provider), "made");
    await maker.up(inputs);
    writtenBy(process.ppid, ({ facts: { id: _, ...facts }, ...rest }) => ({ ...rest, facts, object: undefined }));
    const importing = open(kind, provider, "imported").up({ ...inputs, __adopt: maker.state?.id });
    await expect(importing).rejects.toThrow("::made of this program has it");
  });

  test.each(providerKinds)("of a rule of the other provider's set: by a template of the %s one", async (provider) => {
    const { inputs } = kinds["cdn.RuleTemplate"];
    const set = open("cdn.RuleSet", other(provider), "made");
    await set.up({ rules: { own: { rule: "/own/", ruleType: 0, name: "own" } }, order: ["own"] });
    writtenBy(process.ppid);
    const [id] = emulator.platform.store.ruleTemplates
      .all()
      .map((one) => String(one.id))
      .slice(-1);
    const importing = open("cdn.RuleTemplate", provider, "imported").up({ ...inputs, __adopt: id });
    await expect(importing).rejects.toThrow("::made#own of this program has it");
  });

  test.each(providerKinds)("of what the other provider continues to create: by the %s one", async (provider) => {
    const kind = "cdn.RuleTemplate";
    const { inputs, changed } = kinds[kind];
    const interrupted = open(kind, other(provider), "made");
    await interrupted.up(inputs);
    writtenBy(gone, ({ facts, ...rest }) => ({ ...rest, facts: { ...facts, isLost: true } }));
    const maker = open(kind, other(provider), "made");
    await maker.up(changed);
    expect(maker.state?.id).toBe(interrupted.state?.id);
    writtenBy(process.ppid);
    const importing = open(kind, provider, "imported").up({ ...changed, __adopt: maker.state?.id });
    await expect(importing).rejects.toThrow("::made of this program has it");
  });
});

describe("an import is not refused", () => {
  test.each(providerKinds)("of what an interrupted run has created: by the %s provider", async (provider) => {
    const { inputs } = kinds["edge.Secret"];
    const maker = open("edge.Secret", other(provider), "made");
    await maker.up(inputs);
    writtenBy(gone);
    const importer = open("edge.Secret", provider, "imported");
    await importer.up({ ...inputs, __adopt: maker.state?.id });
    expect(importer.state?.id).toBe(maker.state?.id);
  });

  test.each(providerKinds)(
    "of what the resource itself has with the other provider: by the %s one",
    async (provider) => {
      const { inputs } = kinds["edge.Secret"];
      const maker = open("edge.Secret", other(provider), "own");
      await maker.up(inputs);
      writtenBy(process.ppid);
      const importer = open("edge.Secret", provider, "own");
      await importer.up({ ...inputs, __adopt: maker.state?.id });
      expect(importer.state?.id).toBe(maker.state?.id);
    },
  );
});

test("of records that do not change, each is read once, however many imports ask", async () => {
  const { inputs } = kinds["edge.Secret"];
  const maker = open("edge.Secret", "native", "made");
  await maker.up(inputs);
  writtenBy(gone);
  const [name = ""] = readdirSync(folder).filter((one) => one.endsWith(".json"));
  const text = readFileSync(join(folder, name), "utf8");
  for (let copy = 0; copy < 200; copy++) {
    const file = join(folder, `${copy}.json`);
    writeFileSync(file, text);
    utimesSync(file, 1, 1);
  }
  const reads = vi.spyOn(JSON, "parse");
  const importer = open("edge.Secret", "dynamic", "imported");
  await importer.check({ ...inputs, __adopt: maker.state?.id });
  const first = reads.mock.calls.filter(([one]) => one === text).length;
  for (let again = 0; again < 10; again++) await importer.check({ ...inputs, __adopt: maker.state?.id });
  const all = reads.mock.calls.filter(([one]) => one === text).length;
  reads.mockRestore();
  expect(first).toBeGreaterThanOrEqual(200);
  expect(all - first).toBeLessThan(20);
});
