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
  /** Whether the object was deleted for a replacement that is still pending. */
  pendingReplacement?: boolean;
  /** Whether its deletion leaves the object on the platform. */
  retainOnDelete?: boolean;
  /** Whether the object was replaced and its delete is still pending. */
  delete?: boolean;
}

/** A pending create: running or interrupted. */
export interface StatePending {
  urn: string;
  inputs: Record<string, unknown>;
}

/** Stack states for a provider that runs without an engine, in the format of `pulumi stack export`. */
export interface ExportedState {
  /** Sets the resources and pending creates of a stack. */
  write(stack: string, resources: readonly StateEntry[], pending?: readonly StatePending[]): void;
  /** Overrides a command with a shell line until the next `write`. */
  answer(command: "stack export" | "stack ls" | "stack history", line: string): void;
  remove(): void;
}

/**
 * Puts a stub of `pulumi stack export` and `pulumi stack ls` on the PATH, and adds the argument to this process by which a
 * provider recognizes that an engine started it. The output of the real CLI is tested in test/e2e.
 *
 * @param backend Folder of the states. Machines share a backend by sharing the folder.
 */
export async function exportedState(backend = mkdtempSync(join(tmpdir(), "backend-"))): Promise<ExportedState> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-"));
  const script = join(folder, "pulumi");
  writeFileSync(script, scriptOf(backend));
  chmodSync(script, 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  // Providers detect a live engine by connecting to it.
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
      for (const name of ["export", "ls", "history"]) rmSync(join(backend, `stack-${name}.sh`), { force: true });
      const operations = pending.map((resource) => ({ type: "creating", resource }));
      const state = { version: 3, deployment: { resources, pending_operations: operations } };
      // Write atomically, as backends do: a reader sees the old or the new state.
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
