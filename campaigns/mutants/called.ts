import { appendFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { Called } from "./coverage.ts";

type Blocks = Map<string, Set<number>>;

/** The marked blocks that each running test has called, and the blocks that were called between tests. */
const running = new Map<string, Blocks>();
const between: Blocks = new Map();
Object.assign(globalThis, {
  __called: (file: string, index: number) => {
    if (running.size === 0) add(between, file, index);
    else for (const blocks of running.values()) add(blocks, file, index);
  },
});

function add(blocks: Blocks, file: string, index: number): void {
  const known = blocks.get(file);
  if (known === undefined) blocks.set(file, new Set([index]));
  else known.add(index);
}

const { MUTANTS_CALLED: output } = process.env;
if (output !== undefined) {
  const test = expect.getState().testPath ?? "";
  const seconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const write = (blocks: Blocks, began: number, id?: string) => {
    const called = Object.fromEntries([...blocks].map(([file, indexes]) => [file, [...indexes]]));
    const line: Called = { test, id, seconds: seconds() - began, called };
    appendFileSync(output, `${JSON.stringify(line)}\n`);
  };
  const begins = new Map<string, number>();
  const fileBegan = seconds();
  beforeEach(({ task }) => {
    begins.set(task.id, seconds());
    running.set(task.id, new Map());
  });
  afterEach(({ task }) => {
    write(running.get(task.id) ?? new Map(), begins.get(task.id) ?? 0, task.id);
    running.delete(task.id);
  });
  afterAll(() => write(between, fileBegan));
}
