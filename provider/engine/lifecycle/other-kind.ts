import { isOptional, userSchema } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import { inputNames } from "../compare/live-inputs.ts";
import type { AnyHandler, CheckFailure } from "../handler/handler.ts";

/**
 * Returns a failure if the inputs in state are of another kind of resource: the option `aliases` accepts every type, and an update
 * would change whichever object of this kind has the id. An input that is missing, or a few that are unknown, may also come from a
 * response or from another release.
 */
export function otherKindFailures(handler: AnyHandler, declared: Properties): CheckFailure[] {
  const { shape } = userSchema(handler.schema);
  const own = new Set(inputNames(handler));
  const names = Object.keys(declared);
  const foreign = names.filter((name) => !own.has(name));
  if (foreign.length === 0) return [];
  const isIncomplete = Object.entries(shape).some(
    ([name, field]) => declared[name] === undefined && !isOptional(field),
  );
  if (!isIncomplete && 2 * foreign.length <= names.length) return [];
  const reason = `an alias gives this ${handler.noun} the state of another kind of resource, which has the inputs ${foreign.join(", ")}. An alias cannot change the kind of a resource; nothing was changed. Remove the alias: this resource is then created, and the old one deleted unless the program still declares it`;
  return [{ property: "", reason, code: "CP2127" }];
}
