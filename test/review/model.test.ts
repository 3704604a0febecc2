import { describe, expect, test, vi } from "vitest";
import { replaceSecretAt, shown, unknownPaths } from "../../provider/review/model/changes.ts";
import { holdsSecret, holdsUnknown } from "../../provider/review/model/engine-values.ts";
import { type EngineStep, readEngineEvents } from "../../provider/review/model/events.ts";
import { operationsOf } from "../../provider/review/model/operations.ts";
import { optionChanges, optionSources } from "../../provider/review/model/options.ts";
import { noRegistrations, readRegistrations } from "../../provider/review/model/registrations.ts";
import { unknownValue } from "../../provider/values/unknown.ts";

const type = "cloudplatform:cdn:RuleTemplate";
const urn = `urn:pulumi:prod::shop::${type}::images`;
const step = (op: string, more: Partial<EngineStep> = {}): EngineStep => ({ op, urn, type, provider: "", ...more });
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };

test("a secret or unknown value is found at any depth", () => {
  const places = (one: unknown) => [one, [one, "x"], { a: one, b: "x" }, { a: [{ b: one }, 1] }];
  for (const one of places(secret)) expect(holdsSecret(one)).toBe(true);
  for (const one of places(unknownValue)) expect(holdsUnknown(one)).toBe(true);
  for (const one of places("plain")) expect([holdsSecret(one), holdsUnknown(one)]).toEqual([false, false]);
});

test("the log of calls contains the secrets of program and configuration at any depth", () => {
  const secretOf = (value: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    value,
  });
  const registered = {
    method: "/pulumirpc.ResourceMonitor/RegisterResource",
    request: { type, name: "images", object: { list: [{ token: secretOf("planted-one") }], plain: "no-secret" } },
    response: { urn, object: { key: secretOf("planted-two") } },
  };
  const configured = {
    method: "/pulumirpc.LanguageRuntime/Run",
    request: { config: { "shop:token": "planted-three", "shop:size": "3" }, configSecretKeys: ["shop:token"] },
  };
  const { secrets, options } = readRegistrations([registered, configured].map((one) => JSON.stringify(one)).join("\n"));
  expect([...secrets].sort()).toEqual(["planted-one", "planted-three", "planted-two"]);
  expect([...options.keys()]).toEqual([urn]);
});

describe("the event log of an engine", () => {
  const line = (event: object) => JSON.stringify(event);
  const pre = (op: string) => line({ resourcePreEvent: { metadata: { op, urn, type } } });
  const done = (op: string) => line({ resOutputsEvent: { metadata: { op, urn, type, new: { id: "7" } } } });

  test("is complete with its summary, and half a line at its end is left out", () => {
    const log = [line({ preludeEvent: { config: { "shop:color": "blue" } } }), pre("update"), '{"resourcePre'].join(
      "\n",
    );
    expect(readEngineEvents(log)).toMatchObject({ complete: false, configuration: { "shop:color": "blue" } });
    expect(readEngineEvents(`${log}\n${line({ summaryEvent: { resourceChanges: {} } })}`).complete).toBe(true);
  });

  test("has the result of a step, or its beginning if it failed", () => {
    expect(readEngineEvents([pre("create"), done("create")].join("\n")).steps).toMatchObject([
      { op: "create", new: { id: "7" } },
    ]);
    expect(readEngineEvents(pre("create")).steps).toMatchObject([{ op: "create", urn }]);
  });

  test("distinguishes the steps of a refresh from those of the update", () => {
    const events = readEngineEvents([pre("refresh"), done("update"), pre("same"), done("same")].join("\n"));
    expect(events.refreshed.map(({ op }) => op)).toEqual(["update"]);
    expect(events.steps.map(({ op }) => op)).toEqual(["same"]);
  });

  test("has each error once, without the engine's final message", () => {
    const error = (message: string, severity = "error") => line({ diagnosticEvent: { message, severity } });
    const log = [
      error("<{%fg 1%}>broken<{%reset%}>"),
      error("broken"),
      error("preview failed"),
      error("mind", "warning"),
    ];
    expect(readEngineEvents(log.join("\n")).errors).toEqual(["broken"]);
  });
});

/** Replacements: their steps in the engine's order, and the order that the review shows. */
test.each([
  [["create-replacement", "replace", "delete-replaced"], "create-first"],
  [["delete-replaced", "replace", "create-replacement"], "delete-first"],
  [["delete-replaced", "replace", "import-replacement"], "delete-first"],
  [["create-replacement", "replace"], "create-first"],
])("the steps %j are one replacement, %s", (ops, order) => {
  const keys = ["rule", "name", "rule"];
  const { operations } = operationsOf(
    ops.map((op) => step(op, { keys })),
    {},
  );
  expect(operations).toMatchObject([{ operation: "replace", order, reasons: ["name", "rule"] }]);
});

