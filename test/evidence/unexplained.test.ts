// A search of 1 minute, with its reads, for each resource with both providers: 4 s.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clock } from "@cloudplatform/pulumi/values";
import { beforeEach, describe, expect, test } from "vitest";
import { accountText, originOf } from "../../provider/client/evidence/origin.ts";
import { scopeOf } from "../../provider/client/index.ts";
import { CreationNotes } from "../../provider/engine/ownership/machine-notes.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { time } from "../helpers/time.ts";
import { kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 20 });
const control = controlOf(emulator);
const { behaviors, store, requests } = emulator.platform;
const folder = mkdtempSync(join(tmpdir(), "unexplained-"));
let serial = 0;

/** Switches to a new machine, without the notes of others. */
function newMachine(): void {
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(folder, "machine-"));
  process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
}

beforeEach(async () => {
  newMachine();
  await control.reset();
});

/** Resources without unique names, and contents that share no text with the declared inputs. */
const listed = {
  "cdn.RuleTemplate": { name: "elsewhere", rule: "/elsewhere/", weight: 1 },
  "cdn.RuleSet": { name: "elsewhere", rule: "/elsewhere/", weight: 1 },
  "edge.AppTemplate": { name: "elsewhere", short_descr: "Another one" },
} as const;

describe.each(providerKinds)("with the %s provider", (provider) => {
  describe.each(Object.keys(listed) as (keyof typeof listed)[])("%s", (name) => {
    const { handler, inputs } = kinds[name];
    const collection = kinds[name].collection as "ruleTemplates" | "appTemplates";
    const endpoint = `${collection}.create`;
    const open = (as = `unexplained-${serial}`, more: Record<string, string> = {}) => {
      const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...more };
      return openInProcess[provider](handler, emulator, as, settings);
    };
    const put = (id: number, record: object) => store[collection].put(id, record as never);
    const newest = () => store[collection].all().at(-1) as { id: number };

    /** Runs a create whose request or response is lost, and changes the platform before the search. */
    async function lost(fault: "drop-before" | "drop-after", meanwhile: () => void | Promise<void>) {
      const harness = open();
      await control.clearRequests();
      await control.fault({ name: fault, endpoint, count: 1 });
      time.hold();
      const ended = harness.up(inputs).then(
        () => undefined,
        (error: Error) => error.message,
      );
      await expect.poll(() => requests.list({}).filter((one) => one.endpoint === endpoint).length).toBe(1);
      await meanwhile();
      time.release();
      return ended;
    }

    /** Prepares an object created by a client unknown to this machine. */
    async function stranger(): Promise<() => number> {
      await open(`template-${serial}`).up(inputs);
      const { id, ...record } = newest();
      store[collection].delete(id);
      newMachine();
      return () => {
        put(9_000_001, { ...record, ...listed[name], id: 9_000_001 });
        return 9_000_001;
      };
    }

    test("is not requested again while an unexplained object exists, until the user confirms", async () => {
      const appear = await stranger();
      const before = store[collection].count();
      const text = await lost("drop-before", () => void appear());
      expect(text).toMatch(/9000001 was created since.*by no resource that is known.*remove the record/s);
      expect(await control.calls(endpoint)).toBe(1);
      // The next run finds the object and stops, too.
      await expect(open(`unexplained-${serial - 1}`).up(inputs)).rejects.toThrow(/9000001 was created since/);
      expect(store[collection].count()).toBe(before + 1);
      newMachine();
      await open(`unexplained-${serial - 2}`).up(inputs);
      expect(store[collection].count()).toBe(before + 2);
    });

    test("is not created twice if the created object resembles no request", async () => {
      const before = store[collection].count();
      // The first search starts immediately and finds nothing.
      behaviors.set({ listDelay: 400 });
      const text = await lost("drop-after", () => {
        const made = newest();
        put(made.id, { ...made, ...listed[name] });
      });
      expect(text).toMatch(refusal);
      expect(store[collection].count()).toBe(before + 1);
    });

    test("is requested again if another create explains the new object", async () => {
      const before = store[collection].count();
      const other = open(`other-${serial}`);
      const others = { ...inputs, ...(name === "cdn.RuleSet" ? otherRules : { name: "another" }) };
      expect(await lost("drop-before", () => other.up(others))).toBeUndefined();
      expect(store[collection].count()).toBe(before + 2);
    });

    test("is requested again if a later resource's request explains the new object", async () => {
      const before = store[collection].count();
      const other = open(`later-${serial}`, { "cloudplatform:stopOnLostResponse": "true" });
      const others = { ...inputs, ...(name === "cdn.RuleSet" ? otherRules : { name: "another" }) };
      const began = clock.now();
      const text = await lost("drop-before", async () => {
        await control.fault({ name: "drop-after", endpoint, count: 1 });
        await expect(other.up(others)).rejects.toThrow("stopOnLostResponse");
      });
      expect(text).toBeUndefined();
      expect(clock.now() - began).toBeLessThan(90_000);
      expect(store[collection].count()).toBe(before + 2);
    });

    test("waits for a create of this machine that may explain the new object", async () => {
      const appear = await stranger();
      const began = clock.now();
      const text = await lost("drop-before", async () => {
        appear();
        await (await notesOfAnother()).write();
      });
      expect(text).toMatch(refusal);
      expect(clock.now() - began).toBeGreaterThanOrEqual(119_000);
    });

    /** Returns the notes of a create in another process of this machine. */
    async function notesOfAnother() {
      const account = accountText(await originOf(clientOf(emulator).bind(scopeOf("the test"))));
      const { noun, partNoun = noun } = handler;
      return new CreationNotes(`${account} ${partNoun}`, "another", "another");
    }

    test("and five others at once are each created once, even if some responses are lost", async () => {
      const before = store[collection].count();
      await control.fault({ name: "drop-before", endpoint, count: 2 });
      await control.fault({ name: "drop-after", endpoint, count: 2 });
      const all = Array.from({ length: 6 }, (_, index) => {
        const own = name === "cdn.RuleSet" ? rulesOf(`own-${index}`) : { name: `own-${index}` };
        return open(`at-once-${serial}`).up({ ...inputs, ...own });
      });
      await Promise.all(all);
      expect(store[collection].count()).toBe(before + 6);
    });
  });
});

const refusal = /was created since, with other content and by no resource that is known/;

function rulesOf(key: string) {
  return { rules: { [key]: { rule: `/${key}/`, ruleType: 0 } }, order: [key] };
}
const otherRules = rulesOf("another");
