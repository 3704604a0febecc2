import { isDeepStrictEqual } from "node:util";
import type { ClusterInputs } from "./inputs.ts";

type Pool = ClusterInputs["pools"][number];

/** Fields of a pool that only a new pool can have (companion §2.5). */
export const fixedPoolFields = [
  ...(["flavorId", "bootVolumeType", "bootVolumeSize", "isPublicIpv4", "servergroupPolicy"] as const),
  ...(["crioConfig", "kubeletConfig"] as const),
];

/** The two of them that the platform fills in when they are left out. */
const filledPoolFields: readonly string[] = ["crioConfig", "kubeletConfig"];

/** Fields of a pool that differ and are fixed. */
export function poolChanges(old: Pool, pool: Pool) {
  return fixedPoolFields.filter(
    (field) =>
      !isDeepStrictEqual(stated(old[field]), stated(pool[field])) &&
      !(filledPoolFields.includes(field) && stated(pool[field]) === undefined),
  );
}

/** A value that says something: states of earlier versions have 0 and empty texts for "not set". */
function stated(value: Pool[(typeof fixedPoolFields)[number]]) {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || !value ? undefined : value;
}
