import { expect, test } from "vitest";
import type { Harness } from "../helpers/harness.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { kinds } from "./kinds.ts";

/** A cluster's task takes 30 s on the test clock, which skips the wait. */
const emulator = await platform({ speed: 20 });

test.each(providerKinds)(
  "a finished cluster stays finished in the state of the %s provider while every second read shows its creation",
  async (provider) => {
    emulator.platform.reset();
    emulator.platform.behaviors.set({ staleSeconds: 400, staleOrder: "alternating" });
    const { handler, inputs } = kinds["kubernetes.Cluster"];
    const declared = { ...inputs, name: `finished-${provider}` };
    let state: Harness["state"];
    /** Each command has a new process, without cached reads. */
    const command = async <T>(run: (harness: Harness) => Promise<T>): Promise<T> => {
      const harness = openInProcess[provider](handler, emulator, `finished-${provider}`);
      harness.state = state;
      const result = await run(harness);
      state = harness.state;
      return result;
    };
    await command((harness) => harness.up(declared));
    // The past is shown by the first read of one of two commands.
    for (const _ of [1, 2]) {
      await command((harness) => harness.refresh());
      expect(state?.outputs.status).toBe("Provisioned");
      expect(await command((harness) => harness.preview(declared))).toBe("same");
    }
  },
);
