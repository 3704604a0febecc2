import { z } from "zod";

/** Version of the format. Readers refuse any other version. */
export const formatVersion = 2;

/** Format of a signature: a keyed hash with the key id, or a plain hash. */
export const signaturePattern = /^(hmac-sha256:[0-9a-f]{8}|sha256):[0-9a-f]{64}$/;

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
    old: json.optional().describe("Value before the change. Omitted: none, or a secret."),
    new: json.optional().describe("Value after the change. Omitted: none, a secret, or not known yet."),
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
    losses: z.array(z.string()).describe("What the change loses."),
    payable: z.string().optional().describe("Cost still owed after the deletion."),
    ended: z
      .string()
      .optional()
      .describe("Status of a reservation that has ended: nothing is cancelled, and nothing is owed."),
    obstacle: z.string().optional().describe("Why the update would stop at this resource."),
    protected: z.boolean().describe("The option `protect` is in state."),
    retained: z
      .boolean()
      .describe("The object stays on the platform: `retainOnDelete` is in state, or see `deletedWith`."),
    deletedWith: urn
      .optional()
      .describe(
        "URN of the option `deletedWith`, if both leave the stack: the engine then deletes only that resource.",
      ),
    planned: hash
      .optional()
      .describe("Hash of the engine's plan for the resource, secrets as keyed hashes. Omitted: there is no plan."),
  })
  .describe("What the update does with one resource.");

const renamed = z
  .strictObject({
    from: urn.describe("URN of the deleted resource."),
    to: urn.describe("URN of the created resource with the same identity."),
    lines: z
      .array(
        z.strictObject({
          on: urn.describe("URN of the resource or component whose options get the line."),
          text: z.string(),
        }),
      )
      .describe("Lines of `aliases` that keep the object."),
  })
  .describe("A resource that is deleted while an equal one is created under another name or parent.");

const missing = z
  .strictObject({
    urn: z.string().describe("URN of the resource. Empty: the stack's outputs."),
    path: z.string(),
    text: z.string().describe("The text in place of the value, such as `undefined`."),
  })
  .describe("A value that the program seems not to have.");

const drifted = z
  .strictObject({ urn, name, type, kind: z.enum(["changed", "missing"]), changes: z.array(change) })
  .describe("A resource that was changed or deleted on the platform since the last deployment.");

const finding = z
  .strictObject({
    kind: z
      .enum(["violation", "remediated", "not-evaluated", "waived"])
      .describe("`remediated`: a policy corrected the declared inputs; the review shows the corrected ones."),
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
    before: decimal.optional().describe("Monthly cost before the change. Omitted: none."),
    after: decimal.optional().describe("Monthly cost after the change. Omitted: none."),
    currency: z.string(),
    basis: z
      .enum(["quote", "platform"])
      .describe(
        "`quote`: the quote of the reservation. `platform`: the platform's price preview at the minimum number of nodes.",
      ),
    maximumBefore: decimal
      .optional()
      .describe("Monthly cost before the change at the maximum number of nodes. Omitted: not scaled."),
    maximumAfter: decimal
      .optional()
      .describe("Monthly cost after the change at the maximum number of nodes. Omitted: not scaled."),
    remark: z
      .enum(["adopted", "retained", "stays-payable"])
      .optional()
      .describe(
        "`adopted`: the object existed and cost money before. `retained`: the old object stays on the platform (retainOnDelete, deletedWith). `stays-payable`: the old reservation can no longer be cancelled.",
      ),
  })
  .describe("Cost of a resource.");

const reserved = z
  .strictObject({
    regionId: z.int(),
    flavor: z.string(),
    nodesBefore: z.int().describe("Cluster nodes that reservations of the stack pay for before the change."),
    nodesAfter: z.int().describe("Cluster nodes that reservations of the stack pay for after the change."),
    unused: z.int().describe("Reserved nodes that no cluster of the stack uses after the change."),
    before: decimal
      .optional()
      .describe("Correction of the cost before the change: negative, because the nodes are counted twice."),
    after: decimal
      .optional()
      .describe("Correction of the cost after the change: negative, because the nodes are counted twice."),
    currency: z.string().optional(),
    reason: z.string().optional().describe("Why the price is unknown; the nodes are then counted twice."),
  })
  .describe("Bare metal nodes that reservations pay for: the price preview of a cluster counts them as well.");

