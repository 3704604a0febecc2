import { z } from "zod";

/**
 * Character set of the names of clusters and pools (companion §2.3). The platform's own pattern requires two characters, but the
 * contract's minimum length of 1 applies (platform-api §2.3).
 */
export function kubernetesName(length: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .min(length.min)
    .max(length.max)
    .regex(/^[a-z]([a-z0-9-]*[a-z0-9])?$/, {
      error:
        "must start with a lower-case letter, contain only lower-case letters, digits and hyphens, and not end with a hyphen",
    });
}
