import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints, mayChange } from "../../provider/api/index.ts";
import { isReadOnly } from "../../provider/client/settings.ts";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";

/** Read-only clients. 0.3 s of processor time. */
const emulator = await platform();
const client = clientOf(emulator, { readOnly: true });
const all = Object.values<Endpoint>(endpoints);

describe("a client that only reads", () => {
  test.each(all.filter(mayChange).map((endpoint) => [endpoint.id, endpoint] as const))(
    "refuses each request that may change something: %s",
    async (_, endpoint) => {
      const call = client.call(endpoint, {});
      await expect(call).rejects.toThrow(`(${endpoint.method} ${endpoint.path}) was not sent: this client only reads.`);
      await expect(call).rejects.toThrow("[CP1007]");
      expect(await controlOf(emulator).requests()).toEqual([]);
    },
  );

  test("sends GET, and the previews of the contract that change nothing", async () => {
    expect(all.filter((endpoint) => !mayChange(endpoint) && endpoint.method !== "GET").map(({ id }) => id)).toEqual([
      ...["kubernetes.checkLimits", "pools.checkLimits", "prices.instances", "prices.reservation", "prices.cluster"],
    ]);
    expect(await client.call(endpoints["ruleTemplates.get"], { params: { ruleTemplateId: 1 } })).toMatchObject({
      id: 1,
    });
  });
});

test("the environment makes every client read-only, and accepts no other value", () => {
  expect([undefined, "", "false", "true"].map((value) => isReadOnly({ CLOUDPLATFORM_READ_ONLY: value }))).toEqual([
    ...[false, false, false, true],
  ]);
  expect(() => isReadOnly({ CLOUDPLATFORM_READ_ONLY: "yes" })).toThrow(
    'CLOUDPLATFORM_READ_ONLY is "yes"; it must be true or false. [CP1002]',
  );
});
