import { ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { differences, toDeclaredForm } from "../../provider/engine/compare/declared-form.ts";
import { canonical } from "../../provider/schema/canonical.ts";
import { unknownValue } from "../../provider/values/unknown.ts";

const form = (options: object) => canonical(ruleTemplateBody, { rule: "/a", ruleType: 0, options });

test("equal values have one canonical form: nulls dropped, defaults filled, lists without order sorted", () => {
  const written = {
    gzipOn: null,
    stale: { enabled: true, value: ["timeout", "error"] },
    cors: { enabled: true, value: ["b", "a"] },
  };
  expect(form(written)).toEqual({
    rule: "/a",
    ruleType: 0,
    options: {
      stale: { enabled: true, value: ["error", "timeout"] },
      // The order of domains is the user's.
      cors: { enabled: true, value: ["b", "a"], always: false },
    },
  });
});

test("a list without order keeps its order while one of its elements is not known", () => {
  const written = { stale: { enabled: true, value: ["timeout", unknownValue, "error"] } };
  expect(form(written)).toMatchObject({ options: written });
});

test("a null that the contract requires is kept", () => {
  expect(form({ secure_key: { enabled: false, key: null, type: 0 } })).toMatchObject({
    options: { secure_key: { key: null } },
  });
});

test("a server default is not drift; a value that somebody has set is", () => {
  const declared = { rule: "/a", ruleType: 0, options: { image_stack: { enabled: true } } };
  const live = {
    id: 7,
    name: "Rule template 7",
    rule: "/a",
    ruleType: 0,
    weight: 7,
    overrideOriginProtocol: null,
    options: {
      image_stack: { enabled: true, quality: 95, avif_enabled: false },
      gzipOn: null,
      slice: { enabled: true, value: true },
    },
  };
  const seen = toDeclaredForm(ruleTemplateBody, live, declared);
  expect(differences(declared, seen)).toEqual([
    { path: "options.slice", place: ["options", "slice"], declared: undefined, live: { enabled: true, value: true } },
  ]);
});

test("a missing declared value is drift", () => {
  const declared = { rule: "/a", ruleType: 0, weight: 5, options: { slice: { enabled: true, value: true } } };
  const live = { rule: "/b", ruleType: 0, weight: 5, options: {} };
  const seen = toDeclaredForm(ruleTemplateBody, live, declared);
  expect(differences(declared, seen).map(({ path }) => path)).toEqual(["options.slice", "rule"]);
});

test("a default that the platform has changed is drift", () => {
  const declared = { rule: "/a", ruleType: 0, options: { image_stack: { enabled: true } } };
  const live = { ...declared, options: { image_stack: { enabled: true, quality: 10 } } };
  expect(toDeclaredForm(ruleTemplateBody, live, declared)).toMatchObject({ options: { image_stack: { quality: 10 } } });
});
