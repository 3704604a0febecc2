// Each kind with every third behaviour; transit-pairs-all has each kind with each of them: 4 s.
import { describe, test } from "vitest";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { singleBehaviors } from "./behaviors.ts";
import { kindNames } from "./kinds.ts";
import { live } from "./walk.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

/** A cluster's task takes half a minute of the provider's time, which nobody waits for. */
const emulator = await platform({ speed: 20 });

describe.each(providerKinds.map((provider, place) => ({ provider, place })))("$provider", ({ provider, place }) => {
  describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
    test.each(singleBehaviors.filter((_, index) => (turn + index) % 6 === 3 * place))(
      "lives from creation to deletion with %s",
      (_, behavior) => live(emulator, openInProcess[provider], name, behavior),
    );
  });
});
