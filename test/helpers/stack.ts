import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { linkBuiltPackage } from "./built-package.ts";
import { fileBackendUrl } from "./file-backend.ts";
import { initializeStack } from "./initialized-stack.ts";
import { keptNode } from "./kept-node/folder.ts";
import { spaciousNode } from "./spacious-node.ts";
import { transitKey } from "./transit.ts";

/** Programs are inside the checkout, so that Node resolves the packages installed there. */
const home = fileURLToPath(new URL("../.stacks", import.meta.url));

/** The result of a Pulumi command. */
export interface Run {
  code: number;
  /** Combined stdout and stderr. */
  output: string;
  /** Number of resources by operation, including the stack itself: `{ create: 2, same: 1 }`. */
  changes: Record<string, number>;
  /** Steps in order; a replacement has several. */
  steps: Step[];
  /** Permanent diagnostics, without colours. */
  diagnostics: string[];
  /** Ephemeral diagnostics (progress). */
  progress: string[];
}

/** An executed or planned step of the engine. */
export interface Step {
  urn: string;
  /** `create`, `same`, `update`, `delete`, `replace`, `refresh`, ... */
  op: string;
  type: string;
}

/** A resource in the state file. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  external?: boolean;
  protect?: boolean;
  provider?: string;
  parent?: string;
  dependencies?: string[];
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
}

/** A running command. */
export interface Going {
  pid: number;
  /** Sends a signal to Pulumi, as Ctrl-C in a terminal does. */
  signal(name: NodeJS.Signals): void;
  /** Progress that the engine has shown so far. */
  progress(): Promise<string[]>;
  done: Promise<Run>;
}

/** A stack with a program, a separate backend and the real CLI. */
export interface TestStack {
  readonly folder: string;
  /** Name of the stack whose state is read; `pulumi stack rename` changes it. */
  name: string;
  /** Environment of the commands. */
  readonly env: NodeJS.ProcessEnv;
  /** As the option of this name, for the next commands. */
  realProcesses: boolean;
  /** Replaces the program by statements, preceded by imports of `pulumi` and all areas. */
  program(statements: string): Promise<void>;
  run(command: string, ...args: string[]): Promise<Run>;
  /** Runs a command that reads from its standard input. */
  answer(input: string, command: string, ...args: string[]): Promise<Run>;
  start(command: string, ...args: string[]): Going;
  up(...args: string[]): Promise<Run>;
  preview(...args: string[]): Promise<Run>;
  refresh(...args: string[]): Promise<Run>;
  destroy(...args: string[]): Promise<Run>;
  /** Sets a configuration value. */
  config(key: string, value: string, options?: { secret?: boolean }): Promise<void>;
  /** Sets several configuration values with one CLI command. */
  configure(plain: Readonly<Record<string, string>>, secret?: Readonly<Record<string, string>>): Promise<void>;
  /** The platform resources in state, without the stack and providers. */
  resources(name?: string): Promise<StateResource[]>;
  /** The state file as stored, plain or compressed; `name`: of another stack of the project. */
  stateFile(name?: string): Promise<Buffer>;
  /** The decompressed text of the state file. */
  stateText(name?: string): Promise<string>;
  outputs(): Promise<Record<string, unknown>>;
  /** Unlocks a stack whose Pulumi was killed. */
  unlock(): Promise<void>;
  remove(): Promise<void>;
}

export interface StackOptions {
  /** Base URL of the platform. */
  url: string;
  apiKey?: string;
  env?: Record<string, string>;
  /** The CLI's executable. Default: the pinned one. */
  bin?: string;
  /** Folders of native plugins. */
  plugins?: readonly string[];
  /** Name of the project. */
  project?: string;
  /** Another stack whose backend this one shares. */
  beside?: TestStack;
  /** Secrets provider. Default: a key of the run's transit engine, or the passphrase in benchmarks. */
  secretsProvider?: "passphrase";
  /** Whether each program, provider and policy pack gets its own process instead of one that other tests have used. */
  realProcesses?: boolean;
}

