import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { behaviorNames, behaviorTable } from "../../emulator/behaviors/table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = ["platform-api", "companion"] as const;
const texts = new Map(pages.map((page) => [page, readFileSync(join(root, "docs/platform", `${page}.md`), "utf8")]));

/** Section numbers in the headings of each page: `2.3`, `4 #3`. */
const sections = new Map<string, Set<string>>(
  [...texts].map(([page, text]) => [
    page,
    new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)?(?: #\d+)?) /gm)].map(([, number = ""]) => number)),
  ]),
);

/** Files that cite sections of other documents. */
const foreign = /^(test\/review\/render\.test\.ts|test\/docs\/citations\.test\.ts|policies\/dist\/)/;

interface Citation {
  place: string;
  page: (typeof pages)[number] | "another" | undefined;
  section: string;
}

/** Returns a file's citations. A section without a page has the page before it in the sentence: `platform-api §2.3, §4 #3`. */
function citationsIn(file: string): Citation[] {
  const text = readFileSync(join(root, file), "utf8").replace(/\n[ \t]*(\*(?!\/)|\/\/|#)?[ \t]*/g, " ");
  const found: Citation[] = [];
  let page: Citation["page"];
  for (const [token, named, section, numbers = "", other] of text.matchAll(
    /\b(platform-api|companion)\b|§ ?(\d+(?:\.\d+)?)((?:(?:,| and)? #\d+)*)|\b(RFC \d+|Validation)\b|\.[ "`']|\*\/|" |",/g,
  )) {
    if (other !== undefined) page = "another";
    else if (named !== undefined) page = named === "companion" ? named : "platform-api";
    else if (section === undefined) page = undefined;
    else {
      const listed = [...numbers.matchAll(/#\d+/g)].map(([number]) => `${section} ${number}`);
      const place = `${file}: ${token}`;
      found.push(...(listed.length === 0 ? [section] : listed).map((one) => ({ place, page, section: one })));
    }
  }
  return found;
}

const citing = execFileSync("git", ["grep", "-lI", "--untracked", "§"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !foreign.test(file));
const citations = citing.flatMap(citationsIn);

test("every cited section is a heading of docs/platform", () => {
  expect(citations.length).toBeGreaterThan(1000);
  const unresolved = citations
    .filter(({ page }) => page !== "another")
    .filter(({ page, section }) => page === undefined || !sections.get(page)?.has(section));
  expect([...new Set(unresolved.map(({ place, page }) => `${place} (${page ?? "no page named"})`))]).toEqual([]);
});

test("every open point that a behavior cites is in the companion's table", () => {
  const [, table = ""] = texts.get("companion")?.split("## 10 Open points") ?? [];
  const points = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, point]) => point);
  const cited = behaviorNames.flatMap((name) =>
    [...behaviorTable[name].source.matchAll(/open point: ([^;,]+)/g)].map(([, point = ""]) => point),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((point) => !points.includes(point))).toEqual([]);
});

/** Routes at the start of a line or table row. Paths of clusters are relative to a prefix that the text above names. */
const clusters = "/cloud/v2/k8s/clusters/{project_id}/{region_id}";
const routes = new Set(
  [...texts.values()].flatMap((text) =>
    [...text.matchAll(/^(?:\| )?`(GET|POST|PUT|PATCH|DELETE)(?: ([^\s`]+))?`/gm)].map(([, method, path = ""]) =>
      /^\/(cloud|cdn|edgeapp|storage|streaming)\//.test(path) ? `${method} ${path}` : `${method} ${clusters}${path}`,
    ),
  ),
);

test("the two pages describe exactly the endpoints of the table", () => {
  const table = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect([...routes].sort()).toEqual(table.sort());
});
