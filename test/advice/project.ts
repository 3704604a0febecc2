import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Emulator } from "@cloudplatform/emulator";
import { commandLine, type RunOptions } from "../cli/command-line.ts";
import { type Relay, relay } from "../helpers/relay.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { template } from "./scenes/projects.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A project with a stack and the real CLI, connected to a platform through a relay. A command that fails throws its output. */
export class Project {
  readonly emulator: Emulator;
  readonly line: Relay;
  readonly stack: TestStack;
  #weight = 1;

  private constructor(emulator: Emulator, line: Relay, stack: TestStack) {
    this.emulator = emulator;
    this.line = line;
    this.stack = stack;
  }

  static async open(emulator: Emulator): Promise<Project> {
    const line = await relay(emulator.url);
    return new Project(emulator, line, await openStack({ url: line.url }));
  }

  get here(): string[] {
    return ["-C", this.stack.folder];
  }

  file(name: string): string {
    return join(this.stack.folder, name);
  }

  /** Declares a weight that no earlier scene has declared. The code in `first` precedes the declaration. */
  async change({ first = "", more = "" } = {}): Promise<void> {
    await this.stack.program(`${first}\n${template(++this.#weight)}\n${more}`);
  }

  async up(program: string): Promise<void> {
    await this.stack.program(program);
    const { code, output } = await this.stack.up();
    if (code !== 0) throw new Error(output);
  }

  /** Runs `cloudplatform` in the project's folder. */
  async command(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    options: RunOptions = {},
  ): Promise<string> {
    const env = Object.entries({ ...this.stack.env, ...environment }).filter(([, value]) => value !== undefined);
    const given = { ...options, environment: Object.fromEntries(env) as Record<string, string> };
    const { code, out, err } = await commandLine("", args, { folder: this.stack.folder, ...given });
    if (code !== 0) throw new Error(out + err);
    return out;
  }

  review(...args: string[]): Promise<string> {
    return this.command(["review", ...this.here, "--no-policies", "--output", this.file("review"), ...args]);
  }

  apply(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}, options: RunOptions = {}): Promise<string> {
    const given = ["apply", ...this.here, "--no-policies", "--review", this.file("review/review.json"), ...args];
    return this.command(given, environment, options);
  }

  /** Makes a new review and applies it: the fix for most refusals of an apply. */
  async reviewAndApply(): Promise<void> {
    await this.review();
    await this.apply();
  }

  /** Runs `cloudplatform-policy check` in the project's folder. */
  policyCheck(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<string> {
    return this.node([join(root, "policies/dist/cli.mjs"), "check", ...args], environment);
  }

  /** Runs Node in the project's folder. */
  node(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const { folder, env } = this.stack;
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...env, ...environment, PWD: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    });
  }
}
