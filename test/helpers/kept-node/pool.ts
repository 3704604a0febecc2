import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { basename, dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { builtFolder } from "../../../provider/pack/built.ts";
import { executable } from "../../../provider/pack/packages.ts";
import { reportSeconds, testFile } from "../processor-time.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = fileURLToPath(new URL("process.cjs", import.meta.url));

/** Kept processes run only scripts of the SDK that is installed here. */
const sdk = join(realpathSync(join(root, "node_modules/@pulumi/pulumi")), "cmd") + sep;

/** Beyond this, a process is retired: earlier jobs have leaked memory. */
const maximumBytes = 600 * 2 ** 20;

/** How long a process may take to become idle after its engine has ended, even on a busy machine. */
const leavingMs = 20_000;

/** A request from the `node` on the PATH. */
interface Request {
  pid: number;
  folder: string;
  args: string[];
  env: Record<string, string>;
}

/** Keeps Node processes alive for the programs, dynamic providers and policy packs of a whole run. */
export class Pool {
  readonly #idle: KeptProcess[] = [];
  readonly #all = new Set<KeptProcess>();
  readonly #server = createServer((socket) => this.#answer(socket));

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const kept of this.#all) kept.kill();
  }

  #answer(socket: Socket): void {
    let received = "";
    let job: Job | undefined;
    let isOver = false;
    // One character per byte preserves bytes that are not UTF-8.
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      if (job !== undefined) {
        for (const signal of chunk.trim().split("\n")) job.signal(signal as NodeJS.Signals);
        return;
      }
      received += chunk;
      const request = parseRequest(received);
      if (request === undefined) return;
      const script = scriptOf(request);
      if (script === undefined) return void socket.end("refused\n");
      const kept = this.#borrow(script);
      job = kept.run({ ...request, script }, (line) => socket.write(line, "latin1"));
      const answer = job.done.then(
        (code) => (code === undefined ? "" : `exit${code}\n`),
        // Fail the command with the error, because otherwise it would wait forever.
        (error: unknown) => `2${String(error).replaceAll("\n", " ")}\nexit1\n`,
      );
      void answer.then((last) => {
        isOver = true;
        socket.end(last, "latin1");
        this.#giveBack(kept);
      });
    });
    socket.on("error", () => undefined);
    // A client that was killed sends no signal; its socket just closes.
    socket.on("close", () => !isOver && job?.signal("SIGKILL"));
  }

  /** Prefers a process that ran this script last: it has loaded the script's dependencies, and V8 has compiled them. */
  #borrow(script: string): KeptProcess {
    while (this.#idle.length > 0) {
      const last = this.#idle.findLastIndex((one) => one.script === script);
      const [idle] = this.#idle.splice(last, 1);
      if (idle?.isAlive === true) return idle;
    }
    const kept = new KeptProcess();
    this.#all.add(kept);
    return kept;
  }

  #giveBack(kept: KeptProcess): void {
    if (kept.isIdle && kept.memoryBytes < maximumBytes) return void this.#idle.push(kept);
    kept.kill();
    this.#all.delete(kept);
  }
}

