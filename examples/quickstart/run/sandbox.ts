import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtPackage } from "../../../provider/pack/built.ts";
import { ensurePulumi } from "../../../tools/pulumi.mjs";
import { homeWithoutLogs } from "../../../tools/pulumi-cli/home-without-logs.mjs";

/** The checkout: the quickstart's Pulumi.yaml stands at its root. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What Pulumi's Node processes load first: the one halves their start, the other has our package loaded in a third of the time. */
const preloaded = ["provider/late-modules.cjs", "examples/quickstart/run/built-package.cjs"];

/** Where `npm run emulator` listens, too: both keep their state in the same folder. */
const port = 8787;
const apiKey = "local";
const stack = "dev";

/** Everything the quickstart needs, for as long as it is open. */
export interface Sandbox {
  /** Base URL of the platform. */
  url: string;
  console: string;
  /** Runs a Pulumi command on the quickstart stack, on this terminal; returns its exit code. */
  pulumi(args: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Gets the CLI, starts the emulator, and makes the stack of a project in a backend of the checkout's own. */
export async function openSandbox({ folder = root, speed = 1 } = {}): Promise<Sandbox> {
  const cli = await ensurePulumi();
  const emulator = await emulatorOfThisCheckout(speed);
  const backend = join(root, ".quickstart", "backend");
  mkdirSync(backend, { recursive: true });
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...cli.env,
    NODE_OPTIONS: [
      process.env.NODE_OPTIONS,
      ...preloaded.map((file) => `--require ${JSON.stringify(join(root, file))}`),
    ]
      .filter(Boolean)
      .join(" "),
    QUICKSTART_PACKAGE: await builtPackage("provider"),
    // The user's own login, stacks and logs stay untouched.
    PULUMI_HOME: homeWithoutLogs(join(root, ".quickstart", "home")),
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_STACK: stack,
    PULUMI_CONFIG_PASSPHRASE: process.env.PULUMI_CONFIG_PASSPHRASE ?? "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    CLOUDPLATFORM_BASE_URL: emulator.url,
    CLOUDPLATFORM_API_KEY: apiKey,
    // The emulator's one client, and a project and region of it for what names none.
    CLOUDPLATFORM_CLIENT_ID: "5",
    CLOUDPLATFORM_PROJECT_ID: "1",
    CLOUDPLATFORM_REGION_ID: "76",
  };
  const run = (args: readonly string[], output: "inherit" | "ignore" = "inherit") =>
    spawnCli(cli.bin, args, folder, environment, output);
  if (!existsSync(join(backend, ".pulumi", "stacks", projectIn(folder), `${stack}.json`))) {
    const code = await run(["stack", "init", stack], "ignore").done;
    if (code !== 0) throw new Error(`pulumi stack init ${stack} ended with ${code}.`);
  }
  return {
    url: emulator.url,
    console: `${emulator.url}/_emulator/`,
    async pulumi(args) {
      const { child, done } = run(args);
      // It is loaded while the CLI starts, which takes longer; a request that comes first is sent again.
      const started = emulator.start().catch(async (error: unknown) => {
        child.kill("SIGINT");
        await done;
        throw error;
      });
      const [code] = await Promise.all([done, started]);
      return code;
    },
    close: async () => (await emulator.start()).close(),
  };
}

/** The name of the project in a folder: its stacks are kept by it. */
function projectIn(folder: string): string {
  const [, name = ""] = /^name: *(\S+)/m.exec(readFileSync(join(folder, "Pulumi.yaml"), "utf8")) ?? [];
  return name;
}

/** An emulator that is known by its URL before it listens. */
interface OpenEmulator {
  url: string;
  /** Starts it, once. */
  start(): Promise<{ close(): Promise<void> }>;
}

/** The emulator on the checkout's state: the one that `npm run emulator` keeps in the foreground, or our own. */
async function emulatorOfThisCheckout(speed: number): Promise<OpenEmulator> {
  const url = `http://127.0.0.1:${port}`;
  const dataDirectory = join(root, ".emulator");
  const built = pathToFileURL(join(await builtPackage("emulator"), "index.mjs")).href;
  const open = async (port: number) => {
    const { DirectoryInUse, startEmulator }: typeof import("@cloudplatform/emulator") = await import(built);
    return startEmulator({ dataDirectory, apiKey, port, speed }).catch(async (error: unknown) => {
      if (!(error instanceof DirectoryInUse)) throw error;
      if (await answers(url)) return { url, close: async () => undefined };
      throw new Error(
        `${dataDirectory} is in use by an emulator that does not listen at ${url}. Stop it and run again.`,
      );
    });
  };
  if (await isFree(port)) {
    let started: ReturnType<typeof open> | undefined;
    return {
      url,
      start: () => {
        started ??= open(port);
        return started;
      },
    };
  }
  // Somebody else may have the port: any other one will do, for the state holds no address.
  const opened = await open(0);
  return { url: opened.url, start: async () => opened };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/_emulator/clock`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Starts the CLI; `done` has its exit code. */
function spawnCli(
  bin: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  output: "inherit" | "ignore",
) {
  const child = spawn(bin, args, { cwd, env, stdio: ["inherit", output, "inherit"] });
  const done = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    // Ctrl-C reaches Pulumi too; wait until it has saved its state.
    const wait = () => undefined;
    process.on("SIGINT", wait);
    child.on("close", (code, signal) => {
      process.off("SIGINT", wait);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });
  return { child, done };
}
