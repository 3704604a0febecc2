import { z } from "zod";
import { pageOf } from "../field.ts";
import { fieldMetadata } from "../field-metadata.ts";
import { typeNames } from "../type-names.ts";

/** `1.28.1` → `v1.28.1`: responses include the `v`, requests may omit it (companion §2.3). */
export function versionWithV(version: string): string {
  return /^\d/.test(version) ? `v${version}` : version;
}

export const version = z
  .string()
  .min(1)
  .register(fieldMetadata, { changeText: "in place, one minor step at a time" })
  .describe("Kubernetes version, such as `v1.31.9`; the `v` is optional.");

/** Body of an upgrade. companion §2.1. */
export const upgradeBody = z.object({ version });

/** Versions that a cluster can be created with or upgraded to. companion §2.1. */
export const versionList = pageOf(
  z
    .looseObject({ version: z.string().describe("Version with its `v`.") })
    .register(typeNames, { token: "kubernetes/version:VersionResult", description: "A version of Kubernetes." }),
).register(typeNames, {
  token: "kubernetes/version:VersionsResult",
  description: "Versions of Kubernetes.",
  source: "companion §2.1",
});
