import { cdn } from "@cloudplatform/pulumi";
import * as pulumi from "@pulumi/pulumi";

// `-c maintenance=true` puts a rule before all others.
const maintenance = new pulumi.Config().getBoolean("maintenance") ?? false;

const day = 86_400;
const caches = (seconds: number) => ({ edge_cache_settings: { enabled: true, value: `${seconds}s` } });

/** Rules are executed in the order of the list. A rule is identified by its key, not by its position. */
const shop = new cdn.RuleSet("shop", {
  rules: [
    ...(maintenance ? [{ key: "maintenance", rule: "/", ruleType: 0, options: caches(0) }] : []),
    { key: "checkout", rule: "/checkout/.*", ruleType: 0, options: caches(0) },
    ...["css", "fonts", "images"].map((folder) => ({
      ...{ key: folder, name: `shop ${folder}`, rule: `/${folder}/.*`, ruleType: 0 },
      options: { ...caches(day), ignore_cookie: { enabled: true, value: true } },
    })),
  ],
});

export const templateIds = shop.templateIds;
