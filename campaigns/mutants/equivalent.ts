import type { Mutant } from "./operators.ts";

/** Identifies a mutant by the start of its line. */
type Named = Pick<Mutant, "file" | "code" | "original" | "replacement"> & { reason: string };

/** Mutants that no test can notice, each with the reason. Where possible, the code is written so that it has no such mutant. */
const known: readonly Named[] = [
  {
    file: "provider/engine/lifecycle/progress.ts",
    code: "if (now - (lastLine.get(urn) ?? Number.NEGATIVE_INFINITY) < quietMs) return;",
    ...{ original: "<", replacement: "<=" },
    reason: "no clock shows exactly the end of the quiet time",
  },
  {
    file: "policies/cli/for-review.ts",
    code: "const preset = presetNames.find((one) => one === name);",
    ...{ original: "find", replacement: "findLast" },
    reason: "each preset has a name of its own",
  },
  {
    file: "provider/resources/secret/slots.ts",
    code: "const checksum = found.find((one) => one.slot === slot)?.checksum;",
    ...{ original: "find", replacement: "findLast" },
    reason: "a secret has each slot once",
  },
  {
    file: "provider/engine/backend/objects-in-state.ts",
    code: "const held = objectsOf(one).find((object) => object.type === kind && object.id === id);",
    ...{ original: "find", replacement: "findLast" },
    reason: "a resource has each object once",
  },
  {
    file: "policies/engine/value.ts",
    code: "const key = name in value ? name : (Object.keys(value).find((other) => camel(other) === name) ?? name);",
    ...{ original: "find", replacement: "findLast" },
    reason: "a response has a field in one spelling",
  },
  {
    file: "policies/engine/limit-rule.ts",
    code: 'const requirement = noun === "" ?',
    ...{ original: 'range ?? ""', replacement: "(range)" },
    reason: "each limit has a bound; the type of its words does not tell",
  },
  {
    file: "provider/review/cost/money.ts",
    code: "return [...list].sort((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));",
    ...{ original: "a.urn > b.urn ? 1 : 0", replacement: "(0)" },
    reason: "a sort asks only which of two comes first",
  },
  ...[
    { original: "1", replacement: "(1 + 1)", reason: "a sort asks only for the sign" },
    { original: "<", replacement: "<=", reason: "each rule has a name of its own" },
  ].map((one) => ({
    file: "policies/rules/index.ts",
    code: "all.filter((rule) => rule.group === group).toSorted(",
    ...one,
  })),
  ...[
    ["no-destruction", "const after = resources.find("],
    ["no-loss-in-update", "const after = resources.find("],
    ["no-rename-without-aliases", "const entering = after.find("],
    ["quota-headroom", "const old = before.find("],
  ].map(([rule, code = ""]) => ({
    file: `policies/rules/${rule}.ts`,
    code,
    ...{ original: "find", replacement: "findLast" },
    reason: "an object has one resource in a program, and one in a state",
  })),
  ...[
    ["shadowed-rule-templates", "template", "cdn.RuleTemplate", "no other resource has a rule and a weight"],
    ["stack-maximum-nodes", "cluster", "kubernetes.Cluster", "no other resource has pools"],
  ].map(([rule, name, kind, reason = ""]) => ({
    file: `policies/rules/${rule}.ts`,
    code: `for (const ${name} of resources.filter(`,
    ...{ original: `resources.filter((resource) => resource.kind === "${kind}")`, replacement: "resources" },
    reason,
  })),
  {
    file: "policies/rules/stack-maximum-nodes.ts",
    code: "if (nodes === undefined) return;",
    ...{ original: "nodes === undefined", replacement: "false" },
    reason: "no number is greater than undefined; the condition is for the type",
  },
  {
    file: "policies/cdn/credentials.ts",
    code: "bitsPerLetter(word) >= minBits",
    ...{ original: ">=", replacement: ">" },
    reason: "no text has exactly this entropy",
  },
  {
    file: "provider/review/plan/policies.ts",
    code: "const findings = [...result.findings].sort((a, b) => (order(a) < order(b) ? -1 : 1));",
    ...{ original: "<", replacement: "<=" },
    reason: "findings that are equal have no order",
  },
];

/** The reason why no test can notice a mutant; undefined if a test may. */
export function equivalenceOf(mutant: Mutant): string | undefined {
  const isNamed = ({ file, code, original, replacement }: Named) =>
    file === mutant.file &&
    mutant.code.startsWith(code) &&
    original === mutant.original &&
    replacement === mutant.replacement;
  return known.find(isNamed)?.reason;
}
