import { InputError } from "../../client/index.ts";
import type { Place } from "./objects.ts";

/** The given places, or the configured one. */
export function placesOf(named: readonly string[] | undefined, settings: Partial<Place>): Place[] {
  if (named !== undefined) return named.map(placeOf);
  const { projectId, regionId } = settings;
  return projectId === undefined || regionId === undefined ? [] : [{ projectId, regionId }];
}

function placeOf(text: string): Place {
  const [, projectId, regionId] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (projectId === undefined || regionId === undefined)
    throw new InputError("The command", [`--place "${text}" must have the form <projectId>/<regionId>, such as 1/76`]);
  return { projectId: Number(projectId), regionId: Number(regionId) };
}
