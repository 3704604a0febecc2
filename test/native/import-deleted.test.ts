import { expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { openNative } from "../helpers/harnesses.ts";
import type { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
const control = controlOf(emulator);
const rule = { name: "shop", rule: "/shop/", ruleType: 0, weight: 3 };

// The engine saves an imported object to state before it diffs it with the program. A change of a provider-only argument sends no
// request, so a nonexistent object would remain in state.
test.each([rule, { ...rule, allowDuplicate: true }])(
  "an import stops where the object is deleted after it was read: %o",
  async (inputs) => {
    const made = openNative(ruleTemplateHandler, emulator, "made");
    await made.up(rule);
    const id = made.state?.id ?? "";
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7_400 + Object.keys(inputs).length) };
    // A separate client, as in another process, without cached reads.
    const imported = openNative(ruleTemplateHandler, emulator, "imported", settings) as NativeHarness;
    await imported.import(id);
    await control.remove("ruleTemplates", id);
    await expect(imported.up(inputs)).rejects.toThrow(new RegExp(`template ${id} is gone from the platform .*CP2118`));
  },
);