/** Returns the SDK script or plugin that a kept process can run for a request; undefined if the request needs its own process. */
function scriptOf({ args: [file = ""], folder, env }: Request): string | undefined {
  // Node reads these variables only when it starts.
  const isNodeOption = (name: string) => name.startsWith("NODE_");
  const names = Object.keys({ ...env, ...process.env }).filter(isNodeOption);
  if (names.some((name) => env[name] !== process.env[name])) return undefined;
  if (isBuiltPlugin(file)) return file;
  try {
    // The launcher next to the CLI starts the provider of the SDK that the project has installed.
    const isProvider = basename(file) === "dynamic-provider.cjs";
    const { resolve } = createRequire(join(folder, "index.js"));
    const script = isProvider ? resolve("@pulumi/pulumi/cmd/dynamic-provider") : realpathSync(file);
    if (!script.startsWith(sdk)) return undefined;
    // The checkout's ES modules cannot be evicted from the module cache after a `require`.
    const isPack = script.startsWith(join(sdk, "run-policy-pack"));
    return isPack || resolve("@cloudplatform/pulumi/handlers").includes("built-packages") ? script : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file is the executable of a native plugin built for tests. Its modules can be evicted, as those of the package can. */
function isBuiltPlugin(file: string): boolean {
  return basename(file) === executable && dirname(dirname(file)) === builtFolder;
}

/** Parses `pid, folder, argument count, arguments, environment, empty`, each terminated by NUL. Returns undefined until it is complete. */
function parseRequest(received: string): Request | undefined {
  if (!received.endsWith("\0\0")) return undefined;
  const [pid, folder = "", count, ...rest] = Buffer.from(received, "latin1").toString("utf8").split("\0");
  // An empty argument also produces two NULs.
  if (rest.length < Number(count) + 2) return undefined;
  const env = rest.slice(Number(count), -2).map((line) => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return { pid: Number(pid), folder, args: rest.slice(0, Number(count)), env: Object.fromEntries(env) };
}

/** A job for which a process is lent. */
interface Job {
  /** Resolves to the exit code; undefined if the job was killed. */
  done: Promise<number | undefined>;
  signal(name: NodeJS.Signals): void;
}

/** The message that a process sends when its job has ended. */
interface Ended {
  code?: number;
  memoryBytes: number;
  /** Processor time of the process since its start. */
  seconds: number;
}

class KeptProcess {
  readonly #child: ChildProcess;
  readonly #died: Promise<undefined>;
  isIdle = true;
  /** The script that it ran last. */
  script: string | undefined;
  memoryBytes = 0;
  #seconds = 0;

  constructor() {
    this.#child = spawn(process.execPath, ["--min-semi-space-size=32", script], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#died = new Promise((resolve) => this.#child.once("exit", () => resolve(undefined)));
    this.#child.stdout?.setEncoding("latin1");
    this.#child.stderr?.setEncoding("latin1");
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  run({ args, ...request }: Request & { script: string }, write: (line: string) => void): Job {
    // A failed send means that the process has died; `#died` reports that.
    const send = (message: object) => void this.#child.send(message, () => undefined);
    const token = `\0${randomUUID()}`;
    this.isIdle = false;
    this.script = request.script;
    const ended = this.#ended(token, request.env[testFile] ?? "vitest", write);
    send({ ...request, args: args.slice(1), token });
    let timer: NodeJS.Timeout | undefined;
    return {
      done: ended.finally(() => clearTimeout(timer)),
      signal: (name) => {
        send({ signal: name, token });
        if (name === "SIGKILL") timer ??= setTimeout(() => this.kill(), leavingMs);
      },
    };
  }

  async #ended(token: string, file: string, write: (line: string) => void): Promise<number | undefined> {
    const child = this.#child;
    const streams = [
      { stream: child.stdout, line: "1", rest: "3" },
      { stream: child.stderr, line: "2", rest: "4" },
    ].map(({ stream, line, rest }) =>
      forward(stream, token, (text, isLine) => write(`${isLine ? line : rest}${text}\n`)),
    );
    const message = new Promise<Ended>((resolve) => child.once("message", resolve));
    const ended = await Promise.race([message, this.#died]);
    await Promise.all(streams);
    child.removeAllListeners("message");
    if (ended === undefined) return child.exitCode ?? undefined;
    this.memoryBytes = ended.memoryBytes;
    reportSeconds(file, ended.seconds - this.#seconds);
    this.#seconds = ended.seconds;
    // A process that fails before this line is not lent again.
    this.isIdle = true;
    return ended.code;
  }
}

/** Forwards lines until the token or the end of the stream. */
function forward(
  stream: Readable | null,
  token: string,
  write: (text: string, isLine: boolean) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let rest = "";
    const read = (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) write(line, true);
      if (!rest.endsWith(token)) return;
      rest = rest.slice(0, -token.length);
      end();
    };
    const end = () => {
      stream?.off("data", read).off("end", end);
      if (rest !== "") write(rest, false);
      resolve();
    };
    // If the process died while idle, its stream has already emitted `end`.
    if (stream === null || stream.readableEnded) end();
    else stream.on("data", read).once("end", end);
  });
}
