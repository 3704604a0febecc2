import { expect, test } from "vitest";
import { looksRandom, namesCredentials } from "../../policies/cdn/credentials.ts";

test.each([
  ["a word of letters in both cases and digits", "Ab1Cd2Ef3Gh4Jk5LmN6pQ7rS", true],
  ["one below the minimum length", "Ab1Cd2Ef3Gh4Jk5LmN6pQ7r", false],
  ["a run of sixteen beside a separator", "Ab1Cd2Ef3Gh4Jk5L-mN6pQ7rS", true],
  ["runs of fifteen at most", "Ab1Cd2Ef3Gh4Jk5-mN6pQ7rS9", false],
  ["one case only", "ab1cd2ef3gh4jk5lmn6pq7rs", false],
  ["no digits", "AbXCdYEfZGhWJkVLmNUpQTrS", false],
  ["few different letters", "Aa1Aa1Aa1Aa1Aa1Aa1Aa1Aa1", false],
  ["another random word behind a label", "key=Ab1Cd2Ef3Gh4Jk5LmN6pQ7rS; path=/", true],
  ["a sentence", "This Is 1 Sentence Of Many Words And No Secret", false],
])("a value with %s: looks random: %s", (_, text, expected) => {
  expect(looksRandom(text)).toBe(expected);
});

test.each([
  ["X-Api-Key", [], true],
  ["authorization", [], true],
  ["X-Team", [" x-team "], true],
  ["X-Team", [], false],
  ["X-Token-Expiry", [], false],
  ["Content-Type", [], false],
] as const)("the header %s, with %j named beside: carries credentials: %s", (name, further, expected) => {
  expect(namesCredentials(name, further)).toBe(expected);
});
