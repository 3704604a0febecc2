import fc from "fast-check";
import { z } from "zod";

/** Generates values that a schema accepts: derived from its structure, then filtered by its rules. */
export function arbitraryOf<S extends z.ZodType>(schema: S): fc.Arbitrary<z.input<S>> {
  return generate(schema).filter((value) => schema.safeParse(value).success) as fc.Arbitrary<z.input<S>>;
}

/** Strings that satisfy rules of the contract. Each schema uses those that it accepts. */
const texts = [
  "a",
  "B2",
  "web-1",
  "x".repeat(20),
  "3600s",
  "5m",
  "0s",
  "1s",
  "5s",
  "DE",
  "FR",
  "us",
  "192.0.2.7",
  "192.0.2.0/24",
  "2001:db8::7",
  "2001:db8::/32",
  "http_503",
  "404",
  "example.com",
  "42",
  "/(.*) /media/$1",
  "text/html",
  "20:00",
  "09:30",
  "Europe/Berlin",
  "ä ö ü",
  'quote " and \\ backslash',
  "",
  "$scheme$uri",
];

function generate(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fc.option(generate(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodNullable) return fc.option(generate(schema.unwrap()), { nil: null, freq: 8 });
  if (schema instanceof z.ZodDefault) return fc.option(generate(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => arbitraryOf(toZod(option))));
  if (schema instanceof z.ZodNumber) return numbers(schema);
  if (schema._zod.def.type === "string") return strings(toZod(schema) as z.ZodString);
  if (schema instanceof z.ZodArray) return lists(schema);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(
      arbitraryOf(toZod(schema.keyType)) as fc.Arbitrary<string>,
      arbitraryOf(toZod(schema.valueType)),
      { maxKeys: 3 },
    );
  if (schema instanceof z.ZodObject) return objects(schema);
  throw new Error(`No values are known for schemas of type ${schema._zod.def.type}.`);
}

function toZod(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType;
}

function numbers(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(schema.minValue ?? 0, -1_000_000);
  const max = Math.min(schema.maxValue ?? 1_000_000, 2_147_483_647);
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}

function strings(schema: z.ZodString): fc.Arbitrary<string> {
  const longest = Math.min(schema.maxLength ?? 40, 400);
  const shortest = schema.minLength ?? 0;
  const fitting = [...texts, "9".repeat(longest), "y".repeat(longest)].filter((text) => schema.safeParse(text).success);
  const free = fc.string({ minLength: shortest, maxLength: longest }).filter((text) => schema.safeParse(text).success);
  // If a rule is narrower than "any text", filtering random strings would almost never find a match.
  if (schema.safeParse('~ "{}ß').success) return fc.oneof(free, ...fitting.map((text) => fc.constant(text)));
  if (fitting.length === 0)
    throw new Error(
      `No text is known that ${JSON.stringify(z.toJSONSchema(schema))} accepts; add one to the list above.`,
    );
  return fc.constantFrom(...fitting);
}

function lists(schema: z.ZodArray): fc.Arbitrary<unknown[]> {
  const element = arbitraryOf(toZod(schema.element));
  return fc
    .uniqueArray(element, { maxLength: 4, selector: (value) => JSON.stringify(value) })
    .filter((list) => schema.safeParse(list).success);
}

function objects(schema: z.ZodObject): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, arbitraryOf(toZod(field))]),
  );
  return fc.record(fields).map((value) => JSON.parse(JSON.stringify(value)));
}
