import { z } from "zod";
import type { Behavior } from "./behavior.ts";
import { behaviorNames, behaviorTable } from "./table.ts";

/** Returns the schema of a behavior's value. */
export function behaviorSchema(behavior: Behavior): z.ZodType {
  const schema = behavior.kind === "choice" ? z.enum(behavior.values) : z.int().min(behavior.min).max(behavior.max);
  return schema.describe(behavior.description);
}

/** JSON types; nothing else is reported about a value. */
export const valueTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** How a response differs from the contract. */
export const deviationKinds = [
  "unknown field",
  "missing field",
  "other type",
  "other value",
  "below the minimum",
  "above the maximum",
  "too short",
  "too long",
  "other format",
  "other status",
  "other body",
  "other error body",
] as const;

/** The form of a body: as in the contract, or otherwise. */
export const bodyForms = ["contract", "other JSON", "HTML", "text", "empty"] as const;

/** How an endpoint is read, or what is read beside the endpoints. */
export const readingVariants = ["as documented", "compressed", "an absent object", "an unknown path"] as const;

/** A path in a response: names of fields, `[]` for the elements of a list and `{}` for the values of a map. */
const path = z.string().regex(/^[\w.[\]{}()-]*$/);

const behavior = z
  .strictObject({
    name: z.enum(behaviorNames),
    state: z.enum(["seen", "not seen", "cannot be determined"]),
    value: z.union([z.string(), z.int()]).optional().describe("With `seen`: the value, as the emulator takes it."),
    reason: z.string().optional().describe("With `cannot be determined`: why."),
  })
  .refine(
    ({ name, state, value }) => (state === "seen") === behaviorSchema(behaviorTable[name]).safeParse(value).success,
    {
      error: "has a value that the behavior does not have",
    },
  );

const deviation = z.strictObject({
  endpoint: z.string().describe("`ruleTemplates.list`, as in the table of endpoints."),
  path,
  kind: z.enum(deviationKinds),
  types: z.array(z.enum(valueTypes)).optional().describe("Types of the values that were seen."),
  expected: z.string().optional().describe("What the contract specifies: a type, a status or a bound."),
});

/** How far a platform conforms to the contract. The report contains no value of the account: no text, number or id. */
export const conformanceReport = z.strictObject({
  format: z.literal("cloudplatform-conformance/1"),
  version: z.string().describe("Version of the package that wrote the report."),
  deviations: z.array(deviation),
  behaviors: z.array(behavior),
  responses: z
    .array(
      z.strictObject({
        endpoint: z.string(),
        variant: z.enum(readingVariants),
        status: z.int(),
        body: z.enum(bodyForms),
        encoding: z.enum(["none", "gzip", "br", "deflate", "other"]),
      }),
    )
    .describe("Every combination that was seen, listed once."),
  lists: z.array(
    z.strictObject({
      endpoint: z.string(),
      form: z.enum(["array", "object"]),
      count: z
        .enum(["count", "total_count", "both", "none"])
        .describe("Fields that contain the total number of elements."),
      order: z.enum(["ids ascend", "ids descend", "neither", "unknown"]),
    }),
  ),
  headers: z.strictObject({
    retryAfter: z.enum(["seconds", "date", "absent", "no 429 or 503"]),
    rateLimit: z.array(z.string()).describe("Names of headers about rate limits."),
  }),
  timestamps: z.array(z.enum(["with zone", "without zone", "date"])),
  texts: z.strictObject({
    upperCase: z.boolean().describe("Whether a name, comment or description contains a capital letter."),
    edgeWhitespace: z.boolean().describe("Whether a name, comment or description begins or ends with a space."),
    otherThanNfc: z
      .boolean()
      .describe("Whether a name, comment or description is not in Unicode normalization form C (NFC)."),
  }),
  notAsked: z.array(z.strictObject({ endpoint: z.string(), reason: z.string() })),
});

export type ConformanceReport = z.output<typeof conformanceReport>;
export type Deviation = ConformanceReport["deviations"][number];
export type BehaviorFinding = ConformanceReport["behaviors"][number];
