import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Report } from "./report.ts";

/** A line of a program. */
export interface Position {
  /** Path relative to the command's working folder, with slashes. */
  file: string;
  line: number;
}

const frame = z.looseObject({ sourcePosition: z.string().optional() });

/** A resource as `pulumi preview --json` and `pulumi stack export` write it. */
const resource = z.looseObject({
  urn: z.string(),
  sourcePosition: z.string().optional(),
  stackTrace: z.array(frame).nullish(),
});

const digest = z.looseObject({
  steps: z.array(z.looseObject({ newState: resource.nullish().catch(undefined) })).nullish(),
  deployment: z.looseObject({ resources: z.array(resource).nullish() }).optional(),
});

/**
 * Finds where the program declares each resource, by URN, if Pulumi recorded it. The first frame of the recorded stack trace is
 * the constructor of a library; the program's line is in the first frame within a file of the project.
 */
export function positionsOf(json: string, root: string): Map<string, Position> {
  const positions = new Map<string, Position>();
  let parsed: z.output<typeof digest>;
  try {
    parsed = digest.parse(JSON.parse(json));
  } catch {
    // A preview that could not start prints no JSON. Positions are optional.
    return positions;
  }
  const states = [...(parsed.steps ?? []).map((step) => step.newState), ...(parsed.deployment?.resources ?? [])];
  for (const state of states) {
    const frames = [...(state?.stackTrace ?? []), { sourcePosition: state?.sourcePosition }];
    const position = frames.flatMap(({ sourcePosition }) => inProject(sourcePosition, root) ?? [])[0];
    if (state !== null && state !== undefined && position !== undefined) positions.set(state.urn, position);
  }
  return positions;
}

/** Parses a position such as `project:///index.ts#12,3`, or `project:///file:/home/ops/shop/index.ts#12,3` for an ES module. */
function inProject(text: string | undefined, root: string): Position | undefined {
  const [, path, line] = /^project:\/\/\/(.*)#(\d+),\d+$/.exec(text ?? "") ?? [];
  if (path === undefined || line === undefined) return undefined;
  const file = path.startsWith("file:") ? pathOf(path) : join(root, path);
  if (file === undefined || !existsSync(file)) return undefined;
  const inside = relative(realpathSync(root), realpathSync(file));
  if (inside.startsWith("..") || isAbsolute(inside) || inside.split(sep).includes("node_modules")) return undefined;
  return { file: fromHere(file), line: Number(line) };
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** Sets the location of each finding: the line that declares its resource, otherwise the project file. */
export function locate(report: Report, positions: ReadonlyMap<string, Position>, project: string): void {
  for (const finding of report.findings)
    finding.location = positions.get(finding.urn) ?? { file: fromHere(project), line: 1 };
}

/** A project file's path in a report: relative to the command's working folder, which in a pipeline is the repository. */
function fromHere(file: string): string {
  const path = relative(realpathSync(process.cwd()), realpathSync(file));
  return (path.startsWith("..") ? relative(process.cwd(), file) : path).split(sep).join("/");
}
