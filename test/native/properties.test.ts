import fc from "fast-check";
import { expect, test } from "vitest";
import { withMarks, withoutMarks } from "../../provider/pulumi/formats/markers.ts";
import { readProperties, structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import { unknownValue } from "../../provider/schema/index.ts";

const key = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [key]: "1b47061264138c4ac30d75fd1eb44270", value });
const output = (fields: object) => ({ [key]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...fields });

const leaf = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z~/]{1,4}$/), tie("tree"), { maxKeys: 3 }),
  ),
}));
const properties = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tree, { maxKeys: 4 });

test("values are read as they were sent", () => {
  fc.assert(
    fc.property(properties, (values) => {
      expect(readProperties(structOf(values)).plain).toEqual(JSON.parse(JSON.stringify(values)));
    }),
  );
});

test("a secret is read without its mark at any depth, and its path is known", () => {
  const sent = structOf({ a: secret("x"), b: [{ c: secret({ d: secret(1) }) }], "e/f": { g: secret("y") } });
  const read = readProperties(sent);
  expect(read.plain).toEqual({ a: "x", b: [{ c: { d: 1 } }], "e/f": { g: "y" } });
  expect(read.secretPaths).toEqual(["/a", "/b/*/c", "/b/*/c/d", "/e~1f/g"]);
});

test.each([
  ["a string", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["a bool", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["a number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["a list", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["an asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
  ["an archive", "e48ece36-62e2-4504-bad9-02848725956a"],
  ["an object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ["an output", output({})],
  ["a secret output", output({ secret: true })],
  ["a secret", secret("04da6b54-80e4-46f7-96ec-b56ff0331ba9")],
])("%s that is not known yet is unknown", (_, value) => {
  expect(readProperties(structOf({ a: [value] })).plain).toEqual({ a: [unknownValue] });
});

test("a known output is its value, and secret if it is marked", () => {
  const read = readProperties(
    structOf({ a: output({ value: 1, dependencies: [] }), b: output({ value: 2, secret: true }) }),
  );
  expect(read.plain).toEqual({ a: 1, b: 2 });
  expect(read.secretPaths).toEqual(["/b"]);
});

test("only fields with the name of a secret become secret, a list as a whole", () => {
  const raw = { a: secret(1), b: { c: secret(2), d: 3 }, e: [{ f: secret(4) }], g: 5 };
  const values = { a: 10, b: { c: 20, d: 30 }, e: [{ f: 40 }], g: 50, h: 60 };
  expect(withMarks(values, withoutMarks(raw).secretPaths)).toEqual({
    a: secret(10),
    b: { c: secret(20), d: 30 },
    e: secret([{ f: 40 }]),
    g: 50,
    h: 60,
  });
});
