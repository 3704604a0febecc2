/** The providers that serve every resource: suites and campaigns that hold for both run for each of these. */
export const providerKinds = ["dynamic", "native"] as const;
export type ProviderKind = (typeof providerKinds)[number];
