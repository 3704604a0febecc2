import fc from "fast-check";
import { expect, it } from "vitest";
import { nativeToken, typeToken } from "../../provider/pulumi/formats/type-token.ts";
import { isDefaultProviderName, sharedUrn } from "../../provider/pulumi/formats/urn.ts";

const dynamic = typeToken("cdn", "RuleTemplate");
const native = "cloudplatform:cdn:RuleTemplate";

it("gives the native provider's token for each dynamic one", () => {
  expect(nativeToken(dynamic)).toBe(native);
  expect(nativeToken(native)).toBe(native);
  expect(nativeToken("aws:s3/bucket:Bucket")).toBe("aws:s3/bucket:Bucket");
});

it("spells the URN of a resource the same, whichever provider serves it, its parent and its grandparent", () => {
  const word = fc.stringMatching(/^[a-z:]{1,8}$/);
  const parents = fc.array(fc.constantFrom(dynamic, native, "my:index:Site"), { maxLength: 3 });
  fc.assert(
    fc.property(parents, word, (types, name) => {
      const urn = (tokens: string[]) => `urn:pulumi:dev::web::${tokens.join("$")}::${name}`;
      const spelled = sharedUrn(urn([...types, native]));
      expect(spelled).toBe(sharedUrn(urn([...types.map(nativeToken), dynamic])));
      expect(spelled.endsWith(`${dynamic}::${name}`)).toBe(true);
    }),
  );
});

it("leaves the name of a resource as it is", () => {
  expect(sharedUrn(`urn:pulumi:dev::web::my:index:Site::${native}`)).toBe(
    `urn:pulumi:dev::web::my:index:Site::${native}`,
  );
});

it.each([
  "default",
  "default_3_270_0",
  "default_1_0_0_alpha_1_https_/plugins.example/a",
  "default_github_/api.github.com/a",
])("recognizes the default provider %s", (name) => expect(isDefaultProviderName(name)).toBe(true));

it.each(["default_eu", "default_2", "default-eu", "defaults", "eu"])("leaves the program its provider %s", (name) =>
  expect(isDefaultProviderName(name)).toBe(false),
);
