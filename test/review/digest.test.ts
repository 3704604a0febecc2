import { expect, test } from "vitest";
import { digestOf, SecretHasher, signatureOf } from "../../provider/review/model/digest.ts";
import { NotAppliedError } from "../../provider/review/model/errors.ts";
import { type Review, reviewSchema } from "../../provider/review/model/schema.ts";
import { differencesOf } from "../../provider/review/plan/compare.ts";
import { checkSignature, parseReview } from "../../provider/review/plan/read.ts";
import { render } from "../../provider/review/render/formats.ts";
import { platform } from "../helpers/platform.ts";
import { reviewOf, startedAt, type Variation } from "./material.ts";

const emulator = await platform();
const other = await platform();
const review = await reviewOf(emulator.url);

test("the same change has the same digest, whenever, at whatever commit and with whatever sample URLs and expected usage it is created", async () => {
  const later = new Date(startedAt.getTime() + 3_600_000);
  const again = await reviewOf(emulator.url, { now: later, urls: ["/images/x"], usage: { guarded: { general: 3 } } });
  expect(again.digest).toBe(review.digest);
  expect(again.signature).not.toBe(review.signature);
  expect(differencesOf(review, again)).toEqual([]);
  const [minimum, expected] = [again.money.monthly[0], again.usage?.[0]];
  expect(Number(expected?.after)).toBeGreaterThan(Number(minimum?.after));
  expect(render(again, "text")).toContain(`${expected?.difference} EUR a month at the expected nodes`);
});

test("seeds, times and paths of the engine's files do not change the digest", async () => {
  const again = await reviewOf(emulator.url, {
    plan: (text) => text.replace(/"seed": ?"[^"]*"/g, '"seed":"x"').replace(/"time": ?"[^"]*"/, '"time":"x"'),
    state: (text) => text.replace(/"(created|modified|sourcePosition)": "[^"]*"/g, '"$1": "2027-01-01T00:00:00Z"'),
  });
  expect(again.digest).toBe(review.digest);
});

const replaced = (from: string | RegExp, to: string) => (text: string) => {
  const changed = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
  if (changed === text) throw new Error(`The recorded text has no ${from}.`);
  return changed;
};

