import { endpoints } from "@cloudplatform/pulumi/api";
import { getOrUndefined, UnprovenAbsenceError } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const control = controlOf(emulator);
const cluster = { projectId: 1, regionId: 76, clusterName: "missing" };
const task = "00000000-0000-4000-8000-00000000abcd";

/** Requests for objects that do not exist, in each area. */
const requests = {
  "rule template": [endpoints["ruleTemplates.get"], { params: { ruleTemplateId: 9999 } }],
  "deleted rule template": [endpoints["ruleTemplates.delete"], { params: { ruleTemplateId: 9999 } }],
  cluster: [endpoints["clusters.get"], { params: cluster }],
  pool: [endpoints["pools.get"], { params: { ...cluster, poolName: "one" } }],
  reservation: [endpoints["reservations.get"], { params: { reservationId: 9999 } }],
  "edge template": [endpoints["appTemplates.get"], { params: { id: 9999 } }],
  secret: [endpoints["secrets.delete"], { params: { id: 9999 } }],
  app: [endpoints["apps.get"], { params: { id: 9999 } }],
  task: [endpoints["tasks.get"], { params: { taskId: task } }],
} as const;

type Any = Parameters<ReturnType<typeof clientOf>["call"]>;
const names = Object.keys(requests) as (keyof typeof requests)[];

/** Each request gets a new client: evidence that one client has collected does not count for another. */
let clients = 0;
const send = (name: keyof typeof requests, base = emulator.url) => {
  const client = clientOf({ url: base }, { pollIntervalSeconds: 1 + ++clients });
  return getOrUndefined(client.call(...(requests[name] as unknown as Any)));
};

test.each(names)("accepts the platform's own 404 of a %s as proof of absence", async (name) => {
  expect(await send(name)).toBeUndefined();
});

test.each(names.flatMap((name) => foreignForms.map((form) => [name, form] as const)))(
  "does not accept the 404 of a gateway as proof of absence of a %s (%s)",
  async (name, form) => {
    await control.fault({ name: "foreign", form });
    await expect(send(name)).rejects.toThrow(UnprovenAbsenceError);
    await control.clearFaults();
  },
);

test.each(names)("does not accept 404 as proof of absence of a %s if the base URL has a wrong path", async (name) => {
  await expect(send(name, `${emulator.url}/v2`)).rejects.toThrow(/does not show that the object is gone/);
});

test("lists the collection once for many missing objects", async () => {
  const client = clientOf(emulator, { pollIntervalSeconds: 77 });
  await control.clearRequests();
  const reads = Array.from({ length: 20 }, (_, index) =>
    getOrUndefined(client.call(endpoints["reservations.get"], { params: { reservationId: 9000 + index } })),
  );
  expect(new Set(await Promise.all(reads))).toEqual(new Set([undefined]));
  expect(await control.calls("reservations.list")).toBe(1);
});

test("does not accept a 404 without a body for an object that the list contains", async () => {
  await control.fault({ name: "foreign", form: "empty", endpoint: "secrets.get" });
  const client = clientOf(emulator, { pollIntervalSeconds: 1 + ++clients });
  const read = client.call(endpoints["secrets.get"], { params: { id: 1 } });
  await expect(read).rejects.toThrow(/the list of such objects shows it/);
  await control.clearFaults();
});
