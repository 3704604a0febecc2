import type { Endpoint } from "@cloudplatform/pulumi/api";
import type { HabitValues } from "../table.ts";
import {
  emptyParamsReshape,
  enumValuesReshape,
  keypairReshape,
  logTotalReshape,
  priceStatusReshape,
  taskResourcesReshape,
  templateIdReshape,
  timestampsReshape,
  unitSizesReshape,
  versionReshape,
} from "./fields.ts";
import { endTimeReshape, optionFieldsReshape, unknownOptionsReshape, unsetOptionsReshape } from "./options.ts";
import { unknownFieldsReshape } from "./unknown-fields.ts";
import { unsetReshape } from "./unset.ts";

/** Gives the answer of a success another form. */
export type Reshape = (answer: unknown, endpoint: Endpoint) => unknown;

/** In this order: what was not set is decided before strange fields are added. */
const builders: readonly ((habits: HabitValues) => Reshape | undefined)[] = [
  taskResourcesReshape,
  enumValuesReshape,
  unsetReshape,
  optionFieldsReshape,
  unsetOptionsReshape,
  endTimeReshape,
  unknownOptionsReshape,
  versionReshape,
  keypairReshape,
  priceStatusReshape,
  unitSizesReshape,
  logTotalReshape,
  emptyParamsReshape,
  templateIdReshape,
  timestampsReshape,
  unknownFieldsReshape,
];

/** The changes that habits make to answers; none when all are default. */
export function reshapesFor(habits: HabitValues): readonly Reshape[] {
  return builders.flatMap((build) => build(habits) ?? []);
}
