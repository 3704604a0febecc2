import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { homeWithoutLogs } from "../../tools/pulumi-cli/home-without-logs.mjs";

const lateModules = fileURLToPath(new URL("../../provider/late-modules.cjs", import.meta.url));
const preload = `--require ${JSON.stringify(lateModules)}`;

/** Parent folder of the test stacks. */
const stacks = fileURLToPath(new URL("../.stacks/", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/** Prepares the environment of the test workers. Their child processes inherit it. */
export function prepareEnvironment(): void {
  process.env.PULUMI_HOME = ownHome(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"));
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" ");
  // The same folder as tools/pulumi.mjs uses for the CLI, because hundreds of processes compile the same modules.
  process.env.NODE_COMPILE_CACHE ??= join(cache, "node-compile");
  // A CLI command runs for about a second and ends before garbage collection pays off. Only one that needs much memory collects.
  if (process.env.GOGC === undefined) Object.assign(process.env, { GOGC: "off", GOMEMLIMIT: "1GiB" });
  // The CLI computes the Git status of the repository that contains the project, which reads all files of the checkout. It uses
  // the nearest `.git` folder, and an empty `.git` is not a repository.
  mkdirSync(join(stacks, ".git"), { recursive: true });
}

/** Creates a Pulumi home with the installed CLI, but without logs or the contents of the user's home. */
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

/** Returns the environment for commands that must run as they do for users. */
export function withoutPreload(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(preload, "").trim() || undefined };
}
