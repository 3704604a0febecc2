import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Scripts by their names on the command line. */
export type Scripts = Readonly<Record<string, { script: string; args?: readonly string[]; about: string }>>;

/**
 * Runs the scripts named on the command line, or all of them. The first argument that begins with `--`, and everything after it,
 * is passed to each script. The script `last`, if any, runs after the named ones. Returns the exit code: 1 if one has failed, 2
 * for an unknown name.
 */
export function runScripts(noun: string, scripts: Scripts, folder: string, last?: string): number {
  const given = process.argv.slice(2);
  const option = given.findIndex((text) => text.startsWith("--"));
  const options = option < 0 ? [] : given.splice(option);
  const named = given.length > 0 ? given : Object.keys(scripts);
  const names = last === undefined ? named : [...named.filter((name) => name !== last), last];
  const unknown = names.find((name) => !Object.hasOwn(scripts, name));
  if (unknown !== undefined) {
    const list = Object.entries(scripts).map(([name, { about }]) => `  ${name.padEnd(16)}${about}`);
    console.error(`There is no ${noun} "${unknown}". There are:\n${list.join("\n")}`);
    return 2;
  }
  const failed = names.filter((name, index) => {
    const { script, args = [], about } = scripts[name] ?? { script: "", about: "" };
    console.log(`\n[${index + 1}/${names.length}] ${name}: ${about}`);
    return spawnSync(process.execPath, [join(folder, script), ...args, ...options], { stdio: "inherit" }).status !== 0;
  });
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
  return failed.length > 0 ? 1 : 0;
}
