import { isDeepStrictEqual } from "node:util";
import { poolBody } from "../../api/index.ts";
import { immutableInputs } from "../../schema/immutable.ts";
import type { ClusterInputs } from "./inputs.ts";

type Pool = ClusterInputs["pools"][number];

/** Fields of a pool that only a new pool can have (companion §2.5). */
const immutableFields = immutableInputs(poolBody) as (keyof Pool & string)[];

/** Those of them that the platform fills in when they are left out. */
const serverDefaults = immutableInputs(poolBody, { serverDefault: true });

/** Fields of a pool that differ and are fixed. */
export function poolChanges(old: Pool, pool: Pool) {
  return immutableFields.filter(
    (field) =>
      !isDeepStrictEqual(stated(old[field]), stated(pool[field])) &&
      !(serverDefaults.includes(field) && stated(pool[field]) === undefined),
  );
}

/** A value that says something: states of earlier versions have 0 and empty texts for "not set". */
function stated(value: Pool[keyof Pool]) {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || !value ? undefined : value;
}
