import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeWithoutLogs } from "../../tools/pulumi-cli/home-without-logs.mjs";

const lateModules = fileURLToPath(new URL("../../provider/late-modules.cjs", import.meta.url));
const preload = `--require ${JSON.stringify(lateModules)}`;

/** The stacks of the tests are below. */
const stacks = fileURLToPath(new URL("../.stacks/", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/** Prepares the environment of the test workers, which the processes that they start inherit. */
export function prepareEnvironment(): void {
  process.env.PULUMI_HOME = ownHome(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"));
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" ");
  // The folder that tools/pulumi.mjs gives to the CLI: hundreds of processes compile the same modules.
  process.env.NODE_COMPILE_CACHE ??= join(cache, "node-compile");
  // A command of the CLI lives for a second and collects little.
  process.env.GOGC ??= "400";
  // The CLI asks for the status of the repository above a project, which reads all files of the checkout. The next folder `.git` is
  // taken for it, and an empty one is no repository.
  mkdirSync(join(stacks, ".git"), { recursive: true });
}

/** A home for Pulumi with the installed CLI, but without logs, and without what the user has in theirs. */
function ownHome(home: string): string {
  const made = homeWithoutLogs(join(cache, "pulumi-home"));
  if (home === made) return made;
  const [installed, link] = [join(home, "versions"), join(made, "versions")];
  mkdirSync(installed, { recursive: true });
  if (existsSync(link) && realpathSync(link) === realpathSync(installed)) return made;
  rmSync(link, { force: true });
  symlinkSync(installed, link, "junction");
  return made;
}

/** The environment for commands that must run as they do for users. */
export function withoutPreload(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(preload, "").trim() || undefined };
}
