import fc from "fast-check";
import structProto from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, test } from "vitest";
import { keepPlainStructs } from "../../provider/pulumi/native/plugin/plain-structs.ts";
import type { Properties } from "../../provider/values/properties.ts";

const { Struct } = structProto;

// Start keys with a letter: JavaScript moves numeric keys to the front, while the generated code writes keys in alphabetical order.
const key = fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => `k${text}`);
const leaf = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "\0", "é", "€", "😀", "x".repeat(200)),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }).map(inOrder),
  ),
}));
const properties = fc.dictionary(key, tree, { maxKeys: 6, noNullPrototype: true }).map(inOrder);

function inOrder(value: Properties): Properties {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const bytesOf = (values: Properties) => Buffer.from(Struct.fromJavaScript(values as never).serializeBinary());
const valuesOf = (bytes: Buffer) => Struct.deserializeBinary(bytes).toJavaScript();

test("are written byte for byte as the generated code writes them, and read as it reads them", () => {
  const samples: Properties[] = [{}, { k: {} }, { k: [] }, { k: [[], {}, null] }, ...fc.sample(properties, 500)];
  const written = samples.map(bytesOf);
  const read = written.map(valuesOf);
  keepPlainStructs();
  expect(samples.map(bytesOf)).toEqual(written);
  expect(written.map(valuesOf)).toEqual(read);
  expect(read).toEqual(samples);
});

test("keep a key that the generated code loses", () => {
  const values = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
  expect(Object.entries(valuesOf(bytesOf(values)))).toEqual(Object.entries(values));
});

test("skip fields that a later release of the protocol may add", () => {
  const added = Buffer.from([0x7a, 0x01, 0x78, 0x80, 0x01, 0x05]); // 15: "x", 16: 5
  expect(valuesOf(Buffer.concat([added, bytesOf({ k: 1 }), added]))).toEqual({ k: 1 });
});

test.each([undefined, 1n, () => 1])("refuse %s, which the protocol does not have", (value) => {
  expect(() => bytesOf({ k: value })).toThrow(`A property cannot be ${typeof value}.`);
});
