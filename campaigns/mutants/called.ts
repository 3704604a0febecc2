import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

/** Functions of sources with marks that were called, as `<file> <number>`. */
const called = new Set<string>();
Object.assign(globalThis, { __called: (file: string, index: number) => void called.add(`${file} ${index}`) });

const began = process.cpuUsage();
const { MUTANTS_CALLED: output } = process.env;
if (output !== undefined)
  afterAll(() => {
    const { user, system } = process.cpuUsage(began);
    const line = { test: expect.getState().testPath, seconds: (user + system) / 1e6, called: [...called] };
    appendFileSync(output, `${JSON.stringify(line)}\n`);
  });
