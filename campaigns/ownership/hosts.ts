import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Declared } from "./kinds.ts";

const file = fileURLToPath(new URL("host.ts", import.meta.url));
const idle: ChildProcess[] = [];

/** A language host that serves one program. */
export interface Host {
  port: number;
  pid: number;
  /** Releases the host. After a successful command it serves the next one; otherwise it may have unfinished work and is killed. */
  release(hasEndedWell: boolean): void;
}

export async function hostFor(resources: readonly Declared[]): Promise<Host> {
  const child = idle.pop() ?? fork(file, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const port = await new Promise<number>((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`A language host ended with ${code}.`));
    child.once("exit", failed);
    child.once("message", (message) => {
      child.off("exit", failed);
      resolve(Number(message));
    });
    child.send(resources);
  });
  return {
    ...{ port, pid: child.pid ?? 0 },
    release(hasEndedWell) {
      if (hasEndedWell) idle.push(child);
      else child.kill("SIGKILL");
    },
  };
}

export function endHosts(): void {
  for (const child of idle.splice(0)) child.kill("SIGKILL");
}
