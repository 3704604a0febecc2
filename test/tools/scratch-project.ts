import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi, type PulumiCli } from "../../tools/pulumi.mjs";

const NODE_MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

export interface Outcome {
  code: number | null;
  /** stdout and stderr, interleaved. */
  text: string;
}

/** A Pulumi project in a temporary folder with a file backend, run by this machine's CLI and language host. */
export class ScratchProject {
  private readonly home = fs.mkdtempSync(path.join(os.tmpdir(), "scratch-"));
  readonly folder = path.join(this.home, "project");
  private readonly running: ChildProcess[] = [];
  private readonly cli: PulumiCli;

  private constructor(cli: PulumiCli) {
    this.cli = cli;
  }

  /** Creates a project from `files`, by path. Unless `install` is false, this checkout's packages are installed. */
  static async create(files: Record<string, string>, { install = true } = {}): Promise<ScratchProject> {
    const project = new ScratchProject(await ensurePulumi());
    const { folder } = project;
    fs.mkdirSync(path.join(project.home, "state"));
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
    const child = spawn(this.cli.bin, ["--non-interactive", ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...this.cli.env,
        PULUMI_HOME: this.home,
        PULUMI_BACKEND_URL: `file://${path.join(this.home, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: "",
        PULUMI_SKIP_UPDATE_CHECK: "1",
        NO_COLOR: "1",
        ...env,
      },
    });
    this.running.push(child);
    return child;
  }

  /** Runs the CLI and waits for its exit. */
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
    fs.rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
