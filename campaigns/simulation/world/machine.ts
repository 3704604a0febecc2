import type { Simulation } from "./simulation.ts";

/** A file: its text, and when it was written. */
interface File {
  text: string;
  atMs: number;
}

/** A file system in memory. Its folders are those that contain files, and those that were created explicitly. */
export class FileSystem {
  readonly files = new Map<string, File>();
  readonly folders = new Map<string, number>();

  write(path: string, text: string, atMs: number): void {
    if (!this.files.has(path)) this.#touch(path, atMs);
    this.files.set(path, { text, atMs });
  }

  read(path: string): string {
    const file = this.files.get(path);
    if (file === undefined) throw absent("open", path);
    return file.text;
  }

  remove(path: string, atMs: number): void {
    if (!this.files.delete(path)) throw absent("unlink", path);
    this.#touch(path, atMs);
  }

  rename(from: string, to: string, atMs: number): void {
    const file = this.files.get(from);
    if (file === undefined) throw absent("rename", from);
    this.files.delete(from);
    this.files.set(to, file);
    this.#touch(to, atMs);
  }

  makeFolder(path: string, atMs: number): void {
    if (!this.folders.has(path)) this.folders.set(path, atMs);
  }

  list(path: string): string[] {
    if (!this.folders.has(path)) throw absent("scandir", path);
    return [...this.files.keys()].filter((file) => folderOf(file) === path).map((file) => file.slice(path.length + 1));
  }

  has(path: string): boolean {
    return this.files.has(path) || this.folders.has(path);
  }

  changedMs(path: string): number {
    const atMs = this.folders.get(path) ?? this.files.get(path)?.atMs;
    if (atMs === undefined) throw absent("stat", path);
    return atMs;
  }

  #touch(path: string, atMs: number): void {
    this.folders.set(folderOf(path), atMs);
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function absent(call: string, path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), { code: "ENOENT" });
}

/** A machine on which people run Pulumi, with its disk and its processes. */
export class Machine {
  readonly name: string;
  readonly disk = new FileSystem();
  readonly #processes = new Map<number, Process>();
  #lastPid = 100;

  constructor(name: string) {
    this.name = name;
  }

  start(simulation: Simulation, title: string, env: Readonly<Record<string, string>> = {}): Process {
    const process = new Process(this, simulation, { pid: ++this.#lastPid, title, env });
    this.#processes.set(process.pid, process);
    return process;
  }

  isRunning(pid: number): boolean {
    return this.#processes.get(pid)?.isAlive === true;
  }
}

/** A process. After its death, nothing that it has awaited resumes, and nothing that it does has an effect. */
export class Process {
  readonly machine: Machine;
  readonly simulation: Simulation;
  readonly pid: number;
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
  readonly startedAtMs: number;
  isAlive = true;
  #onDeath: (() => void)[] = [];

  constructor(machine: Machine, simulation: Simulation, { pid, title, env }: Pick<Process, "pid" | "title" | "env">) {
    this.machine = machine;
    this.env = env;
    this.simulation = simulation;
    this.pid = pid;
    this.title = title;
    this.startedAtMs = simulation.nowMs;
  }

  /** Ends immediately, as with kill -9. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.simulation.note(`${this.title} is dead`);
    for (const listener of this.#onDeath.splice(0)) listener();
  }

  onDeath(listener: () => void): void {
    if (this.isAlive) this.#onDeath.push(listener);
    else listener();
  }

  /** A system operation. It takes some time, and the process may die before it is carried out. */
  io<T>(maxMs: number, action: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.simulation.after(this.simulation.random.next() * maxMs, () => {
        if (!this.isAlive) return;
        try {
          resolve(action());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Awaits work that happens outside the process. The result arrives only if the process is still alive. */
  awaits<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.isAlive && resolve(value),
        (error) => this.isAlive && reject(error),
      );
    });
  }
}
