import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "pulumi/package.json" with { type: "json" };

const GETTER = fileURLToPath(new URL("../../tools/pulumi.mjs", import.meta.url));
/** A proxy address that refuses every connection immediately. */
const NOWHERE = "http://127.0.0.1:9";

export const version: string = manifest.version;

/** A run of `node tools/pulumi.mjs`. */
export interface Run {
  process: ChildProcess;
  /** Everything on stderr so far. */
  stderr(): string;
  /** Resolves as soon as stderr contains `text`. Rejects if the run ends without it. */
  says(text: string): Promise<void>;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string | null>;
}

/** A separate PULUMI_HOME, and a folder of commands that comes first on the PATH. */
export class Sandbox {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "pulumi-getter-"));
  readonly home = path.join(this.folder, "home");
  readonly commands = path.join(this.folder, "commands");
  readonly versions = path.join(this.home, "versions");
  readonly root = path.join(this.versions, version);
  readonly bin = path.join(this.root, "bin", "pulumi");
  private readonly runs: ChildProcess[] = [];

  constructor() {
    fs.mkdirSync(this.commands);
  }

  /** Puts a shell script on the PATH. */
  command(name: string, script: string): void {
    fs.writeFileSync(path.join(this.commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  /** Starts the getter. Unless `env` says otherwise, no download host can be reached. */
  get(env: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, [GETTER], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        HOME: this.folder,
        PATH: this.commands,
        PULUMI_HOME: this.home,
        HTTPS_PROXY: NOWHERE,
        ...env,
      },
    });
    this.runs.push(child);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const ended = new Promise<number | string | null>((resolve) =>
      child.once("close", (code, signal) => resolve(code ?? signal)),
    );
    const says = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => stderr.includes(text) && resolve();
        look();
        child.stderr.on("data", look);
        child.once("close", () => reject(new Error(`it ended without saying ${JSON.stringify(text)}:\n${stderr}`)));
      });
    return { process: child, stderr: () => stderr, says, ended };
  }

  /** Returns temporary files that runs left behind, as paths under `versions`. */
  leftovers(): string[] {
    const found = fs.existsSync(this.versions) ? fs.readdirSync(this.versions, { recursive: true }) : [];
    return found.map(String).filter((file) => path.basename(file).startsWith("."));
  }

  remove(): void {
    for (const child of this.runs) child.kill("SIGKILL");
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
