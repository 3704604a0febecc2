import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A resource in a stack's state. */
export interface StateEntry {
  urn: string;
  type: string;
  id?: string;
}

/** States as `pulumi stack export` prints them, for a provider that runs without an engine. */
export interface ExportedState {
  /** The stack has these resources. */
  write(stack: string, resources: readonly StateEntry[]): void;
  remove(): void;
}

/**
 * Answers `pulumi stack export` in place of the CLI, and gives this process the argument by which a provider knows that
 * an engine has started it. What the real CLI prints is tested in test/e2e.
 */
export async function exportedState(): Promise<ExportedState> {
  const folder = mkdtempSync(join(tmpdir(), "exported-"));
  const script = join(folder, "pulumi");
  writeFileSync(script, `#!/bin/sh\n[ "$1 $2 $3" = "stack export --stack" ] && exec cat "${folder}/$4.json"\nexit 1\n`);
  chmodSync(script, 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  // An engine that is alive accepts connections.
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const engine = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.argv.push(engine);
  return {
    write: (stack, resources) =>
      writeFileSync(join(folder, `${stack}.json`), JSON.stringify({ version: 3, deployment: { resources } })),
    remove() {
      process.env.PATH = PATH;
      server.close();
      process.argv.splice(process.argv.indexOf(engine), 1);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
