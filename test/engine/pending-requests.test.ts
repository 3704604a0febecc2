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
  ["nothing of the creation that is under way", [plainInputs], plainInputs, []],
  [
    "what an earlier run requested with other inputs",
    [{ ...plainInputs, weight: 2 }, plainInputs],
    plainInputs,
    [{ asked: { ...plainInputs, weight: 2 }, isExact: true }],
  ],
  ["nothing of the creation that is under way and holds a secret", [encrypted], today, []],
  [
    "what an earlier run requested, where its secret may be another one",
    [encrypted, encrypted],
    today,
    [{ asked: today, isExact: false }],
  ],
  [
    "what an earlier run requested with other inputs and a secret",
    [{ ...encrypted, weight: 2 }],
    today,
    [{ asked: { ...today, weight: 2 }, isExact: false }],
  ],
])("Pulumi's pending operations tell %s", async (name, pending, inputs, found) => {
  expect(await pendingIn(`s${name.replace(/\W/g, "")}`, pending, inputs)).toEqual(found);
});
