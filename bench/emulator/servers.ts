import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server in a process of its own, pinned to one core. */
export interface Server {
  url: string;
  /** Processor time used by the process; undefined if the system does not report it. */
  cpuSeconds(): number | undefined;
  /** Memory of the process in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

export const prismVersion = "5.16.0";
const hasTaskset = spawnSync("taskset", ["--version"]).status === 0;

/** The load is generated on the other core, so that each server has a core of its own. */
export function keepOffServerCore(): void {
  if (hasTaskset) execFileSync("taskset", ["-p", "-c", "1", String(process.pid)], { stdio: "ignore" });
}

export async function startEmulatorProcess(data = mkdtempSync(join(tmpdir(), "emulator-bench-"))): Promise<Server> {
  const cli = new URL("../../emulator/cli.ts", import.meta.url).pathname;
  return ready(start([cli, "--port", "0", "--data", data]));
}

/** Waits until a server prints its URL. */
async function ready(child: ChildProcess): Promise<Server> {
  const line = await lineThat(child, (text) => text.startsWith("{"));
  const { url } = JSON.parse(line) as { url: string };
  return server(child, url);
}

/** Node's HTTP server alone, which responds to each request with one text: an upper bound for any server in Node. */
export async function startBareServer(text: string): Promise<Server> {
  const source = `
    const [, , text] = process.argv;
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const server = require("node:http").createServer((_, response) => response.writeHead(200, headers).end(text));
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ url: "http://127.0.0.1:" + server.address().port })));`;
  const file = join(mkdtempSync(join(tmpdir(), "bare-bench-")), "server.cjs");
  writeFileSync(file, source);
  return ready(start([file, text]));
}

/** Prism generates responses from the emulator's own OpenAPI document. */
export async function startPrism(openApi: string): Promise<Server> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const prefix = join(cache, "cloudplatform", `prism-${prismVersion}`);
  const prism = join(prefix, "node_modules/@stoplight/prism-cli/dist/index.js");
  if (!existsSync(prism))
    execFileSync("npm", [
      "install",
      "--no-audit",
      "--no-fund",
      "--prefix",
      prefix,
      `@stoplight/prism-cli@${prismVersion}`,
    ]);
  const file = join(mkdtempSync(join(tmpdir(), "prism-bench-")), "openapi.json");
  writeFileSync(file, openApi);
  const port = 4010;
  const child = start([prism, "mock", "--port", String(port), "--verboseLevel", "fatal", file]);
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child);
  return server(child, url);
}

function start(args: string[]): ChildProcess {
  const command = [process.execPath, ...args];
  const [program, ...rest] = hasTaskset ? ["taskset", "-c", "0", ...command] : command;
  return spawn(String(program), rest, { stdio: ["ignore", "pipe", "inherit"] });
}

function server(child: ChildProcess, url: string): Server {
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid),
    memoryMb: () => Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)])) / 1024),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** Linux counts in hundredths of a second, in user and in system mode (proc_pid_stat(5)). */
function cpuSecondsOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function lineThat(child: ChildProcess, fits: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error("The server has no output."));
    createInterface(child.stdout).on("line", (line) => fits(line) && resolve(line));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  });
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within 60 s.`);
}
