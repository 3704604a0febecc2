/** A program with one rule set. `numbers` identify its rules, in their order. */
export function ruleSet(numbers: readonly number[]): string {
  return `
  const rule = (i) => ({ key: \`bulk-\${i}\`, name: \`bulk-\${i}\`, rule: \`/bulk-\${i}/\`, ruleType: 0 });
  new cdn.RuleSet("bulk", { rules: ${JSON.stringify(numbers)}.map(rule) });`;
}

/** A program with many rule templates. */
export function templates(count: number): string {
  return `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`bulk-\${i}\`, { name: \`bulk-\${i}\`, rule: \`/bulk-\${i}/\`, ruleType: 0, weight: i + 1 });`;
}
