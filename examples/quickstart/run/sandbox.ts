import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtPackage } from "../../../provider/pack/built.ts";
import { ensurePulumi } from "../../../tools/pulumi.mjs";
import { homeWithoutLogs } from "../../../tools/pulumi-cli/home-without-logs.mjs";

/** The checkout, which has the quickstart's Pulumi.yaml at its root. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Modules that Pulumi's Node processes load first: one halves their start, the other cuts our package's load time to a third. */
const preloaded = ["provider/late-modules.cjs", "examples/quickstart/run/built-package.cjs"];

/** The port of `npm run emulator`, too: both use the same state. */
const port = 8787;
const apiKey = "local";
const stack = "dev";

/** Everything that the quickstart needs, until it is closed. */
export interface Sandbox {
  /** Base URL of the platform. */
  url: string;
  console: string;
  /** Runs a Pulumi command on the quickstart stack in this terminal. Returns its exit code. */
  pulumi(args: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Installs the CLI if needed, starts the emulator, and creates the project's stack in a backend inside the checkout. */
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
    // Keeps the user's own login, stacks and logs untouched.
    PULUMI_HOME: homeWithoutLogs(join(root, ".quickstart", "home")),
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_STACK: stack,
    PULUMI_CONFIG_PASSPHRASE: process.env.PULUMI_CONFIG_PASSPHRASE ?? "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    CLOUDPLATFORM_BASE_URL: emulator.url,
    CLOUDPLATFORM_API_KEY: apiKey,
    // The emulator's only client, and a default project and region of that client.
    CLOUDPLATFORM_CLIENT_ID: "5",
    CLOUDPLATFORM_PROJECT_ID: "1",
    CLOUDPLATFORM_REGION_ID: "76",
  };
  const run = (args: readonly string[], output: "inherit" | "ignore" = "inherit") =>
    spawnCli(cli.bin, args, folder, environment, output);
  if (!existsSync(join(backend, ".pulumi", "stacks", projectIn(folder), `${stack}.json`))) {
    const code = await run(["stack", "init", stack], "ignore");
    if (code !== 0) throw new Error(`pulumi stack init ${stack} ended with ${code}.`);
  }
  return {
    url: emulator.url,
    console: `${emulator.url}/_emulator/`,
    pulumi: (args) => run(args),
    close: emulator.close,
  };
}

/** Returns the name of the project in a folder. The backend keeps stacks under this name. */
function projectIn(folder: string): string {
  const [, name = ""] = /^name: *(\S+)/m.exec(readFileSync(join(folder, "Pulumi.yaml"), "utf8")) ?? [];
  return name;
}

/** Returns an emulator on the checkout's state: the one that `npm run emulator` runs in the foreground, or a new one. */
async function emulatorOfThisCheckout(speed: number): Promise<{ url: string; close(): Promise<void> }> {
  const built = pathToFileURL(join(await builtPackage("emulator"), "index.mjs")).href;
  const { DirectoryInUse, startEmulator }: typeof import("@cloudplatform/emulator") = await import(built);
  const dataDirectory = join(root, ".emulator");
  try {
    return await startEmulator({ dataDirectory, apiKey, port, speed });
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      const { url } = error;
      if (url !== undefined && (await servesFrom(url, dataDirectory))) return { url, close: async () => undefined };
      throw new Error(
        `${dataDirectory} is in use by an emulator that does not respond${url === undefined ? "" : ` at ${url}`}. Stop it and run again.`,
      );
    }
    // The port is in use. Any other port will do, because the state contains no address.
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      return startEmulator({ dataDirectory, apiKey, port: 0, speed });
    throw error;
  }
}

/** Whether the emulator at a URL uses this directory. Another checkout's emulator may use the default port. */
async function servesFrom(url: string, directory: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/_emulator/identity`, { signal: AbortSignal.timeout(10_000) });
    return ((await response.json()) as { dataDirectory: string }).dataDirectory === realpathSync(directory);
  } catch {
    return false;
  }
}

/** Runs the CLI until it exits. Returns its exit code. */
function spawnCli(
  bin: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  output: "inherit" | "ignore",
) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(bin, args, { cwd, env, stdio: ["inherit", output, "inherit"] });
    child.on("error", reject);
    // Ctrl-C reaches Pulumi, too. Wait until Pulumi has saved its state.
    const wait = () => undefined;
    process.on("SIGINT", wait);
    child.on("close", (code, signal) => {
      process.off("SIGINT", wait);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });
}