const commitment = z
  .strictObject({
    urn,
    name,
    total: decimal.optional().describe("Omitted: unknown."),
    currency: z.string().optional(),
    months: z.int().optional().describe("Months from the activation. Omitted: not known yet."),
  })
  .describe("A new commitment.");

const sum = z.strictObject({ currency: z.string(), before: decimal, after: decimal, difference: decimal });

const money = z.strictObject({
  monthly: z.array(sum),
  costs: z.array(cost),
  components: z
    .array(sum.extend({ urn, name }))
    .describe("Costs by component of the program; a nested component counts towards the outermost one."),
  drift: z.array(sum).describe("Effect of the drift on the costs: deployed objects compared with live objects."),
  reserved: z.array(reserved),
  commitments: z.array(commitment),
  unpriced: z.array(z.strictObject({ urn, name, type, reason: z.string() })),
});

const quota = z
  .strictObject({
    regionId: z.int().optional(),
    name: z.string(),
    limit: z.number(),
    usage: z.number().describe("Usage in the platform's last report."),
    change: z.number().describe("What the change adds."),
    threshold: z.number().describe("Percentage at which the platform warns."),
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
    counts: z
      .record(z.string(), z.int())
      .describe("Number of resources by operation; replacements do not count as updates."),
    operations: z.array(operation),
    renamed: z.array(renamed).optional().describe("Resources that may only have been renamed. Omitted: none."),
    outputs: z.array(change).describe("Stack outputs that change."),
    unknown: z.array(z.strictObject({ urn, name, path: z.string() })).describe("Values that are not known yet."),
    missing: z.array(missing).optional().describe("Values that the program seems not to have. Omitted: none."),
    drift: z.array(drifted),
    policies: z.strictObject({
      packs: z.record(z.string(), z.string()).describe("Versions of the policy packs."),
      findings: z.array(finding),
      waivers: z.array(z.string()).describe("Summary of the waivers; it depends on the date."),
      relaxed: z.array(z.string()).describe("Where the configuration is weaker than its preset."),
    }),
    money,
    usage: z.array(sum).optional().describe("`money.monthly` at the node counts of `--usage`. Not part of the digest."),
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
      .describe("The stack's configuration. A secret is represented by a hash of its ciphertext."),
    state: z.strictObject({
      digest: hash,
      resources: z.record(z.string(), z.string()).describe("Hash of each resource in state."),
      pending: z.int().describe("Operations that an interrupted update left."),
      updatedAt: z
        .string()
        .optional()
        .describe("When the state was last written. The next update invalidates the review. Omitted: never."),
      lastUpdate: z
        .string()
        .optional()
        .describe(
          "The last update in the stack's history. Each update invalidates reviews, even if an earlier state is imported.",
        ),
    }),
    plan: hash.optional().describe("Hash of the engine's whole plan. Omitted: the preview failed."),
    secrets: z.string().optional().describe("Identifies the key of the secrets' hashes."),
    versions: z.record(z.string(), z.string()),
    commit: z.string().optional(),
    arguments: z
      .array(z.string())
      .describe("Arguments with which `cloudplatform apply` makes the same review: stack, folder, policies."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    digest: hash.describe("Hash of everything that must be the same at apply."),
    signature: z
      .string()
      .regex(signaturePattern)
      .describe("Hash of the rest of the file; keyed if `secrets` names a key."),
  })
  .describe("Review of a change to a Pulumi stack, or report of its drift.");

export type Review = z.output<typeof reviewSchema>;
export type Operation = z.output<typeof operation>;
export type Change = z.output<typeof change>;
export type Missing = z.output<typeof missing>;
export type Drifted = z.output<typeof drifted>;
export type Finding = z.output<typeof finding>;
export type Money = z.output<typeof money>;
export type UrlEffect = z.output<typeof urlEffect>;

export type Draft = Omit<Review, "digest" | "signature">;

export function reviewSchemaText(): string {
  const schema = { title: `cloudplatform review, format version ${formatVersion}`, ...z.toJSONSchema(reviewSchema) };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
