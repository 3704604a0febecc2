import deserialize from "@pulumi/policy/deserialize.js";
import { afterAll, expect, test } from "vitest";
import { isSecretIn, preserveSecretMarkers, withoutProxy } from "../../policies/engine/secret-markers.ts";
import { secretSignature, signatureKey } from "../../provider/pulumi/formats/markers.ts";
import { structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";

const proxied = (target: object) => ({ __isSpecialProxy: true, __getSpecialProxyTarget: target });

test("properties are found behind the proxies of a policy and of a remediation", () => {
  const plain = { name: "a" };
  expect(withoutProxy(plain)).toBe(plain);
  expect(withoutProxy(proxied(plain))).toBe(plain);
  expect(withoutProxy(proxied(proxied(plain)))).toBe(plain);
  // A user's property with the name of the marker is not a marker.
  const odd = { __isSpecialProxy: "yes", __getSpecialProxyTarget: plain };
  expect(withoutProxy(odd)).toBe(odd);
});

test("whether a value is a secret is unknown without the engine's markers", () => {
  expect(isSecretIn({ name: "a" }, ["name"])).toBeUndefined();
});

const library = deserialize as unknown as { deserializeProperties(message: object, keepSecrets: boolean): object };
const { deserializeProperties: original } = library;
afterAll(() => Object.assign(library, { deserializeProperties: original }));

test("a secret is recognized by the marker that the library removes, at the value and below it", () => {
  expect(preserveSecretMarkers()).toBe(true);
  const token = { [signatureKey]: secretSignature, value: "markers-own-token" };
  const message = structOf({ name: "a", none: null, token, map: { token, plain: 1 } });
  const properties = library.deserializeProperties(message, false) as Record<string, unknown>;
  expect(properties).toMatchObject({ name: "a", map: { plain: 1 } });
  // Reading a message again returns the same properties.
  expect(library.deserializeProperties(message, false)).toBe(properties);
  const secret = (...path: string[]) => isSecretIn(properties, path);
  expect([secret("token"), secret("token", "below"), secret("map", "token")]).toEqual([true, true, true]);
  expect([secret("name"), secret("name", "below"), secret("none", "below"), secret("map")]).toEqual([
    ...[false, false, false, false],
  ]);
});
