import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import emptyProto from "google-protobuf/google/protobuf/empty_pb.js";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { readProperties } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { unknownValue } from "../../provider/schema/index.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clusterInputs, fast, metalPool, virtualPool } from "../cluster/cluster.ts";
import { controlOf } from "../helpers/control.ts";
import { InProcessPlugin } from "../helpers/in-process-plugin.ts";
import { NativeHarness, partialOf } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { type Plugin, startPlugin } from "../helpers/plugin.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
const polls = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.05" };
const plugin = new InProcessPlugin();
const { Kind } = providerProto.PropertyDiff;
const secret = "4dabf18193072939515e22adb298388d";

beforeEach(async () => {
  await control.clearFaults();
  emulator.platform.clock.change({ paused: false });
  emulator.platform.requests.clear();
});

let last = 0;
const template = (rest: object = {}) => ({ name: `native-${++last}`, rule: `/native-${last}/`, ruleType: 0, ...rest });
const templateOf = (name = `t-${++last}`, beside: Pick<Plugin, "call"> = plugin) =>
  new NativeHarness(beside, ruleTemplateHandler, emulator, name);
const clusterOf = (name = `c-${++last}`, beside: Pick<Plugin, "call"> = plugin) =>
  new NativeHarness(beside, clusterHandler, emulator, name);

/** Opens the plugin as in another run, without shared clients. */
function anotherRun(): InProcessPlugin {
  forgetClients();
  return new InProcessPlugin();
}

async function kindsOf(one: NativeHarness, inputs: object): Promise<Record<string, number>> {
  const response = await one.diff((await one.check(inputs)).inputs);
  return Object.fromEntries(response.toObject().detaileddiffMap.map(([path, { kind }]) => [path, kind]));
}

const isPolled = () => emulator.platform.requests.list({}).find(({ path }) => /\/tasks\/./.test(path));
const writes = () =>
  emulator.platform.requests.list({}).filter(({ method, path }) => method !== "GET" && !path.endsWith("/check_limits"));

describe("a preview", () => {
  test("returns declared values, and marks unknown values", async () => {
    const inputs = template({
      options: { browser_cache_settings: { enabled: true, value: "60s" } },
      weight: unknownValue,
    });
    const outputs = await templateOf().previewOfCreate(inputs);
    expect(outputs).toMatchObject({ rule: inputs.rule, weight: unknownValue, templateId: unknownValue });
    expect(writes()).toEqual([]);
  });

  test("of an update knows the ids that never change", async () => {
    const one = templateOf();
    await one.up(template());
    const outputs = await one.previewOfUpdate(template());
    expect(outputs.templateId).toBe(Number(one.state?.id));
    expect(outputs.deleted).toBe(unknownValue);
  });

  test("names the invalid property in the user's spelling", async () => {
    const { failures } = await clusterOf().check(clusterInputs({ pools: [{ ...virtualPool, minNodeCount: 0 }] }));
    expect(failures.map(({ property }) => property)).toEqual(["pools[0].minNodeCount"]);
  });

  test("shows no secret in a failure", async () => {
    const key = { [secret]: "1b47061264138c4ac30d75fd1eb44270", value: "short-sesame-key-".repeat(20) };
    const { failures } = await templateOf().check(
      template({ options: { secure_key: { enabled: true, key, type: 9 } } }),
    );
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toContain("sesame");
  });
});

describe("a diff", () => {
  test("names each property that is added, changed and removed", async () => {
    const one = templateOf();
    const inputs = template({ weight: 3, options: { browser_cache_settings: { enabled: true, value: "60s" } } });
    await one.up(inputs);
    const options = { browser_cache_settings: { enabled: true, value: "90s" } };
    expect(await kindsOf(one, { ...inputs, weight: undefined, options, overrideOriginProtocol: "HTTPS" })).toEqual({
      weight: Kind.DELETE,
      "options.browser_cache_settings.value": Kind.UPDATE,
      overrideOriginProtocol: Kind.ADD,
    });
  });

  test("of a cluster names the replacing properties, and deletes the old cluster first", async () => {
    const one = clusterOf();
    const inputs = clusterInputs();
    await one.up(inputs);
    expect(await kindsOf(one, { ...inputs, keypair: "other" })).toEqual({ keypair: Kind.UPDATE_REPLACE });
    const response = await one.diff((await one.check({ ...inputs, keypair: "other" })).inputs);
    expect(response.getReplacesList()).toEqual(["keypair"]);
    expect(response.getDeletebeforereplace()).toBe(true);
    expect(response.getStablesList()).toContain("clusterId");
  });

  test("compares pools by their names, whatever their order", async () => {
    const one = clusterOf();
    const inputs = clusterInputs({ pools: [virtualPool, metalPool] });
    await one.up(inputs);
    expect(await one.preview({ ...inputs, pools: [metalPool, virtualPool] })).toBe("same");
    const larger = { ...virtualPool, maxNodeCount: 6 };
    expect(await kindsOf(one, { ...inputs, pools: [metalPool, larger] })).toEqual({
      "pools[1].maxNodeCount": Kind.UPDATE,
    });
  });

  test("omits properties in ignoreChanges", async () => {
    const one = templateOf();
    const inputs = template({ weight: 3 });
    await one.up(inputs);
    one.ignoreChanges = ["weight"];
    expect(await one.preview({ ...inputs, weight: 4 })).toBe("same");
    expect(await kindsOf(one, { ...inputs, weight: 4, ruleType: 1 })).toEqual({ ruleType: Kind.UPDATE });
  });

  test("of an unknown value is a replacement if it cannot change in place", async () => {
    const one = clusterOf();
    const inputs = clusterInputs();
    await one.up(inputs);
    expect(await kindsOf(one, { ...inputs, keypair: unknownValue })).toEqual({ keypair: Kind.UPDATE_REPLACE });
    expect(await kindsOf(one, { ...inputs, version: unknownValue })).toEqual({ version: Kind.UPDATE });
  });
});

