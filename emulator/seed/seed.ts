import type { Platform } from "../platform.ts";

/** Fills an empty store with what a platform has to show from the first start. */
export function seedStore({ store }: Platform): void {
  const system = { client: 1, deleted: false, template: true, default: true, overrideOriginProtocol: null } as const;
  store.ruleTemplates.put(1, {
    ...system,
    id: 1,
    name: "Static files",
    rule: "/.*\\.(css|js|woff2?)$",
    ruleType: 0,
    weight: 1,
    options: { browser_cache_settings: { enabled: true, value: "86400s" } },
  });
  store.ruleTemplates.put(2, {
    ...system,
    id: 2,
    name: "Images",
    rule: "/.*\\.(png|jpe?g|gif|webp)$",
    ruleType: 0,
    weight: 2,
    options: { edge_cache_settings: { enabled: true, value: "604800s" } },
  });
}
