import { describe, test } from "vitest";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { isOwn } from "../helpers/rest.ts";
import { behaviors, textOf } from "./behaviors.ts";
import { kindNames } from "./kinds.ts";
import { live } from "./walk.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

/** A cluster's task takes 30 s on the test clock, which skips the wait. */
const emulator = await platform({ speed: 20 });

const rows = behaviors.map((behavior, index) => ({ behavior, index, text: textOf(behavior) }));

describe.each(providerKinds.map((provider, place) => ({ provider, place })))("$provider", ({ provider, place }) => {
  describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
    // Each resource and row runs with one of the providers, alternating: both share the client, which handles the behaviors.
    const own = rows.filter(({ index }) => (turn + index) % 2 === place && isOwn((turn + index) % 15 === 0));
    test.each(own)("lives from creation to deletion with $text", ({ behavior }) =>
      live(emulator, openInProcess[provider], name, behavior),
    );
  });
});
