import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";

/** No create request was answered, the search found nothing until its timeout, and an object appears later. */
const emulator = await platform();
const control = controlOf(emulator);
const folder = mkdtempSync(join(tmpdir(), "later-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  await control.reset();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: [string, AnyHandler, { create: string; path: string }, object, object][] = [
  [
    "rule template",
    ruleTemplateHandler,
    { create: "ruleTemplates.create", path: "/cdn/resources/rule_templates" },
    { name: "own", rule: "/own", ruleType: 0, weight: 3 },
    { name: "own", rule: "/own", ruleType: 0, weight: 3, options: {} },
  ],
  [
    "app template",
    appTemplateHandler,
    { create: "appTemplates.create", path: "/edgeapp/v1/template" },
    { name: "own", binaryId: 42, owned: true, params: [] },
    { name: "own", binary_id: 42, owned: true, params: [] },
  ],
];

let serial = 0;

describe.each(providerKinds)("served by the %s provider", (provider) => {
  test.each(kinds)(
    "an object that appears later is named, not adopted: %s",
    async (_, handler, { create, path }, inputs, body) => {
      const next = () =>
        open[provider](handler, emulator, "later", { "cloudplatform:pollTimeoutSeconds": String(7_400 + ++serial) });
      await control.fault({ name: "drop-before", endpoint: create, count: 3 });
      await expect(next().up(inputs)).rejects.toThrow("CP1101");
      expect(await control.faultsAreSpent()).toBe(true);
      const theirs = await fetch(`${emulator.url}${path}`, {
        method: "POST",
        headers: { authorization: "APIKey local", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { id } = (await theirs.json()) as { id: number };
      await control.clearRequests();
      await expect(next().up(inputs)).rejects.toThrow(
        new RegExp(` ${id} was created later .* import: "${id}".*CP2122`),
      );
      expect((await control.requests()).filter((line) => line.startsWith("POST"))).toEqual([]);
      const beside = next();
      await beside.up({ ...inputs, allowDuplicate: true });
      expect(beside.state?.id).not.toBe(String(id));
    },
  );
});
