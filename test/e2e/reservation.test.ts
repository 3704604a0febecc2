import { reservationBody } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromWire } from "../../provider/schema/index.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const apiKey = "planted-key-0815";
const emulator = await platform({ apiKey });
const { store, requests } = emulator.platform;

const stacks: TestStack[] = [];
const open = async () => {
  const stack = await openStack({ url: emulator.url, apiKey });
  stacks.push(stack);
  return stack;
};
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

const posts = () => requests.list({ endpoint: "reservations.create" }).length;

function move(id: number, fields: object): void {
  const record = store.reservations.get(id);
  if (record === undefined) throw new Error(`There is no reservation ${id}.`);
  store.reservations.put(id, { ...record, ...fields });
}

describe("a reservation, from preview to its end", () => {
  let stack: TestStack;
  const declare = (more = "", name = "metal-2026") =>
    stack.program(`
      const metal = new reservations.Reservation("metal", {
        name: "${name}", period: "MONTHS12", regionId: 76,
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
        ${more}
      });
      export const reservationId = metal.reservationId;
      export const status = metal.status;
      export const quote = metal.quote;
    `);

  const legacy = (period: string, options = "{}") =>
    stack.program(`
      new reservations.Reservation("legacy", {
        name: "metal-2027", period: "${period}", regionId: 76,
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
      }, ${options});
    `);

  beforeAll(async () => {
    stack = await open();
  });

  test("shows its price at preview, and refuses another price", async () => {
    await declare('confirmCommitment: "1.00 EUR",');
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    const asked = /confirmCommitment: "(\d+\.\d\d EUR)"/.exec(refused.output)?.[1];
    expect(refused.output).toContain('says "1.00 EUR"');

    await declare(`confirmCommitment: "${asked}",`);
    const { output } = await stack.preview("--json");
    const { steps } = JSON.parse(output.slice(output.indexOf("{"))) as {
      steps: { newState: { inputs: Record<string, unknown> } }[];
    };
    const quotes = steps.map((step) => step.newState.inputs?.quote).filter((quote) => quote !== undefined);
    expect(quotes).toMatchObject([{ known: true, total: asked?.split(" ")[0], currency: "EUR", priceStatus: "show" }]);
    expect(posts()).toBe(0);
  });

  test("is bought by one request, and the next preview is empty", async () => {
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(posts()).toBe(1);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(await stack.outputs()).toMatchObject({ reservationId: 1, status: "CREATED", quote: { known: true } });
    expect(await stack.stateText()).not.toContain(apiKey);
    expect(up.output).not.toContain(apiKey);
  });

  test("cannot be changed, and a forced replacement is refused without a change", async () => {
    await declare("", "metal-2027");
    const changed = await stack.preview();
    expect(changed.code).not.toBe(0);
    expect(changed.output).toContain('changes from "metal-2026" to "metal-2027"');
    expect(changed.output).toContain("allowReplacement: true");

    const urn = (await stack.resources())[0]?.urn ?? "";
    const forced = await stack.up("--replace", urn);
    expect(forced.code, forced.output).not.toBe(0);
    expect(forced.diagnostics.join("\n")).toContain("would be replaced (--replace,");
    expect((await stack.resources()).map((one) => one.id)).toEqual(["1"]);
    expect(store.reservations.get(1)?.status).toBe("CREATED");
    expect(posts()).toBe(1);
  });

  test("is cancelled before another one is bought if replacement is allowed", async () => {
    await declare("allowReplacement: true,", "metal-2027");
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(store.reservations.all().map((one) => one.name)).toEqual(["metal-2027"]);
    const order = requests
      .list({ path: "/cloud/v1/reservations" })
      .map((one) => one.endpoint)
      .filter((id) => id === "reservations.create" || id === "reservations.delete");
    expect(order).toEqual(["reservations.create", "reservations.delete", "reservations.create"]);
  });

  test("that was rejected is reported on refresh and kept", async () => {
    move(2, { status: "REJECTED", error: "No stock." });
    const refresh = await stack.refresh();
    expect(refresh.diagnostics.join("\n")).toContain("was rejected: No stock.");
    expect((await stack.resources())[0]?.outputs.status).toBe("REJECTED");
  });

  test("that is active cannot be destroyed until it is abandoned", async () => {
    move(2, { status: "ACTIVATED", error: null });
    const refused = await stack.destroy();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("only one that is CREATED can be cancelled");
    expect(refused.output).toMatch(/still costs up to \d+\.\d\d EUR/);
    expect(await stack.resources()).toHaveLength(1);

    await declare('onDelete: "abandon",', "metal-2027");
    requests.clear();
    expect((await stack.up()).code).toBe(0);
    expect(requests.list({ path: "/cloud/v1/reservations" })).toEqual([]);
    const destroyed = await stack.destroy();
    expect(destroyed.code, destroyed.output).toBe(0);
    expect(destroyed.diagnostics.join("\n")).toContain("leaves the stack only");
    expect(await stack.resources()).toEqual([]);
    expect(store.reservations.get(2)?.status).toBe("ACTIVATED");
  });

  test("that exists is adopted by its id without a purchase", async () => {
    const adopt = (period: string) => legacy(period, '{ import: "2" }');
    requests.clear();
    await adopt("MONTHS36");
    expect((await stack.preview()).output).toContain('the program says "MONTHS36", the platform has "MONTHS12"');
    await adopt("MONTHS12");
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect((await stack.resources())[0]?.id).toBe("2");
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(posts()).toBe(0);
  });

  test("that is gone is bought again by an update that refreshes, without being taken for a replacement", async () => {
    store.reservations.delete(2);
    await legacy("MONTHS12");
    const up = await stack.up("--refresh");
    expect(up.code, up.output).toBe(0);
    expect(up.output).toContain("is gone from the platform and leaves the state");
    expect(posts()).toBe(1);
  });
});

test("a second update does nothing after the real engine created and read generated reservations", async () => {
  const stack = await open();
  const bodies = fc.sample(arbitraryOf(reservationBody), { numRuns: 12, seed: 6 });
  const declared = bodies.map((body) => fromWire(reservationBody, body as never));
  await stack.program(`
    ${JSON.stringify(declared)}.forEach((args, index) => new reservations.Reservation("r" + index,
      { ...args, confirmCommitment: "unknown" } as never));
  `);
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  expect((await stack.refresh("--expect-no-changes")).code).toBe(0);
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
});
