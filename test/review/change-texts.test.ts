import { expect, test } from "vitest";
import type { Change } from "../../provider/review/model/schema.ts";
import { changeText } from "../../provider/review/plan/compare.ts";
import { changeSpans } from "../../provider/review/render/changes.ts";

const change = (kind: Change["kind"], fields: object = {}) => ({ path: "weight", kind, ...fields }) as Change;

test.each([
  [change("add", { new: 5 }), "weight: 5", "weight = 5"],
  [change("add", { unknown: true }), "weight: (not known yet)", "weight = (not known yet)"],
  [change("add"), "weight: (none)", "weight = (none)"],
  [change("update", { old: 1, new: { a: [2] } }), 'weight: 1 → {"a":[2]}', 'weight 1 → {"a":[2]}'],
  [change("update", { old: 1, unknown: true }), "weight: 1 → (not known yet)", "weight 1 → (not known yet)"],
  // If only part of the value is unknown, the known part is shown.
  [change("update", { old: 1, new: [2], unknown: true }), "weight: 1 → [2]", "weight 1 → [2]"],
  [change("update", { new: 5 }), "weight: (none) → 5", "weight (none) → 5"],
  [change("delete", { old: "x" }), 'weight: "x" → (removed)', 'weight removed, was "x"'],
  [change("add", { secret: true }), "weight: secret added", "weight added (secret)"],
  [change("update", { secret: true }), "weight: secret changed", "weight changed (secret)"],
  [change("delete", { secret: true }), "weight: secret removed", "weight removed (secret)"],
])("%j is %s among differences, and %s on a screen", (of, text, screen) => {
  expect(changeText(of)).toBe(text);
  const words = changeSpans(of).map((span) => (typeof span === "string" ? span : Object.values(span).join("")));
  expect(words.join("")).toBe(screen);
});