describe("a cluster that is partially created", () => {
  test("is kept when Ctrl-C cancels its create, and the next process continues", async () => {
    const first = await startPlugin(polls);
    emulator.platform.clock.change({ paused: true });
    const one = clusterOf("cancelled", first);
    const inputs = clusterInputs();
    const failing = one.up(inputs).catch((error: unknown) => error);
    await until("its tasks are polled", isPolled);
    await first.call("cancel", new emptyProto.Empty());
    const error = await failing;
    expect(partialOf(error)?.getId()).toBe(`1/76/${inputs.name}`);
    expect(partialOf(error)?.getReasonsList().join()).toContain("run pulumi up again to continue");
    await first.end();

    emulator.platform.clock.change({ paused: false });
    const next = clusterOf("cancelled", await startPlugin(polls));
    next.state = one.state;
    next.halfMade = true;
    await next.up(inputs);
    expect(next.state?.outputs).toMatchObject({ status: "Provisioned" });
    expect(writes()).toHaveLength(1);
  });

  test("is found by the next process when the plugin was killed", async () => {
    const first = await startPlugin(polls);
    emulator.platform.clock.change({ paused: true });
    const inputs = clusterInputs();
    const failing = clusterOf("killed", first)
      .up(inputs)
      .catch((error: unknown) => error);
    await until("its tasks are polled", isPolled);
    await first.end();
    await failing;
    emulator.platform.clock.change({ paused: false });
    const next = clusterOf("killed", await startPlugin(polls));
    await next.up(inputs);
    expect(next.state?.outputs).toMatchObject({ status: "Provisioned" });
    expect(writes()).toHaveLength(1);
  });

  test("waits up to customTimeouts", async () => {
    emulator.platform.clock.change({ paused: true });
    const one = clusterOf();
    one.timeoutSeconds = 1;
    const error = await one.up(clusterInputs()).catch((failed: unknown) => failed);
    expect(partialOf(error)?.getReasonsList().join()).toContain("customTimeouts");
    expect(one.halfMade).toBe(true);
    emulator.platform.clock.change({ paused: false });
  });
});

describe("the guards of the dynamic provider", () => {
  test("stop an update of a property that somebody has changed", async () => {
    const one = templateOf();
    const inputs = template({ weight: 3 });
    await one.up(inputs);
    await control.change("ruleTemplates", String(one.state?.id), { rule: "/elsewhere" });
    await expect(one.up({ ...inputs, weight: 4 })).rejects.toThrow(
      "was changed on the platform since it was last read",
    );
  });

  test("stop a second object of the same content", async () => {
    const inputs = template();
    await templateOf().up(inputs);
    const other = anotherRun();
    await expect(templateOf("second", other).up(inputs)).rejects.toThrow("has the same content");
  });

  test("buy nothing twice: the reservation of a purchase with a lost response is found", async () => {
    const one = new NativeHarness(plugin, reservationHandler, emulator, "lost");
    await control.fault({ name: "drop-after", endpoint: "reservations.create", count: 1 });
    const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }];
    const inputs = { name: `lost-${++last}`, regionId: 76, period: "MONTHS12", resources };
    await one.up(inputs);
    expect(writes().filter(({ path }) => path === "/cloud/v1/reservations")).toHaveLength(1);
    expect(one.state?.outputs).toMatchObject({ name: inputs.name });
  });

  test("refuse the change of a reservation, and its price is known at preview", async () => {
    const one = new NativeHarness(plugin, reservationHandler, emulator, "fixed");
    const resources = [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }];
    const inputs = { name: `fixed-${++last}`, regionId: 76, period: "MONTHS12", resources };
    const quoted = (await one.check(inputs)).inputs.quote as Properties;
    expect(quoted).toMatchObject({ known: true });
    await one.up(inputs);
    expect(await one.preview(inputs)).toBe("same");
    const { failures } = await one.check({ ...inputs, period: "MONTHS36" });
    expect(failures.map(({ property }) => property)).toContain("period");
  });
});

