// In a process of its own: it removes parts of the SDK.
import * as pulumi from "@pulumi/pulumi";
import callbacks from "@pulumi/pulumi/runtime/callbacks.js";
import debuggable from "@pulumi/pulumi/runtime/debuggable.js";
import { expect, test } from "vitest";

const warnings: string[] = [];
const log = pulumi.log as { warn: (message: string) => Promise<void> };
log.warn = async (message) => void warnings.push(message);

// Simulates a release of the SDK that registers transforms differently, and whose log and functions cannot be replaced.
Reflect.deleteProperty(callbacks.CallbackServer.prototype, "registerTransform");
Object.defineProperty(pulumi.log, "debug", { value: pulumi.log.debug, writable: false });
Object.defineProperty(debuggable, "debuggablePromise", { writable: false });

const { cdn } = await import("../../provider/index.ts");

test("a program runs with an SDK release of different internals, and reports the lost features once", async () => {
  const names: string[] = [];
  pulumi.runtime.setMocks({
    newResource({ name, inputs }) {
      names.push(name);
      return { id: `${name}-id`, state: inputs };
    },
    call: () => ({}),
  });
  expect(warnings, "importing warns of nothing").toEqual([]);
  const made = ["one", "two"].map((name) => new cdn.RuleTemplate(name, { rule: `/${name}/`, ruleType: 0 }));
  await new Promise((resolve) => pulumi.all(made.map(({ id }) => id)).apply(resolve));
  expect(names.sort()).toEqual(["one", "two"]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/but without: promises without stack traces.*; .*transforms.*; .*debug messages/);
});
