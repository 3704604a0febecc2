import { expect, test } from "vitest";
import { OperationSecrets, schemaSecretPaths, valueText } from "../../provider/engine/secrets/operation-secrets.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";

const value = {
  ...{ name: "edge", none: null, list: [{ key: "one-planted", note: "seen" }, { key: "two-planted" }] },
  ...{ map: { "a.b": "three-planted", plain: "open" } },
};
const secrets = new OperationSecrets(
  [["list", "*", "key"], ["map", "a.b"], ["token"]],
  [value],
  [{ token: "t0ken-of-state" }],
);

test("a value is shown without the secrets in it, at any depth", () => {
  expect(secrets.shown([], { ...value, token: "t0ken-of-state", unset: undefined })).toEqual({
    ...{ name: "edge", none: null, unset: undefined, token: "[secret]" },
    ...{ list: [{ key: "[secret]", note: "seen" }, { key: "[secret]" }] },
    ...{ map: { "a.b": "[secret]", plain: "open" } },
  });
});

test.each([
  [["list", 1, "key"], "x", "[secret]"],
  [["list", 1, "key", "below"], { a: 1 }, "[secret]"],
  [["list", 1, "note"], "x", "x"],
  [["list", 0], { key: "x", note: "y" }, { key: "[secret]", note: "y" }],
  // A missing value is not secret.
  [["list", 0, "key"], undefined, undefined],
  [["list", 0, "key"], null, null],
  [["map"], { "a.b": 7 }, { "a.b": "[secret]" }],
])("at %j, %j is shown as %j", (place, given, shown) => {
  expect(secrets.shown(place, given)).toEqual(shown);
});

test("the texts of all secrets are known, once each, and removed from every text", () => {
  expect([...secrets.texts].sort()).toEqual(["one-planted", "t0ken-of-state", "three-planted", "two-planted"]);
  expect(secrets.redact("refused: one-planted, seen")).toBe("refused: [secret], seen");
  expect([secrets.isRevealedBy("has two-planted in it"), secrets.isRevealedBy("seen")]).toEqual([true, false]);
  // The program itself shows this text in a public input.
  expect(new OperationSecrets([["a"]], [{ a: "same-text", b: "same-text" }], []).isRevealedBy("same-text")).toBe(false);
});

test("secret settings are remembered, and found by name", () => {
  const kept = new OperationSecrets([], [], [], ["apiKey", "unset"]);
  expect(kept.redact("a key-of-settings")).toBe("a key-of-settings");
  for (let again = 0; again < 2; again++)
    kept.keepSettings((name) => (name === "apiKey" ? "key-of-settings" : undefined));
  expect(kept.texts).toEqual(["key-of-settings"]);
  expect(kept.redact("a key-of-settings")).toBe("a [secret]");
});

test("an input is secret as a whole, or contains a secret", () => {
  expect(["token", "list", "name"].map((name) => secrets.isSecretInput(name))).toEqual([true, false, false]);
  expect([secrets.hides(["token", "x"]), secrets.hides(["list"]), secrets.hides(["list", 3, "key"])]).toEqual([
    ...[true, false, true],
  ]);
});

test("if a value is secret as a whole, its texts and map keys are secret, but not its list indexes", () => {
  const whole = new OperationSecrets(
    [["env"], ["list"]],
    [{ env: { "A-KEY": "value-one", name: "value-two" }, list: ["item-one"] }],
    [],
  );
  expect([...whole.texts].sort()).toEqual(["A-KEY", "item-one", "value-one", "value-two"]);
});

test("a schema marks only the values of secrets as secret", () => {
  expect(schemaSecretPaths(secretHandler.schema)).toEqual([["secretSlots", "*", "value"]]);
  expect(schemaSecretPaths(ruleTemplateHandler.schema)).toContainEqual(["options", "secure_key", "key"]);
  expect(schemaSecretPaths(ruleTemplateHandler.schema)).not.toContainEqual(["name"]);
});

test.each([
  [undefined, "nothing"],
  [null, "null"],
  [5, "5"],
  ["a", '"a"'],
])("in a text, %j is %s", (value, text) => {
  expect(valueText(["name"], value)).toBe(text);
});
