import { describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import type { Harness } from "../helpers/harness.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { kindNames, kinds } from "./kinds.ts";

const emulator = await platform({ speed: 20, apiKey: "right" });
const control = controlOf(emulator);
let serial = 0;

/** Wrong settings of a later command, and the expected error. */
const wrong = [
  { text: "the key is refused", apiKey: "rotated", url: emulator.url, seen: /401/ },
  { text: "nothing listens at the address", apiKey: "right", url: "http://127.0.0.1:9", seen: /no response/ },
];

/** Commands on a resource in state. `refresh` and `destroy` use the settings of the last `up`. */
const commands: Record<string, (harness: Harness, of: { inputs: object; changed: object }) => Promise<unknown>> = {
  "an unchanged preview": (harness, { inputs }) => harness.preview(inputs),
  "a preview of a change": (harness, { changed }) => harness.preview(changed),
  up: (harness, { changed }) => harness.up(changed),
  refresh: (harness) => harness.refresh(),
  destroy: (harness) => harness.destroy(),
};

describe.each(providerKinds)("with the %s provider", (provider) => {
  describe.each(kindNames)("%s", (name) => {
    test.each(wrong)("each command fails where $text, and keeps the state", async ({ apiKey, url, seen }) => {
      await control.reset();
      const urnName = `settings-${++serial}`;
      const open = (at: string, key: string) => {
        const settings = { "cloudplatform:apiKey": key, "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
        return openInProcess[provider](kinds[name].handler, { url: at }, urnName, settings);
      };
      const made = open(emulator.url, "right");
      await made.up(kinds[name].inputs);
      for (const [command, run] of Object.entries(commands)) {
        const later = open(url, apiKey);
        later.state = structuredClone(made.state);
        const error = await run(later, kinds[name]).then(
          () => new Error("It has passed."),
          (reason: Error) => reason,
        );
        expect(error.message, command).toMatch(seen);
        if (command === "refresh" || command === "destroy")
          expect(error.message, command).toContain("pulumi refresh --run-program");
        expect(later.state, command).toEqual(made.state);
      }
    });
  });
});
