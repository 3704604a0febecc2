import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Words that the code and its texts avoid, with the standard terms. Whole words only. */
const avoided: readonly { words: RegExp; use: string }[] = [
  { words: /\bthings?\b/i, use: "the noun: resource, object, value" },
  { words: /\banew\b/i, use: "again, new" },
  { words: /\bfewest\b/i, use: "minimum" },
  // Not "at least", which a line break may split, nor "least important".
  { words: /(?<!\bat )(?<!^\W*)\bleast\b(?! (important|likely|privileged|recently))/i, use: "minimum" },
  { words: /\b(tells?|told|telling) (\w+ ){0,3}apart\b/i, use: "identify, distinguish" },
  { words: /\bby (it|them)sel(f|ves)\b/i, use: "automatically, alone, or the cause" },
  { words: /\bmoments?\b/i, use: "time, timestamp" },
  { words: /\b(a|the|one|another|first|last|each|every) looks?\b/i, use: "read, poll, request" },
  { words: /\bwhat (must be said|is there)\b/i, use: "the noun: required field, existing object" },
  { words: /\bwithout a word\b/i, use: "(no message)" },
  { words: /\bbehind everybody/i, use: "outside the API" },
];

/** Bundles, generated SDKs, recorded texts and other people's text; the list above; the changelog, which is history. */
const exempt =
  /^(policies\/dist\/|tools\/sdk\/generated\/|test\/e2e\/states\/|test\/docs\/vocabulary\.test\.ts|CHANGELOG\.md|LICENSE|package-lock\.json|tools\/pulumi-cli\/go\.)|\.(svg|json|sum)$/;

/** Files and folders that still use some of the words, or quote one that does. Remove an entry when it has none. */
const pending: readonly string[] = [
  "docs/reference/",
  "provider/api/",
  "provider/client/",
  "provider/engine/",
  "provider/resources/",
  "provider/schema/",
  "provider/types/",
  "test/cluster/",
  "test/contract/",
  "test/engine/",
  "test/generate/editor.test.ts",
];

function findings(): Map<string, string[]> {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const found = new Map<string, string[]>();
  for (const file of listed.split("\n")) {
    if (file === "" || exempt.test(file) || !existsSync(path.join(root, file))) continue;
    const lines = readFileSync(path.join(root, file), "utf8").split("\n");
    const texts = lines.flatMap((line, index) => {
      const match = avoided.find(({ words }) => words.test(line));
      return match === undefined ? [] : [`${file}:${index + 1} "${match.words.exec(line)?.[0]}": use ${match.use}`];
    });
    if (texts.length > 0) found.set(file, texts);
  }
  return found;
}

test("code, documentation and test titles use the standard terms", () => {
  const found = findings();
  const files = [...found.keys()].filter((file) => !pending.some((prefix) => file.startsWith(prefix)));
  expect(files.flatMap((file) => found.get(file))).toEqual([]);
});
