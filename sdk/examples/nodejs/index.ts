/** A CDN rule template, a cluster and a function, through the generated Node SDK. */
import * as cloudplatform from "../../nodejs/index.js";

const images = new cloudplatform.cdn.RuleTemplate("images", {
  rule: "/images/.*",
  ruleType: 0,
  options: { browser_cache_settings: { enabled: true, value: "3600s" } },
});

const eu = new cloudplatform.Provider("eu", { projectId: 1, regionId: 76 });

const cluster = new cloudplatform.kubernetes.Cluster(
  "edge",
  {
    name: "edge-1",
    keypair: "ops",
    version: "v1.31.9",
    pools: [{ name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
  },
  { provider: eu, customTimeouts: { create: "45m" } },
);

export const template = images.templateId;
export const status = cluster.status;
export const streams = cloudplatform.streaming.getStreamsOutput().items.apply((items) => items.length);
