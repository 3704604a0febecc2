import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hasSlots, withoutChangedValues } from "../../provider/resources/secret/slots.ts";

const sum = (text: string) => createHash("sha256").update(text).digest("hex");
const live = (...slots: { slot: number; checksum?: string | null }[]) => ({
  ...{ id: 1, name: "s", secretSlots: slots },
});
const [first, second] = [
  { slot: 0, checksum: sum("a") },
  { slot: 7, checksum: sum("b").toUpperCase() },
];

test.each([
  ["the same in another order", live(second, first), true],
  ["a value of another", live(first, { ...second, checksum: sum("c") }), false],
  ["values that changed places", live({ ...first, checksum: sum("b") }, { ...second, checksum: sum("a") }), false],
  ["one slot more", live(first, second, { slot: 9, checksum: sum("b") }), false],
  ["one slot fewer", live(first), false],
  ["no checksum", live(first, { slot: 7 }), false],
  ["another slot", live(first, { ...second, slot: 8 }), false],
] as const)("a secret with %s: has the declared slots: %s", (_, of, expected) => {
  const declared = [
    { slot: 0, value: "a" },
    { slot: 7, value: "b" },
  ];
  expect(hasSlots(of as never, declared)).toBe(expected);
});

test("without slots, a secret has those of one that declares none", () => {
  expect(hasSlots(live() as never, undefined)).toBe(true);
  expect(hasSlots(live(first) as never, undefined)).toBe(false);
});

test.each([
  [
    "the declared value",
    [first, second],
    [
      { slot: 0, value: "a" },
      { slot: 7, value: "b" },
    ],
  ],
  ["another value", [first, { ...second, checksum: sum("c") }], [{ slot: 0, value: "a" }, { slot: 7 }]],
  [
    "no checksum",
    [
      { slot: 0, checksum: null },
      { slot: 7, checksum: "" },
    ],
    [
      { slot: 0, value: "a" },
      { slot: 7, value: "b" },
    ],
  ],
  [
    "none of the slots",
    [],
    [
      { slot: 0, value: "a" },
      { slot: 7, value: "b" },
    ],
  ],
])("where the platform has %s, the declared slots are %j", (_, slots, kept) => {
  const declared = [
    { slot: 0, value: "a" },
    { slot: 7, value: "b" },
  ];
  expect(withoutChangedValues(declared, live(...slots) as never)).toEqual(kept);
});