/** Creates an empty stack. The caller removes it. */
export async function openStack(options: StackOptions): Promise<TestStack> {
  const { project = "test", plugins = [], beside } = options;
  // Benchmarks run with the passphrase, as users do.
  const isTest = process.env.VITEST !== undefined;
  const secretsProvider = options.secretsProvider ?? (isTest ? transitKey : "passphrase");
  const cli = await ensurePulumi({ log: () => undefined });
  const folder = join(home, randomUUID().slice(0, 8));
  const backend = join(beside?.folder ?? folder, "backend");
  await mkdir(folder, { recursive: true });
  await mkdir(backend, { recursive: true });
  await writeFile(
    join(folder, "Pulumi.yaml"),
    `name: ${project}\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n`,
  );
  await writeFile(join(folder, "package.json"), '{ "type": "module", "main": "index.ts" }\n');
  await linkBuiltPackage(folder);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...cli.env,
    // The CLI's own folder is on the PATH because the provider runs the CLI, too. Plugins take precedence over it.
    PATH: [...plugins, cli.env.PATH].join(delimiter),
    // Keep the create journal next to the stack's Pulumi.yaml, as for users.
    CLOUDPLATFORM_INTENT_DIR: undefined,
    PULUMI_BACKEND_URL: fileBackendUrl(backend),
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DEBUG_COMMANDS: "true",
    CLOUDPLATFORM_BASE_URL: options.url,
    CLOUDPLATFORM_API_KEY: options.apiKey ?? "local",
    ...options.env,
  };
  if (isTest) env.PATH = `${keptNode()}${delimiter}${env.PATH}`;
  const stack = new CliStack(options.bin ?? cli.bin, folder, join(backend, ".pulumi/stacks", project), env);
  if (options.realProcesses === true) stack.realProcesses = true;
  await stack.program("");
  const init = async () => {
    const { code, output } = await stack.run("stack", "init", "test", "--secrets-provider", secretsProvider);
    if (code !== 0) throw new Error(output);
  };
  const isUsual =
    options.bin === undefined && beside === undefined && env.PULUMI_BACKEND_URL === fileBackendUrl(backend);
  await (isUsual ? initializeStack({ folder, name: project, version: cli.version, secretsProvider }, init) : init());
  return stack;
}

/** Marks encrypted values and resource references in state. */
const secretKey = "4dabf18193072939515e22adb298388d";

/** Commands with an event log. */
const operations = ["up", "preview", "refresh", "destroy"];

class CliStack implements TestStack {
  readonly folder: string;
  name = "test";
  readonly #bin: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #states: string;

  constructor(bin: string, folder: string, states: string, env: NodeJS.ProcessEnv) {
    this.#bin = bin;
    this.folder = folder;
    this.#states = states;
    this.env = env;
  }

  get realProcesses(): boolean {
    return this.env.PATH?.startsWith(spaciousNode()) === true;
  }

  set realProcesses(isReal: boolean) {
    const [before, now] = isReal ? [keptNode(), spaciousNode()] : [spaciousNode(), keptNode()];
    this.env.PATH = this.env.PATH?.replace(before, now);
  }

  async program(statements: string): Promise<void> {
    const areas = "cdn, edge, gpu, kubernetes, pricing, quotas, reservations, storage, streaming";
    const lines = [
      'import * as pulumi from "@pulumi/pulumi";',
      'import * as cloudplatform from "@cloudplatform/pulumi";',
      `const { ${areas} } = cloudplatform as typeof cloudplatform & Record<string, never>;`,
      statements,
    ];
    await writeFile(join(this.folder, "index.ts"), `${lines.join("\n")}\n`);
  }

  run(command: string, ...args: string[]): Promise<Run> {
    return this.start(command, ...args).done;
  }

  answer(input: string, command: string, ...args: string[]): Promise<Run> {
    return this.#start(input, command, ...args).done;
  }

  start(command: string, ...args: string[]): Going {
    return this.#start("", command, ...args);
  }

