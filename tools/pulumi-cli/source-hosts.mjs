// Builds the language hosts that are modules of Pulumi's repository, with the CLI's own modules instead of the folders beside them.
import fs from "node:fs";
import path from "node:path";
import { buildTools, explain, MODULE, runGo } from "./go-build.mjs";
import { runGroup } from "./process-group.mjs";

/** The tag v3.259.0. Its version is compared with the CLI's. */
export const commit = "0ac56e876614aedf12771d73ef7e80959b8a6fd4";

/** May be another address, such as a mirror's; the commit guarantees that its files are the same. */
const repository = () => process.env.CLOUDPLATFORM_PULUMI_REPOSITORY ?? "https://github.com/pulumi/pulumi.git";

const HOSTS = [
  "sdk/nodejs/cmd/pulumi-language-nodejs",
  "sdk/python/cmd/pulumi-language-python",
  "sdk/go/pulumi-language-go",
];

/** Scripts that the engine and the Python host expect beside the host. */
const SCRIPTS = ["sdk/python/cmd/pulumi-language-python-exec", "sdk/python/dist/pulumi-resource-pulumi-python"];

const VERSION_FILE = "sdk/.version";

/** A network that drops packets ends the fetch after this time. */
const FETCH_LIMIT_MS = 60_000;

/** Builds the hosts into the folder `target`. Resolves with the reason of a failure, or undefined. */
export async function buildFromSources({ version, draft, target, progress, signal }) {
  const folder = path.join(draft, "pulumi");
  const failed = await progress.during(
    () => "Fetching the sources of Pulumi's language hosts",
    () => fetchSources(folder, signal),
  );
  if (failed !== undefined) return failed;
  const found = fs.readFileSync(path.join(folder, VERSION_FILE), "utf8").trim();
  if (found !== version) return `commit ${commit} is of ${found}, the CLI of ${version}`;
  for (const script of SCRIPTS) fs.copyFileSync(path.join(folder, script), path.join(target, path.basename(script)));
  for (const host of HOSTS) {
    const module = path.join(folder, host);
    const pins = [MODULE, MODULE.replace("/pkg/", "/sdk/")].flatMap((one) => [
      `-dropreplace=${one}`,
      `-require=${one}@v${version}`,
    ]);
    const edited = await runGo(["mod", "edit", ...pins], { draft, module, signal });
    if (edited.code !== 0) return explain("go mod edit", edited);
    const reason = await buildTools([`github.com/pulumi/pulumi/${host}/v3`], {
      ...{ version, module, draft, target, progress, signal },
      // Their go.sum lacks the sums of the modules that were folders.
      mod: "mod",
    });
    if (reason !== undefined) return reason;
  }
}

/** Fetches the folders of the hosts, without their test data. */
async function fetchSources(folder, signal) {
  const git = (...args) =>
    runGroup("git", ["-C", folder, ...args], {
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_LIMIT_MS)]),
      // Never asks for a password, and ignores the repository of a hook that runs this.
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_DIR: undefined },
    });
  try {
    const created = await runGroup("git", ["init", "--quiet", folder], { signal });
    if (created.missing) return 'git is not installed (there is no "git" on the PATH)';
    const wanted = [VERSION_FILE, ...SCRIPTS, ...HOSTS.map((host) => `${host}/`)].map((one) => `/${one}`);
    for (const args of [
      ["remote", "add", "origin", repository()],
      ["sparse-checkout", "set", "--no-cone", ...wanted, "!testdata/"],
      ["fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", commit],
      ["checkout", "--quiet", "FETCH_HEAD"],
    ]) {
      const { code, lines } = await git(...args);
      if (code !== 0) {
        const message = lines.find((line) => /^(fatal|error):/.test(line)) ?? "(no message)";
        return `git ${args[0]} ended with code ${code}: ${message}`;
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return `the sources did not arrive within ${FETCH_LIMIT_MS / 1000} s`;
  }
}
