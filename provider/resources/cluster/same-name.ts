import { perClient } from "../../client/index.ts";
import { type CheckContext, type CheckFailure, Claims, isUnknown } from "../../engine/index.ts";
import { addressText } from "./address.ts";
import type { ClusterInputs } from "./inputs.ts";

const claimsOf = perClient(() => new Claims());

/**
 * A second cluster of the same project, region and name in one program: the platform would refuse it, after the first was
 * made. Every cluster claims its name; only one that is to be created can be refused, since of those in state one may
 * give its name up in the same run.
 */
export function sameNameFailures(inputs: ClusterInputs, context: CheckContext<ClusterInputs>): CheckFailure[] {
  const { client, urn, declared, replacing, adopting } = context;
  const { projectId, regionId, name } = inputs;
  if (projectId === undefined || regionId === undefined || [projectId, regionId, name].some(isUnknown)) return [];
  const address = addressText({ projectId, regionId, name });
  const other = claimsOf(client).claim(address, urn);
  if (other === undefined || declared !== undefined || replacing || adopting) return [];
  const reason = `is taken by ${other} of this program: a name belongs to one cluster of a project and region (${address}). Choose another name`;
  return [{ property: "name", reason, code: "CP2305" }];
}
