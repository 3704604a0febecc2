/** The part of Pulumi's package schema that we use (pulumi.com/docs/iac/packages-and-automation/pulumi-packages/schema). */
export interface PackageSpec {
  name: string;
  [key: string]: unknown;
  provider: { inputProperties: Record<string, PropertySpec> } & Record<string, unknown>;
  types: Record<string, ObjectSpec | EnumSpec>;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
}

export interface TypeSpec {
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  $ref?: string;
  oneOf?: TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  description?: string;
  default?: string | number | boolean;
  deprecationMessage?: string;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
}

export interface ObjectSpec {
  type?: "object";
  description?: string;
  properties: Record<string, PropertySpec>;
  required?: string[];
}

export interface EnumSpec {
  type: "string" | "integer";
  description?: string;
  enum: { name?: string; value: string | number }[];
}

export interface ResourceSpec extends ObjectSpec {
  inputProperties: Record<string, PropertySpec>;
  requiredInputs?: string[];
  /** Filters for listing such objects; absent if they cannot be listed. */
  listInputs?: ObjectSpec;
  aliases?: { type: string }[];
}

export interface FunctionSpec {
  description?: string;
  inputs?: ObjectSpec;
  outputs?: ObjectSpec;
}
