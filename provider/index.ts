/** Pulumi resources and lookups for the cloud platform, one namespace an area. */
export * as cdn from "./areas/cdn.ts";
