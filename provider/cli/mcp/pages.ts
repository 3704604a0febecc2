import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The list of the pages for assistants. */
export const contents = (): string => read("docs/llms.txt");

/** The page with a title, such as `cdn.RuleTemplate` or `Rule sets`. */
export function pageOf(title: string): string | undefined {
  const wanted = title.toLowerCase();
  const links = [...contents().matchAll(/^- \[(.+?)\]\(\/(docs\/[^)]+)\)/gm)];
  const [, , file] = links.find(([, name = ""]) => name.toLowerCase() === wanted) ?? [];
  return file === undefined ? undefined : read(file);
}

/** The section below a level-2 or level-3 heading of a page. */
export function sectionOf(file: string, heading: string): string | undefined {
  const sections = read(file).split(/^(?=#{2,3} )/m);
  const wanted = heading.toLowerCase();
  return sections
    .find((text) => /^#+ (.+)$/m.exec(text)?.[1]?.toLowerCase() === wanted && text.startsWith("##"))
    ?.trim();
}

/** The first table row of a page that has a name in one of its first two cells, as pairs of column heading and cell. */
export function rowOf(file: string, name: string): [head: string, cell: string][] | undefined {
  let heads: string[] = [];
  let previous: string[] = [];
  for (const line of read(file).split("\n")) {
    const cells = line.startsWith("|") ? cellsOf(line) : [];
    if (/^\|[ :|-]+\|$/.test(line)) heads = previous;
    else if (cells.slice(0, 2).some((cell) => hasName(cell, name)))
      return cells.map((cell, index) => [heads[index] ?? "", cell.replaceAll("<br>", "\n")]);
    previous = cells;
  }
  return undefined;
}

/** A vertical bar within a cell is escaped. */
const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const hasName = (cell: string, name: string) =>
  [...cell.matchAll(/`([^`]+)`/g)].some(([, found = ""]) => found.toLowerCase() === name.toLowerCase());

function read(file: string): string {
  return readFileSync(join(root(), file), "utf8");
}

/** The folder with the pages: the package, or the checkout. */
function root(): string {
  let folder = dirname(import.meta.filename);
  while (!existsSync(join(folder, "docs/llms.txt"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The pages of @cloudplatform/pulumi are missing; install it again.");
    folder = parent;
  }
  return folder;
}