const variations: [what: string, about: string, words: string, variation: Variation][] = [
  ["an input", "program", "weight: 10 → 21", { log: replaced('"weight":20', '"weight":21') }],
  [
    "a secret input",
    "program",
    "signed: a secret input, an option or a dependency differs",
    { plan: replaced("planted-after", "planted-later") },
  ],
  [
    "an option that no event shows",
    "program",
    "images: option now: protect: true",
    { plan: replaced(/("name": ?"images",[\s\S]*?"protect": ?)false/, "$1true") },
  ],
  [
    "a reason of a replacement",
    "program",
    "replaced for name",
    { log: replaced('"keys":["keypair"]', '"keys":["name"]') },
  ],
  [
    "a price",
    "price",
    "metal costs 0 → 1300.00 EUR",
    { log: replaced('"perMonth":"1201.56"', '"perMonth":"1300.00"') },
  ],
  ["drift", "drift", "weight: 11 → 98", { log: replaced('"weight":99', '"weight":98') }],
  [
    "the state",
    "state",
    "RuleTemplate::images changed in the state",
    { state: replaced('"weight": 10', '"weight": 9') },
  ],
  ["a policy's level", "policy", "no-destruction (mandatory)", { policies: { "no-destruction": "mandatory" } }],
  ["the engine's version", "versions", "pulumi", { plan: replaced(/"version": ?"v3[^"]*"/, '"version":"v3.0.0"') }],
  [
    "the configuration",
    "configuration",
    'test:plain was "one", and is "two"',
    { plan: replaced(/"test:plain": ?"one"/, '"test:plain":"two"') },
  ],
  [
    "a secret of the configuration",
    "configuration",
    "test:hidden changed (a secret)",
    { plan: replaced(/"secure": ?"v1:/, '"secure":"v1:A') },
  ],
  ["a stack output", "program", "stack output other: 6", { log: replaced('"other":5', '"other":6') }],
];

test.each(variations)("another digest, and the cause in words, when %s differs", async (_, about, words, variation) => {
  const now = await reviewOf(emulator.url, variation);
  expect(now.digest).not.toBe(review.digest);
  const found = differencesOf(review, now).filter((one) => one.about === about);
  expect(found.map((one) => one.text).join("\n")).toContain(words);
});

test("another platform changes the digest", async () => {
  const now = await reviewOf(other.url);
  expect(differencesOf(review, now)).toEqual([
    { about: "platform", text: `the platform was ${emulator.url}, and is ${other.url} now` },
  ]);
});

test("with another key secrets cannot be compared, and the message says so", async () => {
  const now = await reviewOf(emulator.url, { environment: { CLOUDPLATFORM_REVIEW_KEY: "another-key" } });
  expect(now.digest).not.toBe(review.digest);
  const found = differencesOf(review, now).map(({ text }) => text);
  expect(found).toEqual([expect.stringContaining("Set the same CLOUDPLATFORM_REVIEW_KEY")]);
});

test("a review that was applied is refused in one line, and not with each change that is done", () => {
  const state = { ...review.state, lastUpdate: "update 2 at noon" };
  const done = { ...review, digest: "", operations: [], outputs: [], state };
  expect(differencesOf(review, done).map(({ text }) => text)).toEqual([
    "the stack was updated after the review (update 2 at noon) and is as the program describes it: the review may have been applied already",
  ]);
  expect(differencesOf(review, { ...done, outputs: review.outputs }).length).toBeGreaterThan(1);
  expect(differencesOf(review, { ...done, state: review.state }).length).toBeGreaterThan(1);
});

test("without a key a change with secrets is refused with a fix", async () => {
  const none = { CLOUDPLATFORM_API_KEY: "", CLOUDPLATFORM_BASE_URL: "" };
  await expect(reviewOf(emulator.url, { environment: none })).rejects.toThrow("Set CLOUDPLATFORM_REVIEW_KEY");
});

test("the hash of a secret needs the key: two keys give two hashes of the same plan", async () => {
  const now = await reviewOf(emulator.url, { environment: { CLOUDPLATFORM_REVIEW_KEY: "another-key" } });
  const planned = (one: typeof review) => one.operations.find(({ name }) => name === "signed")?.planned;
  expect(planned(now)).not.toBe(planned(review));
});

const textOf = (changes: object) => JSON.stringify({ ...review, ...changes });

test.each([
  ["no JSON", "{", "it is not JSON"],
  ["another file", "{}", "is not a review"],
  ["an older format", textOf({ version: 1 }), "was written by an older release"],
  ["a newer format", textOf({ version: 3 }), "was written by another release"],
  [
    "a removed operation",
    textOf({ operations: review.operations.slice(1) }),
    "was edited: its content has another digest",
  ],
  ["a verdict that was made safe", textOf({ verdict: { level: "safe", reasons: [] } }), "was edited"],
  ["a field that is none of its own", textOf({ extra: 1 }), "was edited"],
])("refuses %s in words of its own", (_, text, words) => {
  expect(() => parseReview(text, "review.json")).toThrow(words);
});

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Yields copies of a value, each with one leaf changed, or one element or key removed. */
function* edits(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const edited of edits(one)) yield value.with(index, edited);
    }
    if (value.length > 1) yield [...value.slice(1), value[0] ?? null];
  } else if (value !== null && typeof value === "object") {
    for (const [key, one] of Object.entries(value)) {
      const { [key]: _, ...rest } = value;
      yield rest;
      for (const edited of edits(one)) yield { ...value, [key]: edited };
    }
  } else if (typeof value === "number") yield value + 1;
  else if (typeof value === "boolean") yield !value;
  else if (typeof value === "string") yield isTime(value) ? value.replace(/^\d{4}/, "2036") : `${value}0`;
  else yield 0;
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

const hasher = new SecretHasher("local");

/** Parses and verifies a review as an apply does. */
function check(edited: unknown): void {
  checkSignature(parseReview(JSON.stringify(edited), "review.json"), "review.json", hasher);
}

/** Every edit of a field of the review. */
const allEdits = [...edits(review as unknown as Json)].filter(
  (edited) => JSON.stringify(edited) !== JSON.stringify(review),
);

test("an edit of any field is refused", () => {
  expect(() => check(review)).not.toThrow();
  for (const edited of allEdits) expect(() => check(edited), JSON.stringify(edited)).toThrow(NotAppliedError);
  expect(allEdits.length).toBeGreaterThan(500);
});

test("an edit of any field is refused when digest and signature were computed again without the key", () => {
  let count = 0;
  for (const edited of allEdits) {
    const parsed = reviewSchema.safeParse(edited);
    if (!parsed.success || parsed.data.signature !== review.signature) continue;
    const withDigest = { ...parsed.data, digest: digestOf(parsed.data) };
    // An apply notices another digest when it compares the review with a new preview.
    if (withDigest.digest !== review.digest) continue;
    for (const forgery of [withDigest, { ...withDigest, signature: signatureOf(withDigest, undefined) }]) {
      if (JSON.stringify(forgery) === JSON.stringify(review)) continue;
      expect(() => check(forgery), JSON.stringify(edited)).toThrow("its signature is not one");
      count += 1;
    }
  }
  // The remaining edits affect fields that the comparison would not notice, such as the expiry.
  expect(count).toBeGreaterThan(20);
});

test("a review without a key cannot pass for a review with a key", () => {
  const { secrets: _, ...rest } = review;
  const bare = { ...rest, digest: digestOf(rest) };
  expect(bare.digest).not.toBe(review.digest);
  expect(() => checkSignature(bare, "review.json", undefined)).toThrow("was edited");
  const own = { ...bare, signature: signatureOf(bare, undefined) };
  // With a key, a stack computes another digest.
  for (const key of [undefined, hasher]) expect(() => checkSignature(own, "review.json", key)).not.toThrow();
  expect(() => parseReview(JSON.stringify({ ...own, expiresAt: "2036-01-01T00:00:00.000Z" }), "f")).toThrow(
    "was edited",
  );
});

test("the next update invalidates a review, even if the state is the same again", async () => {
  const now = await reviewOf(emulator.url, {
    state: (text) => text.replace(/"time": "[^"]*"/, '"time": "2027-01-01T00:00:00Z"'),
  });
  expect(now.digest).not.toBe(review.digest);
  expect(differencesOf(review, now)).toEqual([
    {
      about: "state",
      text: "the stack was updated after the review, at 2027-01-01T00:00:00Z; the state is the same again, but a review is applied only once",
    },
  ]);
});

test.each<[object, object, string[]]>([
  [{}, {}, []],
  [{ configuration: { a: "1" } }, { configuration: { a: "2" } }, ['configuration: a was "1", and is "2" now']],
  [{ configuration: { a: "1" } }, { configuration: {} }, ['configuration: a was "1", and is (none) now']],
  [{ configuration: { a: "secret 1" } }, { configuration: { a: "secret 2" } }, ["configuration: a changed (a secret)"]],
  [{ configuration: { a: "secret 1" } }, { configuration: { a: "2" } }, ["configuration: a changed (a secret)"]],
  [{ configuration: {} }, { configuration: { a: "secret 2" } }, ["configuration: a changed (a secret)"]],
  [{ platforms: ["a"] }, { platforms: ["a", "b"] }, ["platform: the platform was a, and is a, b now"]],
  [{ platforms: [] }, { platforms: ["b"] }, ["platform: the platform was none, and is b now"]],
])("between %j and %j the differences are %j", (before, now, texts) => {
  const found = differencesOf({ ...review, ...before } as Review, { ...review, ...now } as Review);
  expect(found.map(({ about, text }) => `${about}: ${text}`)).toEqual(texts);
});

test.each([["digest"], ["updatedAt"], ["lastUpdate"]])(
  "another %s of the state says that the stack was updated",
  (name) => {
    const state = { ...review.state, [name]: "2026-11-22T00:00:00.000Z" };
    const [found] = differencesOf(review, { ...review, state });
    expect(found?.text).toMatch(/^the stack was updated after the review/);
  },
);
