import { z } from "zod";
import { signaturePattern } from "./hashes.ts";

/** Version of the format. Readers refuse any other version. */
export const formatVersion = 2;

const json: z.ZodType<unknown> = z.unknown();
const urn = z.string().describe("URN of the resource.");
const name = z.string().describe("Name of the resource in the program.");
const type = z.string().describe("Type of the resource: `kubernetes:Cluster` for ours, the engine's token for others.");
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe("Decimal number as text.");

const change = z
  .strictObject({
    path: z.string().describe("Path of the property: `pools[0].minNodeCount`."),
    kind: z.enum(["add", "update", "delete"]),
    old: json.optional().describe("Value before; absent: none, or a secret."),
    new: json.optional().describe("Value after; absent: none, a secret, or not known yet."),
    secret: z.boolean().optional().describe("The value is a secret; it is not in the review."),
    unknown: z.boolean().optional().describe("The new value is known only during the update."),
  })
  .describe("One property that changes.");

const operation = z
  .strictObject({
    urn,
    name,
    type,
    ours: z.boolean().describe("The resource belongs to the cloud platform's provider."),
    operation: z
      .enum(["create", "import", "update", "replace", "delete", "abandon", "read", "state"])
      .describe(
        "`state`: nothing changes on the platform; options, a name, a secret's mark or outputs change in state.",
      ),
    id: z.string().optional().describe("Id of the object that exists."),
    changes: z.array(change),
    options: z.array(change).describe("Resource options that change; `urn`: the resource is renamed or moved."),
    reasons: z.array(z.string()).describe("Properties that force the replacement."),
    order: z.enum(["delete-first", "create-first"]).optional().describe("Order of a replacement."),
    losses: z.array(z.string()).describe("What is lost."),
    payable: z.string().optional().describe("What stays payable after the deletion."),
    obstacle: z.string().optional().describe("Why the update would stop at this resource."),
    protected: z.boolean().describe("The option `protect` is in state."),
    retained: z.boolean().describe("The option `retainOnDelete` is in state: the object stays on the platform."),
    planned: hash
      .optional()
      .describe("Hash of the engine's plan for the resource, secrets as keyed hashes. Absent: there is no plan."),
  })
  .describe("What the update does with one resource.");

const renamed = z
  .strictObject({
    from: urn.describe("URN of the resource that leaves."),
    to: urn.describe("URN of the resource that enters, with the same identity."),
    lines: z
      .array(z.strictObject({ on: urn.describe("URN of the resource or component that gets it."), text: z.string() }))
      .describe("Lines of `aliases` with which the resource keeps its object."),
  })
  .describe("A resource that is deleted while the same is created under another name or parent.");

const drifted = z
  .strictObject({ urn, name, type, kind: z.enum(["changed", "missing"]), changes: z.array(change) })
  .describe("A resource that somebody changed or deleted on the platform since the last deployment.");

const finding = z
  .strictObject({
    kind: z.enum(["violation", "not-evaluated", "waived"]),
    level: z.enum(["mandatory", "advisory"]),
    severity: z.enum(["critical", "high", "medium", "low"]),
    pack: z.string(),
    rule: z.string(),
    urn: z.string(),
    resource: z.string(),
    message: z.string(),
    remediation: z.string().optional(),
  })
  .describe("What a policy reported.");

const cost = z
  .strictObject({
    urn,
    name,
    before: decimal.optional().describe("Cost of a month before; absent: none."),
    after: decimal.optional().describe("Cost of a month after; absent: none."),
    currency: z.string(),
    basis: z
      .enum(["quote", "platform"])
      .describe("`quote`: of the reservation. `platform`: the platform's price preview, at the minimum of nodes."),
    maximumBefore: decimal.optional().describe("Cost of a month before, at the maximum of nodes; absent: not scaled."),
    maximumAfter: decimal.optional().describe("Cost of a month after, at the maximum of nodes; absent: not scaled."),
    remark: z
      .enum(["adopted", "retained", "stays-payable"])
      .optional()
      .describe(
        "`adopted`: it existed and cost before. `retained`: the old object stays on the platform (retainOnDelete). `stays-payable`: the old reservation can no longer be cancelled.",
      ),
  })
  .describe("Cost of a resource.");

const reserved = z
  .strictObject({
    regionId: z.int(),
    flavor: z.string(),
    nodesBefore: z.int().describe("Nodes of clusters that reservations of the stack pay for before."),
    nodesAfter: z.int().describe("Nodes of clusters that reservations of the stack pay for after."),
    unused: z.int().describe("Reserved nodes that no cluster of the stack uses after the change."),
    before: decimal.optional().describe("Added to the costs before: what they count twice is negative."),
    after: decimal.optional().describe("Added to the costs after: what they count twice is negative."),
    currency: z.string().optional(),
    reason: z.string().optional().describe("Why the price is not known; the nodes then count twice."),
  })
  .describe("Bare metal nodes that reservations pay for: the price preview of a cluster counts them as well.");

const commitment = z
  .strictObject({
    urn,
    name,
    total: decimal.optional().describe("Absent: not known."),
    currency: z.string().optional(),
    months: z.int().optional().describe("Months from the activation on; absent: not known yet."),
  })
  .describe("A new commitment.");

