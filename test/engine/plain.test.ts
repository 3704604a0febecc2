import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "../../provider/values/plain.ts";

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.oneof(fc.string(), fc.double(), fc.bigInt(), fc.boolean(), fc.constantFrom(null, undefined, -0)),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("tree"), { maxKeys: 4 }),
  ),
}));

test("a copy equals the JSON round trip, with large numbers as text", () => {
  const asText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), tree), (values) => {
      expect(plain(values)).toStrictEqual(JSON.parse(JSON.stringify(values, asText)));
    }),
  );
});
