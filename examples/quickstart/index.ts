import { cdn } from "@cloudplatform/pulumi";

// How long browsers and the CDN keep the pages of a shop, by path.
const images = new cdn.RuleTemplate("images", {
  name: "images",
  rule: "/images/.*\\.(png|jpe?g|webp|avif)$",
  ruleType: 0,
  weight: 10,
  overrideOriginProtocol: "HTTPS",
  options: {
    browser_cache_settings: { enabled: true, value: "3600s" },
    edge_cache_settings: { enabled: true, value: "86400s", custom_values: { "404": "5s" } },
    image_stack: { enabled: true, webp_enabled: true, quality: 85 },
  },
});

const assets = new cdn.RuleTemplate("assets", {
  name: "assets",
  rule: "/assets/",
  ruleType: 0,
  weight: 20,
  options: {
    edge_cache_settings: { enabled: true, value: "2592000s" },
    ignoreQueryString: { enabled: true, value: true },
    cors: { enabled: true, value: ["*"] },
  },
});

const api = new cdn.RuleTemplate("api", {
  name: "api",
  rule: "/api/",
  ruleType: 0,
  weight: 30,
  options: {
    edge_cache_settings: { enabled: true, value: "0s" },
    allowedHttpMethods: { enabled: true, value: ["GET", "HEAD", "POST", "PUT", "DELETE"] },
    static_response_headers: { enabled: true, value: [{ name: "X-Frame-Options", value: ["DENY"], always: true }] },
  },
});

export const templates = { images: images.id, assets: assets.id, api: api.id };
export const imagesRule = images.rule;
