import { unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";

type TextValues = Record<string, string | string[]>;
type Coercer = (text: string | string[]) => unknown;

/** Converts each URL parameter from text to its schema's type. Text that cannot be converted is kept, and the schema refuses it. */
export function coercerOf(schema: z.ZodObject): (texts: TextValues) => Record<string, unknown> {
  const coercers = new Map(Object.entries(schema.shape).map(([name, field]) => [name, coercer(field)]));
  return (texts) => {
    const values: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(texts)) {
      const coerce = coercers.get(name);
      // Unknown parameters are ignored, like unknown fields.
      if (coerce !== undefined) values[name] = coerce(text);
    }
    return values;
  };
}

function coercer(field: z.core.$ZodType): Coercer {
  const schema = unwrap(field);
  if (schema._zod.def.type === "array") {
    const element = coercer((schema as z.ZodArray).element);
    return (texts) => (Array.isArray(texts) ? texts : [texts]).map((text) => element(text));
  }
  const scalar = scalars[schema._zod.def.type];
  // A repeated parameter stays a list, which no scalar schema accepts.
  return (text) => (typeof text === "string" && scalar !== undefined ? scalar(text) : text);
}

const scalars: Record<string, (text: string) => unknown> = {
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === "true" ? true : text === "false" ? false : text),
};
