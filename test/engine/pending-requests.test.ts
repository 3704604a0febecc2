import { afterAll, expect, test } from "vitest";
import { CliBackend } from "../../provider/engine/backend/cli-backend.ts";
import { pendingRequests } from "../../provider/engine/ownership/creation-refusals.ts";
import { exportedState } from "../helpers/exported-state.ts";

const backend = await exportedState();
afterAll(() => backend.remove());

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
const today = { name: "own", weight: 3, options: { secure_key: { enabled: true, key: "today" } } };
const plainInputs = { name: "own", weight: 3 };
const encrypted = { ...today, options: { secure_key: { enabled: true, key: secret } } };

/** Reads the pending creates of one resource from a stack of its own, because a process reads each stack only once. */
async function pendingIn(stack: string, pending: readonly object[], inputs: object) {
  const urn = `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::one`;
  backend.write(
    stack,
    [],
    pending.map((one) => ({ urn, inputs: { ...one, __urn: urn } })),
  );
  return pendingRequests(new CliBackend(), urn, inputs);
}

test.each<[string, readonly object[], object, object[]]>([
  ["nothing where none is pending", [], plainInputs, []],
  ["what is declared now", [plainInputs], plainInputs, [{ asked: plainInputs, isToday: true }]],
  [
    "what an earlier run requested with other inputs",
    [{ ...plainInputs, weight: 2 }, plainInputs],
    plainInputs,
    [
      { asked: { ...plainInputs, weight: 2 }, isToday: false },
      { asked: plainInputs, isToday: true },
    ],
  ],
  ["what may be declared now, with a secret", [encrypted], today, [{ asked: today, isToday: true }]],
  [
    "what an earlier run requested with other inputs and a secret",
    [{ ...encrypted, weight: 2 }],
    today,
    [{ asked: { ...today, weight: 2 }, isToday: false }],
  ],
])("Pulumi's pending operations tell %s", async (name, pending, inputs, found) => {
  expect(await pendingIn(`s${name.replace(/\W/g, "")}`, pending, inputs)).toEqual(found);
});
