import { withoutMarks } from "../../provider/pulumi/formats/markers.ts";
import type { EnumSpec, ObjectSpec, PackageSpec, TypeSpec } from "../../provider/pulumi/native/schema/types.ts";
import served from "../../provider/pulumi/native/schema.json" with { type: "json" };

const schema = served as unknown as PackageSpec;

/** Returns deviations of values from the schema: unknown fields, missing required fields, wrong types. */
export function deviations(value: object | undefined, spec: ObjectSpec | undefined): string[] {
  return ofObject(withoutMarks({ ...value }).plain, spec, "");
}

function ofObject(value: unknown, spec: ObjectSpec | undefined, path: string): string[] {
  if (value === null || typeof value !== "object") return [`${path}: ${JSON.stringify(value)} is no object`];
  const fields = Object.entries(value).filter(([name]) => !name.startsWith("__"));
  const missing = (spec?.required ?? []).filter((name) => (value as Record<string, unknown>)[name] === undefined);
  return [
    ...missing.map((name) => `${path}.${name} is required and missing`),
    ...fields.flatMap(([name, element]) => {
      const property = spec?.properties[name];
      return property === undefined
        ? [`${path}.${name} is not in the schema`]
        : ofType(element, property, `${path}.${name}`);
    }),
  ];
}

/** Returns the schema of the resource or function with a token such as `cdn:RuleTemplate`. */
export const resourceSpec = (token: string) => schema.resources[`cloudplatform:${token}`];
export const functionSpec = (token: string) => schema.functions[`cloudplatform:${token}`];

function ofType(value: unknown, spec: TypeSpec, path: string): string[] {
  if (value === null) return [];
  if (spec.$ref !== undefined) return ofNamed(value, spec.$ref, path);
  if (spec.oneOf !== undefined)
    return spec.oneOf.some((one) => ofType(value, one, path).length === 0) ? [] : [`${path} is none of its types`];
  if (spec.type === "array")
    return Array.isArray(value)
      ? value.flatMap((element, index) => ofType(element, spec.items ?? {}, `${path}[${index}]`))
      : [`${path} is no list`];
  if (spec.type === "object") {
    if (typeof value !== "object" || Array.isArray(value)) return [`${path} is no map`];
    const { additionalProperties = {} } = spec;
    return Object.entries(value).flatMap(([key, element]) => ofType(element, additionalProperties, `${path}.${key}`));
  }
  const isOf =
    spec.type === "integer" ? Number.isInteger(value) : spec.type === undefined || typeof value === spec.type;
  return isOf ? [] : [`${path}: ${JSON.stringify(value)} is no ${spec.type}`];
}

function ofNamed(value: unknown, ref: string, path: string): string[] {
  if (ref === "pulumi.json#/Any") return [];
  const named = schema.types[ref.replace("#/types/", "")];
  if (named === undefined) return [`${path}: the schema has no ${ref}`];
  if (!("enum" in named)) return ofObject(value, named, path);
  return (named as EnumSpec).enum.some((one) => one.value === value)
    ? []
    : [`${path}: ${JSON.stringify(value)} is no member of ${ref}`];
}
