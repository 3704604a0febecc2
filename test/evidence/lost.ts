import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { behaviorTable } from "@cloudplatform/emulator";
import { transitTable } from "@cloudplatform/pulumi/api";
import { describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn } from "../helpers/rest.ts";
import { kindNames, kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 20 });
const folder = mkdtempSync(join(tmpdir(), "lost-"));
const control = controlOf(emulator);
let serial = 0;

type Transit = keyof typeof transitTable;

const amounts: Partial<Record<Transit, number>> = {
  staleReads: 3,
  staleSeconds: 400,
  listDelay: 400,
  clusterAfterTask: 400,
};
const elsewhere: readonly string[] = ["gateway", "unknownPaths", "dripMs", "compression"];

/** Response behaviors that the contract does not rule out, so a search must cope with them. */
const behaviors = (Object.keys(transitTable) as Transit[])
  .filter((name) => !elsewhere.includes(name))
  .flatMap((name) => {
    const behavior = behaviorTable[name];
    const values = behavior.kind === "choice" ? behavior.values.slice(1) : [amounts[name] ?? behavior.max];
    const beside = name === "staleOrder" ? { staleReads: 3 } : {};
    return values.map((value): [string, object] => [`${name} ${value}`, { ...beside, pageSize: 2, [name]: value }]);
  });

/** Strings that a platform may normalize. */
const shouted: Partial<Record<string, object>> = {
  "cdn.RuleTemplate": { name: " Own  Template " },
  "edge.AppTemplate": { name: " Own  Template " },
  "reservations.Reservation": { name: "Own Metal" },
};

const faults = ["drop-after", "drop-before", "garbage"];

const scenes = kindNames.flatMap((name, turn) =>
  providerKinds.map((provider, place) => ({ name, provider, turn, place })),
);

describe.each(scenes)("$name with the $provider provider", ({ name, provider, turn, place }) => {
  // Each behaviour with one of the faults, alternating. The other provider gets the next fault.
  const own = behaviors.flatMap(([title, behavior], at) => {
    const fault = faults[(turn + at + place) % faults.length] ?? "";
    return isOwn((turn + at + 3 * place) % 6 === 0) ? [{ title, behavior, fault }] : [];
  });
  test.each(own)(
    "is not created twice after its response was lost with $title: $fault",
    async ({ behavior, fault }) => {
      const { handler, collection } = kinds[name];
      const inputs = { ...kinds[name].inputs, ...shouted[name] };
      process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(folder, "run-"));
      process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
      emulator.platform.reset();
      emulator.platform.behaviors.set(behavior as never);
      const { store } = emulator.platform;
      const count = () => (collection === "thresholds" ? 0 : store[collection].count());
      const before = count();
      const writes = (method: RegExp) =>
        emulator.platform.requests
          .list({})
          .filter((one) => method.test(one.method) && !/pricing|check_limits/.test(one.path)).length;
      const endpoint = {
        "cdn.RuleSet": "ruleTemplates.create",
        "cdn.RuleTemplate": "ruleTemplates.create",
      } as Record<string, string>;
      const created =
        endpoint[name] ?? (collection === "thresholds" ? "notificationThreshold.set" : `${collection}.create`);
      await control.fault({ name: fault, endpoint: created, count: 1 });
      const urnName = `lost-${++serial}`;
      const errors: string[] = [];
      for (let run = 0; run < 3; run++) {
        const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
        const harness = openInProcess[provider](handler, emulator, urnName, settings);
        try {
          await harness.up(inputs);
          break;
        } catch (error) {
          errors.push((error as Error).message);
        }
      }
      expect(count(), `objects; ${errors.join("\n")}`).toBeLessThanOrEqual(before + 1);
      if (name === "reservations.Reservation") expect(writes(/POST/), `purchases; ${errors.join("\n")}`).toBe(1);
      // If an object exists but could not be adopted, the error names it.
      if (count() > before && errors.length === 3)
        expect(errors.at(-1)).toMatch(/import|already used|is never requested again|remove the record/);
    },
  );
});
