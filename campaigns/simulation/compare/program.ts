import type { Declared } from "../../ownership/kinds.ts";
import type { Live } from "../../ownership/objects.ts";
import type { Command } from "./script.ts";

/** The program of a command in a fixed order, with the id of the object that it imports. */
export function programFor({ desired, adopts }: Command, live: ReadonlyMap<string, Live>): Declared[] {
  // A cluster is deleted before its replacement is created; the engine then examines the resources that depend on it.
  const inOrder = desired.toSorted((a, b) => Number(a.kind === "cluster") - Number(b.kind === "cluster"));
  return inOrder.map((one) => {
    const object = [...live.values()].find(({ kind, name }) => kind === one.kind && name === one.name);
    const isAdopted = one.logical === adopts && object !== undefined;
    return { ...one, isAfter: true, ...(isAdopted && { adopt: object.id }) };
  });
}
