import * as nodeCrypto from "node:crypto";
import { EventEmitter } from "node:events";
import * as nodeFs from "node:fs";
import type { Backend } from "../engine/backend.ts";
import type { Process } from "./machine.ts";
import type { Network } from "./network.ts";

/** Maximum durations of a file operation, a connection on the same machine, and a CLI command. */
const fileMs = 0.4;
const connectMs = 1;
const commandMs = 400;

/** What a process can access in addition to its file system. */
export interface Surroundings {
  backend: Backend;
  network: Network;
  /** Whether the engine at an address on this machine is alive. */
  isListening(address: string): boolean;
}

/** The Node modules through which the product accesses the outside, as one simulated process has them. */
export function nodeModules(process: Process, { backend, network, isListening }: Surroundings): Record<string, object> {
  const { disk } = process.machine;
  const now = () => process.simulation.nowMs;
  return {
    "node:fs": {
      constants: nodeFs.constants,
      existsSync: (path: string) => disk.has(path),
      readdirSync: (path: string) => disk.list(path),
      readFileSync: (path: string) => disk.read(path),
      statSync: (path: string) => ({ mtimeMs: disk.changedMs(path) }),
      appendFileSync: (path: string, text: string) =>
        disk.write(path, (disk.has(path) ? disk.read(path) : "") + text, now()),
    },
    "node:fs/promises": filePromises(process),
    "node:os": {
      tmpdir: () => "/tmp",
      homedir: () => "/home/user",
      userInfo: () => ({ uid: 1000, username: "user" }),
    },
    "node:net": {
      connect: ({ host, port }: { host: string; port: number }) => connection(process, isListening(`${host}:${port}`)),
    },
    "node:child_process": { spawn: (_: string, args: string[]) => command(process, backend, args) },
    "node:timers/promises": { setTimeout: (ms: number) => process.io(ms, () => undefined) },
    "node:crypto": { ...nodeCrypto, scryptSync, ...randomness(process) },
    undici: { Pool: network.poolOf(process), EnvHttpProxyAgent: network.poolOf(process) },
  };
}

function filePromises(process: Process) {
  const { disk } = process.machine;
  const now = () => process.simulation.nowMs;
  const io = <T>(action: () => T) => process.io(fileMs, action);
  return {
    mkdir: (path: string) => io(() => disk.makeFolder(path, now())),
    readFile: (path: string) => io(() => disk.read(path)),
    writeFile: (path: string, text: string) => io(() => disk.write(path, text, now())),
    rename: (from: string, to: string) => io(() => disk.rename(from, to, now())),
    unlink: (path: string) => io(() => disk.remove(path, now())),
    // Every folder can be written, and no disk is full. Asking takes no time, so that it changes no life.
    stat: async (path: string) => ({ isDirectory: () => !disk.files.has(path) }),
    access: async () => undefined,
    statfs: async () => ({ blocks: 1, bfree: 1 }),
    rm: (path: string) => io(() => (disk.has(path) ? disk.remove(path, now()) : undefined)),
    open: (path: string) =>
      io(() => ({
        writeFile: (text: string) => io(() => disk.write(path, text, now())),
        sync: () => io(() => undefined),
        close: async () => undefined,
      })),
  };
}

/** scrypt is deliberately slow, and its results are the same in every process. All lives together use few values. */
const digests = new Map<string, ReturnType<typeof nodeCrypto.scryptSync>>();
const scryptSync: typeof nodeCrypto.scryptSync = (value, salt, size, options = {}) => {
  const name = JSON.stringify([value, salt, size, options]);
  const digest = digests.get(name) ?? nodeCrypto.scryptSync(value, salt, size, options);
  digests.set(name, digest);
  return digest;
};

/** Generates ids and keys from the seed. */
function randomness({ simulation: { random } }: Process) {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.between(0, 255)));
  const randomUUID = () => {
    const hex = bytes(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return { randomBytes: bytes, randomUUID };
}

/** A connection to the engine's port. */
function connection(process: Process, isOpen: boolean) {
  const socket = Object.assign(new EventEmitter(), { destroy: () => undefined });
  void process.io(connectMs, () => socket.emit(isOpen ? "connect" : "error", new Error("ECONNREFUSED")));
  return socket;
}

/** A command of the Pulumi CLI that reads the backend. */
function command(process: Process, backend: Backend, args: string[]) {
  const reader = () => {
    const stream = new EventEmitter();
    return Object.assign(stream, { setEncoding: () => stream });
  };
  const streams = { stdout: reader(), stderr: reader() };
  const child = Object.assign(new EventEmitter(), { ...streams, kill: () => true });
  void process.io(commandMs, () => {
    const text = backend.answer(args, process.title);
    if (text !== undefined) streams.stdout.emit("data", text);
    child.emit("close", text === undefined ? 255 : 0);
  });
  return child;
}
