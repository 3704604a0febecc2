import { isDeepStrictEqual } from "node:util";
import { boughtFields, holdsUnknown, type ReservationInputs } from "./inputs.ts";

/** Fields whose change needs another purchase. Values that are not known yet are compared when they are. */
export function changesOf(declared: ReservationInputs, inputs: ReservationInputs): (typeof boughtFields)[number][] {
  return boughtFields.filter((name) => !holdsUnknown(inputs[name]) && !isDeepStrictEqual(declared[name], inputs[name]));
}
