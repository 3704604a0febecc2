import { z } from "zod";
import { type RuleMetadata, zodObjectOf } from "../engine/rule.ts";

const property = z.looseObject({ default: z.unknown().optional(), description: z.string().optional() });

/** Parameters of a rule: name, default and description. */
export function parametersOf(rule: RuleMetadata): { name: string; standard: unknown; description: string }[] {
  const { properties = {} } = z.toJSONSchema(zodObjectOf(rule.config), { io: "input" });
  return Object.entries(properties).map(([name, schema]) => {
    const { default: standard, description = "" } = property.parse(schema);
    return { name, standard, description };
  });
}

/** One line per parameter. */
export function parametersText(rule: RuleMetadata): string[] {
  return parametersOf(rule).map(
    ({ name, standard, description }) =>
      `  ${name}${standard === undefined ? "" : ` (default ${JSON.stringify(standard)})`}: ${description}`,
  );
}
