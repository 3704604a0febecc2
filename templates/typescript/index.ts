import { cdn } from "@cloudplatform/pulumi";

// Images stay in browsers for an hour. Everything about a rule template changes in place.
const images = new cdn.RuleTemplate("images", {
  rule: "/images/.*",
  ruleType: 0,
  options: { browser_cache_settings: { enabled: true, value: "3600s" } },
});

export const imagesTemplateId = images.id;
