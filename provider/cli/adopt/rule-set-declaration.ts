import { ruleTemplateDefinition } from "../../resources/rule-template/definition.ts";
import { type ConfigSecret, configSecrets, type Declaration, moduleText, printed } from "./declaration.ts";
import { constantOf, slug } from "./names.ts";
import type { AdoptedRule } from "./rule-set.ts";

/** Writes a rule set as a TypeScript module. Secrets are read from the stack's configuration and never written into the text. */
export function ruleSetDeclaration(name: string, rules: readonly AdoptedRule[]): Declaration {
  const secrets: ConfigSecret[] = [];
  const constants = new Set(["cdn"]);
  const constant = constantOf(slug(name), constants);
  const list = rules.map(({ key, id, written }) => ({
    ...{ key, import: id },
    ...(configSecrets(ruleTemplateDefinition.schema, written, constantOf(slug(key), constants), secrets) as object),
  }));
  const statement = `export const ${constant} = new cdn.RuleSet(${JSON.stringify(name)}, ${printed({ rules: list }, "", false)});\n`;
  return { text: moduleText(["cdn"], [statement], secrets), secrets };
}
