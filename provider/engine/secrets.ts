import type { z } from "zod";
import { mapSecretValues } from "../schema/index.ts";
import type { Properties } from "./handler.ts";
import { schemaSecretPaths } from "./operation-secrets.ts";

type Schema = z.core.$ZodType;

/** How the engine's wire form marks a secret: values that a provider returns this way are encrypted in state. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Marks secrets in what goes back to the engine. */
export function markSecrets(schema: Schema, properties: Properties): Properties {
  if (schemaSecretPaths(schema).length === 0) return properties;
  return mapSecretValues(schema, properties, marked) as Properties;
}

/** A value that the engine encrypts in state. */
export function marked(value: unknown): Properties {
  return { [signatureKey]: secretSignature, value };
}

/** Whether a value is marked already. */
export function isMarked(value: object): boolean {
  return signatureKey in value;
}

/** A value without marks, at any depth. */
export function bareValue(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (isMarked(value)) return bareValue((value as { value: unknown }).value);
  if (Array.isArray(value)) return value.map(bareValue);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, bareValue(element)]));
}
