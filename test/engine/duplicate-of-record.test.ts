import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { CreateRecordFile } from "../../provider/engine/records/create-record-file.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";

// The provider was killed after the response to its create request: the create record has the id, but the state has no resource.

const folder = join(mkdtempSync(join(tmpdir(), "duplicate-")), "intents");
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();

const kinds = {
  "rule template": {
    ...{ type: "cdn:RuleTemplate", handler: ruleTemplateHandler },
    inputs: { name: "own", rule: "/own/", ruleType: 0 },
  },
  "app template": {
    ...{ type: "edge:AppTemplate", handler: appTemplateHandler },
    inputs: { name: "own", binaryId: 42, owned: true, params: [] },
  },
  reservation: {
    ...{ type: "reservations:Reservation", handler: reservationHandler },
    inputs: {
      ...{ name: "own", period: "MONTHS12", regionId: 76 },
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
    },
  },
};

beforeEach(() => {
  emulator.platform.reset();
  for (const stack of ["dev", "prod"]) backend.write(stack, []);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let last = 0;

/** Returns the requests that create an object. */
function creations() {
  const all = emulator.platform.requests.list({});
  return all.filter(({ method, path }) => method === "POST" && !/pricing|check_limits/.test(path));
}

describe.each(Object.entries(kinds))("a %s that a killed run has created", (_, { type, handler, inputs }) => {
  const token = `pulumi-nodejs:dynamic/cloudplatform/${type}`;
  const urn = `urn:pulumi:dev::shop::${token}::own`;
  const another = { ...inputs, allowDuplicate: true };

  async function interrupted(asked: object): Promise<{ id: string; next: EngineHarness }> {
    // A different setting means a new client, without reads cached by earlier tests.
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last) };
    const killed = new EngineHarness(handler, emulator, urn, settings);
    await killed.up(asked);
    if (killed.state === undefined) throw new Error("Nothing was created.");
    const { id } = killed.state;
    const record = await CreateRecordFile.open(urn, emulator.url);
    record.asks(killed.state.inputs);
    await record.note({ mark: { after: 0 }, at: Date.now(), id });
    emulator.platform.requests.clear();
    return { id, next: new EngineHarness(handler, emulator, urn, settings) };
  }

  test("is not created a second time because the program allowed duplicates before", async () => {
    const { id, next } = await interrupted(another);
    await expect(next.up(another)).rejects.toThrow(new RegExp(`has created .* ${id} .*, remove the record .*json`));
    expect(creations()).toEqual([]);
  });

  test("gets a second one if the program allows it afterwards", async () => {
    const { id, next } = await interrupted(inputs);
    await next.up(another);
    expect(creations()).toHaveLength(1);
    expect(next.state?.id).not.toBe(id);
  });

  test("gets a second one if another stack owns the first", async () => {
    const { id, next } = await interrupted(another);
    const provider = "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::default";
    backend.write("prod", [
      {
        urn: provider,
        type: "pulumi:providers:pulumi-nodejs",
        id: "p",
        inputs: { "cloudplatform:baseUrl": emulator.url },
      },
      { urn: urn.replace(":dev:", ":prod:"), type: token, id, provider: `${provider}::p` },
    ]);
    await next.up(another);
    expect(creations()).toHaveLength(1);
    expect(next.state?.id).not.toBe(id);
  });
});

// The machine of this run has no create record.
test("a template that another machine has begun to create is not created again because the program allowed duplicates before", async () => {
  const { type, handler, inputs } = kinds["rule template"];
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/${type}::own`;
  const another = { ...inputs, allowDuplicate: true };
  const begun = { urn, inputs: { ...another } };
  const next = (name = urn) =>
    new EngineHarness(handler, emulator, name, { "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last) });
  const killed = next(urn.replace("::own", "::unseen"));
  await killed.up(another);
  backend.write("dev", [], [begun, begun]);
  await expect(next().up(another)).rejects.toThrow(
    `import: "${killed.state?.id}"; if it does not, run pulumi refresh --clear`,
  );
  backend.write("dev", [], [begun]);
  const made = next();
  await made.up(another);
  expect(made.state?.id).not.toBe(killed.state?.id);
});

test("a purchase that another machine has begun is not repeated because the program allowed duplicates before", async () => {
  const { type, handler, inputs } = kinds.reservation;
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/${type}::own`;
  const another = { ...inputs, allowDuplicate: true };
  const begun = (asked: object) => ({ urn, inputs: { ...asked } });
  const next = () =>
    new EngineHarness(handler, emulator, urn, { "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last) });
  backend.write("dev", [], [begun(another), begun(another)]);
  await expect(next().up(another)).rejects.toThrow("run pulumi refresh --clear-pending-creates. Then run again.");
  expect(emulator.platform.store.reservations.all()).toEqual([]);
  backend.write("dev", [], [begun(inputs), begun(another)]);
  await next().up(another);
  expect(emulator.platform.store.reservations.all()).toHaveLength(1);
});

test.each(["rule template", "app template", "reservation"] as const)(
  "where duplicates are allowed and Pulumi's state cannot be read, a %s is not requested",
  async (kind) => {
    const { type, handler, inputs } = kinds[kind];
    const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/${type}::own`;
    backend.answer("stack export", "echo 'error: the backend is down' >&2; exit 1");
    const next = new EngineHarness(handler, emulator, urn, {
      "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last),
    });
    emulator.platform.requests.clear();
    await expect(next.up({ ...inputs, allowDuplicate: true })).rejects.toThrow("the backend is down");
    expect(creations()).toEqual([]);
  },
);

test("an object whose response was lost is adopted while another stack creates one of another content", async () => {
  const { type, handler, inputs } = kinds["rule template"];
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/cloudplatform/${type}::own`;
  const theirs = { urn: urn.replace(":dev:", ":prod:"), inputs: { name: "theirs", rule: "/theirs/", ruleType: 0 } };
  backend.write("prod", [], [theirs]);
  emulator.platform.faults.add({
    name: "drop-after",
    endpoint: "ruleTemplates.create",
    count: 1,
    probability: 1,
    seed: 1,
  });
  const next = new EngineHarness(handler, emulator, urn, {
    "cloudplatform:pollTimeoutSeconds": String(7_500 + ++last),
  });
  await next.up(inputs);
  expect(creations()).toHaveLength(1);
});
