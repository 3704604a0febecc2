import { OperationError } from "../../engine/handler/errors.ts";
import { type ClusterInputs, noun } from "./definition.ts";

/** Where a cluster is: the platform addresses it by name, within a project and region (companion §2). */
export interface ClusterAddress {
  projectId: number;
  regionId: number;
  name: string;
}

/** Returns the id of a cluster: `<projectId>/<regionId>/<name>`. */
export function addressText({ projectId, regionId, name }: ClusterAddress): string {
  return `${projectId}/${regionId}/${name}`;
}

/** Parses an id from {@link addressText}; colons are accepted, too (companion §2.5, "Import ids"). */
export function parseAddress(text: string): ClusterAddress {
  const match = /^([1-9]\d*)[/:]([1-9]\d*)[/:]([^/:]+)$/.exec(text);
  if (match === null)
    throw new OperationError(
      `"${text}" is not an id of a ${noun}; expected <projectId>/<regionId>/<name>, such as "1/76/edge-1" (colons also work).`,
      "CP2101",
    );
  return { projectId: Number(match[1]), regionId: Number(match[2]), name: match[3] ?? "" };
}

export function addressOf(inputs: ClusterInputs): ClusterAddress {
  const { projectId, regionId, name } = inputs;
  // `check` has filled both in from the settings.
  if (projectId === undefined || regionId === undefined)
    throw new OperationError(
      `${noun} "${name}" has no project or region in state. Run pulumi refresh, which reads them from its id.`,
      "CP2316",
    );
  return { projectId, regionId, name };
}

/** Path parameters of the cluster's routes. */
export function clusterParams({ projectId, regionId, name }: ClusterAddress) {
  return { projectId, regionId, clusterName: name };
}
