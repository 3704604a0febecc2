import type { Endpoint } from "@cloudplatform/pulumi/api";
import type { BehaviorValues } from "../table.ts";
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
import { listCountReshape, writeResponseReshape } from "./lists.ts";
import { endTimeReshape, optionFieldsReshape, unknownOptionsReshape, unsetOptionsReshape } from "./options.ts";
import { unknownFieldsReshape } from "./unknown-fields.ts";
import { unsetReshape } from "./unset.ts";

/** Transformations of successful responses by behaviors. */

/** Transforms a successful response. */
export type Reshape = (response: unknown, endpoint: Endpoint) => unknown;

/** In this order: unset fields are transformed before unknown fields are added. */
const builders: readonly ((behaviors: BehaviorValues) => Reshape | undefined)[] = [
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
  listCountReshape,
  writeResponseReshape,
  unknownFieldsReshape,
];

/** The transformations for these behaviors; none when all are default. */
export function reshapesFor(behaviors: BehaviorValues): readonly Reshape[] {
  return builders.flatMap((build) => build(behaviors) ?? []);
}
