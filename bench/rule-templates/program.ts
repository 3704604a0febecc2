/** Statements that declare rule templates. */
export function ruleTemplates(count: number): string {
  return `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate(\`template-\${i}\`, {
      rule: \`/path-\${i}/\`, ruleType: 0, weight: i + 1,
      options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
    });`;
}
