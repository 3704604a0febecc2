import { existsSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pulumiHome } from "../../engine/backend/pulumi-home.ts";
import { counted } from "../../values/counted.ts";
import { type Finding, note } from "./finding.ts";

type Environment = Record<string, string | undefined>;

/** Sizes above which a state in a bucket, or a folder of logs, makes commands slower. */
const muchBytes = 1_000_000;
const muchLogBytes = 100_000_000;

/** Missing settings that would make commands faster; docs/performance.md describes them. */
export async function speedFindings(folder: string, environment: Environment): Promise<Finding[]> {
  return [...lateModulesFindings(folder, environment), ...(await logFindings(environment))];
}

/** Programs in other languages have no such file. */
function lateModulesFindings(folder: string, { NODE_OPTIONS: options = "" }: Environment): Finding[] {
  if (options.includes("late-modules.cjs")) return [];
  const file = lateModulesFile(folder);
  if (file === undefined) return [];
  const advice = `Set NODE_OPTIONS="--require=${file}" for Pulumi's commands: those of a small stack take about half their time.`;
  return [note("start", "each Node.js process of Pulumi loads all of its SDK", advice)];
}

/** The path within the project's node_modules. Symlinks are not resolved, because a package manager may move their targets. */
function lateModulesFile(folder: string): string | undefined {
  const folders = createRequire(join(folder, "package.json")).resolve.paths("@cloudplatform/pulumi") ?? [];
  return folders.map((one) => join(one, "@cloudplatform/pulumi/late-modules.cjs")).find((file) => existsSync(file));
}

async function logFindings(environment: Environment): Promise<Finding[]> {
  const home = pulumiHome(environment);
  if (home === undefined) return [];
  const logs = join(home, "logs");
  if (statSync(logs, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const names = await readdir(logs);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(logs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes < muchLogBytes) return [];
  const count = counted(names.length, "file");
  const advice = `If you don't need them, replace the folder with an empty file: rm -r "${logs}" && touch "${logs}".`;
  return [note("logs", `${count}, ${megabytes(bytes)} in ${logs}; each command scans them`, advice)];
}

/** A large state that commands in this environment write as plain text to a folder or bucket. */
export function stateSizeFindings(url: string, bytes: number, environment: Environment): Finding[] {
  const { PULUMI_DIY_BACKEND_GZIP: gzip, PULUMI_DIY_BACKEND_ZSTD: zstd } = environment;
  // Pulumi Cloud, which has an http(s) address, always compresses.
  if (bytes < muchBytes || isSet(gzip) || isSet(zstd) || /^https?:/.test(url)) return [];
  const advice = "Set PULUMI_DIY_BACKEND_GZIP=true: the state shrinks to about a tenth, and long updates are faster.";
  return [note("state", `${megabytes(bytes)}, written as plain text at each step of an update`, advice)];
}

/** Parses a boolean variable like Pulumi does. */
const isSet = (value: string | undefined) => value === "1" || value?.toLowerCase() === "true";

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
