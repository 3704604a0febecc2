/** Both providers serve every resource. Shared suites and campaigns run once for each. */
export const providerKinds = ["dynamic", "native"] as const;
export type ProviderKind = (typeof providerKinds)[number];
