import { expect, test } from "vitest";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 20 });

test.each(providerKinds)(
  "a secret that reads show and hide in turns is created once by the %s provider",
  async (provider) => {
    const { behaviors, store } = emulator.platform;
    emulator.platform.reset();
    behaviors.set({ staleSeconds: 400, staleOrder: "alternating", writeResponses: "no-content" });
    const before = store.secrets.count();
    const { handler, inputs } = kinds["edge.Secret"];
    await openInProcess[provider](handler, emulator, `hidden-${provider}`).up(inputs);
    expect(store.secrets.count()).toBe(before + 1);
  },
);
