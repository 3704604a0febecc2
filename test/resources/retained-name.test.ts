import { afterAll, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clusterInputs, fast } from "../cluster/cluster.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState, type StateEntry } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform(fast);
const backend = await exportedState();
afterAll(() => backend.remove());

let last = 0;

/** Opens a resource in a stack of its own. Its process shares no caches with earlier ones. */
function stackWith(handler: AnyHandler, made: Partial<StateEntry> = {}) {
  const stack = `stack-${++last}`;
  const urn = `urn:pulumi:${stack}::shop::cloudplatform:any:Any::one`;
  backend.write(stack, made.id === undefined ? [] : [{ urn, type: "cloudplatform:any:Any", ...made }]);
  return new EngineHarness(handler, emulator, urn, { "cloudplatform:pollTimeoutSeconds": String(7200 + last) });
}

const kinds: [string, AnyHandler, () => Properties][] = [
  ["cluster", clusterHandler as AnyHandler, () => ({ ...clusterInputs() })],
  [
    "secret",
    secretHandler as AnyHandler,
    () => ({ name: `own-${++last}`, secretSlots: [{ slot: 0, value: "pl4nt" }] }),
  ],
];

test.each(kinds)(
  "a %s that keeps its name is not replaced while retainOnDelete keeps the old one",
  async (_, handler, given) => {
    const inputs = given();
    const first = stackWith(handler);
    await first.up(inputs);
    const made = { id: first.state?.id ?? "", inputs };
    // The engine checks a replacement without old inputs.
    const reasons = async (state: Partial<StateEntry>) =>
      (await stackWith(handler, { ...made, ...state }).check(inputs)).failures.map(({ reason }) => reason);
    expect(await reasons({})).toEqual([]);
    expect(await reasons({ retainOnDelete: true })).toEqual([expect.stringContaining("retainOnDelete keeps it")]);
    const isLeft = { retainOnDelete: true, pendingReplacement: true };
    expect(await reasons(isLeft)).toEqual([expect.stringContaining(`import: "${made.id}"`)]);
    await first.destroy();
    expect(await reasons(isLeft)).toEqual([]);
  },
);
