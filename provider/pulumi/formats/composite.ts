import type { Properties } from "../../values/properties.ts";
import { nativeToken } from "./type-token.ts";
import { sharedUrn, typeOfUrn } from "./urn.ts";

/** A resource type whose objects have another type: the rules of a set are rule templates. */
interface Composite {
  /** Type of the objects. */
  partType: string;
  /** Input that declares the objects, by key. */
  inputs: string;
  /** Output with their ids, by key. */
  ids: string;
}

const composites: Readonly<Record<string, Composite>> = {
  "cloudplatform:cdn:RuleSet": { partType: "cloudplatform:cdn:RuleTemplate", inputs: "rules", ids: "templateIds" },
};

/** Whether an operation may create objects: an update of a resource with several objects may, too. */
export function mayCreate(operation: string, urn: string): boolean {
  return operation === "creating" || (operation === "updating" && compositeOf(ownType(urn)) !== undefined);
}

/** Separates the URN of a resource from the key of one of its objects. */
const separator = "#";

/** Used like a URN for one object of a resource: for its record and its owner. Keys contain no `#`. */
export function partUrn(urn: string, key: string): string {
  return `${urn}${separator}${key}`;
}

/** Name of one object of a resource, for messages. */
export function partName(name: string, key: string): string {
  return `${name}/${key}`;
}

/** The key of an object within its resource, or undefined for the URN of a resource. */
export function partKey(urn: string): string | undefined {
  return compositeOf(ownType(urn)) === undefined || !urn.includes(separator)
    ? undefined
    : urn.slice(urn.lastIndexOf(separator) + 1);
}

/** The URN of the resource that an object belongs to. */
export function resourceUrn(urn: string): string {
  const key = partKey(urn);
  return key === undefined ? urn : urn.slice(0, -separator.length - key.length);
}

/** Type of the object that a URN stands for, in the native provider's spelling, whichever provider serves it. */
export function typeOf(urn: string): string {
  const type = ownType(urn);
  return partKey(urn) === undefined ? type : (compositeOf(type)?.partType ?? type);
}

/** Whether two URNs are of the same resource, whichever provider serves it. */
export function isSameResource(one: string, other: string): boolean {
  return sharedUrn(resourceUrn(one)) === sharedUrn(resourceUrn(other));
}

/** A resource in state. */
interface Resource {
  urn: string;
  type: string;
  id?: string | undefined;
  outputs?: Properties | undefined;
}

/** An object of a resource in state. */
interface ObjectInState {
  type: string;
  id: string;
  /** URN of its resource; followed by a key if the resource has several objects. */
  urn: string;
}

/** Returns the objects of a resource in state. */
export function objectsOf({ urn, type, id, outputs }: Resource): ObjectInState[] {
  const composite = compositeOf(nativeToken(type));
  if (composite !== undefined)
    return Object.entries(recordOf(outputs?.[composite.ids])).map(([key, part]) => ({
      ...{ type: composite.partType, id: String(part) },
      urn: partUrn(urn, key),
    }));
  return id === undefined ? [] : [{ type: nativeToken(type), id, urn }];
}

/** The inputs of each object that an operation requests, by key if the resource has several objects. */
export function requestsOf(
  urn: string,
  inputs: Properties,
): { type: string; key: string | undefined; asked: Properties }[] {
  const type = ownType(urn);
  const composite = compositeOf(type);
  if (composite === undefined) return [{ type, key: undefined, asked: inputs }];
  return Object.entries(recordOf(inputs[composite.inputs])).map(([key, asked]) => ({
    ...{ type: composite.partType, key },
    asked: recordOf(asked),
  }));
}

function compositeOf(type: string): Composite | undefined {
  return Object.hasOwn(composites, type) ? composites[type] : undefined;
}

function ownType(urn: string): string {
  return nativeToken(typeOfUrn(urn));
}

function recordOf(value: unknown): Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Properties) : {};
}
