import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { beforeEach, describe, expect, test } from "vitest";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { time } from "../helpers/time.ts";
import { kinds } from "./kinds.ts";

const emulator = await platform({ speed: 2000 });
const { store, requests, faults } = emulator.platform;
let serial = 0;

beforeEach(() => emulator.platform.reset());

/** Resources that are updated by PUT, which the client repeats, and a value that somebody else sets. */
const updated: [ResourceName, object][] = [
  ["cdn.RuleTemplate", { weight: 9 }],
  ["cdn.RuleSet", { weight: 9 }],
  ["edge.AppTemplate", { short_descr: "Theirs" }],
  ["quotas.NotificationThreshold", { threshold: 80 }],
];

/** Updates a resource. Its first response is lost, and somebody else changes the object before the request is repeated. */
async function updateBeside(provider: ProviderKind, kind: ResourceName, theirs: object) {
  const { handler, collection, inputs, changed } = kinds[kind];
  const records = store[collection] as unknown as { all(): object[]; put(id: string, record: object): void };
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
  const made = openInProcess[provider](handler, emulator, `repeated-${serial}`, settings);
  await made.up(inputs);
  requests.clear();
  faults.add({ name: "drop-after", method: "PUT", count: 1 } as never);
  const puts = () => requests.list({}).filter(({ method }) => method === "PUT");
  time.hold();
  const done = made.up(changed).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  await expect.poll(() => puts().length).toBe(1);
  const record = records.all().at(-1) as { id?: number; client_id?: number };
  records.put(String(record.id ?? record.client_id), { ...record, ...theirs });
  time.release();
  const error = await done;
  return { error, sent: puts().map(({ request }) => request as object), live: records.all().at(-1) };
}

describe.each(providerKinds)("with the %s provider", (provider) => {
  test.each(updated)(
    "an update of %s whose response is lost does not overwrite what somebody else has changed since",
    async (kind, theirs) => {
      const { error, sent, live } = await updateBeside(provider, kind, theirs);
      expect(error).toContain("was changed on the platform since it was last read");
      expect(sent).toHaveLength(1);
      expect(live).toMatchObject(theirs);
    },
  );

  test.each(updated)(
    "an update of %s whose response is lost is repeated with what somebody else has set since and this release does not know",
    async (kind) => {
      const shield = { enabled: true };
      const { error, sent } = await updateBeside(provider, kind, { shield });
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(2);
      expect(sent[1]).toEqual({ ...sent[0], shield });
    },
  );
});
