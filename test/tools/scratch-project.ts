import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { Sandbox } from "./sandbox.ts";

const NODE_MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

export interface Outcome {
  code: number | null;
  /** stdout and stderr as they came. */
  text: string;
}

/** A Pulumi project in a temporary folder with a file backend, run by the real CLI with the stand-in language host. */
export class ScratchProject {
  private readonly sandbox = new Sandbox();
  readonly folder = path.join(this.sandbox.folder, "project");
  private readonly running: ChildProcess[] = [];

  /** `files` by path. Unless `install` is false, this checkout's packages are installed in it. */
  static async create(files: Record<string, string>, { install = true } = {}): Promise<ScratchProject> {
    const project = new ScratchProject();
    const { sandbox, folder } = project;
    // Whichever way the CLI of this machine came, here it stands alone, so that the getter adds the stand-in scripts.
    fs.mkdirSync(path.dirname(sandbox.bin), { recursive: true });
    fs.copyFileSync((await ensurePulumi()).bin, sandbox.bin, fs.constants.COPYFILE_FICLONE);
    const getter = sandbox.get();
    if ((await getter.ended) !== 0) throw new Error(getter.stderr());
    fs.mkdirSync(path.join(sandbox.folder, "state"));
    for (const [file, content] of Object.entries(files)) project.write(file, content);
    if (install) fs.symlinkSync(NODE_MODULES, path.join(folder, "node_modules"));
    return project;
  }

  write(file: string, content: string): void {
    const target = path.join(this.folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }

  start(args: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(this.sandbox.bin, ["--non-interactive", ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: [path.dirname(this.sandbox.bin), path.join(NODE_MODULES, ".bin"), process.env.PATH].join(path.delimiter),
        PULUMI_HOME: this.sandbox.home,
        PULUMI_BACKEND_URL: `file://${path.join(this.sandbox.folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "",
        PULUMI_SKIP_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...env,
      },
    });
    this.running.push(child);
    return child;
  }

  /** Runs the CLI to its end. */
  run(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const child = this.start(args, env);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (data: string) => {
        text += data;
      });
    }
    return new Promise((resolve) => child.once("close", (code) => resolve({ code, text })));
  }

  remove(): void {
    for (const child of this.running) child.kill("SIGKILL");
    this.sandbox.remove();
  }
}