  #start(input: string, command: string, ...args: string[]): Going {
    const log = join(this.folder, `events-${randomUUID().slice(0, 8)}.json`);
    const extra = operations.includes(command) ? ["--event-log", log] : [];
    const child = spawn(this.#bin, [command, ...args, "--non-interactive", ...extra], {
      cwd: this.folder,
      env: this.env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
    const done = new Promise<Run>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", async (code) => {
        resolve({ code: code ?? 1, output, ...(await readEvents(log)) });
      });
    });
    const progress = async () => (await readEvents(log)).progress;
    return { pid: child.pid ?? 0, signal: (name) => child.kill(name), progress, done };
  }

  up = (...args: string[]) => this.run("up", "--yes", "--skip-preview", ...args);
  preview = (...args: string[]) => this.run("preview", ...args);
  refresh = (...args: string[]) => this.run("refresh", "--yes", "--skip-preview", ...args);
  destroy = (...args: string[]) => this.run("destroy", "--yes", "--skip-preview", ...args);

  config(key: string, value: string, { secret = false } = {}): Promise<void> {
    return secret ? this.configure({}, { [key]: value }) : this.configure({ [key]: value });
  }

  async configure(
    plain: Readonly<Record<string, string>>,
    secret: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const given = (option: string, values: Readonly<Record<string, string>>) =>
      Object.entries(values).flatMap(([key, value]) => [option, `${key}=${value}`]);
    const { code, output } = await this.run(
      "config",
      "set-all",
      ...given("--plaintext", plain),
      ...given("--secret", secret),
    );
    if (code !== 0) throw new Error(output);
  }

  async stateFile(name?: string): Promise<Buffer> {
    return readFile(join(this.#states, await this.#stateName(name)));
  }

  async stateText(name?: string): Promise<string> {
    const inflate = inflaters[extname(await this.#stateName(name))];
    const file = await this.stateFile(name);
    return (inflate?.(file) ?? file).toString("utf8");
  }

  async #stateName(name = this.name): Promise<string> {
    const present = await readdir(this.#states);
    return (
      present.find((file) => Object.keys(inflaters).some((type) => file === `${name}.json${type}`)) ?? `${name}.json`
    );
  }

  async resources(name?: string): Promise<StateResource[]> {
    const state = stateSchema.parse(JSON.parse(await this.stateText(name)));
    return (state.checkpoint.latest?.resources ?? []).filter(({ type }) => /(^|dynamic\/)cloudplatform[/:]/.test(type));
  }

  async outputs(): Promise<Record<string, unknown>> {
    const state = stateSchema.parse(JSON.parse(await this.stateText()));
    const root = state.checkpoint.latest?.resources.find(({ type }) => type === "pulumi:pulumi:Stack");
    // Only the CLI can decrypt, but starting it takes longer than some commands.
    if (root !== undefined && !JSON.stringify(root.outputs).includes(secretKey)) return root.outputs;
    const { output } = await this.run("stack", "output", "--json", "--show-secrets");
    return z.record(z.string(), z.unknown()).parse(JSON.parse(output));
  }

  async unlock(): Promise<void> {
    const { code, output } = await this.run("cancel", "--yes");
    if (code !== 0) throw new Error(output);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Decompressors of state files, by file extension. */
const inflaters: Record<string, (file: Buffer) => Buffer> = { ".gz": gunzipSync, ".zst": zstdDecompressSync };

const stateSchema = z.object({
  checkpoint: z.object({
    latest: z
      .object({
        resources: z
          .array(
            z.looseObject({
              urn: z.string(),
              type: z.string(),
              id: z.string().optional(),
              external: z.boolean().optional(),
              protect: z.boolean().optional(),
              provider: z.string().optional(),
              parent: z.string().optional(),
              dependencies: z.array(z.string()).optional(),
              inputs: z.record(z.string(), z.unknown()).default({}),
              outputs: z.record(z.string(), z.unknown()).default({}),
              initErrors: z.array(z.string()).optional(),
            }),
          )
          .default([]),
      })
      .nullish(),
  }),
});

const eventSchema = z.object({
  diagnosticEvent: z
    .object({ message: z.string(), severity: z.string(), ephemeral: z.boolean().optional() })
    .optional(),
  resourcePreEvent: z
    .object({
      metadata: z.object({ op: z.string(), urn: z.string(), type: z.string() }),
      planning: z.boolean().optional(),
    })
    .optional(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});

/** Reads the engine's event log, which is incomplete while the command runs or after it was killed. */
async function readEvents(file: string): Promise<Omit<Run, "code" | "output">> {
  const run: Omit<Run, "code" | "output"> = { changes: {}, steps: [], diagnostics: [], progress: [] };
  const text = await readFile(file, "utf8").catch(() => "");
  // The text after the last line break is an incomplete line.
  for (const line of text.split("\n").slice(0, -1)) {
    const { diagnosticEvent, resourcePreEvent, summaryEvent } = eventSchema.parse(JSON.parse(line));
    if (resourcePreEvent !== undefined) run.steps.push(resourcePreEvent.metadata);
    if (summaryEvent !== undefined) run.changes = summaryEvent.resourceChanges ?? {};
    if (diagnosticEvent !== undefined && diagnosticEvent.severity !== "debug")
      run[diagnosticEvent.ephemeral === true ? "progress" : "diagnostics"].push(plainText(diagnosticEvent.message));
  }
  return run;
}

/** Removes the engine's colour tags. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
