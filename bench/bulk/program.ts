/** A program with many rule templates. */
export function templates(count: number): string {
  return `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`bulk-\${i}\`, { name: \`bulk-\${i}\`, rule: \`/bulk-\${i}/\`, ruleType: 0, weight: i + 1 });`;
}
