import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { Redactor, secretsOf, textsOf } from "../../provider/client/redact.ts";

const secret = "planted-value";
const redactor = new Redactor([secret], { mark: "#" });
const bytes = [0, 1, 2, 3, 4];

test.each(bytes.flatMap((before) => bytes.map((after) => [before, after] as const)))(
  "in Base64 with %i bytes before it and %i after it, no digit that holds a bit of a secret remains",
  (before, after) => {
    const whole = Buffer.from("x".repeat(before) + secret + "y".repeat(after)).toString("base64");
    const digits = whole.replace(/=+$/, "");
    const [, first = "", rest = ""] = /^a:([^#]*)#([^#=]*)=*;$/.exec(redactor.redact(`a:${whole};`)) ?? [];
    expect([digits.startsWith(first), digits.endsWith(rest)]).toEqual([true, true]);
    // A digit holds 6 bits. One more digit may be redacted if it ends together with the secret.
    const most = [Math.floor((8 * before) / 6), digits.length - Math.ceil((8 * (before + secret.length)) / 6)];
    const left = [first.length, rest.length];
    expect(left.map((count, end) => count <= (most[end] ?? 0))).toEqual([true, true]);
    expect(left.map((count, end) => count >= (most[end] ?? 0) - 1)).toEqual([true, true]);
  },
);

test.each([
  ["token=planted-value!", "token=#!"],
  ["planted-value planted-value", "# #"],
  ["planted%2Dvalue", "#"],
  ["706c616e7465642d76616c7565", "#"],
  ["nothing to hide", "nothing to hide"],
])("the text %s is redacted to %s", (text, redacted) => {
  expect(redactor.redact(text)).toBe(redacted);
});

test.each([
  ["local", "apikey local, key=local;", "apikey #, key=#;"],
  [
    "local",
    "ssd_local, localhost, bm1-locally, 127.0.0.1.localdomain",
    "ssd_local, localhost, bm1-locally, 127.0.0.1.localdomain",
  ],
  ["local", "bG9jYWw= 6c6f63616c", "# #"],
  ["loca1", "ssd_loca1", "ssd_#"],
  ["mountain", "mountains", "#s"],
])("of the secret %s, a short one of letters alone is no part of words: %s", (short, text, redacted) => {
  expect(new Redactor([short], { mark: "#" }).redact(text)).toBe(redacted);
});

test("secrets of other clients are redacted, also those that are added later", () => {
  const own = new Redactor(["own-secret"], { mark: "#", others: redactor });
  expect(own.redact("own-secret planted-value late-secret")).toBe("# # late-secret");
  redactor.add(["late-secret"]);
  expect(own.redact("own-secret planted-value late-secret")).toBe("# # #");
  expect(redactor.redact("own-secret")).toBe("own-secret");
});

test.each([
  ["planted", ["planted"]],
  [" ", []],
  // Shorter numbers appear in too many texts.
  [123, []],
  [1234, ["1234"]],
  [12345n, ["12345"]],
  [true, []],
  [null, []],
  [undefined, []],
  [{ a: "one", b: ["two", { c: 5678 }] }, ["one", "two", "5678"]],
])("the texts of the secret value %s are %j", (value, texts) => {
  expect(textsOf(value)).toEqual(texts);
});

test("the values that the schema marks as secret are secret in a body", () => {
  const { body: schema } = endpoints["secrets.create"];
  const body = { name: "seen", secret_slots: [{ slot: 7, value: "planted" }, { slot: 8 }] };
  expect(secretsOf(schema, body)).toEqual(["planted"]);
  for (const none of [null, undefined, "text"]) expect(secretsOf(schema, none)).toEqual([]);
  expect(secretsOf(undefined, body)).toEqual([]);
});
