import { afterAll, expect, test } from "vitest";
import { platformKey } from "../../provider/client/platform-id.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState } from "../helpers/exported-state.ts";
import { platform } from "../helpers/platform.ts";
import { metal } from "./metal.ts";

// The engine checks the inputs of a forced replacement (--replace, pulumi state taint, replaceWith) as those of a new resource.

const emulator = await platform();
const backend = await exportedState();
afterAll(() => backend.remove());

const type = "pulumi-nodejs:dynamic/cloudplatform/reservations:Reservation";
let number = 0;

/** Returns failures of a check without old inputs, of a resource that has a reservation in state. */
async function reasons(inputs: object, entry: object = {}): Promise<string[]> {
  const name = `metal-${++number}`;
  const urn = `urn:pulumi:dev::shop::${type}::${name}`;
  backend.write("dev", [{ urn, type, id: "1", ...entry }]);
  const forced = new EngineHarness(reservationHandler, emulator, urn);
  return (await forced.check({ ...metal, name, ...inputs })).failures.map(({ reason }) => reason);
}

const refused = [expect.stringContaining("would be replaced (--replace, pulumi state taint,")];

test("is refused unless the program allows it", async () => {
  expect(await reasons({})).toEqual(refused);
  expect(await reasons({ allowReplacement: true })).toEqual([]);
});

test("is refused if the terms change, too", async () => {
  expect(await reasons({ period: "MONTHS36" })).toEqual(refused);
  expect(await reasons({ period: "MONTHS36", allowReplacement: true })).toEqual([]);
});

test("is refused after the replacement of another resource has cancelled the reservation", async () => {
  expect(await reasons({ period: "MONTHS36" }, { pendingReplacement: true })).toEqual(refused);
});

test("is no replacement if the reservation in state is only read, or is an old one that is left to be deleted", async () => {
  expect(await reasons({ period: "MONTHS36" }, { external: true })).toEqual([]);
  expect(await reasons({ period: "MONTHS36" }, { delete: true })).toEqual([]);
});

test("is no replacement if this run has seen that the reservation is gone, which the state does not know yet", async () => {
  const name = `metal-${++number}`;
  const urn = `urn:pulumi:dev::shop::${type}::${name}`;
  backend.write("dev", [{ urn, type, id: "99" }]);
  const gone = new EngineHarness(reservationHandler, emulator, urn);
  const inputs = { ...metal, name };
  const __origin = { platform: platformKey(emulator.url), client: emulator.platform.clientId };
  gone.state = { id: "99", inputs, outputs: { ...inputs, __urn: urn, __origin } };
  expect(await gone.refresh()).toBe(false);
  expect((await gone.check(inputs)).failures).toEqual([]);
});
