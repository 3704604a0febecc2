import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sendControl } from "../../test/helpers/control.ts";

const cli = fileURLToPath(new URL("../../emulator/cli.ts", import.meta.url));
const ready = z.object({ url: z.string() });

/** An emulator in a separate process, which can be killed and started again with the same state. */
export class Platform {
  readonly #data = mkdtempSync(join(tmpdir(), "platform-"));
  readonly #speed: number;
  #child: ReturnType<typeof spawn> | undefined;
  url = "";

  constructor(speed: number) {
    this.#speed = speed;
  }

  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const args = [cli, "--data", this.#data, "--port", port, "--api-key", "local", "--speed", String(this.#speed)];
    this.#child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("The emulator has no output.");
    for await (const line of createInterface({ input: stdout })) {
      this.url = ready.parse(JSON.parse(line)).url;
      return;
    }
    throw new Error("The emulator ended before it was ready.");
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  control(method: string, path: string, body?: object): Promise<unknown> {
    return sendControl(this.url, method, path, body);
  }

  /** The records of a collection. */
  async records(collection: "clusters" | "tasks"): Promise<Record<string, unknown>[]> {
    return Object.values(
      z.record(z.string(), z.looseObject({})).parse(await this.control("GET", `state/${collection}`)),
    );
  }
}
