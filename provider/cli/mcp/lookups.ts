import { z } from "zod";
import { mayChange } from "../../api/index.ts";
import { argumentParts, type Definition, fromSettings } from "../../functions/definition.ts";
import * as areas from "../../functions/index.ts";
import type { Lookup } from "../../functions/lookup.ts";
import { mapSecretValues, userSchema } from "../../schema/index.ts";
import { jsonText } from "../run-lookup.ts";
import { clientFor } from "../terminal.ts";
import type { Tool } from "./tool.ts";

type LooseLookup = Lookup<Record<string, unknown>, unknown>;

/** A tool for each function that changes nothing on the platform. */
export function lookupTools(): Tool[] {
  const functions = Object.values(areas).flatMap((area) =>
    // The iterating variants read the same as the others.
    Object.entries<object>(area).flatMap(([name, value]) =>
      isLookup(value) && !name.startsWith("iterate") ? [value] : [],
    ),
  );
  return functions
    .filter(({ definition }) => !mayChange(definition.endpoint))
    .map(lookupTool)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isLookup(value: object): value is LooseLookup {
  return "definition" in value;
}

function lookupTool(lookup: LooseLookup): Tool {
  const { definition } = lookup;
  return {
    name: definition.name.replace(".", "_"),
    description: `${definition.endpoint.summary}. Fields, units and ranges: reference of ${definition.name}.`,
    input: argumentsOf(definition),
    run: async (given, { terminal, signal, keepSecret }) => {
      const client = await clientFor(terminal, { readOnly: true });
      keepSecret([client.settings.apiKey]);
      // Bypasses caches: an assistant that repeats a call wants current values.
      const result = await lookup(given, { client, signal, fresh: true });
      return client.redact(jsonText(withoutSecrets(definition, result)));
    },
  };
}

/** The arguments of a function, with the user's names. Arguments with a setting are optional. */
function argumentsOf(definition: Definition): z.ZodObject {
  const fields = argumentParts(definition).flatMap(({ schema }) => Object.entries(userSchema(schema).shape));
  const settings: readonly string[] = fromSettings;
  const shape = fields.map(([name, field]) => [name, settings.includes(name) ? z.optional(field) : field]);
  // If several parts have the same name, the first part wins.
  return z.object(Object.fromEntries(shape.reverse()));
}

/** Hides values that schemas mark as secret, and texts that may be credentials: an assistant's context is no place for them. */
function withoutSecrets({ endpoint, secrets }: Definition, result: unknown): unknown {
  const schemas = [endpoint.response, secrets].filter((schema) => schema !== undefined);
  const hide = (value: unknown, schema: z.core.$ZodType) =>
    mapSecretValues(schema, value, () => "[secret]", { credentials: true });
  return schemas.reduce<unknown>(hide, result);
}
