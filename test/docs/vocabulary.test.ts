import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Words that code and texts avoid, with the standard terms. Whole words only. */
const avoided: readonly { words: RegExp; use: string }[] = [
  { words: /\bthings?\b/i, use: "the noun: resource, object, value" },
  { words: /\banew\b/i, use: "again, new" },
  { words: /\bfewest\b/i, use: "minimum" },
  // Not "at least", which a line break may split, nor "least important".
  { words: /(?<!\bat )(?<!^\W*)\bleast\b(?! (important|likely|privileged|recently)|-waste)/i, use: "minimum" },
  { words: /\b(tells?|told|telling) (\w+ ){0,3}apart\b/i, use: "identify, distinguish" },
  { words: /\bby (it|them)sel(f|ves)\b/i, use: "automatically, alone, or the cause" },
  { words: /\bmoments?\b/i, use: "time, timestamp" },
  { words: /\b(a|the|one|another|first|last|each|every) looks?\b/i, use: "read, poll, request" },
  { words: /\bwhat (must be said|is there)\b/i, use: "the noun: required field, existing object" },
  { words: /\bwithout a word\b/i, use: "(no message)" },
  { words: /\bbehind everybody/i, use: "outside the API" },
  { words: /\b(the|an?|no|its|whose|lost|error|clear|cached) answers?\b(?!ed)/i, use: "response" },
  { words: /\b(was|were|has|have|be|been|is|are|it) made again\b|\bhalf-made\b/i, use: "created again, unfinished" },
  {
    words: /\bhouses?\b|\bseams?\b|\bdesks?\b|\bglances?\b|\bledgers?\b/i,
    use: "the field's noun: adapter, pipeline, progress, usage",
  },
  { words: /\bnamesakes?\b/i, use: "object of the same name" },
  { words: /\bmend(s|ed|ing)?\b/i, use: "fix, correct" },
  { words: /\bsteer(s|ed|ing)?\b/i, use: "provider input, control" },
  { words: /\btroubles?\b/i, use: "failure, last error" },
  { words: /\btold\b|\bsaid\b/i, use: "reported, declared, passed" },
  { words: /\b(whoever|everybody|unsaid)\b/i, use: "the noun: caller, user, reader" },
  {
    words: /\bstrange(?!r)\b|\bstray\b|\bspoil(s|ed)?\b|\brivals?\b|\bdodg(e|ed|ing)\b/i,
    use: "unreadable, unexpected, corrupt, competitor, bypass",
  },
  { words: /\bjudg(e|es|ing|ment)\b|(?<!not-)\bjudged\b/i, use: "evaluate, check" },
  { words: /\bgoes? by\b|\bcomes? up since\b|\bcame up\b/i, use: "depends on, appeared" },
  { words: /\b(most|least|fewest|longest|shortest|largest)[A-Z]\w*|\bdeepest\b/, use: "max…, min…" },
  { words: /\bwork(?=: (\(|Promise|ClusterOperation)|\(\))/, use: "action, operation, request" },
  {
    words: /\b(is|are|was|be) (still )?to be seen\b|\bon its way\b|\bcarr(y|ies|ied) on with\b/i,
    use: "visible, in progress, resume",
  },
];

/** Bundles, generated SDKs, recorded texts, the platform's own documents, the list above, and the changelog, which is history. */
const exempt =
  /^(policies\/dist\/|tools\/sdk\/generated\/|test\/e2e\/states\/|docs\/platform\/|test\/docs\/vocabulary\.test\.ts|CHANGELOG\.md|LICENSE|package-lock\.json|tools\/pulumi-cli\/go\.)|\.(svg|jsonl?|sum)$/;

function findings(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").flatMap((file) => {
    if (file === "" || exempt.test(file) || !existsSync(path.join(root, file))) return [];
    const lines = readFileSync(path.join(root, file), "utf8").split("\n");
    return lines.flatMap((line, index) => {
      const match = avoided.find(({ words }) => words.test(line));
      return match === undefined ? [] : [`${file}:${index + 1} "${match.words.exec(line)?.[0]}": use ${match.use}`];
    });
  });
}

test("code, documentation and test titles use the standard terms", () => {
  expect(findings()).toEqual([]);
});
