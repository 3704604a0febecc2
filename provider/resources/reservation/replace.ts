import { isDeepStrictEqual } from "node:util";
import { holdsUnknown, immutableFields, type ReservationInputs } from "./inputs.ts";

/** Fields whose change needs another purchase. Values that are not known yet are compared when they are. */
export function changesOf(declared: ReservationInputs, inputs: ReservationInputs): (typeof immutableFields)[number][] {
  return immutableFields.filter(
    (name) => !holdsUnknown(inputs[name]) && !isDeepStrictEqual(declared[name], inputs[name]),
  );
}
