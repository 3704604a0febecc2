import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { habitTable } from "@cloudplatform/emulator";
import { transitTable } from "@cloudplatform/pulumi/api";
import { describe, test } from "vitest";
import { openDynamic } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { isWhole } from "../helpers/whole-matrix.ts";
import { kindNames } from "./kinds.ts";
import { type Behavior, live } from "./walk.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";
process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "intents-"));

/** A cluster's task takes half a minute of the provider's time, which nobody waits for. */
const emulator = await platform({ speed: 20 });

type Transit = keyof typeof transitTable;

/** Tested values of amounts, in reads or in seconds of the platform's clock: less than what is waited for at most. */
const amounts: Partial<Record<Transit, readonly number[]>> = {
  staleReads: [1, 6],
  staleSeconds: [400],
  listDelay: [400],
  clusterAfterTask: [400],
};

/** `foreign.test.ts` is about gateways; bytes drip in real time, in `client/bodies.test.ts`. */
const elsewhere: readonly string[] = ["gateway", "unknownPaths", "dripMs"];

/** Every behaviour of what stands between, alone. A new one of the emulator is walked without being named here. */
const behaviors = (Object.keys(transitTable) as Transit[])
  .filter((name) => !elsewhere.includes(name))
  .flatMap((name) => {
    const habit = habitTable[name];
    const values = habit.kind === "choice" ? habit.values.slice(1) : (amounts[name] ?? [habit.max]);
    // The order of stale reads shows where reads are stale.
    const beside: Behavior = name === "staleOrder" ? { staleReads: 6 } : {};
    return values.map((value): [string, Behavior] => [`${name} ${value}`, { ...beside, [name]: value }]);
  });

describe.each(kindNames.map((name, turn) => [name, turn] as const))("%s", (name, turn) => {
  test.each(behaviors.filter((_, index) => isWhole() || (turn + index) % 3 === 0))(
    "lives from creation to deletion with %s",
    (_, behavior) => live(emulator, openDynamic, name, behavior),
  );
});
