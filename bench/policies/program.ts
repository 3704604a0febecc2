/** A program that declares a number of resources: four rule templates per cluster, as in real stacks. */
export function programOf(resources: number): string {
  return `import { cdn, kubernetes } from "@cloudplatform/pulumi";
const virtual = { flavorId: "g1-standard-2-4", bootVolumeSize: 50, bootVolumeType: "ssd_hiiops", servergroupPolicy: "soft-anti-affinity" } as const;
for (let index = 0; index < ${resources}; index++)
  if (index % 5 === 4)
    new kubernetes.Cluster(\`cluster-\${index}\`, {
      projectId: 1, regionId: 76, name: \`cluster-\${index}\`, keypair: "ops", version: "v1.31.9",
      pools: [
        { ...virtual, name: "general", minNodeCount: 2, maxNodeCount: 5, autoHealingEnabled: true },
        { ...virtual, name: "more", minNodeCount: 2, maxNodeCount: 5, autoHealingEnabled: true },
      ],
    }, { protect: true });
  else
    new cdn.RuleTemplate(\`template-\${index}\`, {
      name: \`template-\${index}\`, rule: \`/\${index}/.*\`, ruleType: 0, weight: index + 1,
      options: {
        browser_cache_settings: { enabled: true, value: "3600s" },
        edge_cache_settings: { enabled: true, value: "86400s", custom_values: { "404": "5s" } },
        cors: { enabled: true, value: ["example.com"] },
        gzipOn: { enabled: true, value: true },
      },
    });
`;
}
