import { afterAll, beforeEach, expect, test } from "vitest";
import { knownIds } from "../../provider/engine/ownership/known-ids.ts";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { partUrn } from "../../provider/pulumi/formats/composite.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";

// The provider was killed during an update, after the response to a rule's create: the create record has the rule's id, but the set's
// state does not.

const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();
const { store } = emulator.platform;

const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet";
const urn = `urn:pulumi:dev::shop::${type}::own`;
const rule = (key: string) => ({ rule: `/${key}/`, ruleType: 0, name: key });
const named = (name: string) => store.ruleTemplates.all().filter((one) => one.name === name);
const first = { rules: { kept: rule("kept") }, order: ["kept"] };
const both = { rules: { kept: rule("kept"), added: rule("added") }, order: ["kept", "added"] };

beforeEach(() => {
  emulator.platform.reset();
  backend.write("dev", []);
});

/** Gives each resource its own settings and thus its own client, as in a separate process. */
let last = 7_400;
const set = () =>
  new EngineHarness(ruleSetHandler, emulator, urn, { "cloudplatform:pollTimeoutSeconds": String(++last) });

async function killed(): Promise<{ next: EngineHarness; id: number }> {
  const before = set();
  await before.up(first);
  const saved = structuredClone(before.state);
  await before.up(both);
  const [made] = named("added");
  if (saved === undefined || made === undefined) throw new Error("Nothing was created.");
  const record = await CreateRecordFile.open(partUrn(urn, "added"), emulator.url);
  record.asks({ ...rule("added"), weight: made.weight });
  await record.note({ mark: { known: [] }, at: Date.now(), id: String(made.id) });
  const { id, inputs, outputs } = saved;
  backend.write("dev", [{ urn, type, id, inputs, outputs } as never]);
  const next = set();
  next.state = saved;
  return { next, id: made.id };
}

test("the next update adopts a template that a killed update of a set has created", async () => {
  const { next, id } = await killed();
  await next.up(both);
  expect(named("added").map((one) => one.id)).toEqual([id]);
  expect(next.state?.outputs.templateIds).toMatchObject({ added: id });
});

test("templates of a killed create are adopted, also if another resource has read the state before", async () => {
  const setOf = (name: string, beside?: EngineHarness) =>
    new EngineHarness(
      ruleSetHandler,
      emulator,
      `urn:pulumi:dev::shop::${type}::${name}`,
      { "cloudplatform:pollTimeoutSeconds": String(++last) },
      beside,
    );
  const fresh = { rules: { first: rule("first"), second: rule("second") }, order: ["first", "second"] };
  await setOf("fresh").up(fresh);
  const made = ["first", "second"].flatMap((name) => named(name).map((one) => one.id));
  const began = { urn: setOf("fresh").urn, type, inputs: fresh };

  backend.write("dev", [], [began]);
  const other = setOf("other");
  await other.up({ rules: { third: rule("third") }, order: ["third"] });
  // The engine records each create that it starts.
  backend.write("dev", [], [began, began]);
  const next = setOf("fresh", other);
  await next.up(fresh);
  expect(["first", "second"].flatMap((name) => named(name).map((one) => one.id))).toEqual(made);
  expect(next.state?.outputs.templateIds).toEqual({ first: made[0], second: made[1] });
});

test("an interrupted creation of a rule does not take the template that another rule of the set imports", async () => {
  const before = store.ruleTemplates.all();
  const [example] = before.filter((one) => one.default !== true);
  store.ruleTemplates.put(9000, { ...example, ...rule("twin"), id: 9000, options: {}, weight: 2000 } as never);
  const rules = { first: { ...rule("twin"), import: "9000" }, second: rule("twin") };
  const record = await CreateRecordFile.open(partUrn(urn, "second"), emulator.url);
  record.asks({ ...rule("twin"), weight: 2000 });
  await record.note({ mark: { known: knownIds(before.map(({ id }) => id)) }, at: Date.now() - 600_000 });
  const next = set();
  await next.up({ rules, order: ["first", "second"], adopted: ["9000"] });
  const [, created] = named("twin").map(({ id }) => id);
  expect(next.state?.outputs.templateIds).toEqual({ first: 9000, second: created });
});
