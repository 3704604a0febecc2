import { z } from "zod";
import { ruleTemplateBody, typeNames } from "../../api/index.ts";
import type { ResourceDefinition } from "../../engine/handler/definition.ts";
import type { Handler } from "../../engine/handler/handler.ts";
import { ruleTemplateDefinition } from "../rule-template/definition.ts";
import { writeOnlyInput } from "../write-only-input.ts";
import { ruleSetLosses } from "./losses.ts";

const source = "platform-api §2.2, §4 #2; companion §3";

/** Form of keys. A key needs no quotes in state and in texts. */
export const keyForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** A rule of a set, as in the inputs: the program's list becomes a map, so that every change is shown by key. */
const ruleSetRule = z
  .object({
    ...ruleTemplateBody.shape,
    weight: ruleTemplateBody.shape.weight.describe(
      "Order of execution. Computed from the order of the rules; programs omit it.",
    ),
    import: z
      .string()
      .optional()
      .describe(
        "Id of an existing rule template that the set adopts instead of creating one. It has no effect once the set has the rule.",
      ),
  })
  .register(typeNames, {
    token: "cdn/rule-set:RuleSetRule",
    description: "A rule of a CDN rule set: options for the paths that it matches.",
    source,
  });

const schema = z
  .object({
    rules: z.record(z.string(), ruleSetRule).describe("The rules by key; `order` sets their order."),
  })
  .register(typeNames, {
    token: "cdn/rule-set:RuleSetInputs",
    description: "Inputs of a CDN rule set: rule templates in one order.",
    source,
  });

const providerInputs = z.object({
  order: z
    .array(z.string())
    .optional()
    .describe("Keys of all rules in order: weights ascend from the first to the last."),
  released: z
    .array(z.string())
    .optional()
    .describe("Keys of rules that leave the set and stay on the platform, so that another program can adopt them."),
  adopted: z
    .array(z.string())
    .optional()
    .describe(
      "Ids of rule templates that other resources of the program adopt: they stay on the platform when they leave the set.",
    ),
  allow_duplicate: z
    .boolean()
    .optional()
    .describe("Creates rules even if identical templates exist outside the stack."),
  ...writeOnlyInput,
});

const outputs = z.object({
  template_ids: z.record(z.string(), z.int()).describe("Ids of the rule templates, by key."),
});

/** What a CDN rule set is. */
export const ruleSetDefinition = {
  area: "cdn",
  type: "RuleSet",
  noun: "CDN rule set",
  schema,
  providerInputs,
  computedInputs: ["imports", "adopted"],
  packed: ["rules", "imports", "unfinished"],
  earlierInputs: { unfinished: "rules" },
  outputs,
  identifyingInputs: ["rules"],
  identity: { each: "rules", inputs: ["rule"] },
  partNoun: ruleTemplateDefinition.noun,
  losses: ruleSetLosses,
  // The losses of its rule templates are reported one by one.
  deletionLosses: undefined,
  adoption: { word: "rule-set" },
} as const satisfies ResourceDefinition & Pick<Handler<object, object>, "packed" | "earlierInputs" | "partNoun">;
