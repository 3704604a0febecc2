import { cdn, kubernetes } from "@cloudplatform/pulumi";

/**
 * A cluster that the change deletes (no-destruction), a rule that loses an option (no-loss-in-update), and a rule that the change
 * renames (no-rename-without-aliases).
 */
export function declareStart(): void {
  new cdn.RuleTemplate("clashing", {
    rule: "/account/.*",
    ruleType: 0,
    options: { browser_cache_settings: { enabled: true, value: "3600s" } },
  });
  new cdn.RuleTemplate("former-name", { rule: "/renamed/", ruleType: 0 });
  new kubernetes.Cluster("checkout", {
    projectId: 1,
    regionId: 76,
    name: "checkout",
    keypair: "ops",
    version: "v1.31.9",
    pools: [
      {
        name: "main",
        flavorId: "g1-standard-2-4",
        minNodeCount: 1,
        bootVolumeSize: 50,
        bootVolumeType: "ssd_hiiops",
        servergroupPolicy: "soft-anti-affinity",
      },
    ],
  });
}
