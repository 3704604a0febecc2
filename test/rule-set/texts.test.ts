import { expect, test } from "vitest";
import { limits } from "../../provider/api/index.ts";
import { whatText } from "../../provider/resources/rule-set/apply.ts";
import { bodyOf } from "../../provider/resources/rule-template/live.ts";

const rule = { rule: "/a", ruleType: 0 as const };

test.each([
  [{ templateId: undefined, after: rule, importId: undefined }, "Creating"],
  [{ templateId: undefined, after: rule, importId: "7" }, "Importing"],
  [{ templateId: 7, after: rule, importId: undefined }, "Updating"],
  [{ templateId: 7, after: undefined, importId: undefined }, "Deleting"],
])("a change of a rule, %j, is called %s", (change, verb) => {
  expect(whatText({ key: "images", ...change }, { name: "shop" })).toBe(`${verb} CDN rule template "shop/images"`);
});

test("a pattern of the maximum length is sent completely; its slash is omitted if it would be too long", () => {
  const { max } = limits.cdn.ruleLength;
  const bodyWith = (length: number) => bodyOf({ ...rule, rule: `/${"a".repeat(length - 1)}` }).rule;
  expect(bodyWith(max)).toBe(`/${"a".repeat(max - 1)}`);
  expect(bodyWith(max + 1)).toBe("a".repeat(max));
});
