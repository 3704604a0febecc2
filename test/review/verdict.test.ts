import { expect, test } from "vitest";
import { verdictOf } from "../../provider/review/model/verdict.ts";

type Draft = Parameters<typeof verdictOf>[0];

const nothing = {
  ...{ kind: "change", operations: [], errors: [], drift: [], unknown: [], policies: { findings: [] } },
  ...{ money: { monthly: [], unpriced: [], commitments: [] }, quotas: { entries: [] }, cdn: { patterns: [] } },
  state: { pending: 0 },
};
const verdict = (changes: object) => verdictOf({ ...nothing, ...changes } as unknown as Draft);
const operation = (changes: object) => ({
  operations: [
    { urn: "a", type: "kubernetes:Cluster", operation: "update", losses: [], options: [], changes: [], ...changes },
  ],
});
const option = (path: string, kind: string) => operation({ options: [{ path, kind }] });
const renamed = (type: string) => ({
  renamed: [{ from: "a", to: `urn:pulumi:test::shop::pulumi-nodejs:dynamic/cloudplatform/${type}::b`, lines: [] }],
});
const finding = (kind: string, level: string) => ({ policies: { findings: [{ kind, level }] } });
const money = (changes: object) => ({ money: { ...nothing.money, ...changes } });

test("a review without points to read is safe", () => {
  expect(verdict({})).toEqual({ level: "safe", reasons: [] });
});

test.each([
  [operation({ operation: "replace" }), "1 replacement"],
  [operation({ operation: "delete" }), "1 deletion"],
  [operation({ operation: "abandon" }), "1 object left on the platform, unmanaged"],
  [renamed("kubernetes:Cluster"), "1 resource deleted and created under another name"],
  [option("protect", "delete"), "1 resource whose protection or deletion changes"],
  [option("retainOnDelete", "add"), "1 resource whose protection or deletion changes"],
  [operation({ changes: [{ path: "onDelete", new: "abandon" }] }), "1 resource whose protection or deletion changes"],
  [operation({ losses: ["data"] }), "1 update that destroys what cannot be restored"],
  [money({ commitments: [{}] }), "1 new commitment"],
  [money({ monthly: [{ difference: "0.000001", currency: "EUR" }] }), "0.000001 EUR a month more"],
  [money({ unpriced: [{ type: "kubernetes:Cluster", reason: "no response" }] }), "1 resource without a known price"],
  [{ drift: [{}] }, "drift in 1 resource"],
  [finding("violation", "advisory"), "1 advisory policy violation"],
  [finding("not-evaluated", "advisory"), "1 policy result not evaluated"],
  [{ unknown: [{}] }, "1 value not known yet"],
  [{ missing: [{}] }, "1 value that the program seems not to have"],
  [{ quotas: { entries: [{ state: "above" }] } }, "1 quota above the threshold"],
  [{ cdn: { patterns: [{}] } }, "1 pattern that can backtrack exponentially"],
  [{ state: { pending: 1 } }, "1 operation left pending by an interrupted update"],
])("%j needs attention: %s", (changes, reason) => {
  expect(verdict(changes)).toEqual({ level: "attention", reasons: [reason] });
});

test.each([
  renamed("quotas:NotificationThreshold"),
  option("protect", "add"),
  option("retainOnDelete", "delete"),
  operation({ changes: [{ path: "onDelete", kind: "delete", old: "abandon" }] }),
  operation({ operation: "create", losses: ["data"] }),
  money({
    monthly: [
      { difference: "0", currency: "EUR" },
      { difference: "-5", currency: "EUR" },
    ],
  }),
  money({ unpriced: [{ type: "kubernetes:Cluster", reason: "the platform has no price of it" }] }),
  money({ unpriced: [{ type: "aws:s3/bucket:Bucket", reason: "no response" }] }),
  operation({ operation: "abandon", ended: "EXPIRED" }),
  finding("waived", "advisory"),
  finding("remediated", "advisory"),
  { quotas: { entries: [{ state: "below" }] } },
])("%j needs no attention at all", (changes) => {
  expect(verdict(changes)).toEqual({ level: "safe", reasons: [] });
});

test.each([
  [finding("violation", "mandatory"), "1 mandatory policy violation"],
  [{ errors: ["no such luck"] }, "the preview failed"],
  [{ kind: "drift", errors: ["no such luck"] }, "the refresh failed"],
  [operation({ operation: "create", obstacle: "protected" }), "1 operation that would be refused"],
])("%j is blocked: %s", (changes, reason) => {
  expect(verdict({ ...changes, drift: [{}, {}] })).toEqual({
    level: "blocked",
    reasons: [reason, "drift in 2 resources"],
  });
});
