import { describe, test } from "vitest";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn } from "../helpers/rest.ts";
import { singleBehaviors } from "./behaviors.ts";
import { kindNames } from "./kinds.ts";
import { live } from "./walk.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

/** A cluster's task takes 30 s on the test clock, which skips the wait. */
const emulator = await platform({ speed: 20 });

describe.each(providerKinds.map((provider, place) => ({ provider, place })))("$provider", ({ provider, place }) => {
  describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
    // Each resource and behaviour runs with one of the providers, alternating.
    const turns = singleBehaviors.map((behavior, index) => ({ behavior, at: turn + index }));
    const own = turns.filter(({ at }) => at % 2 === place && isOwn(at % 20 === place));
    test.each(own.map(({ behavior }) => behavior))("lives from creation to deletion with %s", (_, behavior) =>
      live(emulator, openInProcess[provider], name, behavior),
    );
  });
});