describe("an import", () => {
  test("adopts an object by its id with inputs that match it", async () => {
    const made = clusterOf();
    const inputs = clusterInputs();
    await made.up(inputs);
    emulator.platform.requests.clear();
    // In separate runs, because two resources of one program must not import the same object.
    const one = clusterOf(undefined, anotherRun());
    const other = clusterOf(undefined, anotherRun());
    await one.import(String(made.state?.id).replaceAll("/", ":"));
    expect(one.state?.id).toBe(made.state?.id);
    // The inputs that `pulumi import` writes into a program.
    expect(await one.preview(one.state?.inputs ?? {})).toBe("same");
    await other.up({ ...inputs, __adopt: made.state?.id });
    expect(writes()).toEqual([]);
  });

  test("of an object that the program declares otherwise shows the change", async () => {
    const made = templateOf();
    const inputs = template();
    await made.up(inputs);
    const one = templateOf(undefined, anotherRun());
    await one.import(String(made.state?.id));
    expect(await one.preview({ ...inputs, rule: "/elsewhere/", weight: 9 })).toBe("update");
  });

  test("of an object that does not exist says so", async () => {
    await expect(templateOf().import("987654")).rejects.toThrow("there is no CDN rule template 987654");
  });

  test("of a malformed id names the valid form", async () => {
    await expect(templateOf().import("images")).rejects.toThrow('expected a number such as "123"');
  });

  test("of a rule set is refused with the alternative, in the spelling of each language", async () => {
    const set = new NativeHarness(plugin, lifecycles.RuleSet, emulator);
    await expect(set.import("77")).rejects.toThrow(
      "the field import of each rule (in Python and Java import_, in Go and C# Import)",
    );
  });

  test("that replaces a resource in state by the same object does not delete the object", async () => {
    const made = templateOf();
    await made.up(template());
    const again = templateOf("imported-again", anotherRun());
    await again.import(String(made.state?.id));
    await again.destroy();
    expect(await control.state("ruleTemplates")).toContainEqual(
      expect.objectContaining({ id: Number(made.state?.id) }),
    );
  });
});

test("a refresh names the inputs only of an object that is not as it is in state", async () => {
  // In a separate process: one that has just read many templates serves reads from its cached list for some seconds.
  const one = templateOf(undefined, anotherRun());
  const inputs = template({
    weight: 3,
    name: { [secret]: "1b47061264138c4ac30d75fd1eb44270", value: `hidden-${++last}` },
  });
  await one.up(inputs);
  const { state } = one;
  await one.refresh();
  expect(one.namedInputs).toBe(false);
  expect(one.state).toEqual(state);
  await control.change("ruleTemplates", Number(state?.id), { weight: 4 });
  await one.refresh();
  expect(one.namedInputs).toBe(true);
  expect(one.state?.inputs).toEqual({ ...state?.inputs, weight: 4 });
  const imported = templateOf();
  await imported.import(String(state?.id));
  expect(imported.namedInputs).toBe(true);
});

test("state holds secrets with their marks, in inputs and outputs", async () => {
  const one = templateOf();
  const key = { [secret]: "1b47061264138c4ac30d75fd1eb44270", value: "open-sesame-123" };
  const named = { [secret]: "1b47061264138c4ac30d75fd1eb44270", value: `secret-name-${++last}` };
  const inputs = template({ name: named, options: { secure_key: { enabled: true, key: key.value, type: 0 } } });
  await one.up(inputs);
  await one.refresh();
  const { inputs: kept, outputs } = one.state ?? { inputs: {}, outputs: {} };
  for (const part of [kept, outputs]) {
    expect(part).toMatchObject({ name: named, options: { secure_key: { key } } });
    expect(bareText(part)).not.toMatch(/open-sesame|secret-name/);
  }
  expect(await one.preview(inputs)).toBe("same");
  expect(readProperties({ toJavaScript: () => outputs } as never).plain.name).toBe(named.value);
});

test("values that the program has declared secret since the last read are secret in outputs after a refresh", async () => {
  const made = templateOf();
  const inputs = template({ name: `secret-later-${++last}` });
  await made.up(inputs);
  const one = templateOf(undefined, anotherRun());
  await one.import(String(made.state?.id));
  const name = { [secret]: "1b47061264138c4ac30d75fd1eb44270", value: inputs.name };
  // As from a language whose SDK does not announce secrets: nothing differs, so nothing is updated.
  await one.up({ ...inputs, name });
  expect(one.state?.outputs.name).toBe(inputs.name);
  await one.refresh();
  expect(one.state?.outputs.name).toEqual(name);
});

/** Returns all text outside secret markers. */
function bareText(value: unknown): string {
  if (value === null || typeof value !== "object") return String(value);
  if (secret in value) return "";
  return Object.values(value).map(bareText).join("\n");
}
