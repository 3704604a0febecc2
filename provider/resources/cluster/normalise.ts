import { versionWithV } from "../../api/index.ts";
import { isUnknown } from "../../engine/index.ts";
import type { ClusterInputs } from "./inputs.ts";

/** `1.31.9` and `v1.31.9` are one version; responses carry the `v` (companion §2.3). */
export function normalise(inputs: ClusterInputs): ClusterInputs {
  const { version } = inputs;
  return typeof version !== "string" || isUnknown(version) ? inputs : { ...inputs, version: versionWithV(version) };
}
