import { readFileSync } from "node:fs";
import {
  type BehaviorName,
  behaviorNames,
  behaviorPresets,
  behaviorTable,
  defaultBehaviors,
} from "@cloudplatform/emulator";
import { readingNames } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { readme, values, valuesType, withBehaviors } from "../../emulator/behaviors/generate.ts";
import { parseCommandLine } from "../../emulator/command-line.ts";
import { probed } from "./behaviors/probes.ts";
import { cluster, clustersPath, madeCluster, pool, running, template } from "./platform.ts";
import { runCommand } from "./process.ts";

const templates = "/cdn/resources/rule_templates";

/** Returns the values of a behavior to compare: all named values, or 0 and a small number. */
function valuesOf(name: BehaviorName): readonly (string | number)[] {
  const behavior = behaviorTable[name];
  return behavior.kind === "choice" ? behavior.values : [0, 2];
}

test.each(behaviorNames)("responds differently with each value of %s", async (name) => {
  const shown: [string, unknown][] = [];
  for (const value of valuesOf(name)) shown.push([JSON.stringify(await probed(name, { [name]: value })), value]);
  expect(new Map(shown).size, JSON.stringify(shown)).toBe(shown.length);
});

test.each(readingNames)("differs from the default in %s with the contrary preset", async (name) => {
  expect(behaviorPresets.contrary[name]).not.toBe(defaultBehaviors[name]);
  expect(await probed(name, { preset: "contrary" })).not.toEqual(await probed(name, {}));
});

test("lists the behaviors with their values, and sets them by a control request", async () => {
  const { call, control } = await running();
  const { body } = await control("GET", "behaviors");
  expect(body.values).toEqual(defaultBehaviors);
  expect(body.behaviors.map(({ name }: { name: string }) => name)).toEqual(behaviorNames);
  expect(Object.keys(behaviorPresets)).toEqual(body.presets);
  const { id } = (await call("POST", templates, { body: template })).body;
  const options = async () => (await call("GET", `${templates}/${id}`)).body.options;
  expect(await options()).toEqual({});
  expect((await control("PUT", "behaviors", { preset: "nulls", pageSize: 2 })).body).toMatchObject({ pageSize: 2 });
  expect(await options()).toMatchObject({ slice: null });
  expect((await control("PATCH", "behaviors", { unsetOptions: "absent" })).body.pageSize).toBe(2);
  expect(await options()).toEqual({});
  expect((await control("PUT", "behaviors", {})).body).toEqual(defaultBehaviors);
});

test("refuses unknown behaviors and values", async () => {
  const { control } = await running();
  for (const body of [{ behavior: "x" }, { cdnPatch: "append" }, { pageSize: -1 }, { preset: "odd" }]) {
    const { status, body: response } = await control("PUT", "behaviors", body);
    expect(status).toBe(400);
    expect(response.message).toContain(Object.keys(body)[0] === "behavior" ? "behavior" : Object.keys(body)[0]);
  }
  expect((await control("GET", "behaviors")).body.values).toEqual(defaultBehaviors);
});

test("restores its initial behaviors at a reset", async () => {
  const { control } = await running({ behaviors: { strangers: "present", cdnPatch: "replace" } });
  await control("PUT", "behaviors", {});
  await control("POST", "reset");
  const { body } = await control("GET", "behaviors");
  expect(body.values).toEqual({ ...defaultBehaviors, strangers: "present", cdnPatch: "replace" });
  expect(JSON.stringify((await control("GET", "state/ruleTemplates")).body)).toContain("QUIC");
});

test("accepts behaviors on the command line, and lists the known ones", async () => {
  for (const [args, reason] of [
    [["--behaviors", "odd"], "--behaviors must be one of documented"],
    [["--behavior", "cdnPatch=append"], "accepts merge, replace"],
    [["--behavior", "pageSize=many"], "accepts integers from 0 to 1000"],
    [["--behavior", "pagesize=1"], "--behavior must name one of taskResources"],
  ] as const)
    expect(parseCommandLine([...args])).toMatchObject({ kind: "refused", message: expect.stringContaining(reason) });
  const started = runCommand(
    "--port",
    "0",
    "--behaviors",
    "nulls",
    "--behavior",
    "pageSize=7",
    "--behavior",
    "cdnPatch=replace",
  );
  const { url } = await started.ready;
  const response = await fetch(`${url}/_emulator/behaviors`);
  const { values } = (await response.json()) as { values: object };
  expect(values).toEqual({ ...defaultBehaviors, ...behaviorPresets.nulls, pageSize: 7, cdnPatch: "replace" });
});

test("has the generated table of behaviors in its README (npm run generate)", () => {
  const text = readFileSync(readme, "utf8");
  expect(withBehaviors(text)).toBe(text);
});

test("has the generated type of their values (npm run generate)", () => {
  expect(valuesType()).toBe(readFileSync(values, "utf8"));
});

test("delays the visibility of clusters, pools, reservations, edge templates and secrets", async () => {
  const platform = await running({ behaviors: { visibilityDelay: 60 } });
  const { call, control } = platform;
  await control("POST", "clock", { pause: true });
  await madeCluster(platform);
  const one = `${clustersPath}/edge-1`;
  await call("POST", `${one}/pools`, { body: { ...pool, name: "late" } });
  await call("POST", clustersPath, { body: { ...cluster, name: "late" } });
  const resources = [{ resource_name: "bm1-hf-medium", resource_type: "flavor", resource_value: 1 }];
  const reservation = { name: "r", period: "MONTHS12", region_id: 76, resources };
  const made = [
    ["/cloud/v1/reservations", reservation],
    ["/edgeapp/v1/template", { name: "t", binary_id: 42, owned: true, params: [] }],
    ["/edgeapp/v1/secrets", { name: "s" }],
  ] as const;
  const paths = [`${one}/pools/late`, `${clustersPath}/late`];
  for (const [path, body] of made) paths.push(`${path}/${(await call("POST", path, { body })).body.id}`);
  const statuses = async () => Promise.all(paths.map(async (path) => (await call("GET", path)).status));
  const poolNames = async () => (await call("GET", one)).body.pools.map(({ name }: { name: string }) => name).sort();
  expect([await statuses(), await poolNames()]).toEqual([[404, 404, 404, 404, 404], ["general"]]);
  expect((await call("POST", clustersPath, { body: { ...cluster, name: "late" } })).status).toBe(409);
  await control("POST", "clock", { advanceMs: 60_000 });
  expect([await statuses(), await poolNames()]).toEqual([
    [200, 200, 200, 200, 200],
    ["general", "late"],
  ]);
});

test("describes the behaviors in the OpenAPI document", async () => {
  const { control } = await running();
  const described = (await control("GET", "openapi.json")).body["x-behaviors"];
  expect(described.map(({ name }: { name: string }) => name)).toEqual(behaviorNames);
});