test("the reasons of a replacement without keys are the paths that force it", () => {
  const detailedDiff = {
    name: { diffKind: "update-replace" },
    rule: { diffKind: "update" },
    a: { diffKind: "add-replace" },
  };
  const { operations } = operationsOf(
    [step("create-replacement", { detailedDiff }), step("replace", { detailedDiff })],
    {},
  );
  expect(operations).toMatchObject([{ reasons: ["a", "name"] }]);
});

describe("a secret at a path of the engine", () => {
  test.each<[object, string, object]>([
    [{ a: { b: secret } }, "a.b", { a: { b: "next" } }],
    [{ a: [1, { b: secret }] }, "a[1].b", { a: [1, { b: "next" }] }],
    [{ a: { "b.c": secret } }, 'a["b.c"]', { a: { "b.c": "next" } }],
    // A list whose secret elements are known separately is none.
    [{ a: [{ b: secret }] }, "a", { a: [{ b: secret }] }],
    // A path inside a secret replaces the whole secret.
    [{ a: secret }, "a.b.c", { a: "next" }],
    [{ a: 1 }, "a.b.c", { a: 1 }],
    [{ a: null }, "a.b", { a: null }],
  ])("%j at %s is replaced", (value, path, expected) => {
    const copy = structuredClone(value);
    replaceSecretAt(copy, path, "next");
    expect(copy).toEqual(expected);
  });

  test("is unknown at the paths where an unknown is, and a secret is not shown", () => {
    expect(unknownPaths({ a: unknownValue, b: [1, unknownValue], c: { d: unknownValue }, e: "x" })).toEqual([
      "a",
      "b[1]",
      "c.d",
    ]);
    expect(JSON.stringify(shown({ a: secret, b: 1 }))).not.toContain("v1:x");
  });
});

describe("an option of a resource", () => {
  const changes = (before: object, goal: object, given: Partial<EngineStep> = {}) => {
    const state = { version: 1, resources: [{ urn, type, inputs: {}, outputs: {}, ...before }] } as never;
    const plan = { resourcePlans: { [urn]: { goal } } } as never;
    const same = step("same", { old: { id: "7", urn }, new: { id: "7" }, ...given } as never);
    return optionChanges(same, optionSources(state, plan, noRegistrations));
  };
  const parent = (name: string) => `urn:pulumi:prod::shop::shop:index:Site::${name}`;

  test.each<[option: string, old: unknown, next: unknown, shownOld: unknown, shownNext: unknown]>([
    ["protect", true, false, true, undefined],
    ["protect", false, true, undefined, true],
    ["parent", parent("a"), parent("b"), "shop:index:Site::a", "shop:index:Site::b"],
    ["ignoreChanges", ["rule"], [], ["rule"], undefined],
    ["additionalSecretOutputs", ["b", "a"], ["c"], ["a", "b"], ["c"]],
    [
      "dependencies",
      [parent("b"), parent("a")],
      [parent("a")],
      ["shop:index:Site::a", "shop:index:Site::b"],
      ["shop:index:Site::a"],
    ],
    ["customTimeouts", { create: 60 }, { create: 0 }, { create: 60 }, undefined],
    ["customTimeouts", {}, { delete: 9, create: 60 }, undefined, { create: 60, delete: 9 }],
  ])("%s is shown where it changes", (name, old, next, before, after) => {
    const kind = before === undefined ? "add" : after === undefined ? "delete" : "update";
    const sides = { ...(before !== undefined && { old: before }), ...(after !== undefined && { new: after }) };
    expect(changes({ [name]: old }, { [name]: next })).toEqual([{ path: name, kind, ...sides }]);
    expect(changes({ [name]: old }, { [name]: old })).toEqual([]);
  });

  test("of a new resource is reported only if it affects whether the object continues to exist", () => {
    const goal = { protect: true, ignoreChanges: ["rule"] };
    expect(changes({}, goal, { op: "create", old: undefined })).toEqual([{ path: "protect", kind: "add", new: true }]);
  });

  test("is compared with the state of the old name where the resource is renamed", () => {
    const old = urn.replace("images", "pictures");
    expect(changes({ urn: old, protect: true }, { protect: true }, { old: { id: "7", urn: old } as never })).toEqual([
      { path: "urn", kind: "update", old, new: urn },
    ]);
  });
});

test("unknown values are sorted the same in every locale", () => {
  const inputs = { chart: unknownValue, d: unknownValue, hosts: unknownValue };
  const paths = () => operationsOf([step("update", { new: { id: "7", inputs } })], {}).unknown.map(({ path }) => path);
  const { compare } = new Intl.Collator("cs");
  const czech = vi.spyOn(String.prototype, "localeCompare").mockImplementation(function (this: string, other) {
    return compare(this, other);
  });
  expect(paths()).toEqual(["chart", "d", "hosts"]);
  czech.mockRestore();
});
