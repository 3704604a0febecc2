import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { pulumi, type RunOptions, reasonOf } from "../../engine/backend/cli.ts";
import type { ListedStack } from "../../engine/backend/cli-output.ts";
import { qualifiedName } from "../../engine/backend/stack-names.ts";
import { globPattern, inParallel } from "../../values/index.ts";
import { ReviewError } from "../model/errors.ts";
import { checkStack, projectFiles, projectNameIn } from "../model/project.ts";

export interface StackPlace {
  /** `project/stack`: its name in a summary, and the folder of its review. */
  id: string;
  project: string;
  /** The stack's name as the backend expects it. */
  stack: string;
  /** Folder of the project, relative to the root: `services/shop`; `.` for the root. */
  folder: string;
}

/** Names that Pulumi allows for projects and stacks, except those that denote a folder such as `..`. */
const name = /^(?!\.+$)[\w.-]+$/;

/** The stacks of all projects below a folder that match the patterns. Each project uses its own backend. */
export async function findStacks(
  root: string,
  patterns: readonly string[],
  run: Omit<RunOptions, "cwd">,
): Promise<StackPlace[]> {
  const projects = await projectsIn(root);
  if (projects.length === 0)
    throw new ReviewError(`There is no Pulumi.yaml in "${root}" or below. Name the repository with --cwd.`, "CP4001");
  const found: StackPlace[] = [];
  await inParallel(projects, 4, async ({ project, folder }) => {
    for (const listed of await stacksOf({ ...run, cwd: join(root, folder) })) {
      const stack = qualifiedName(listed);
      found.push({ id: `${project}/${stack.split("/").at(-1)}`, project, stack, folder });
    }
  });
  refuseUnmatched(
    found.map(({ id }) => id),
    patterns,
  );
  const selected = found.filter(({ id }) => isSelected(id, patterns)).sort((a, b) => (a.id < b.id ? -1 : 1));
  refuseUnclear(selected);
  return selected;
}

/** Folders with a project file, except hidden ones and node_modules. */
async function projectsIn(root: string, folder = root): Promise<{ project: string; folder: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const file = entries.find((one) => one.isFile() && projectFiles.includes(one.name));
  const project = file && projectNameIn(join(folder, file.name));
  const below = entries
    .filter((one) => one.isDirectory() && one.name !== "node_modules" && !one.name.startsWith("."))
    .map((one) => projectsIn(root, join(folder, one.name)));
  const own = project === undefined ? [] : [{ project, folder: relative(root, folder).replaceAll("\\", "/") || "." }];
  return [...own, ...(await Promise.all(below)).flat()];
}

const listSchema = z.array(z.looseObject({ name: z.string(), url: z.string().optional() }));

async function stacksOf(run: RunOptions): Promise<ListedStack[]> {
  const ran = await pulumi(["stack", "ls", "--json"], run);
  if (ran.code === 0) return listSchema.parse(JSON.parse(ran.stdout));
  throw new ReviewError(`The stacks of "${run.cwd}" could not be listed: ${reasonOf(ran)}. ${checkStack}`, "CP4001");
}

/** Whether an id matches one of the positive patterns, if there are any, and none of the patterns with `!`. */
export function isSelected(id: string, patterns: readonly string[]): boolean {
  const excluded = patterns.filter((one) => one.startsWith("!")).map((one) => one.slice(1));
  const included = patterns.filter((one) => !one.startsWith("!"));
  const matches = (one: string) => globPattern(one).test(id);
  return (included.length === 0 || included.some(matches)) && !excluded.some(matches);
}

/** A misspelled pattern would leave a stack out, and the review of the others would say that all is well. */
export function refuseUnmatched(ids: readonly string[], patterns: readonly string[]): void {
  const unmatched = patterns.filter((one) => !one.startsWith("!") && !ids.some((id) => globPattern(one).test(id)));
  if (unmatched.length === 0) return;
  const shown = [...ids].sort().slice(0, 8).join(", ");
  const known = ids.length === 0 ? "there is none" : `there are ${shown}${ids.length > 8 ? ", …" : ""}`;
  throw new ReviewError(`No stack matches ${unmatched.map((one) => `"${one}"`).join(", ")}: ${known}.`, "CP4001");
}

function refuseUnclear(stacks: readonly StackPlace[]): void {
  const unnamable = stacks.find(({ id }) => !id.split("/").every((part) => name.test(part)));
  if (unnamable !== undefined)
    throw new ReviewError(`"${unnamable.id}" has a name that is no name of a folder. Review it alone.`, "CP4001");
  for (const [id, same] of Map.groupBy(stacks, (one) => one.id))
    if (same.length > 1)
      throw new ReviewError(
        `"${id}" is not one stack: ${same.map((one) => `${one.stack} of "${one.folder}"`).join(" and ")}. Leave a project out with a pattern such as --all-stacks '!${id.split("/")[0]}/*', or name a folder with --cwd.`,
        "CP4001",
      );
}
