import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Creates a folder for the PATH of a workflow's jobs whose `npm` and `npx` are real for each first command. Later, the same `npm ci` has
 * nothing to install, and `npx` starts what it has found before: npm's start takes as long as the commands of the workflow.
 * @param bin The `.bin` folder from which `npx` runs commands.
 */
export function npmOnce(folder: string, bin: string, searchPath: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ["npm", "npx"]) {
    const real = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8", env: { PATH: searchPath } });
    writeFileSync(join(folder, name), script(real.trim(), folder, bin), { mode: 0o755 });
  }
  return `${folder}${delimiter}${searchPath}`;
}

/** The options and the command identify a call: `npx --no-install cloudplatform review`. Its other arguments are the command's own. */
const script = (real: string, folder: string, bin: string) => `#!/bin/bash
call="\${0##*/} $1 $2 $3"
if [[ ! -e "${folder}/$call" ]]; then
  "${real}" "$@" && code=0 || code=$?
  # What npm itself refuses, it refuses again.
  [[ $call == npx* || $code == 0 ]] && : > "${folder}/$call"
  exit $code
fi
[[ $call == npm* ]] && exit
shift
PATH="${bin}:$PATH" exec "$@"
`;