const sum = z.strictObject({ currency: z.string(), before: decimal, after: decimal, difference: decimal });

const money = z.strictObject({
  monthly: z.array(sum),
  costs: z.array(cost),
  components: z
    .array(sum.extend({ urn, name }))
    .describe("The costs within each component of the program; those of one within another count to the outer one."),
  drift: z.array(sum).describe("What the drift has changed: the deployed and the live objects."),
  reserved: z.array(reserved),
  commitments: z.array(commitment),
  unpriced: z.array(z.strictObject({ urn, name, type, reason: z.string() })),
});

const quota = z
  .strictObject({
    regionId: z.int().optional(),
    name: z.string(),
    limit: z.number(),
    usage: z.number().describe("Usage that the platform reported last."),
    change: z.number().describe("What the change adds."),
    threshold: z.number().describe("Percent from which the platform warns."),
    state: z.enum(["below", "above-threshold", "exceeded"]),
  })
  .describe("A quota after the change.");

const urlEffect = z.strictObject({
  url: z.string(),
  before: z.array(z.string()).describe("Templates that match before, lowest weight first."),
  after: z.array(z.string()).describe("Templates that match after, lowest weight first."),
  changes: z.array(z.string()),
  open: z.array(z.string()).describe("What the platform's contract leaves open for this URL."),
});

/** The review of a change, or the report of drift. @see review.schema.json */
export const reviewSchema = z
  .strictObject({
    format: z.literal("cloudplatform-review"),
    version: z.literal(formatVersion),
    kind: z.enum(["change", "drift"]),
    project: z.string(),
    stack: z.string().describe("Name of the stack as the backend shows it."),
    platforms: z.array(z.string()).describe("Base URLs of the platforms that the change goes to."),
    verdict: z.strictObject({
      level: z.enum(["safe", "attention", "blocked"]),
      reasons: z.array(z.string()),
    }),
    counts: z.record(z.string(), z.int()).describe("Resources by operation; replacements apart from updates."),
    operations: z.array(operation),
    renamed: z.array(renamed).optional().describe("Resources that may only have been renamed. Absent: none."),
    outputs: z.array(change).describe("Stack outputs that change."),
    unknown: z.array(z.strictObject({ urn, name, path: z.string() })).describe("Values that are not known yet."),
    drift: z.array(drifted),
    policies: z.strictObject({
      packs: z.record(z.string(), z.string()).describe("Versions of the policy packs."),
      findings: z.array(finding),
      waivers: z.array(z.string()).describe("Summary of the waivers; it depends on the date."),
      relaxed: z.array(z.string()).describe("Where the configuration asks less than its preset."),
    }),
    money,
    usage: z
      .array(sum)
      .optional()
      .describe("`money.monthly` at the nodes that `--usage` expects. It is no part of the digest."),
    quotas: z.strictObject({ entries: z.array(quota), notes: z.array(z.string()) }),
    cdn: z.strictObject({
      urls: z.array(urlEffect),
      patterns: z.array(z.strictObject({ name: z.string(), rule: z.string(), problem: z.string() })),
      open: z.array(z.string()).describe("What the contract leaves open for every URL."),
    }),
    errors: z.array(z.string()).describe("Why the preview failed."),
    notes: z.array(z.string()),
    configuration: z
      .record(z.string(), z.string())
      .describe("The stack's configuration; of a secret a hash of its ciphertext."),
    state: z.strictObject({
      digest: hash,
      resources: z.record(z.string(), z.string()).describe("Hash of each resource in state."),
      pending: z.int().describe("Operations that an interrupted update left."),
      updatedAt: z
        .string()
        .optional()
        .describe("When the state was written last. A review is spent by the next update. Absent: never."),
      lastUpdate: z
        .string()
        .optional()
        .describe(
          "The last update in the stack's history. It spends reviews, also where an earlier state is imported.",
        ),
    }),
    plan: hash.optional().describe("Hash of the engine's whole plan. Absent: the preview failed."),
    secrets: z.string().optional().describe("Identifies the key of the secrets' hashes."),
    versions: z.record(z.string(), z.string()),
    commit: z.string().optional(),
    arguments: z
      .array(z.string())
      .describe("Arguments with which `cloudplatform apply` makes the same review: stack, folder, policies."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    digest: hash.describe("Hash of all that an apply must find again."),
    signature: z
      .string()
      .regex(signaturePattern)
      .describe("Of the whole file but for itself: keyed where `secrets` names a key, and a hash otherwise."),
  })
  .describe("Review of a change to a Pulumi stack, or report of its drift.");

export type Review = z.output<typeof reviewSchema>;
export type Operation = z.output<typeof operation>;
export type Change = z.output<typeof change>;
export type Drifted = z.output<typeof drifted>;
export type Finding = z.output<typeof finding>;
export type Money = z.output<typeof money>;
export type Quota = z.output<typeof quota>;
export type UrlEffect = z.output<typeof urlEffect>;

export type Draft = Omit<Review, "digest" | "signature">;

export function reviewSchemaText(): string {
  const schema = { title: `cloudplatform review, format version ${formatVersion}`, ...z.toJSONSchema(reviewSchema) };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
