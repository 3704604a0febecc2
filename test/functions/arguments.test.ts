import { InputError } from "@cloudplatform/pulumi/client";
import {
  edge,
  gpu,
  kubernetes,
  pricing,
  quotas,
  reservations,
  storage,
  streaming,
} from "@cloudplatform/pulumi/lookups";
import { expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const client = clientOf(emulator);

/** Returns the problems of a lookup that must be refused. */
async function problemsOf(asked: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  if (!(error instanceof InputError)) throw new Error(`not refused: ${String(error)}`);
  return error.problems;
}

test("every problem of the arguments is listed in one error, with path, range and value, and nothing is sent", async () => {
  const asked = gpu.getServers({ projectId: 0, clusterId: "none", limit: 1001, offset: -1 }, { client });
  expect(await problemsOf(asked)).toEqual([
    "projectId must be at least 1; got 0",
    "regionId is required; give it, or set it once as cloudplatform:regionId or CLOUDPLATFORM_REGION_ID",
    'clusterId must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11; got "none"',
    "limit must be from 1 to 1000; got 1001",
    "offset must be at least 0; got -1",
  ]);
  expect(emulator.platform.requests.list({})).toEqual([]);
});

test("paths inside a body are in the user's spelling", async () => {
  const problems = await problemsOf(
    pricing.getInstancePrice(
      {
        projectId: 1,
        regionId: 76,
        flavor: "",
        interfaces: [{ type: "subnet", floatingIp: { source: "existing" } }],
        volumes: [{ source: "new-volume", size: 0, typeName: "standard" }],
      },
      { client },
    ),
  );
  expect(problems).toEqual(
    expect.arrayContaining([
      "volumes[0].size must be at least 1; got 0",
      expect.stringMatching(/^interfaces\[0\]\.floatingIp\.existingFloatingId is required/),
      expect.stringMatching(/^interfaces\[0\]\.networkId is required/),
      "names is required when no name templates are given: exactly one of names and name templates",
    ]),
  );
});

test("names and name templates exclude each other", async () => {
  const machine = { projectId: 1, regionId: 76, flavor: "g1-standard-2-4", interfaces: [] };
  const both = pricing.getInstancePrice({ ...machine, names: ["a"], nameTemplates: ["b"] }, { client });
  expect(await problemsOf(both)).toEqual([
    expect.stringMatching(/^nameTemplates must be left out when names are given/),
  ]);
});

test("an unknown argument is refused with the nearest known one", async () => {
  const misspelled = { state: 1, orderBy: "name" };
  const asked = edge.getApps(misspelled as object, { client });
  expect(await problemsOf(asked)).toEqual([
    expect.stringMatching(/^state is not known here/),
    expect.stringMatching(/^orderBy is not known here/),
  ]);
  const wire = { with_broadcasts: true };
  expect(await problemsOf(streaming.getStreams(wire as object, { client }))).toEqual([
    "with_broadcasts is not known here; did you mean withBroadcasts?",
  ]);
  expect(await problemsOf(storage.getEvents({ bucket: "media" } as object, { client }))).toEqual([
    "bucket is not known here: there is nothing to pass",
  ]);
});

test("timestamps, addresses and choices are validated", async () => {
  const logs = { id: 7, from: "yesterday", clientIp: "::1", sort: "up" };
  expect(await problemsOf(edge.getAppLogs(logs as unknown as { id: number }, { client }))).toEqual([
    'from must be RFC 3339 such as 2026-01-31T12:00:00Z; got "yesterday"',
    'sort must be one of "desc", "asc"; got "up"',
    'clientIp must be an IPv4 address; got "::1"',
  ]);
});

test.each([
  ["getAppLogs", "from", (args: object) => edge.getAppLogs({ id: 7, ...args }, { client }), "T00:00:00Z"],
  [
    "iterateAppLogs",
    "from",
    (args: object) => edge.iterateAppLogs({ id: 7, ...args }, { client }).next(),
    "T00:00:00+02:00",
  ],
  ["getReservations", "createdFrom", (args: object) => reservations.getReservations(args, { client }), "T00:00:00Z"],
  ["getReservations", "activatedFrom", (args: object) => reservations.getReservations(args, { client }), ""],
  [
    "iterateReservations",
    "deactivatedFrom",
    (args: object) => reservations.iterateReservations(args, { client }).next(),
    "",
  ],
])("%s refuses a period whose %s is after its end", async (_name, from, ask, time) => {
  const to = from.replace("from", "to").replace("From", "To");
  const [first, last] = [`2026-02-01${time}`, `2026-03-01${time}`];
  await ask({ [from]: first, [to]: last }).catch((error: unknown) => expect(error).not.toBeInstanceOf(InputError));
  emulator.platform.requests.clear();
  expect(await problemsOf(ask({ [from]: last, [to]: first }))).toEqual([
    `${from} must not be after the end of the period, ${first}; got ${last}`,
  ]);
  expect(emulator.platform.requests.list({})).toEqual([]);
});

test("a level beyond 64 bits, or one that has lost its digits already, is refused", async () => {
  for (const bytes of [2n ** 64n, -1n, 2 ** 60])
    expect(await problemsOf(storage.upsertEvents({ reachingUsedSpace: [{ bytes }] }, { client }))).toEqual([
      expect.stringMatching(/^reachingUsedSpace\[0\]\.bytes must be a whole number from 0 to 18446744073709551615/),
    ]);
});

test("project, region and client default to the settings", async () => {
  const settled = clientOf(emulator, { projectId: 1, regionId: 76, clientId: 5 });
  await kubernetes.getVersions({ regionId: 80 }, { client: settled });
  await quotas.getNotificationThreshold({}, { client: settled });
  expect(emulator.platform.requests.list({}).map((one) => one.path)).toEqual([
    "/cloud/v2/k8s/1/80/create_versions",
    "/cloud/v2/client_quotas/5/notification_threshold",
  ]);
});
