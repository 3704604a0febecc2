import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readsExpected, readsRecord } from "../../provider/engine/lifecycle/reviewed-reads.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";

const emulator = await platform();
const folder = mkdtempSync(join(tmpdir(), "reads-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the resource in a plugin process with this environment. */
async function harness(env: Record<string, string>, state?: NativeHarness["state"]): Promise<NativeHarness> {
  const opened = new NativeHarness(await startPlugin(env), ruleTemplateHandler, emulator);
  opened.state = structuredClone(state);
  return opened;
}

test("the plugin refuses an object that was changed since the reviewed preview read it", async () => {
  const file = join(folder, "reads");
  const first = await harness({ [readsRecord]: file });
  await first.up({ rule: "/one/", ruleType: 0, weight: 1 });
  await first.refresh();
  const { ruleTemplates } = emulator.platform.store;
  const record = ruleTemplates.get(Number(first.state?.id));
  if (record === undefined) throw new Error("The rule template was not created.");
  ruleTemplates.put(record.id, { ...record, weight: 7 });
  const later = await harness({ [readsExpected]: file }, first.state);
  const refusal = "was changed on the platform after the change was compared";
  await expect(later.refresh()).rejects.toThrow(refusal);
  await expect(later.up({ rule: "/one/", ruleType: 0, weight: 2 })).rejects.toThrow(refusal);
  await expect(later.destroy()).rejects.toThrow(refusal);
  expect(ruleTemplates.get(record.id)?.weight).toBe(7);
  ruleTemplates.put(record.id, record);
  await later.up({ rule: "/one/", ruleType: 0, weight: 2 });
  expect(ruleTemplates.get(record.id)?.weight).toBe(2);
});
