import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { openDynamic } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { kindNames, kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "intents-"));

const emulator = await platform({ speed: 20, apiKey: "right" });
const control = controlOf(emulator);
let serial = 0;

const right = { "cloudplatform:apiKey": "right" };

function resource(name: (typeof kindNames)[number], url: string, settings: Record<string, string>) {
  const program = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial), ...settings };
  return openDynamic(kinds[name].handler, { url }, `settings-${serial}`, program);
}

describe.each(kindNames)("%s", (name) => {
  test("names pulumi refresh --run-program where the key of the last up is refused", async () => {
    await control.reset();
    const made = resource(name, emulator.url, right);
    await made.up(kinds[name].inputs);
    const later = resource(name, emulator.url, { "cloudplatform:apiKey": "rotated" });
    later.state = made.state;
    await expect(later.refresh()).rejects.toThrow(/401.*pulumi refresh --run-program/);
    await expect(later.destroy()).rejects.toThrow(/401.*pulumi refresh --run-program/);
    expect(later.state).toEqual(made.state);
  });
});
