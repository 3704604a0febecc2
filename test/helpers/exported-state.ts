import { once } from "node:events";
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A resource in a stack's state. */
export interface StateEntry {
  urn: string;
  type: string;
  id?: string;
  provider?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  /** Its object was deleted to be replaced. */
  pendingReplacement?: boolean;
  /** Its object was replaced, and is still to be deleted. */
  delete?: boolean;
}

/** A running or interrupted creation. */
export interface StatePending {
  urn: string;
  inputs: Record<string, unknown>;
}

/** States as `pulumi stack export` prints them, for a provider that runs without an engine. */
export interface ExportedState {
  /** What the stack has, and is about to create. */
  write(stack: string, resources: readonly StateEntry[], pending?: readonly StatePending[]): void;
  /** What a command does instead, as a line of the shell; until the next `write`. */
  answer(command: "stack export" | "stack ls", line: string): void;
  remove(): void;
}

/**
 * Answers `pulumi stack export` and `pulumi stack ls` in place of the CLI, and gives this process the argument by which a
 * provider knows that an engine has started it. What the real CLI prints is tested in test/e2e.
 *
 * @param backend Folder of the states; machines that share it have one backend.
 */
export async function exportedState(backend = mkdtempSync(join(tmpdir(), "backend-"))): Promise<ExportedState> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-"));
  const script = join(folder, "pulumi");
  writeFileSync(script, scriptOf(backend));
  chmodSync(script, 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  // An engine that is alive accepts connections.
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const engine = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.argv.push(engine);
  return {
    answer(command, line) {
      writeFileSync(join(backend, `${command.replace(" ", "-")}.sh`), line);
    },
    write(stack, resources, pending = []) {
      for (const name of ["export", "ls"]) rmSync(join(backend, `stack-${name}.sh`), { force: true });
      const operations = pending.map((resource) => ({ type: "creating", resource }));
      const state = { version: 3, deployment: { resources, pending_operations: operations } };
      // As backends do: a reader sees one state or the other.
      const file = join(backend, `${stack}.json`);
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(state));
      renameSync(`${file}.${process.pid}`, file);
    },
    remove() {
      process.env.PATH = PATH;
      server.close();
      process.argv.splice(process.argv.indexOf(engine), 1);
      rmSync(folder, { recursive: true, force: true });
      rmSync(backend, { recursive: true, force: true });
    },
  };
}

function scriptOf(backend: string): string {
  return `#!/bin/sh
cd "${backend}"
if test -f "$1-$2.sh"; then . "./$1-$2.sh"; exit; fi
case "$1 $2" in
"stack export") exec cat "$4.json" ;;
"stack ls")
  separator='['
  for file in *.json; do
    printf '%s{"name":"%s"}' "$separator" "\${file%.json}"
    separator=','
  done
  printf ']' ;;
*) exit 1 ;;
esac
`;
}
